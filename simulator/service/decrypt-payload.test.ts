// Each operation with an encrypted payload refuses one that cannot be decrypted, with the text of the contract where it states one, and
// changes nothing. Each malformed form is tested in ../encryption/.

import { describe, expect, it } from 'vitest'
import { encryptPassphraseText, encryptRsaText } from '../../client/encryption.ts'
import { type OperationId, operations } from '../../spec/operations.ts'
import {
  bankPayment,
  exchangeCheck,
  exchangePayment,
  halfPaid,
  payee,
  transfer,
} from '../test-support/requests.ts'
import { at, TestClient } from '../test-support/test-client.ts'
import { encryptedFieldHeader } from './request-context.ts'

const client = new TestClient()
await halfPaid(client, 'closable')

const plains = {
  validateExchangePayment: () => exchangeCheck(client),
  createExchangePayment: () => exchangePayment(client, 'encrypted'),
  createBankPayment: () => bankPayment(client, 'encrypted'),
  createTransfers: () => [transfer],
  addPayees: () => [payee],
  closePartialPayment: () => ({ offerId: 'closable' }),
} as const satisfies Partial<Record<OperationId, () => unknown>>

type EncryptedOperation = keyof typeof plains

async function refusal(operationId: EncryptedOperation, encrypted: string): Promise<string | undefined> {
  const { status, refusal } = await client.refused(operationId, { encrypted })
  expect(status).toBeLessThan(500)
  return refusal
}

/** The refusal of a payload that cannot be decrypted for a reason. */
function undecryptable(operationId: EncryptedOperation, reason: string) {
  const payout = operationId === 'createTransfers' || operationId === 'addPayees'
  return payout
    ? 'Invalid Encrypted Data'
    : expect.stringMatching(`^The encrypted payload cannot be decrypted\\. .*${reason}`)
}

const byPassphrase = new Set<OperationId>(['createTransfers', 'addPayees', 'closePartialPayment'])

/** A text, encrypted with the right key or with another one. */
function encrypted(operationId: EncryptedOperation, text: string, right = true): string {
  const merchant = right ? client.merchant : client.otherMerchant
  return byPassphrase.has(operationId)
    ? encryptPassphraseText(text, right ? merchant.clientSecret : 'another secret')
    : encryptRsaText(
        text,
        right
          ? client.world.accounts.keysOf(merchant).publicKeyPem
          : client.world.accounts.serviceKey.publicKeyPem,
      )
}

const encryptedOperations = Object.keys(plains) as EncryptedOperation[]

describe.each(encryptedOperations)('%s', (operationId) => {
  it('refuses an empty text', async () => {
    expect(await refusal(operationId, '')).toEqual(undecryptable(operationId, 'is an empty string'))
  })

  it.each(['', 'plain text', '{"offerId":', "{'offerId':1}", 'undefined', '\u0000'])(
    'refuses an encrypted text that is not JSON: %j',
    async (text) => {
      expect(await refusal(operationId, encrypted(operationId, text))).toEqual(
        undecryptable(operationId, 'is not JSON'),
      )
    },
  )

  it('refuses a request without an encrypted text', async () => {
    const refusals: readonly string[] = operations[operationId].refusals
    const isPayout = refusals.some((code) => code.startsWith('payouts.'))
    for (const rawBody of ['{}', 'null', '[]', '17', '{"data":null,"encryptedReq":7}', '{"data":{}}']) {
      const { status, body } = await client.refused(operationId, { rawBody })
      expect([status, at(body, 'ok')]).toEqual(isPayout ? [200, true] : [400, false])
    }
  })
})

it.each([
  ['any', 'in "data" or "encryptedReq", or as a JSON string.'],
  ['data', 'in "data".'],
  ['bare', 'as a JSON string.'],
] as const)('names the places of a missing payload when the field is %s', async (option, places) => {
  const client = new TestClient({ assumptions: { 'encryption.bank-payment-field': option } })
  const { refusal } = await client.refused('createBankPayment', { rawBody: '{"payload":"text"}' })
  expect(refusal).toBe(`The encrypted payload is missing. Send it ${places}`)
})

it('reports the field of the payload when the contract does not show it', async () => {
  const text = client.encrypt('createBankPayment', { payload: bankPayment(client, 'found') })
  const foundIn = async (body: unknown) =>
    (await client.ask('createBankPayment', { rawBody: JSON.stringify(body) })).headers.get(
      encryptedFieldHeader,
    )
  expect(await foundIn({ data: text })).toBe('data')
  expect(await foundIn({ encryptedReq: text })).toBe('encryptedReq')
  expect(await foundIn(text)).toBe('a bare string')
})
