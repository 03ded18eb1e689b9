// `paytwin encrypt`: the service decrypts what it prints, for each way to choose a merchant, a key and a padding.

import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { fileIn, testDirectory } from '../../core/test-support/test-directory.ts'
import { runProgram } from '../test-support/built-program.ts'
import { payee } from '../test-support/requests.ts'
import { TestClient } from '../test-support/test-client.ts'
import { defaultWorld } from '../world/default-world.ts'

const directory = testDirectory('encrypt')
const fileOf = (content: unknown) => fileIn(directory, content)

it('encrypts with the key of a world, an assumption and a merchant', async () => {
  const world = structuredClone(defaultWorld)
  const [, merchant = { username: '' }] = world.merchants
  Object.assign(merchant, { clientSecret: 'mine' })
  for (const scheme of ['passphrase', 'rsa'] as const) {
    const assumptions = { 'encryption.payouts': scheme, 'encryption.rsa-padding': 'pkcs1' } as const
    const flags = [
      '--world',
      fileOf(world),
      '--assumptions',
      fileOf(assumptions),
      '--merchant',
      merchant.username,
    ]
    const printed = await runProgram(
      'encrypt',
      'addPayees',
      fileOf([{ ...payee, fname: 'Größe 1 \u009b' }]),
      ...flags,
    )
    expect([printed.code, printed.stderr]).toEqual([0, ''])
    const client = new TestClient({ world, assumptions })
    const request = { rawBody: printed.stdout, merchant: client.otherMerchant }
    expect((await client.ask('addPayees', request)).success.result).toMatchObject({
      payees: [{ 'First Name': 'Größe 1 \u009b' }],
    })
  }
})

it.each([
  ['an operation without a payload', ['getStore', 'FILE'], 'getStore takes no encrypted payload.'],
  ['an unknown merchant', ['addPayees', 'FILE', '--merchant', 'x'], 'No such merchant: "x".'],
  ['a payload that is not JSON', ['addPayees', fileURLToPath(import.meta.url)], 'is not valid JSON'],
])('%s is wrong usage', async (_, args, message) => {
  const ended = await runProgram('encrypt', ...args.map((arg) => (arg === 'FILE' ? fileOf([payee]) : arg)))
  expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining(message) })
})
