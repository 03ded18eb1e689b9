import { defineConfig } from 'vitest/config'

// Three projects. `quick` is what `npm run check` runs. `slow` has the tests that take longer or start processes
// (*.slow.test.ts), and a sample of those that can test any number of inputs (*.sampled.test.ts). `long` is what
// `npm run test:long` runs: all of these inputs, browsers, and many processes (*.long.test.ts). Quick tests need no build.
const folders = '{.tidy,cli,core,spec,client,simulator,contract-tests,scenarios,fuzz,docs}'
// These tests leave no traces in modules, so each worker loads the modules once.
const sharing = { isolate: false }
const built = { globalSetup: ['.tidy/before-tests.ts'] }
const compiled = ['**/node_modules/**', '**/{build,dist}/**']
// Limits are for what hangs: a test may run next to a build and a browser.
const common = { testTimeout: 600_000, hookTimeout: 600_000, expect: { poll: { timeout: 300_000 } } }

export default defineConfig({
  test: {
    // By default vitest leaves one core unused, which is half of a small machine.
    maxWorkers: '100%',
    // Compiled modules are kept for the next run.
    experimental: { fsModuleCache: true },
    projects: [
      {
        test: {
          ...common,
          ...sharing,
          name: 'quick',
          include: [`${folders}/**/*.test.ts`],
          exclude: [...compiled, '**/*.{slow,sampled,long}.test.ts'],
        },
      },
      {
        test: {
          ...common,
          ...built,
          ...sharing,
          name: 'slow',
          include: [`${folders}/**/*.{slow,sampled}.test.ts`],
          exclude: compiled,
          env: { TEST_SHARE: process.env.TEST_SHARE ?? '0.02' },
        },
      },
      {
        test: {
          ...common,
          ...built,
          name: 'long',
          include: [`${folders}/**/*.{sampled,long}.test.ts`],
        },
      },
    ],
  },
})
