// Probes of unspecified behaviors: requests of a client that make the option in force observable.

import type { OperationId } from '../../spec/operations.ts'
import type { OptionName, UnspecifiedId } from '../../spec/unspecified.ts'
import { bankPayment, exchangePayment, invoice, lamps, qrTransaction } from './requests.ts'
import type { TestClient, TestRequest } from './test-client.ts'

type Line = typeof lamps

export interface Probe<Name extends string = string> {
  /** Sends requests to a new sandbox with one chosen option, and returns what the client observes. */
  observe: (client: TestClient) => unknown
  /** The result of `observe` under each option. */
  expected: Readonly<Record<Name, unknown>>
}

/** Probes by unspecified behavior. A missing option is a compile error. */
export type Probes = { readonly [Id in UnspecifiedId]?: Probe<OptionName<Id>> }

/** The closing of the order `o`. */
export const close = ['closePartialPayment', { payload: { offerId: 'o' } }] as const

/** True if an invoice has become an order. */
export const isOrder = ({ world }: TestClient, uuid: string) => world.invoices.get(uuid)?.paidBy !== null

export async function granted(
  client: TestClient,
  operationId: OperationId,
  asked?: TestRequest,
): Promise<boolean> {
  return (await client.ask(operationId, asked)).succeeded
}

/** Sends the requests one after the other, and returns which of them succeed. */
export async function eachGranted(
  client: TestClient,
  requests: readonly (readonly [OperationId, TestRequest])[],
): Promise<boolean[]> {
  const responses: boolean[] = []
  for (const [operationId, asked] of requests) responses.push(await granted(client, operationId, asked))
  return responses
}

/** Sends a request of one operation for each value, and returns which of them succeed. */
export function grantedFor<Value>(
  client: TestClient,
  operationId: OperationId,
  values: readonly Value[],
  request: (value: Value) => TestRequest,
): Promise<boolean[]> {
  return eachGranted(
    client,
    values.map((value) => [operationId, request(value)]),
  )
}

/** The requests that create an invoice or a payment of an order, with an amount or a cart. */
export function offers(
  client: TestClient,
  { order = 'o', amount = '40.00', cart = [lamps] }: { order?: string; amount?: string; cart?: Line[] },
): [OperationId, TestRequest][] {
  const payment = { cart, nativeAmount: amount }
  return [
    ['createInvoice', { body: invoice(order, { cart, amount }) }],
    ['createQrTransaction', { body: qrTransaction(order, { cart, amount }) }],
    ['createExchangePayment', { payload: exchangePayment(client, order, payment) }],
    ['createBankPayment', { payload: bankPayment(client, order, { cart, amount: Number(amount) }) }],
  ]
}
