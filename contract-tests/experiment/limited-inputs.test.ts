// A deployment that takes only inputs like those that the target file declares is not accused, and loses no requirement by it.

import { expect, it } from 'vitest'
import { parseJson } from '../../core/json.ts'
import { payouts } from '../altered/variants/rows.ts'
import { verify } from '../commands/verify.ts'
import { inProcess, readPayload, type TransportSeam } from '../observe/in-process.ts'

const isLong = (row: object) =>
  Object.entries(row).some(([key, text]) => key !== 'Email' && String(text).length > 22)

it.each<[string, isRefused: Parameters<typeof payouts>[1]]>([
  ['20 USD or more', (rows) => rows.some((row) => row.Currency === 'USD' && Number(row.Amount) < 20)],
  ['texts of at most 22 characters', (rows) => rows.some(isLong)],
  ['labels of a list', (rows) => rows.some(({ Label }) => Label !== 'supplier')],
  ['one row', (rows) => rows.length > 1],
])('accuses no service that takes payouts with %s', async (_, isRefused) => {
  const deployment = inProcess(payouts('The row is not taken.', isRefused))
  const report = await verify(deployment, { only: ['payouts'], runs: 5, shrink: false })
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
