// The table of transitions: the events that move a record of a kind, as `POST /control/{kind}/{id}/{event}`. They are what other parties
// do: a wallet pays, a shopper requests a refund, an exchange, a network or a bank processes a payment.

import { z } from 'zod'
import { boolean, field, text } from '../primitives.ts'
import { AmountText } from './fields.ts'
import { type KindName, type Kinds, kinds, type OneOf, recordPath } from './kinds.ts'
import { type ControlOperation, post } from './operation.ts'

interface TransitionRow {
  kind: KindName
  event: string
  summary: string
  description?: string
  body?: z.ZodTypeAny
  bodyExamples?: Readonly<Record<string, unknown>>
  /** The kind of the record in the response, which is by default the record itself. */
  returns?: KindName
}

const as = field(text, 'The shopper who pays: an id or an access token.')
const coin = field(text.optional(), 'The code of the coin; by default the first one that can pay.')
const by = <const Name extends string>(name: Name) => field(z.literal(name), 'How to pay.')

/** Every transition by the id of its operation. */
export const transitions = {
  payInvoice: {
    kind: 'invoices',
    event: 'pay',
    summary: 'Pay an invoice as a shopper',
    description:
      'Does what the shopper does on the checkout page. A payment that the service refuses returns 409 with the id of the refusal as `state`, such as `exchange-payments.insufficient-balance`; one without the password that the exchange asks for, `password-required`; one of an invoice that is paid or being paid, `paid` or the status of the payment.',
    body: z.union([
      z.strictObject({
        by: by('exchange'),
        as,
        exchange: field(text.optional(), 'The name of the exchange; the first one by default.'),
        coin,
        password: field(text.min(1).optional(), 'The exchange password: any text.'),
        savePassword: field(boolean.optional(), 'Whether the exchange password is saved.'),
      }),
      z.strictObject({
        by: by('wallet'),
        as,
        coin,
        share: field(
          AmountText.optional(),
          'The share of the amount to pay, by default all that is left. With `0` only the transaction is created.',
        ),
      }),
      z.strictObject({
        by: by('bank'),
        as,
        stockId: field(text.optional(), "The linked bank account; the shopper's first one by default."),
      }),
    ]),
    bodyExamples: {
      exchange: { by: 'exchange', as: 'shopper-ready' },
      wallet: { by: 'wallet', as: 'shopper-ready', coin: 'BTC', share: '0.5' },
      bank: { by: 'bank', as: 'shopper-ready' },
    },
    returns: 'transactions',
  },
  payFromWallet: {
    kind: 'transactions',
    event: 'pay',
    summary: "Pay a transaction from the shopper's wallet",
    body: z.union([
      z.strictObject({
        share: field(AmountText, 'The share of the full amount, rounded up to the decimals of the coin.'),
      }),
      z.strictObject({ amount: field(AmountText, 'The amount in the coin.') }),
    ]),
    bodyExamples: { half: { share: '0.5' }, all: { share: '1' }, amount: { amount: '0.0001' } },
  },
  requestRefund: {
    kind: 'transactions',
    event: 'request-refund',
    summary: 'Request a refund as the shopper',
  },
  processTransaction: {
    kind: 'transactions',
    event: 'process',
    summary: 'Start to process a transaction now, as the exchange, the network or the bank does',
  },
  completeTransaction: {
    kind: 'transactions',
    event: 'complete',
    summary: 'Complete a transaction now, as the exchange, the network or the bank does',
  },
  cancelTransaction: {
    kind: 'transactions',
    event: 'cancel',
    summary: 'Cancel a transaction now, as the exchange, the network or the bank does',
  },
  renewSubscription: {
    kind: 'subscriptions',
    event: 'renew',
    summary: 'Debit the next bill now',
    description: 'The bill after it keeps its date.',
  },
  redeliver: { kind: 'events', event: 'redeliver', summary: 'Deliver an event again' },
} satisfies Record<string, TransitionRow>

type Transitions = typeof transitions
export type TransitionId = keyof Transitions

type OperationOf<Row extends TransitionRow> = {
  method: 'post'
  path: string
  summary: string
  params: OneOf<Kinds[Row['kind']]>['params']
  response: Kinds[Row extends { returns: infer Name extends KindName } ? Name : Row['kind']]['record']
} & (Row extends { body: infer Body } ? { body: Body } : unknown)
/** The operations of all transitions, by their operationIds. */
export type TransitionOperations = { [Id in TransitionId]: OperationOf<Transitions[Id]> }

/** The operations of the transitions of a kind. */
export function transitionOperations(of: KindName): Record<string, ControlOperation> {
  const rows = Object.entries<TransitionRow>(transitions).filter(([, { kind }]) => kind === of)
  const { path, params } = recordPath(of)
  return Object.fromEntries(
    rows.map(([id, { kind, event, summary, returns = kind, ...parts }]) => [
      id,
      post(`${path}/${event}`, summary, {
        ...parts,
        params,
        response: kinds[returns].record,
        extensions: { 'x-record': returns, 'x-event': event },
      }),
    ]),
  )
}
