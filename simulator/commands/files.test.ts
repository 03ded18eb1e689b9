// Errors of files: they name the file, the place in it, and what is expected there.

import { copyFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fileIn, testDirectory } from '../../core/test-support/test-directory.ts'
import { Simulator } from '../simulator.ts'
import { defaultWorld } from '../world/default-world.ts'
import { readAssumptionsFile, readPluginFiles, readWorldFile } from './files.ts'

const directory = testDirectory('files')

const fileOf = (content: unknown) => fileIn(directory, content)

describe('a world file', () => {
  it('is read with a byte order mark', async () => {
    expect(await readWorldFile(fileOf(`\uFEFF${JSON.stringify(defaultWorld)}`))).toEqual(defaultWorld)
  })

  it('that does not exist is named', async () => {
    await expect(readWorldFile(join(directory, 'none.json'))).rejects.toMatchObject({
      fact: `The world file ${join(directory, 'none.json')} cannot be read.`,
      detail: expect.stringContaining('ENOENT'),
    })
  })

  it('that is not JSON is refused with line and column', async () => {
    const path = fileOf('{\n  "partner": {\n    "id": 1,\n  }\n}')
    await expect(readWorldFile(path)).rejects.toMatchObject({
      fact: `The world file ${path} is not valid JSON.`,
      detail: 'At line 4, column 3: property name expected.',
    })
  })
})

describe('an assumptions file', () => {
  it.each([
    '[]',
    '{ "transactions.repeated-order": true }',
    '{ "transactions.repeated-order": { "use": "refused" } }',
  ])('that is %s is refused', async (text) => {
    const path = fileOf(text)
    await expect(readAssumptionsFile(path)).rejects.toThrow(`Invalid assumptions file ${path}. `)
  })

  it('with one invalid entry is refused with that entry', async () => {
    const path = fileOf({ 'service.version': 'header', 'transactions.repeated-order': 5 })
    await expect(readAssumptionsFile(path)).rejects.toMatchObject({
      detail: expect.stringMatching(/^The entry "transactions.repeated-order" is 5\. Expected /),
    })
  })
})

describe('a file with a plugin', () => {
  const moduleOf = (text: string) => {
    const path = `${fileOf(text)}.mjs`
    copyFileSync(path.slice(0, -'.mjs'.length), path)
    return path
  }

  it('is a function with the name of the file', async () => {
    const path = moduleOf('export default () => ({ validation: "report" })')
    const [plugin] = await readPluginFiles([path])
    expect(plugin?.name).toBe(basename(path))
    expect(new Simulator({ plugins: plugin && [plugin] }).defaultSandbox.options.validation).toBe('report')
  })

  it.each([
    ['export const shop = () => undefined', 'has no function. The type of its default export is undefined. '],
    ['export default {}', 'has no function. The type of its default export is object. '],
    ['export default (', 'cannot be imported. '],
    ['import "./none.mjs"', 'cannot be imported. Cannot find module'],
  ])('that is %j is refused', async (text, message) => {
    const path = moduleOf(text)
    await expect(readPluginFiles([path])).rejects.toThrow(`The plugin ${path} ${message}`)
  })
})
