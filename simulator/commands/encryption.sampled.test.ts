// `paytwin encrypt` and `paytwin decrypt`: there and back, for each scheme, and broken forms that the simulator refuses.

import { createPrivateKey, createPublicKey } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { sampled } from '../../core/test-support/sampling.ts'
import { fileIn, testDirectory } from '../../core/test-support/test-directory.ts'
import type { OperationId } from '../../spec/operations.ts'
import { runProgram } from '../test-support/built-program.ts'
import { exchangePayment } from '../test-support/requests.ts'
import { TestClient } from '../test-support/test-client.ts'
import { defaultWorld } from '../world/default-world.ts'

const ownPath = fileURLToPath(import.meta.url)
const directory = testDirectory('encrypt')

const fileOf = (content: unknown) => fileIn(directory, content)

async function printed(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runProgram(...args)
  expect([code, stderr]).toEqual([0, ''])
  return stdout.trim()
}

const brokenForms = ['empty', 'plain', 'not-json', 'not-base64', 'cut', 'tampered']
const payload = { order: 'Größe 1 \u009b', list: Array.from({ length: 100 }, (_, index) => index) }

describe.each(
  sampled<OperationId>([
    'createExchangePayment',
    'validateExchangePayment',
    'createBankPayment',
    'createTransfers',
    'addPayees',
    'closePartialPayment',
  ]),
)('a payload of %s', (operationId) => {
  it('is decrypted to what was encrypted, for each merchant', async () => {
    for (const merchant of ['lamp-shop', 'tea-house']) {
      const body = await printed('encrypt', operationId, fileOf(payload), '--merchant', merchant)
      expect(JSON.parse(await printed('decrypt', operationId, fileOf(body), '--merchant', merchant))).toEqual(
        payload,
      )
      const text = await printed('encrypt', operationId, fileOf(payload), '--merchant', merchant, '--text')
      expect(body).toContain(text)
      expect(JSON.parse(await printed('decrypt', operationId, fileOf(text), '--merchant', merchant))).toEqual(
        payload,
      )
    }
  })
})

it('a payload for a world, assumptions, a key or a passphrase is decrypted with the same', async () => {
  const world = structuredClone(defaultWorld)
  Object.assign(world.merchants[0] ?? {}, { clientSecret: 'mine' })
  const file = fileOf(payload)
  const both = async (operation: string, ...flags: string[]) =>
    JSON.parse(
      await printed(
        'decrypt',
        operation,
        fileOf(await printed('encrypt', operation, file, ...flags)),
        ...flags,
      ),
    )
  const assumptions = fileOf({ 'encryption.payouts': 'rsa', 'encryption.rsa-padding': 'pkcs1' })
  expect(await both('closePartialPayment', '--world', fileOf(world))).toEqual(payload)
  expect(await both('createTransfers', '--assumptions', assumptions)).toEqual(payload)
  expect(await both('createTransfers', '--passphrase', 'another')).toEqual(payload)
  const key = createPrivateKey(world.serviceKey)
  const publicKey = fileOf(String(createPublicKey(key).export({ type: 'spki', format: 'pem' })))
  const body = await printed('encrypt', 'createBankPayment', file, '--key', publicKey)
  const own = ['decrypt', 'createBankPayment', fileOf(body), '--key', fileOf(world.serviceKey)]
  expect(JSON.parse(await printed(...own))).toEqual(payload)
  expect(await runProgram('decrypt', 'createBankPayment', fileOf(body))).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('The payload cannot be decrypted.'),
  })
})

it('the service accepts the body, and refuses each broken one', async () => {
  const client = new TestClient()
  const file = fileOf(exchangePayment(client, 'order-1'))
  await client.ask('createInvoice')
  const send = async (...flags: string[]) => {
    const body = JSON.parse(await printed('encrypt', 'createExchangePayment', file, ...flags))
    return (await client.ask('createExchangePayment', { rawBody: JSON.stringify(body) })).succeeded
  }
  expect(await send()).toBe(true)
  for (const form of sampled(brokenForms)) expect([form, await send('--broken', form)]).toEqual([form, false])
})

it.each(sampled(brokenForms))('with a passphrase, a payload that is %s cannot be decrypted', async (form) => {
  const body = await printed('encrypt', 'closePartialPayment', fileOf(payload), '--broken', form)
  expect((await runProgram('decrypt', 'closePartialPayment', fileOf(body))).code).toBe(2)
})

it.each([
  ['an operation without a payload', ['encrypt', 'getStore', 'FILE'], 'getStore takes no encrypted payload.'],
  ['an unknown merchant', ['encrypt', 'addPayees', 'FILE', '--merchant', 'x'], 'No such merchant: "x".'],
  ['a payload that is not JSON', ['encrypt', 'addPayees', ownPath], 'is not valid JSON'],
  ['a file that is not a key', ['encrypt', 'addPayees', 'FILE', '--key', ownPath], 'cannot be used'],
])('%s is wrong usage', async (_, args, message) => {
  const file = fileOf(payload)
  const ended = await runProgram(...args.map((arg) => (arg === 'FILE' ? file : arg)))
  expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining(message) })
})
