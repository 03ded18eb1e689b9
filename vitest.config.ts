import { defineConfig } from 'vitest/config'

// Three projects. `quick` is what `npm run check` runs. `slow` has the tests that take longer, start processes or replace
// modules (*.slow.test.ts), and a sample of those that can test any number of inputs (*.sampled.test.ts). `long` is what
// `npm run test:long` runs: all of these inputs, browsers, and many processes (*.long.test.ts).
const folders = '{.tidy,cli,core,spec,client,simulator,contract-tests,scenarios,fuzz,docs}'
const common = { testTimeout: 60_000, hookTimeout: 60_000 }

export default defineConfig({
  test: {
    // By default vitest leaves one core unused, which is half of a small machine.
    maxWorkers: '100%',
    globalSetup: ['.tidy/before-tests.ts'],
    projects: [
      {
        test: {
          ...common,
          name: 'quick',
          // The quick tests leave no traces in modules, so each worker loads the modules once.
          isolate: false,
          include: [`${folders}/**/*.test.ts`],
          exclude: ['**/node_modules/**', '**/{build,dist}/**', '**/*.{slow,sampled,long}.test.ts'],
        },
      },
      {
        test: {
          ...common,
          name: 'slow',
          include: [`${folders}/**/*.{slow,sampled}.test.ts`],
          env: { TEST_SHARE: process.env.TEST_SHARE ?? '0.03' },
        },
      },
      {
        test: {
          ...common,
          name: 'long',
          testTimeout: 600_000,
          hookTimeout: 600_000,
          include: [`${folders}/**/*.{sampled,long}.test.ts`],
        },
      },
    ],
  },
})
