// Whether a property is applicable to a deployment, and if not, why.

import type { Role } from '../../client/target-accounts.ts'
import { type Harm, includesLevel } from '../../spec/operation.ts'
import type { Deployment } from '../targets/deployment.ts'

/** What a property needs in addition to a merchant and the shopper `ready`. */
export type Need =
  | 'clock'
  | 'shopper'
  | 'webhooks'
  | 'secondMerchant'
  | 'bankAccount'
  | 'statusIntegers'
  | `shopper.${Role}`
  | `fixture.${string}`

/** Why a property is not applicable to a deployment at a level; undefined if it is. */
export function whyNotApplicable(
  property: { level: Harm; needs?: readonly Need[] },
  deployment: Deployment,
  level: Harm,
): string | undefined {
  if (!includesLevel(level, property.level))
    return `needs the level ${property.level}; the run is at ${level}`
  const missing = property.needs?.find((need) => !isMet(need, deployment))
  if (missing === undefined) return undefined
  const why = missing === 'clock' || missing === 'shopper' ? deployment.missing.get(missing) : undefined
  return why === undefined ? needText(missing) : `${needText(missing)}: ${why}`
}

function isMet(need: Need, deployment: Deployment): boolean {
  const { target } = deployment
  switch (need) {
    case 'clock':
    case 'shopper':
      return deployment[need] !== undefined && !deployment.missing.has(need)
    case 'webhooks':
      return deployment[need] !== undefined
    case 'secondMerchant':
      return target.merchants.length > 1
    case 'bankAccount':
      return target.merchants[0]?.bankAccountId !== null && target.shoppers.ready.stockId !== undefined
    case 'statusIntegers':
      return target.known.statusIntegers !== undefined
    default: {
      const { fields, name } = fieldOf(need)
      return Object.entries(target[fields]).some(([key, value]) => key === name && value !== undefined)
    }
  }
}

const descriptions: Readonly<Record<string, string>> = {
  clock: 'a clock that the suite can move',
  shopper: "a way to act as the shopper (the simulator's control API)",
  webhooks: 'a webhook that the deployment calls',
  secondMerchant: 'a second merchant in the target file',
  bankAccount: 'a linked bank account of the merchant and of the shopper',
  statusIntegers: 'known.statusIntegers in the target file',
}

/** Why a property is not applicable if a need is not met. */
export function needText(need: Need): string {
  const { fields, name } = fieldOf(need)
  return `needs ${descriptions[need] ?? `${fields}.${name} in the target file`}`
}

/** The field of the target file that a need such as `shopper.lowBalance` or `fixture.oldPartialPayment` names. */
function fieldOf(need: Need): { fields: 'shoppers' | 'fixtures'; name: string } {
  const [kind, name = ''] = need.split('.', 2)
  return { fields: kind === 'shopper' ? 'shoppers' : 'fixtures', name }
}
