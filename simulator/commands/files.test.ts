// Errors of files: they name the file, the place in it, and what is expected there.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { defaultWorld } from '../world/default-world.ts'
import { readAssumptionsFile, readWorldFile } from './files.ts'

const directory = mkdtempSync(join(tmpdir(), 'paytwin-files-'))
afterAll(() => rmSync(directory, { recursive: true }))

let files = 0
/** The path of a file of that text, or of that value as JSON. */
function fileOf(content: unknown): string {
  files += 1
  const path = join(directory, `${files}.json`)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content, null, 2))
  return path
}

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
      detail: 'Line 4, column 3: expected a name in double quotes.',
    })
  })

  it.each<[string, (world: typeof defaultWorld) => unknown, string]>([
    [
      'a missing field',
      (world) => Reflect.deleteProperty(world.merchants[0] ?? {}, 'feeRate'),
      'merchants[0].feeRate: is missing; expected string',
    ],
    [
      'a field of another type',
      (world) => Object.assign(world.shoppers[2] ?? {}, { description: 7 }),
      'shoppers[2].description: is number; expected string',
    ],
    [
      'an unknown field',
      (world) => Object.assign(world.partner, { logo: 'x' }),
      'partner: holds "logo", which a world file does not know',
    ],
    [
      'an invalid amount',
      (world) => Object.assign(world.exchanges[1] ?? {}, { minimum: '1,5' }),
      'exchanges[1].minimum: must be a decimal number as text, such as "12.50"',
    ],
    ['too few exchanges', (world) => world.exchanges.pop(), 'exchanges: must name five exchanges'],
    [
      'an unknown currency',
      (world) => world.merchants[1]?.enabledCurrencies.push('XYZ'),
      'merchants[1].enabledCurrencies: names the currency XYZ, which "currencies" lacks',
    ],
    [
      'a repeated token',
      (world) => Object.assign(world.shoppers[1] ?? {}, { accessToken: 'shopper-ready' }),
      'shoppers[1].accessToken: the same access token stands at shoppers.0.accessToken',
    ],
    [
      'an invalid key',
      (world) =>
        Object.assign(world.merchants[0] ?? {}, {
          privateKey: '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n',
        }),
      'merchants[0].privateKey: must be an RSA private key in PEM',
    ],
  ])('with %s is refused with its path', async (_, spoil, line) => {
    const world = structuredClone(defaultWorld)
    spoil(world)
    const path = fileOf(world)
    await expect(readWorldFile(path)).rejects.toMatchObject({
      fact: `The world file ${path} has a fault.`,
      detail: line,
    })
  })

  it('with many errors lists the first of them', async () => {
    const world = structuredClone(defaultWorld)
    for (const shopper of world.shoppers) Object.assign(shopper.profile, { zip: 0, city: 0, state: 0 })
    const { detail } = await readWorldFile(fileOf(world)).catch((error) => error)
    expect(detail.split('\n')).toHaveLength(21)
    expect(detail).toMatch(/and 7 more$/)
  })

  it.each([['[]'], ['null'], ['"world"']])('that is %s is refused', async (text) => {
    await expect(readWorldFile(fileOf(text))).rejects.toMatchObject({
      detail: expect.stringMatching(/^the file: is \w+; expected object$/),
    })
  })
})

describe('an assumptions file', () => {
  it('is read', async () => {
    const choices = {
      'transactions.repeated-order': 'refused',
      'service.version': { use: 'header', value: { version: '3' } },
    }
    expect(await readAssumptionsFile(fileOf(choices))).toEqual(choices)
  })

  it.each([
    ['[]'],
    ['{ "transactions.repeated-order": true }'],
    ['{ "transactions.repeated-order": { "use": "refused" } }'],
  ])('that is %s is refused', async (text) => {
    const path = fileOf(text)
    await expect(readAssumptionsFile(path)).rejects.toMatchObject({
      fact: `Invalid assumptions file ${path}.`,
    })
  })

  it('with an unknown id or option is refused with the known ones', async () => {
    const path = fileOf({ 'transactions.repeated-order': 'never' })
    await expect(readAssumptionsFile(path)).rejects.toMatchObject({
      fact: `Assumptions file ${path}: The unspecified behavior "transactions.repeated-order" has no option "never".`,
      remedy: 'Choose among: accepted, refused.',
    })
    await expect(readAssumptionsFile(fileOf({ 'offers.any': 'x' }))).rejects.toMatchObject({
      fact: expect.stringContaining('There is no unspecified behavior "offers.any".'),
    })
  })
})
