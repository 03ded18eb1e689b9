// Situations: what they find that a plain run does not, and what they must not accuse.

import { expect, it } from 'vitest'
import { dayMs } from '../../core/durations.ts'
import { InvariantError } from '../../core/errors.ts'
import { conditional } from '../altered/conditions/conditional.ts'
import { conditionalMutants } from '../altered/conditions/grid.ts'
import { refusing } from '../altered/variants/rows.ts'
import { type RunOptions, verify } from '../commands/verify.ts'
import { type InProcessOptions, inProcess, type TransportSeam } from '../observe/in-process.ts'
import { sharedWorld } from '../observe/shared-world.ts'

const start = Date.parse('2026-01-05T09:00:00Z')
const byId = new Map(conditionalMutants().map((mutant) => [mutant.id, mutant]))

/** A fault under a condition. */
function faulty(fault: string, condition: string) {
  const mutant = byId.get(`${fault} | ${condition}`)
  if (mutant === undefined) throw new InvariantError(`There is no mutant ${fault} | ${condition}.`)
  return { options: conditional(mutant.fault, mutant.condition), requirement: mutant.fault.requirement }
}

const reportOf = (options: InProcessOptions, run: RunOptions) =>
  verify(inProcess(options), { shrink: false, ...run })

it.each([
  ['second merchant', 'currencies.response-shape: omit listCurrencies ok'],
  ['on a Saturday', 'banks.response-shape: omit listBanks ok', 'on a weekend'],
  ['on 29 February', 'banks.response-shape: omit listBanks ok'],
  ['after a refused request', 'payouts.transfers-response-shape: omit createTransfers ok'],
  // Every complete request is refused then, but not on an ordinary day.
  [
    'on a Saturday',
    'bank-payments.empty-hosted-page-id-accepted: refuse createBankPayment hostedPageId is empty',
    'on a weekend',
  ],
  [
    'after an accepted request',
    'authentication.banks-need-token: accept-empty-token listBanks',
    'after an accepted request',
  ],
  ['a day later', 'subscriptions.cancel-accepted: as-text cancelSubscription result.success'],
  [
    'on a holiday',
    'exchange-payments.validation-low-balance-is-no-error: refuse validateExchangePayment the balance is low',
    'on a bank holiday',
  ],
  // The complete request of the situation is refused then, too, but not as the first merchant.
  [
    'second merchant',
    'customers.shipping-address-seven-fields-optional: refuse createExchangePayment shippingAddress.email is present',
  ],
  ['month', 'payouts.payees-accepted: refuse addPayees there is more than one', 'on the last day of a month'],
  // The day comes when the subscription is canceled, a day after it began.
  [
    'on a Friday evening',
    'subscriptions.cancel-status-200: set 201 cancelSubscription status',
    'on a Friday evening',
  ],
  [
    'several',
    'exchange-payments.creates-transaction: Returns the id of the latest QR transaction as result.id of createExchangePayment',
    'with different frequencies',
  ],
  // No property looks at the invoice, which the client creates itself.
  [
    'after a refused request',
    'invoices.url-is-a-redirect-url: Removes the scheme from result.url of createInvoice',
  ],
  // No limit is so low, and a second merchant can be paid.
  ['second merchant', 'invoices.created: Refuses every createInvoice'],
  // The requests that the check compares it with are refused then.
  [
    'second merchant',
    'exchange-payments.validation-accepted: refuse validateExchangePayment cart.*.price is a string',
  ],
  // The plain request is accepted then, but not one with as many lines.
  [
    'several',
    'payouts.transfers-accepted: refuse createTransfers there are more than five',
    'after unrelated orders',
  ],
  // The complete request in the known amount is accepted then.
  [
    'same order id',
    'bank-payments.accepted: refuse createBankPayment amount is not whole',
    'with the same order id at another merchant',
  ],
  // The same request is served at first.
  ['2nd time', 'service.paths-under-base-url: move createBankPayment /purchase', 'from the 2nd time on'],
  [
    'just before midnight',
    'service.paths-under-base-url: move cancelSubscription /subscriptions/cancel',
    'in the hour before midnight in UTC',
  ],
])('finds what is wrong only %s', async (words, fault, condition = words) => {
  const { options, requirement } = faulty(fault, condition)
  const only = [requirement]
  const { failures } = await reportOf(options, { only })
  expect(failures.map(({ situation }) => situation).join()).toContain(words)
  // Few runs have no situation.
  expect((await reportOf(options, { only, runs: 9 })).failures).toEqual([])
})

