// What a handler gets and gives. Handlers are synchronous, know no HTTP, and take time and chance from the world only.

import type { BodyOf, PayloadOf, QueryOf, ResponseOf } from '../spec/operation.ts'
import type { OperationId, Operations } from '../spec/operations.ts'
import type { Refusal } from './refusals.ts'
import type { Exchange, Merchant, Shopper } from './world/accounts.ts'
import type { World } from './world/world.ts'

type Row<Id extends OperationId> = Operations[Id]

/** Reading a shopper's own things needs no merchant; every other operation has one. */
type MerchantOf<Id extends OperationId> = Id extends 'listBanks' | 'getShopper' | 'checkExchangeBalance'
  ? undefined
  : Merchant
type ShopperOf<Id extends OperationId> = Row<Id>['credential'] extends 'shopperToken'
  ? Shopper
  : Shopper | undefined
type ExchangeOf<Id extends OperationId> = Row<Id> extends { params: unknown } ? Exchange : undefined

/** A request whose credentials, form and encrypted payload are in order. */
export interface Call<Id extends OperationId> {
  world: World
  merchant: MerchantOf<Id>
  shopper: ShopperOf<Id>
  exchange: ExchangeOf<Id>
  query: QueryOf<Row<Id>>
  body: BodyOf<Row<Id>>
  payload: PayloadOf<Row<Id>>
}

/** Acts on the world and answers, or refuses and changes nothing; only what the operation's row declares. */
export type Handler<Id extends OperationId> = (
  call: Call<Id>,
) => ResponseOf<Row<Id>> | Refusal<Row<Id>['refusals'][number]>

/** One handler for each operation: a missing one is a compile error that names it. */
export type Handlers = { readonly [Id in OperationId]: Handler<Id> }
