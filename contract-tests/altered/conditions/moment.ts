// The moment at which a deployment handles a request, changes a record or delivers an update: conditions ask about it. It is
// observed at the seams of the deployment, so a condition is true of the same moments whatever the suite does.

import { AsyncLocalStorage } from 'node:async_hooks'
import { isObject, parseJson } from '../../../core/json.ts'
import type { OperationId } from '../../../spec/operations.ts'
import { readPayload, type WireRequest, type World } from '../../observe/in-process.ts'
import type { HookedWorld } from '../mutants/world-seam.ts'

interface Earlier {
  operation: OperationId
  merchant: string | undefined
  order: string | undefined
  accepted: boolean
}

export interface Moment {
  /** In milliseconds since 1970. */
  now: number
  operation?: OperationId
  merchant?: string | undefined
  shopper?: string | undefined
  exchange?: string | undefined
  coin?: string | undefined
  /** The order, invoice or subscription that a request names. */
  order?: string | undefined
  /** The payload or the body of a request, or the record that is changed. Read on demand: decrypting takes time. */
  input: () => unknown
  /** When the record that it is about was created. */
  since?: number | undefined
  earlier: readonly Earlier[]
  /** The number of other records of the same kind. */
  others: number
  world: HookedWorld
  /** The merchants, exchanges and shoppers by their place in the world; undefined before the first request. */
  accounts?: World['accounts'] | undefined
}

/** The course of one request, from its arrival to its response. */
interface Current {
  request: WireRequest
  moment?: Moment
}

const current = new AsyncLocalStorage<Current>()

/** Observes one deployment. */
export class Moments {
  private world: World | undefined
  private readonly earlier = new WeakMap<World, Earlier[]>()

  /** Runs what handles a request, so that its seams know the request. */
  during<Result>(request: WireRequest, run: () => Result): Result {
    return current.run({ request }, run)
  }

  /** The moment of a request, which is the same at all seams that it passes. */
  ofRequest(world: World): Moment | undefined {
    const store = current.getStore()
    if (store === undefined) return undefined
    this.world = world
    store.moment ??= requestMoment(store.request, world, [...this.earlierIn(world)])
    return store.moment
  }

  handled(world: World, accepted: boolean): void {
    const moment = this.ofRequest(world)
    if (moment?.operation === undefined) return
    const { operation, merchant, order } = moment
    this.earlierIn(world).push({ operation, merchant, order, accepted })
  }

  ofRecord(world: HookedWorld, record: object | undefined, now = world.now): Moment {
    const value = { ...record }
    const text = (key: string) => textOf(value, key)
    const at = (key: string) => {
      const found: unknown = Reflect.get(value, key)
      return typeof found === 'number' ? found : undefined
    }
    return {
      ...{ now, merchant: text('merchant'), shopper: text('shopper'), exchange: text('exchange') },
      ...{ coin: text('coin') ?? (text('kind') === undefined ? undefined : text('currency')) },
      order: text('offerId') ?? text('order'),
      since: at('createdAt') ?? at('anchor'),
      input: () => value,
      others:
        text('kind') === undefined
          ? [...world.subscriptions].filter(({ id }) => id !== text('id')).length
          : [...world.transactions].filter(({ id, kind }) => id !== text('id') && kind === text('kind'))
              .length,
      earlier: this.world === undefined ? [] : this.earlierIn(this.world),
      world,
      accounts: this.world?.accounts,
    }
  }

  private earlierIn(world: World): Earlier[] {
    const known = this.earlier.get(world) ?? []
    this.earlier.set(world, known)
    return known
  }
}

function requestMoment(request: WireRequest, world: World, earlier: readonly Earlier[]): Moment {
  const { accounts } = world
  const [path = '', query = ''] = request.path.split('?', 2)
  const asked = new URLSearchParams(query)
  const body = parseJson(request.body)
  const token = request.headers.authorization?.replace(/^Bearer +/, '') ?? ''
  let read: { input: unknown } | undefined
  const input = () => {
    read ??= { input: readPayload(request, world)?.value ?? body ?? Object.fromEntries(asked) }
    return read.input
  }
  const text = (...keys: string[]) => keys.map((key) => textOf(input(), key)).find(Boolean)
  // A mutant takes the uuid from another parameter.
  const invoice = [...asked.values()].map((value) => world.invoices.get(value)).find(Boolean)
  const clear = textOf(body, 'clientId') ?? textOf(body, 'merchantId') ?? asked.get('merchantId') ?? ''
  const named = accounts.merchantWithClientId(clear) ?? accounts.merchant(clear)
  const exchange = accounts.exchanges.find(({ name }) => path.endsWith(`/${name}`))?.name
  const subscription = [...world.subscriptions].find(({ id, merchantSubscriptionId }) =>
    [id, merchantSubscriptionId].includes(textOf(body, 'subscriptionId') ?? ''),
  )
  const ofPayload = () =>
    accounts.merchantWithClientId(text('clientId') ?? '')?.id ??
    accounts.merchantWithToken(textOf(body, 'merchantAuth') ?? '')?.id ??
    readPayload(request, world)?.merchant
  return {
    ...{ now: world.now, operation: request.operationId, exchange },
    ...{ earlier, world, accounts, input, others: 0 },
    get merchant() {
      return named?.id ?? accounts.merchantWithToken(token)?.id ?? invoice?.merchant ?? ofPayload()
    },
    shopper: accounts.shopperWithToken(token)?.id,
    get coin() {
      return text('assets', 'cryptoCurrency')
    },
    get order() {
      return text('offerId', 'order', 'orderId', 'uuid', 'subscriptionId')
    },
    get since() {
      const order = text('offerId')
      const transaction = [...world.transactions].find(({ offerId }) => offerId === order)
      return invoice?.createdAt ?? subscription?.anchor ?? transaction?.createdAt
    },
  }
}

function textOf(value: unknown, key: string): string | undefined {
  const found = isObject(value) ? value[key] : undefined
  return typeof found === 'string' ? found : undefined
}
