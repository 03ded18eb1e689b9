// Transactions as the control API shows them, and what the outer world can do to one: a wallet pays, a shopper asks for
// the money back, an exchange or a bank moves it on.

import { z } from 'zod'
import { component, text } from '../../../spec/primitives.ts'
import { statusNames } from '../../world/transitions.ts'
import { controlOperation } from '../operation.ts'
import { AmountText, Instant } from './primitives.ts'

export const ControlTransaction = component(
  'ControlTransaction',
  z.object({
    id: text,
    kind: z.enum(['exchange', 'wallet', 'bank', 'subscription']),
    status: z.enum(statusNames),
    merchantId: text,
    shopperId: text.nullable(),
    offerId: text,
    invoice: text.nullable(),
    nativeAmount: text,
    nativeCurrency: text,
    amount: text,
    received: text,
    currency: text,
    refund: z.enum(['none', 'requested', 'refunded', 'declined']),
    errorMessage: text.nullable(),
    settledAt: Instant.nullable(),
    subscriptions: z.array(text),
    createdAt: Instant,
    updatedAt: Instant,
    allowedActions: z.array(text),
  }),
  {
    description:
      'A transaction by the names of its states, and what is legal for it now: `pay`, `request-refund`, `move:<status>` here, `close` by the service.',
  },
)

const idParams = z.object({ id: text })

export const listTransactions = controlOperation({
  method: 'get',
  path: '/control/transactions',
  topic: 'transactions',
  summary: 'Transactions, oldest first',
  query: z.object({ merchantId: text.optional(), offerId: text.optional() }),
  response: z.object({ transactions: z.array(ControlTransaction) }),
})

export const getTransaction = controlOperation({
  method: 'get',
  path: '/control/transactions/{id}',
  topic: 'transactions',
  summary: 'One transaction',
  params: idParams,
  response: ControlTransaction,
})

export const payFromWallet = controlOperation({
  method: 'post',
  path: '/control/transactions/{id}/pay',
  topic: 'transactions',
  summary: "The shopper's wallet pays",
  description:
    'An amount in the coin, or a share of the whole amount (`"0.5"` is half of it, rounded up to the coin\'s decimals).',
  params: idParams,
  body: z.union([z.strictObject({ amount: AmountText }), z.strictObject({ share: AmountText })]),
  bodyExamples: { half: { share: '0.5' }, amount: { amount: '0.0001' } },
  response: ControlTransaction,
})

export const requestRefund = controlOperation({
  method: 'post',
  path: '/control/transactions/{id}/request-refund',
  topic: 'transactions',
  summary: 'The shopper requests a refund',
  params: idParams,
  response: ControlTransaction,
})

export const moveTransaction = controlOperation({
  method: 'post',
  path: '/control/transactions/{id}/move',
  topic: 'transactions',
  summary: 'The exchange, the network or the bank moves the transaction on, now',
  params: idParams,
  body: z.strictObject({ to: z.enum(['processing', 'completed', 'canceled']) }),
  bodyExamples: { completed: { to: 'completed' } },
  response: ControlTransaction,
})