it.each([
  ['currencies.response-shape: omit listCurrencies ok', 'second merchant'],
  [
    'authentication.exchange-payment-needs-token: accept-empty-token createExchangePayment',
    'with 2 or more of a list',
    'with several lines, with equal ids',
  ],
  [
    'exchange-payments.unreadable-payload-refused: accept-plain-text createExchangePayment',
    'another coin than the first',
    'another coin',
  ],
])('says in which situation %s, and nothing else of it', async (fault, condition, words = condition) => {
  const { options, requirement } = faulty(fault, condition)
  const { failures } = await reportOf(options, { only: [requirement], shrink: true })
  expect(failures.map(({ situation }) => situation)).toEqual([words])
})

const everyTransfer = 'payouts.transfers-accepted: Refuses every createTransfers'
it.each([
  ['for ever after it was accepted', everyTransfer, 'from the 2nd time on'],
  ['after orders of another merchant', everyTransfer, 'after unrelated orders'],
  [
    'for ever after two lookups',
    'exchange-payments.five-exchanges-supported: Knows the exchanges by names in upper case only',
    'from the 3rd time on',
  ],
  // The payment with a code, which it is compared with, is refused, too.
  [
    'the second time in a plain run',
    'exchange-payments.empty-code2fa-accepted: refuse createExchangePayment code2fa is empty',
    'from the 2nd time on',
    'exchange-payments.accepted',
  ],
])('finds what is refused %s', async (_, fault, condition, violated?) => {
  const { options, requirement } = faulty(fault, condition)
  const expected = violated ?? requirement
  const { failures } = await reportOf(options, { only: [expected] })
  expect(failures.map((one) => one.requirement)).toEqual([expected])
})

it.each([
  ['expires after two months', ({ world }) => world.now > start + 60 * dayMs],
  ['limits payments', ({ world }) => [...world.transactions].length > 3],
  ['takes at most two payments ever', ({ world }) => [...world.transactions].length > 1],
] satisfies [string, Parameters<typeof refusing<'createExchangePayment'>>[1]][])(
  'accuses no service that %s',
  async (_, isRefused) => {
    const { failures, errors } = await reportOf(refusing('createExchangePayment', isRefused), {
      only: ['exchange-payments'],
    })
    expect([...failures, ...errors]).toEqual([])
  },
)

it.each([10, 11])('accuses no service that refuses long texts, and fails at the %ith', async (failing) => {
  let count = 0
  const transport: TransportSeam = async ({ operationId, body }, send) => {
    if (operationId !== 'createInvoice' || !body.includes('Ring twice')) return send()
    count += 1
    return Response.json({}, { status: count === failing ? 520 : 403 })
  }
  const { failures, errors } = await reportOf({ transport }, { only: ['invoices.created'] })
  expect([...failures, ...errors]).toEqual([])
})

it.each([1, 2, 3, 4, 5])(
  'accuses no service that refuses payments, and fails at the %ith request then',
  async (failing) => {
    let after = 0
    const transport: TransportSeam = async ({ path }, send) => {
      const isRefused = path.endsWith('/payments/gammaexchange')
      if (isRefused || after > 0) after += 1
      if (after === failing + 2) return Response.json({}, { status: 520 })
      return isRefused ? Response.json({}, { status: 400 }) : send()
    }
    const only = ['exchange-payments.error-below-minimum-422']
    expect((await reportOf({ transport }, { only })).failures).toEqual([])
  },
)

it('reports the same for the same seed', async () => {
  const run = async () => {
    const report = await reportOf({}, { only: ['stores', 'balances'] })
    return JSON.stringify({
      ...report,
      seconds: 0,
      requirements: report.requirements.map((one) => ({ ...one, seconds: 0 })),
    })
  }
  expect(await run()).toBe(await run())
})

it('finds what is wrong only on a Saturday in a world that all properties share', async () => {
  const { options, requirement } = faulty('banks.response-shape: omit listBanks ok', 'on a weekend')
  const { failures } = await verify(await sharedWorld(options), { only: [requirement], shrink: false })
  expect(failures.map(({ situation }) => situation).join()).toContain('on a Saturday')
})
