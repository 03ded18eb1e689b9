// The input and the result of a handler. Handlers are synchronous, know no HTTP, and take time and randomness from the world.

import type { BodyOf, PayloadOf, QueryOf, RefusalOf, ResponseOf } from '../../spec/operation.ts'
import type { OperationId, Operations } from '../../spec/operations.ts'
import type { Exchange, Merchant, Shopper } from '../world/accounts.ts'
import type { InvoiceState } from '../world/state.ts'
import type { World } from '../world/world.ts'
import type { Refusal, Rule } from './refusals.ts'

type Row<Id extends OperationId> = Operations[Id]

/** A shopper's token identifies no merchant; every other credential does, and so does an encrypted payload. */
type MerchantOf<Id extends OperationId> =
  Row<Id> extends { credential: 'shopperToken' }
    ? Row<Id> extends { encrypted: object }
      ? Merchant
      : undefined
    : Merchant
type ShopperOf<Id extends OperationId> = Row<Id>['credential'] extends 'shopperToken'
  ? Shopper
  : Shopper | undefined
type ExchangeOf<Id extends OperationId> =
  Row<Id> extends { params: { shape: { exchange_name: unknown } } } ? Exchange : undefined

/** A request whose credentials, parameters, body and payload are valid. */
export interface HandlerInput<Id extends OperationId> {
  world: World
  merchant: MerchantOf<Id>
  shopper: ShopperOf<Id>
  exchange: ExchangeOf<Id>
  query: QueryOf<Row<Id>>
  body: BodyOf<Row<Id>>
  payload: PayloadOf<Row<Id>>
  /** The invoice whose checkout page sends the request. A request of a client names an order at most. */
  invoice?: InvoiceState
}

/** Changes the world and returns the response, or refuses and changes nothing. It refuses only with codes of its row. */
export type Handler<Id extends OperationId> = (
  input: HandlerInput<Id>,
) => ResponseOf<Row<Id>> | Refusal<RefusalOf<Row<Id>>>

/** The refusals of an operation, in the order of its checks. `Found` is what was looked up for them. */
export type Rules<Id extends OperationId, Found = unknown> = readonly Rule<
  Omit<HandlerInput<Id>, keyof Found> & Found,
  RefusalOf<Row<Id>>
>[]

/** One handler for each operation: a missing one is a compile error that names it. */
export type Handlers = { readonly [Id in OperationId]: Handler<Id> }

/** Why an encrypted payload is refused: it cannot be decrypted, or its first validation error. */
export type PayloadFailure =
  | { reason: 'undecryptable' }
  | {
      reason: 'invalid'
      payload: unknown
      /** The steps to the invalid value, from the outermost. */
      path: readonly string[]
      /** The invalid or missing key; empty for a row that is not an object. */
      key: string
    }

type PayloadCodes<Id extends OperationId> =
  Row<Id> extends {
    encrypted: { payloadRefusals: readonly (infer Code extends string)[] }
  }
    ? Code & RefusalOf<Row<Id>>
    : never

/** One function for each operation whose row declares `payloadRefusals`: a missing one is a compile error that names it. */
export type PayloadRefusals = {
  readonly [Id in OperationId as PayloadCodes<Id> extends never ? never : Id]: (
    world: World,
    failure: PayloadFailure,
  ) => Refusal<PayloadCodes<Id>>
}
