// Transactions, and the actions of other parties: a wallet pays, a shopper requests a refund, an exchange, a network or a
// bank processes the transaction.

import { z } from 'zod'
import { namedObject, text } from '../../primitives.ts'
import { get, post } from '../operation.ts'
import { statusNames } from '../values.ts'
import { AmountText, Instant, list } from './primitives.ts'

export const ControlTransaction = namedObject(
  'ControlTransaction',
  'A transaction with the name of its status, and the allowed actions: `pay`, `request-refund` and `set-status:<status>` through the control API, `close` through the service.',
  {
    id: text,
    kind: z
      .enum(['exchange', 'wallet', 'bank', 'subscription'])
      .describe('How it is paid; `subscription` is a debit of one.'),
    status: z.enum(statusNames),
    merchantId: text,
    shopperId: text.nullable(),
    offerId: text,
    invoice: text.nullable(),
    nativeAmount: text,
    nativeCurrency: text,
    localAmount: text,
    localCurrency: text,
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
  },
)

const params = z.object({ id: text })

export const transactions = {
  listTransactions: list(
    '/control/transactions',
    'List transactions, oldest first',
    { transactions: z.array(ControlTransaction) },
    { merchantId: text.optional(), offerId: text.optional() },
  ),
  getTransaction: get('/control/transactions/{id}', 'Get a transaction', {
    params,
    response: ControlTransaction,
  }),
  payFromWallet: post('/control/transactions/{id}/pay', "Pay a transaction from the shopper's wallet", {
    description:
      'Pays an `amount` in the coin, or a `share` of the full amount: `"0.5"` is half of it, rounded up to the decimals of the coin. Shares that make the whole pay exactly the whole.',
    params,
    body: z.union([z.strictObject({ amount: AmountText }), z.strictObject({ share: AmountText })]),
    bodyExamples: { half: { share: '0.5' }, amount: { amount: '0.0001' } },
    response: ControlTransaction,
  }),
  requestRefund: post('/control/transactions/{id}/request-refund', 'Request a refund as the shopper', {
    params,
    response: ControlTransaction,
  }),
  setTransactionStatus: post(
    '/control/transactions/{id}/status',
    'Set the status of a transaction now, as the exchange, the network or the bank does',
    {
      params,
      body: z.strictObject({
        status: z.enum(['processing', 'completed', 'canceled']).describe('The new status.'),
      }),
      bodyExamples: { completed: { status: 'completed' } },
      response: ControlTransaction,
    },
  ),
}
