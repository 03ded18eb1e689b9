import { defineConfig } from 'vitest/config'

// Two projects: `quick` is what `npm run check` runs; `slow` is what takes longer or replaces modules, and bears it in
// its file name.
const modules = '{core,spec,simulator,contract-tests,scenarios}'
const common = { testTimeout: 60_000, hookTimeout: 60_000 }

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...common,
          name: 'quick',
          // Loading the house anew for each of its many files took longer than their tests; none of them leaves a trace.
          isolate: false,
          include: [`${modules}/**/*.test.ts`, '*.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**', '**/*.slow.test.ts'],
        },
      },
      { test: { ...common, name: 'slow', include: [`${modules}/**/*.slow.test.ts`, '*.slow.test.ts'] } },
    ],
  },
})
