import { defineConfig } from 'vitest/config'

// Two projects: `quick` is what `npm run check` runs; `whole` is what takes longer or replaces modules, and bears it in
// its file name.
const rooms = '{spec,simulator,contract-tests,scenarios}'
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
          include: [`${rooms}/**/*.test.ts`, '*.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**', '**/*.whole.test.ts'],
        },
      },
      { test: { ...common, name: 'whole', include: [`${rooms}/**/*.whole.test.ts`, '*.whole.test.ts'] } },
    ],
  },
})
