// Probes that make the options of unspecified behaviors observable. See ../probe.ts.

import { dayMs, hourMs, minuteMs } from '../../../core/durations.ts'
import { transactionRecord } from '../../resources/transaction-records.ts'
import { eachGranted, offers, type ProbesOf } from '../probe.ts'
import { bankPayment, exchangePayment, magazine, payByBank, payByExchange } from '../requests.ts'
import { deliveriesOf } from '../status-changes.ts'
import type { TestClient } from '../test-client.ts'

/** The records of an exchange payment when it is created, and after a time. */
async function recordsOver(client: TestClient, ms: number) {
  const begun = await payByExchange(client, 'o')
  await client.advance(ms)
  return [begun, transactionRecord(client.world, client.transaction(begun.id))]
}

export const transactionsProbes: ProbesOf<'transactions'> = {
  'transactions.status-integers': {
    observe: async (client) => {
      const deliveries = deliveriesOf(client)
      const { status } = await payByExchange(client, 'o')
      await client.advance(2 * hourMs)
      return [status, ...deliveries.map(({ facts }) => facts.status)]
    },
    expected: { usual: [0, 0, 0, 1], counted: [1, 1, 2, 3], reversed: [800, 800, 700, 600] },
  },
  'transactions.type-integers': {
    observe: async (client) => [(await payByExchange(client, 'o')).type, (await payByBank(client, 'o')).type],
    expected: { introduced: [0, 2], tens: [40, 20] },
  },
  'transactions.settlement-integers': {
    observe: async (client) =>
      (await recordsOver(client, 2 * dayMs)).map(({ settlementStatus }) => settlementStatus),
    expected: { introduced: [0, 1], tens: [50, 60] },
  },
  'transactions.refund-integers': {
    observe: async (client) =>
      (await recordsOver(client, 2 * hourMs)).map(({ statusRefund }) => statusRefund),
    expected: { twenties: [20, 21], counted: [0, 1] },
  },
  'transactions.path': {
    observe: async (client) => {
      await payByExchange(client, 'o')
      await client.advance(2 * hourMs)
      return [...client.world.events].map(({ status }) => status)
    },
    expected: { processing: ['pending', 'processing', 'completed'], direct: ['pending', 'completed'] },
  },
  'transactions.crypto-duration': {
    observe: async (client) => {
      const begun = client.world.now
      await payByExchange(client, 'o')
      await client.advance(2 * hourMs)
      const took = (client.world.events.at(-1)?.at ?? 0) - begun
      return took === 2 * minuteMs ? 'min' : took === 2 * hourMs ? 'max' : took > 2 * minuteMs && 'between'
    },
    expected: { drawn: 'between', min: 'min', max: 'max' },
  },
  'transactions.merchant-payable': {
    observe: async (client) => (await payByBank(client, 'o')).merchantPayableAmount,
    expected: { 'after-fee': '39.60', gross: '40.00' },
  },
  'transactions.nullable-references': {
    observe: async (client) => {
      const { partnerId, partner, stock, description, errorMessage } = await payByBank(client, 'o')
      const { stockId, referenceBankProvider } = await payByExchange(client, 'p')
      const fields = [partnerId, partner, stock, description, errorMessage, stockId, referenceBankProvider]
      return [...new Set(fields.map((text) => typeof text))]
    },
    expected: { null: ['object'], filled: ['string'] },
  },
  'transactions.repeated-order': {
    observe: (client) => eachGranted(client, [...offers(client, {}), ...offers(client, {})]),
    expected: {
      accepted: [true, true, true, true, true, true, true, true],
      refused: [true, true, true, true, false, false, false, false],
    },
  },
  'transactions.amount-mismatch': {
    observe: (client) => eachGranted(client, offers(client, { amount: '41.00' })),
    expected: { accepted: [true, true, true, true], refused: [false, false, false, false] },
  },
  'transactions.without-invoice': {
    observe: (client) => eachGranted(client, offers(client, {}).slice(1)),
    expected: { accepted: [true, true, true], refused: [true, false, false] },
  },
  'transactions.zero-amount': {
    observe: async (client) => {
      const granted = await eachGranted(client, offers(client, { amount: '0' }))
      const [created, , paid] = offers(client, { order: 'free', amount: '0', cart: [magazine] })
      return [
        ...granted,
        ...(await eachGranted(
          client,
          [created, paid].filter((one) => one !== undefined),
        )),
      ]
    },
    expected: {
      'payments-refused': [true, false, false, false, true, false],
      refused: [false, false, false, false, false, false],
      'free-first-period': [true, false, false, false, true, true],
    },
  },
  'transactions.empty-order': {
    observe: (client) => eachGranted(client, offers(client, { order: '' })),
    expected: { accepted: [true, true, true, true], refused: [false, false, false, false] },
  },
  'transactions.store-currency': {
    observe: (client) =>
      eachGranted(client, [
        [
          'createExchangePayment',
          { payload: exchangePayment(client, 'o', { merchantStoreCurrency: 'XYZ' }) },
        ],
        ['createBankPayment', { payload: bankPayment(client, 'o', { merchantStoreCurrency: 'XYZ' }) }],
      ]),
    expected: { 'as-dollars': [true, true], refused: [false, false] },
  },
  'transactions.check-numbers': {
    observe: async (client) => (await payByExchange(client, 'o')).check[0]?.num,
    expected: { 'from-one': 1, 'from-zero': 0 },
  },
  'transactions.conversion-rate': {
    observe: async (client) => (await payByExchange(client, 'o')).txMetadata.nativeConversionRate,
    expected: { 'per-coin': '50000', 'per-fiat': '0.00002' },
  },
  'transactions.final-amounts': {
    observe: async (client) => {
      const { receivedAmountFinal, receivedAmountCal, check } = await payByExchange(client, 'o')
      return [receivedAmountFinal, receivedAmountCal, check[0]?.amountFinal]
    },
    expected: { received: [0, 0, 0], expected: [0.0008, 0.0008, 40] },
  },
}
