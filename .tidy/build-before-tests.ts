// Builds the program once before the tests: some run it as users do. The build is incremental and takes about a second.

import { execFileSync } from 'node:child_process'

export default function buildBeforeTests(): void {
  execFileSync(process.execPath, ['build.mjs'], { cwd: new URL('..', import.meta.url), stdio: 'inherit' })
}
