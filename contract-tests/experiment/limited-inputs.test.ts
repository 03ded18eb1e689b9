// A deployment that takes only inputs like those that the target file declares is not accused, and loses no requirement by it.

import { expect, it } from 'vitest'
import { isObject, parseJson } from '../../core/json.ts'
import { decryptedWith } from '../altered/mutants/operators/encryption.ts'
import { verify } from '../commands/verify.ts'
import { inProcess, readPayload, type TransportSeam } from '../observe/in-process.ts'

const clientSecret = inProcess().target.merchants[0]?.clientSecret ?? ''

/** Refuses payouts with a row that does not fulfil a condition, or with more rows. */
const payoutsOf =
  (isTaken: (row: Record<string, unknown>) => boolean, maxRows = 100): TransportSeam =>
  async ({ operationId, body }, send) => {
    const text: unknown = Object(parseJson(body)).encryptedReq
    if (!['createTransfers', 'addPayees'].includes(operationId) || typeof text !== 'string') return send()
    const rows = decryptedWith(text, clientSecret)
    const complete = Array.isArray(rows)
      ? rows.filter(isObject).filter(({ email }) => email !== undefined)
      : []
    const refusal = { success: false, errorMsg: 'The row is not taken.' }
    return complete.every(isTaken) && complete.length <= maxRows
      ? send()
      : Response.json({ ok: true, result: refusal })
  }

const isShort = (row: object) =>
  Object.entries(row).every(([key, text]) => ['id', 'email'].includes(key) || String(text).length <= 22)

it.each<[string, TransportSeam]>([
  ['a minimum of 20 USD', payoutsOf(({ currency, amount }) => currency !== 'USD' || Number(amount) >= 20)],
  ['texts of at most 22 characters', payoutsOf(isShort)],
  ['labels of a list', payoutsOf(({ label }) => label === 'supplier')],
  ['one row', payoutsOf(() => true, 1)],
])('accuses no service that takes payouts with %s', async (_, transport) => {
  const report = await verify(inProcess({ transport }), { only: ['payouts'], runs: 5, shrink: false })
  expect(report.failures.map(({ requirement, actual }) => ({ requirement, actual }))).toEqual([])
  expect(report.counts).toMatchObject({ warning: 0, inconclusive: 0, error: 0 })
})

it('checks custom parameters where only plain names and values are taken', async () => {
  const transport: TransportSeam = async ({ operationId, body }, send) => {
    if (operationId !== 'createInvoice' && operationId !== 'createQrTransaction') return send()
    const params: unknown = Object(Object(parseJson(body)).customParameter).params
    const texts = Array.isArray(params) ? params.flatMap((one) => Object.values<string>(Object(one))) : []
    return texts.every((text) => /^[a-z0-9]{1,40}$/.test(text)) ? send() : Response.json({}, { status: 400 })
  }
  const only = ['webhooks.invoice-parameters', 'webhooks.qr-parameters']
  const report = await verify(inProcess({ transport }), { only, runs: 3 })
  expect(report.failures).toEqual([])
  expect(report.counts).toMatchObject({ pass: 2 })
})

it('pays the amount and with the coin at which a shopper has a role', async () => {
  const paid: unknown[] = []
  const simulator = inProcess({
    request: (request, world) => {
      const { assets, nativeAmount } = Object(readPayload(request, world)?.value)
      if (request.operationId === 'createExchangePayment') paid.push([assets, nativeAmount])
      return request
    },
  })
  const { shoppers } = simulator.target
  const { unsupportedWallet = shoppers.ready } = shoppers
  const ofCoin = { ...unsupportedWallet, coin: 'ETH', amount: '44.00' }
  const target = { ...simulator.target, shoppers: { ...shoppers, unsupportedWallet: ofCoin } }
  const only = ['exchange-payments.error-coin-not-supported-421']
  const report = await verify({ ...simulator, target }, { only, runs: 1 })
  expect(report.counts).toMatchObject({ pass: 1 })
  expect(paid).toContainEqual(['ETH', '44.00'])
})
