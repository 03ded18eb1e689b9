import { defineConfig } from 'vitest/config'

// Four projects. `quick` is what `npm run check` runs. `slow` has the tests that take longer or start processes
// (*.slow.test.ts), and a sample of those that can test any number of inputs (*.sampled.test.ts); `apart` has those of the slow
// tests that replace modules. `long` is what `npm run test:long` runs: all of these inputs, browsers, and many processes
// (*.long.test.ts).
const folders = '{.tidy,cli,core,spec,client,simulator,contract-tests,scenarios,fuzz,docs}'
// These tests leave no traces in modules, so each worker loads the modules once.
const sharing = { isolate: false }
const apart = ['simulator/encryption/rsa.slow.test.ts']
const compiled = ['**/node_modules/**', '**/{build,dist}/**']
// Limits are for what hangs: a test may run next to a build and a browser.
const common = { testTimeout: 600_000, hookTimeout: 600_000, expect: { poll: { timeout: 300_000 } } }

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
          ...sharing,
          include: [`${folders}/**/*.test.ts`],
          exclude: [...compiled, '**/*.{slow,sampled,long}.test.ts'],
        },
      },
      {
        test: {
          ...common,
          name: 'slow',
          ...sharing,
          include: [`${folders}/**/*.{slow,sampled}.test.ts`],
          exclude: [...compiled, ...apart],
          env: { TEST_SHARE: process.env.TEST_SHARE ?? '0.03' },
        },
      },
      { test: { ...common, name: 'apart', include: apart } },
      {
        test: {
          ...common,
          name: 'long',
          include: [`${folders}/**/*.{sampled,long}.test.ts`],
        },
      },
    ],
  },
})
