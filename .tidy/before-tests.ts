// Draws the seed of the sampled tests, and builds the program once: some tests run it as users do. The build is incremental and
// takes about a second.

import { execFileSync } from 'node:child_process'
import { randomInt } from 'node:crypto'

export default function beforeTests(): void {
  process.env.TEST_SEED ??= String(randomInt(1_000_000))
  console.log(`Samples: TEST_SEED=${process.env.TEST_SEED}`)
  execFileSync(process.execPath, ['scripts/build.mjs'], {
    cwd: new URL('..', import.meta.url),
    stdio: 'inherit',
  })
}
