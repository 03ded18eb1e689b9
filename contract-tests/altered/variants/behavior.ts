// Variants of what the service does and when. Some of them violate an inferred requirement, which is only a warning.

import { dayMs } from '../../../core/durations.ts'
import { mutantOf } from '../mutants/all.ts'
import type { CallOf } from '../mutants/handler-seam.ts'
import * as op from '../mutants/operators.ts'

const close = 'closePartialPayment'

const acceptsAbroad = mutantOf('bank-payments.us-shoppers-only')

/** A payment of a part of the order that is at least so old. */
const partialPayment = ({ world, payload }: CallOf<typeof close>, atLeastMs: number) =>
  [...world.transactions].find(
    ({ offerId, lastPartialAt }) =>
      offerId === payload.offerId && lastPartialAt !== null && world.now - lastPartialAt >= atLeastMs,
  )

export const behaviorVariants = [
  op.handling(close, 'Success for partial payments that have ended after two weeks', (call, real) =>
    partialPayment(call, 14 * dayMs) === undefined ? real(call) : { ok: true, result: { success: true } },
  ),
  op.handling(close, 'Refund requests that count a minute later', (call, real) =>
    real(
      partialPayment(call, 60_000) === undefined
        ? { ...call, body: { ...call.body, forceUpdate: true } }
        : call,
    ),
  ),
  op.byHand('Bank payments from abroad that are accepted and canceled', {
    handlers: (real) => {
      const accepting = { ...real, ...acceptsAbroad.handlers?.(real) }
      return {
        createBankPayment: (call) => {
          const { world, payload } = call
          const country = world.accounts.linkedBank(payload.stockId)?.shopper.profile.country
          const response = accepting.createBankPayment(call)
          const made = [...world.transactions].at(-1)
          if (country !== 'US' && made?.offerId === payload.offerId) world.transition(made, 'cancel')
          return response
        },
      }
    },
  }),
  op.byHand('Exchange payments that are completed at once, without an update', {
    simulator: {
      assumptions: {
        'exchange-payments.immediate-status-name': 'completed',
        'webhooks.first-status': 'silent',
      },
    },
  }),
  op.refuseWhen(
    'createQrTransaction',
    'the order has no invoice',
    ({ world, merchant, body }) => world.invoices.group(merchant, body.orderId).length === 0,
  ),
  op.byHand('Debits for a year after the end of the period', {
    world: op.interceptSubscriptions((subscription) => {
      subscription.endsAt += 365 * dayMs
    }),
  }),
  op.refuseIf('createQrTransaction', 'customParameter.params', op.isEmpty),
  op.byHand('Ignores the subscription fields of a QR cart', {
    request: op.changeBody('createQrTransaction', (body) =>
      op.changeAt(body, 'cart.*', (line) => {
        const { frequency: _, isSubscription: __, subscriptionPeriod: ___, ...rest } = Object(line)
        return rest
      }),
    ),
  }),
  ...['receivers', 'payees'].map((rows) =>
    op.reverse(op.resultOf(rows === 'payees' ? 'addPayees' : 'createTransfers')(rows)),
  ),
]
