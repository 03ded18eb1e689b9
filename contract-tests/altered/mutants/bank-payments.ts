// Mutants of payments from a bank: the payer, the receiver, the payload, and how long the payment takes. The record is in transactions.ts.

import { dayMs, hourMs } from '../../../core/durations.ts'
import * as op from './operators.ts'
import { mutantsOf } from './table.ts'

const operation = 'createBankPayment'
const result = op.resultOf(operation)

const completes = (words: string, at: (world: op.HookedWorld) => number | undefined) =>
  op.completing('bank', words, at)

const afterBankingDays = (count: number) =>
  completes(`complete after ${count} banking days`, ({ calendar, now }) =>
    calendar.addBankingDays(now, count),
  )
const afterHours = (words: string, hours: number) => completes(words, ({ now }) => now + hours * hourMs)

function threeDaysWithoutSundays({ now }: op.HookedWorld): number {
  let end = now
  for (let passed = 0; passed < 3; ) {
    end += dayMs
    if (new Date(end).getUTCDay() !== 0) passed += 1
  }
  return end
}

const withStatus = (status: 'canceled' | 'completed' | 'partially-paid') =>
  op.changing(
    `Returns the integer of "${status}" as {}`,
    (_, { world }) => world.assumptions.value('transactions.status-integers')[status],
  )(result('status'))

type Call = op.CallOf<typeof operation>

const bankOf = ({ world, payload }: Call) => world.accounts.linkedBank(payload.stockId)

/** A call from another bank. */
const withBank = (call: Call, found: ReturnType<typeof bankOf>): Call => ({
  ...call,
  world: op.withAccounts(call.world, () => ({ linkedBank: () => found })),
})

/** Makes a payment as another call says, and refuses it. */
const makeThoughRefused = (words: string, isMeant: (call: Call) => boolean, change: (call: Call) => Call) =>
  op.handling(operation, `Refuses bank payments ${words}, and makes them`, (call, real) => {
    if (isMeant(call)) real(change(call))
    return real(call)
  })

function asIfInTheUs(call: Call): Call {
  const found = bankOf(call)
  const shopper = found && { ...found.shopper, profile: { ...found.shopper.profile, country: 'US' } }
  return withBank(call, found && shopper && { ...found, shopper })
}
const asIfVerified = (call: Call) => ({ ...call, merchant: { ...call.merchant, verified: true } })

export const bankPayments = mutantsOf({
  'bank-payments.accepted': [
    op.refuseIf(operation, 'cart', op.longerThan(1)),
    op.refuseIf(operation, 'amount', op.isFraction),
  ],
  'bank-payments.empty-hosted-page-id-accepted': op.refuseIf(operation, 'hostedPageId', op.isEmpty),
  'bank-payments.creates-transaction': op.repeatFirst(result('id')),
  'bank-payments.pending-at-first': (['canceled', 'completed', 'partially-paid'] as const).map(withStatus),
  'bank-payments.other-key-refused': [op.acceptOtherKey(operation), op.acceptClientSecret(operation)],
  'bank-payments.unreadable-payload-refused': [op.acceptPlainText(operation), op.acceptBase64(operation)],
  'bank-payments.incomplete-lines-refused': op.acceptIncompleteLines(operation),
  'bank-payments.us-shoppers-only': [
    op.asIf(operation, 'Accepts bank payments of shoppers in any country', asIfInTheUs),
    makeThoughRefused(
      'of shoppers abroad',
      (call) => bankOf(call)?.shopper.profile.country !== 'US',
      asIfInTheUs,
    ),
    op.asIf(operation, 'Accepts bank payments of shoppers abroad for goods shipped to the US', (call) =>
      call.payload.shippingAddress?.country !== 'US' ? call : asIfInTheUs(call),
    ),
  ],
  'bank-payments.merchant-verified': [
    op.asIf(operation, 'Accepts bank payments to merchants without verification', asIfVerified),
    makeThoughRefused(
      'to merchants without verification',
      ({ merchant }) => !merchant.verified,
      asIfVerified,
    ),
  ],
  'bank-payments.to-a-linked-merchant-account': [
    op.asIf(operation, 'Ignores accountId', (call) => ({
      ...call,
      payload: { ...call.payload, accountId: call.merchant.bankAccount?.id ?? '' },
    })),
    op.asIf(operation, 'Accepts the bank account of another merchant as accountId', (call) => {
      const { merchants } = call.world.accounts
      const isKnown = merchants.some(({ bankAccount }) => bankAccount?.id === call.payload.accountId)
      const accountId = (isKnown ? call.merchant.bankAccount?.id : undefined) ?? call.payload.accountId
      return { ...call, payload: { ...call.payload, accountId } }
    }),
  ],
  'bank-payments.from-a-connected-shopper-account': op.asIf(
    operation,
    'Accepts a stockId that nobody has linked',
    (call) => {
      const { accounts } = call.world
      return withBank(call, bankOf(call) ?? accounts.linkedBank('b1d7a3e4-0000-4000-8000-000000000002'))
    },
  ),
  'bank-payments.not-done-before-three-working-days': [
    afterBankingDays(2),
    afterHours('complete after three days, weekends included', 72),
    completes('complete after three days, Saturdays included', threeDaysWithoutSundays),
    afterHours('complete after two hours', 2),
  ],
  'bank-payments.done-within-four-working-days': [
    afterBankingDays(5),
    afterHours('complete after ten days', 240),
    completes('never complete', () => undefined),
  ],
})
