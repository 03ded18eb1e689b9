// The scripts and the style of the pages, as `npm run build` compiles them from browser/, and the files of the viewer of the reference.

import { readdirSync, readFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const contentTypes: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css' }

let files: ReadonlyMap<string, { type: string; text: string }> | undefined

/** A file by its name; undefined for any other name. */
export function assetFile(name: string): { type: string; text: string } | undefined {
  files ??= readFiles()
  return files.get(name)
}

function readFiles(): Map<string, { type: string; text: string }> {
  // Code that runs from its sources finds what the build has compiled.
  const folder = import.meta.url.endsWith('.ts')
    ? join(dirname(fileURLToPath(import.meta.url)), '../../build/simulator/pages/browser')
    : fileURLToPath(new URL('browser', import.meta.url))
  return new Map(
    readdirSync(folder).flatMap((name) => {
      const type = contentTypes[extname(name)]
      return type === undefined ? [] : [[name, { type, text: readFileSync(join(folder, name), 'utf8') }]]
    }),
  )
}
