#!/usr/bin/env node
// The published dist/cli.js. It runs the program with the code that V8 compiled when the package was built, because compiling takes
// a quarter of the start. That code fits only the same version of V8 on the same kind of machine; any other one compiles again.

import { readFileSync } from 'node:fs'
import Module from 'node:module'
import { basename, dirname, join } from 'node:path'
import { arch, platform, versions } from 'node:process'
import { constants, Script } from 'node:vm'

const directory = import.meta.dirname
/** Lengths of compiled modules, as one line of JSON, then the modules. */
export const codeFile = join(directory, `code-${platform}-${arch}-${versions.v8}.bin`)
/** The modules that the program has loaded. */
export const scripts = new Map()

const require = Module.createRequire(import.meta.url)
// Node 22 and later keep compiled code themselves: a start takes a sixth less.
if (Module.enableCompileCache === undefined) useCode(readCode())
else Module.enableCompileCache()
require('./program.cjs')

function readCode() {
  let bytes
  try {
    bytes = readFileSync(codeFile)
  } catch {
    return new Map()
  }
  let end = bytes.indexOf('\n') + 1
  const parts = Object.entries(JSON.parse(bytes.toString('latin1', 0, end))).map(([name, length]) => {
    end += length
    return [name, bytes.subarray(end - length, end)]
  })
  return new Map(parts)
}

/** Loads modules of this directory as Node does, but with their compiled code. V8 ignores code that does not fit. */
function useCode(code) {
  const { extensions } = require
  const { emitWarning } = process
  // Node 20 calls the loader of modules that a target file names experimental. A user can do nothing about it.
  process.emitWarning = (warning, ...more) => {
    if (!String(warning).includes('USE_MAIN_CONTEXT_DEFAULT_LOADER')) emitWarning(warning, ...more)
  }
  extensions['.cjs'] = (module, filename) => {
    if (dirname(filename) !== directory) return extensions['.js'](module, filename)
    const name = basename(filename)
    const script = new Script(Module.wrap(readFileSync(filename, 'utf8')), {
      filename,
      cachedData: code.get(name),
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    })
    scripts.set(name, script)
    const run = script.runInThisContext()
    run.call(module.exports, module.exports, (id) => module.require(id), module, filename, directory)
  }
}
