// The files of this package, whether it runs from source or built.

import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The absolute path of a file that the package contains. */
export function packageFile(file: string): string {
  return join(dirname(createRequire(import.meta.url).resolve('paytwin/package.json')), file)
}
