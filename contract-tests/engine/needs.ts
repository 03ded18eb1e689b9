// Whether a deployment offers what a property needs; where it does not, why not, in words.

import { type Harm, includesLevel } from '../../spec/operation.ts'
import type { Deployment } from '../targets/deployment.ts'
import type { Need, Property } from './property.ts'

/** Why a property cannot be run on a deployment at a level; undefined where it can. */
export function obstacleTo(property: Property, deployment: Deployment, level: Harm): string | undefined {
  if (!includesLevel(level, property.level))
    return `needs the level ${property.level}; the run is at ${level}`
  for (const need of property.needs ?? []) {
    const reason = lacking(need, deployment)
    if (reason !== undefined) return reason
  }
  return undefined
}

function lacking(need: Need, { target, clock, shopper, webhooks }: Deployment): string | undefined {
  if (need === 'clock') return clock === undefined ? 'needs a clock that the suite can move' : undefined
  if (need === 'shopper') return shopper === undefined ? 'needs someone who acts as the shopper' : undefined
  if (need === 'webhooks')
    return webhooks === undefined ? 'needs a webhook that the deployment calls' : undefined
  if (need === 'secondMerchant')
    return target.merchants.length > 1 ? undefined : 'needs a second merchant in the target file'
  if (need === 'bankAccount') {
    const [merchant] = target.merchants
    const linked = merchant?.bankAccountId !== null && target.shoppers.ready.stockId !== undefined
    return linked ? undefined : 'needs a linked bank account of the merchant and of the shopper'
  }
  if (need === 'statusIntegers')
    return target.known.statusIntegers === undefined
      ? 'needs known.statusIntegers in the target file'
      : undefined
  const [kind, name = ''] = need.split('.', 2)
  const place: object = kind === 'shopper' ? target.shoppers : target.fixtures
  const there = Object.entries(place).some(([key, value]) => key === name && value !== undefined)
  return there
    ? undefined
    : `needs ${kind === 'shopper' ? 'shoppers' : 'fixtures'}.${name} in the target file`
}
