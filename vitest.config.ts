import { defineConfig } from 'vitest/config'

// Two projects: `quick` is what `npm run check` runs; `slow` has the tests that take longer, start processes or replace
// modules. Their files are called *.slow.test.ts.
const folders = '{.tidy,core,spec,client,simulator,contract-tests,scenarios,fuzz,docs}'
const common = { testTimeout: 60_000, hookTimeout: 60_000 }

export default defineConfig({
  test: {
    // By default vitest leaves one core unused, which is half of a small machine.
    maxWorkers: '100%',
    globalSetup: ['.tidy/build-before-tests.ts'],
    projects: [
      {
        test: {
          ...common,
          name: 'quick',
          // The quick tests leave no traces in modules, so each worker loads the modules once.
          isolate: false,
          include: [`${folders}/**/*.test.ts`, '*.test.ts'],
          exclude: ['**/node_modules/**', '**/{build,dist}/**', '**/*.slow.test.ts'],
        },
      },
      { test: { ...common, name: 'slow', include: [`${folders}/**/*.slow.test.ts`, '*.slow.test.ts'] } },
    ],
  },
})
