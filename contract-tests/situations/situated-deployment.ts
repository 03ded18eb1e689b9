// A deployment as another merchant or shopper meets it, at another exchange. Properties act as the first merchant of a
// target, so the acting one comes first.

import type { MerchantAccount, Target } from '../../client/target.ts'
import type { WebhookReceiver } from '../observe/capabilities.ts'
import { type Delivery, withPath } from '../observe/deliveries.ts'
import type { Deployment } from '../observe/deployment.ts'

/** The differences of a deployment, as properties see it. */
export interface ActingAs {
  merchant: number
  /** The index of the exchange that comes first. */
  exchange?: number
  /** The coin of payments, if it is not the known one. */
  coin?: string | undefined
  /** The amount of payments, if it is not the known one. */
  amount?: string | undefined
  /** True if the shoppers `ready` and `second` change places. */
  isSecondShopper?: boolean
}

/** The deployment with another merchant, shopper and exchange in the first place. Worlds do not start anew. */
export function actingAs(deployment: Deployment, acting: ActingAs): Deployment {
  const { target, webhooks } = deployment
  const { merchant, exchange = 0, coin, amount } = acting
  const { exchanges, shoppers } = target
  const { ready, second } = shoppers
  return {
    ...deployment,
    target: {
      ...target,
      merchants: movedFirst(target.merchants, merchant),
      known: {
        ...target.known,
        ...(coin === undefined ? {} : { coin }),
        ...(amount === undefined ? {} : { amount }),
      },
      exchanges: [...exchanges.slice(exchange), ...exchanges.slice(0, exchange)],
      shoppers:
        acting.isSecondShopper === true && second !== undefined
          ? { ...shoppers, ready: second, second: ready }
          : shoppers,
    },
    ...(webhooks === undefined || merchant === 0 ? {} : { webhooks: webhooksAs(webhooks, merchant) }),
    fresh: async () => {},
  }
}

const movedFirst = <Value>(values: Value[], index: number): Value[] => [
  ...values.slice(index, index + 1),
  ...values.slice(0, index),
  ...values.slice(index + 1),
]

/** A receiver whose deliveries have the places that their merchants have now. */
function webhooksAs(webhooks: WebhookReceiver, merchant: number): WebhookReceiver {
  const known = new WeakMap<Delivery, Delivery>()
  const placeOf = (index: number) => (index === merchant ? 0 : index < merchant ? index + 1 : index)
  const moved = (delivery: Delivery): Delivery => {
    const changed = (url: string) =>
      url.replace(/(?<=\/webhook\/)\d+(?=[/?]|$)/, (text) => String(placeOf(Number(text))))
    const found = known.get(delivery) ?? withPath(delivery, changed)
    known.set(delivery, found)
    return found
  }
  return {
    ...webhooks,
    received: async () => (await webhooks.received()).map(moved),
    last: async (count) => (await webhooks.last(count)).map(moved),
    waitFor: async (matches, min) => (await webhooks.waitFor((one) => matches(moved(one)), min)).map(moved),
  }
}

/** True if a merchant can act in place of the first one: nothing that the target file says keeps it from being paid. */
export const canActAsFirst = (
  { verified = true, bankAccountId, enabledCurrencies }: MerchantAccount,
  { known }: Target,
  paysFromBank: boolean,
) =>
  (!paysFromBank || (verified && bankAccountId !== null)) && (enabledCurrencies?.includes(known.coin) ?? true)

/**
 * True if the shopper `second` can act in place of `ready` in a property with these needs: it has no other role there, and its
 * balance, of which the target file says nothing, is compared with no other. A payment may save the password of a shopper, for all
 * properties that share the world.
 */
export const canActAsReady = (
  { shoppers: { second, ...others } }: Target,
  needs: readonly string[],
  pays: Record<'fromBank' | 'inSharedWorld', boolean>,
) =>
  second !== undefined &&
  !needs.includes('shopper.lowBalance') &&
  (!pays.inSharedWorld || second.accessToken !== others.asksPassword?.accessToken) &&
  (!pays.fromBank || second.stockId !== undefined) &&
  Object.entries(others).every(
    ([role, one]) => !needs.includes(`shopper.${role}`) || one?.accessToken !== second.accessToken,
  )
