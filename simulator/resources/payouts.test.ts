// Payees and transfers: what is taken, and each error in the words of the document, row by row.

import { beforeEach, describe, expect, it } from 'vitest'
import { payee, transfer } from '../test-support/requests.ts'
import { TestClient, type TestRequest } from '../test-support/test-client.ts'

let client: TestClient

beforeEach(() => {
  client = new TestClient()
})

type Payout = 'createTransfers' | 'addPayees'

/** The error text of a refused payout. Checks its form as well. */
async function errorMsg(operationId: Payout, asked: TestRequest): Promise<string | undefined> {
  const reply = await client.refused(operationId, asked)
  expect(reply.status).toBe(200)
  expect(reply.body).toEqual({ ok: true, result: { success: false, errorMsg: reply.refusal } })
  return reply.refusal
}

function without(row: Record<string, unknown>, key: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([name]) => name !== key))
}

describe('createTransfers', () => {
  it('returns the rows as they were sent', async () => {
    expect(
      (await client.ask('createTransfers', { payload: [transfer, { ...transfer, amount: 0.1 }] })).body,
    ).toEqual({
      ok: true,
      result: {
        success: true,
        receivers: [250, 0.1].map((amount) => ({
          Email: 'grace@payee.example',
          Amount: amount,
          'Last Name': 'Example',
          'First Name': 'Grace',
          Descriptor: 'January',
          Currency: 'USD',
          Label: 'supplier',
        })),
        insertedCount: 2,
        result: {},
        errorData: [],
        errorMsg: '',
      },
    })
    expect(client.world.transfers.map(({ amount }) => amount)).toEqual(['250', '0.1'])
  })

  it('is for the merchant of the token', async () => {
    const merchant = client.otherMerchant
    await client.ask('createTransfers', { merchant, payload: [transfer] })
    expect(client.world.transfers.map((row) => row.merchant)).toEqual([merchant.id])
  })

  it.each([1, 2, 3])(
    'says "Invalid Email: Raw - %i" where that row’s email is missing or invalid',
    async (row) => {
      for (const email of [undefined, '', 'grace', 'grace@', '@payee', 'a b@c', null, 7]) {
        const payload = [1, 2, 3].map((at) => (at === row ? { ...transfer, email } : transfer))
        expect(await errorMsg('createTransfers', { payload })).toBe(`Invalid Email: Raw - ${row}`)
      }
    },
  )

  it('names the first row that is wrong, the email before what is wrong later', async () => {
    const payload = [transfer, { ...transfer, email: 'no' }, without(transfer, 'amount')]
    expect(await errorMsg('createTransfers', { payload })).toBe('Invalid Email: Raw - 2')
    expect(await errorMsg('createTransfers', { payload: [...payload].reverse() })).toBe(
      'Invalid Email: Raw - 1',
    )
  })

  it.each([
    ['id', 'Id'],
    ['fname', 'First Name'],
    ['lname', 'Last Name'],
    ['email', 'Email'],
    ['label', 'Label'],
    ['businessname', 'Business Name'],
    ['amount', 'Amount'],
    ['currency', 'Currency'],
    ['descriptor', 'Descriptor'],
  ])('has the message of the contract for a missing or invalid %s, or its label', async (key, label) => {
    for (const row of [without(transfer, key), { ...transfer, [key]: {} }, { ...transfer, [key]: null }]) {
      const asked = { payload: [transfer, row] }
      expect(await errorMsg('createTransfers', asked)).toBe('Invalid Email: Raw - 2')
      client = new TestClient({ assumptions: { 'payouts.transfer-key-label': 'key-label' } })
      expect(await errorMsg('createTransfers', asked)).toBe(`Invalid ${label}: Raw - 2`)
      client = new TestClient()
    }
  })

  it('treats a row that is not an object as one without an email', async () => {
    for (const row of [null, 'text', 7, []])
      expect(await errorMsg('createTransfers', { payload: [transfer, row] })).toBe('Invalid Email: Raw - 2')
  })
})

describe('addPayees', () => {
  it('returns the rows as they were sent', async () => {
    expect((await client.ask('addPayees', { payload: [payee, { ...payee, fname: 'Alan' }] })).body).toEqual({
      ok: true,
      result: {
        success: true,
        payees: ['Grace', 'Alan'].map((name) => ({
          'First Name': name,
          'Last Name': 'Example',
          Email: 'grace@payee.example',
          Label: 'supplier',
          'Error(s)': '',
        })),
        insertedCount: 2,
        errorMsg: '',
      },
    })
    expect(client.world.payees.map(({ fname }) => fname)).toEqual(['Grace', 'Alan'])
  })

  it('names the first key of the first row that is wrong', async () => {
    expect(await errorMsg('addPayees', { payload: [{}] })).toBe('Invalid Data: Row - 1, Key - id')
    const payload = [payee, without(without(payee, 'label'), 'fname'), {}]
    expect(await errorMsg('addPayees', { payload })).toBe('Invalid Data: Row - 2, Key - fname')
  })

  it('treats a row that is not an object as one without any key', async () => {
    for (const row of [null, 'text', 7, []])
      expect(await errorMsg('addPayees', { payload: [payee, row] })).toBe('Invalid Data: Row - 2, Key - id')
  })
})
