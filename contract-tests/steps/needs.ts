// The needs of a property, and the reason why a deployment does not meet them.

import type { Role } from '../../client/target-accounts.ts'
import { dayMs, minuteMs } from '../../core/durations.ts'
import { type Harm, includesLevel } from '../../spec/operation.ts'
import { ms, type Span, spanInWords } from '../observe/capabilities.ts'
import type { Deployment } from '../observe/deployment.ts'
import { durationText } from '../observe/duration.ts'

/** A need of a property in addition to a merchant and the shopper `ready`. */
type Need =
  | 'clock'
  | 'shopper'
  | 'webhooks'
  | 'secondMerchant'
  | 'bankAccount'
  | 'statusIntegers'
  | `shopper.${Role}`
  | `fixture.${string}`

/** The targets that a property fits. */
export interface Needing {
  level: Harm
  needs?: readonly Need[]
  /** The patience that it needs in real time, if it can do without a clock that the suite moves. */
  waits?: Span
}

/** True if a property waits in real time, because the deployment has no clock and the run has the patience. */
export function waitsInRealTime(
  { waits, needs }: Needing,
  { clock, patience }: Pick<Deployment, 'clock' | 'patience'>,
): boolean {
  return (
    waits !== undefined && needs?.includes('clock') === true && clock === undefined && patience !== undefined
  )
}

/** Why a property is not applicable to a deployment at a level; undefined if it is. A higher level alone is named only if it is enough. */
export function whyNotApplicable(property: Needing, deployment: Deployment, level: Harm): string | undefined {
  const { patience = Number.POSITIVE_INFINITY } = deployment
  const waits = waitsInRealTime(property, { ...deployment, patience })
  const needs = property.needs?.filter((need) => need !== 'clock' || !waits)
  const missing = needs?.find((need) => !isMet(need, deployment))
  if (missing !== undefined) {
    const isCapability = missing === 'clock' || missing === 'shopper' || missing === 'webhooks'
    const why = isCapability ? deployment.missing.get(missing) : undefined
    if (why !== undefined) return `${needText(missing)}: ${why}`
    const isDeclared = !isCapability && !includesLevel(level, property.level)
    return isDeclared ? `${needText(missing)}, and the level ${property.level}` : needText(missing)
  }
  if (waits && deployment.patience === undefined) return `${needText('clock')}${orWait(property)}`
  const why = waits ? tooLong(property, deployment) : undefined
  // Only moving the clock is disruptive.
  const needed = waits ? 'money' : property.level
  return (
    why ?? (includesLevel(level, needed) ? undefined : `needs the level ${needed} (the run is at ${level})`)
  )
}

function tooLong({ waits = {} }: Needing, { patience = 0 }: Deployment): string | undefined {
  if (ms(waits) <= patience * 1000) return undefined
  return `${needText('clock')}, or ${spanInWords(waits)} of patience; the run has ${durationText(patience)}`
}

/** The flags of runs that wait for what takes so long, at least a minute. */
function orWait({ waits = {} }: Needing): string {
  const seconds = Math.max(ms(waits), minuteMs) / 1000
  const flags = ms(waits) < dayMs ? `--patience ${durationText(seconds)}` : '--prepare and --resume'
  return `, or ${flags}`
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
  bankAccount: 'merchants[0].bankAccountId and shoppers.ready.stockId in the target file',
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
