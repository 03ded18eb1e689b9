// What is said of files that cannot be served: the file, the place in it, and what is expected there.

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
  it('is read, whoever wrote it and with a byte order mark', async () => {
    expect(await readWorldFile(fileOf(`\uFEFF${JSON.stringify(defaultWorld)}`))).toEqual(defaultWorld)
  })

  it('that is not there is named', async () => {
    await expect(readWorldFile(join(directory, 'none.json'))).rejects.toMatchObject({
      fact: `The world file ${join(directory, 'none.json')} cannot be read.`,
      detail: expect.stringContaining('ENOENT'),
    })
  })

  it('that is not JSON is told where', async () => {
    const path = fileOf('{\n  "partner": {\n    "id": 1,\n  }\n}')
    await expect(readWorldFile(path)).rejects.toMatchObject({
      fact: `The world file ${path} is not JSON.`,
      detail: 'At line 4, column 3: expected a name in double quotes.',
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
      (world) => Object.assign(world.shoppers[2] ?? {}, { scenario: 7 }),
      'shoppers[2].scenario: is number; expected string',
    ],
    [
      'a field that is not known',
      (world) => Object.assign(world.partner, { logo: 'x' }),
      'partner: holds "logo", which a world file does not know',
    ],
    [
      'an amount that is none',
      (world) => Object.assign(world.exchanges[1] ?? {}, { minimum: '1,5' }),
      'exchanges[1].minimum: must be a decimal number as text, such as "12.50"',
    ],
    ['too few exchanges', (world) => world.exchanges.pop(), 'exchanges: must name five exchanges'],
    [
      'a currency that is not there',
      (world) => world.merchants[1]?.enabledCurrencies.push('XYZ'),
      'merchants[1].enabledCurrencies: names the currency XYZ, which "currencies" lacks',
    ],
    [
      'a token given twice',
      (world) => Object.assign(world.shoppers[1] ?? {}, { accessToken: 'shopper-ready' }),
      'shoppers[1].accessToken: the same access token stands at shoppers.0.accessToken',
    ],
    [
      'a key that cannot be read',
      (world) =>
        Object.assign(world.merchants[0] ?? {}, {
          privateKey: '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n',
        }),
      'merchants[0].privateKey: must be an RSA private key in PEM',
    ],
  ])('with %s is told by its path', async (_, spoil, line) => {
    const world = structuredClone(defaultWorld)
    spoil(world)
    const path = fileOf(world)
    await expect(readWorldFile(path)).rejects.toMatchObject({
      fact: `The world file ${path} has a fault.`,
      detail: line,
    })
  })

  it('with many faults has the first of them listed', async () => {
    const world = structuredClone(defaultWorld)
    for (const shopper of world.shoppers) Object.assign(shopper.profile, { zip: 0, city: 0, state: 0 })
    const { detail } = await readWorldFile(fileOf(world)).catch((error) => error)
    expect(detail.split('\n')).toHaveLength(21)
    expect(detail).toMatch(/and 7 more$/)
  })

  it.each([['[]'], ['null'], ['"world"']])('that is %s is told as a whole', async (text) => {
    await expect(readWorldFile(fileOf(text))).rejects.toMatchObject({
      detail: expect.stringMatching(/^the file: is \w+; expected object$/),
    })
  })
})

describe('a assumptions file', () => {
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
  ])('that holds %s is told its form', async (text) => {
    const path = fileOf(text)
    await expect(readAssumptionsFile(path)).rejects.toMatchObject({
      fact: `The assumptions file ${path} has another form.`,
    })
  })

  it('that names what is not there is told the file and what there is', async () => {
    const path = fileOf({ 'transactions.repeated-order': 'never' })
    await expect(readAssumptionsFile(path)).rejects.toMatchObject({
      fact: `In the assumptions file ${path}: The unspecified behavior "transactions.repeated-order" has no option "never".`,
      remedy: 'Choose among: accepted, refused.',
    })
    await expect(readAssumptionsFile(fileOf({ 'offers.any': 'x' }))).rejects.toMatchObject({
      fact: expect.stringContaining('There is no unspecified behavior "offers.any".'),
    })
  })
})
