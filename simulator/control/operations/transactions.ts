// Transactions, and the actions of other parties: a wallet pays, a shopper requests a refund, an exchange, a network or a
// bank processes the transaction.

import { z } from 'zod'
import { component, text } from '../../../spec/primitives.ts'
import { statusNames } from '../../world/transitions.ts'
import { controlOperation } from '../operation.ts'
import { AmountText, Instant } from './primitives.ts'

const ControlTransaction = component(
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
      'A transaction with the name of its status, and the allowed actions: `pay`, `request-refund` and `set-status:<status>` through the control API, `close` through the service.',
  },
)

const idParams = z.object({ id: text })

export const listTransactions = controlOperation({
  method: 'get',
  path: '/control/transactions',
  topic: 'transactions',
  summary: 'List transactions, oldest first',
  query: z.object({ merchantId: text.optional(), offerId: text.optional() }),
  response: z.object({ transactions: z.array(ControlTransaction) }),
})

export const getTransaction = controlOperation({
  method: 'get',
  path: '/control/transactions/{id}',
  topic: 'transactions',
  summary: 'Get a transaction',
  params: idParams,
  response: ControlTransaction,
})

export const payFromWallet = controlOperation({
  method: 'post',
  path: '/control/transactions/{id}/pay',
  topic: 'transactions',
  summary: "Pay a transaction from the shopper's wallet",
  description:
    'Pays an `amount` in the coin, or a `share` of the full amount: `"0.5"` is half of it, rounded up to the decimals of the coin.',
  params: idParams,
  body: z.union([z.strictObject({ amount: AmountText }), z.strictObject({ share: AmountText })]),
  bodyExamples: { half: { share: '0.5' }, amount: { amount: '0.0001' } },
  response: ControlTransaction,
})

export const requestRefund = controlOperation({
  method: 'post',
  path: '/control/transactions/{id}/request-refund',
  topic: 'transactions',
  summary: 'Request a refund as the shopper',
  params: idParams,
  response: ControlTransaction,
})

export const setTransactionStatus = controlOperation({
  method: 'post',
  path: '/control/transactions/{id}/status',
  topic: 'transactions',
  summary: 'Set the status of a transaction now, as the exchange, the network or the bank does',
  params: idParams,
  body: z.strictObject({ status: z.enum(['processing', 'completed', 'canceled']) }),
  bodyExamples: { completed: { status: 'completed' } },
  response: ControlTransaction,
})
