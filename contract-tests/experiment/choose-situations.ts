// The situations in which a property runs again, in the world of its plain run: as another merchant or shopper, on another day, at
// another exchange, with longer requests, after what happened before.

import { qrTransaction, subscriptionItem } from '../../client/sample-requests.ts'
import type { Target } from '../../client/target.ts'
import { derivedNumber } from '../../core/derived-uuid.ts'
import { dayMs } from '../../core/durations.ts'
import { parseJson } from '../../core/json.ts'
import type { OperationId } from '../../spec/operations.ts'
import { requirements } from '../../spec/requirements.ts'
import { ms } from '../observe/capabilities.ts'
import { hasControl } from '../observe/deployment.ts'
import { outcomeOf } from '../observe/response-outcome.ts'
import { nextInstant, specialDays, specialDaysWithinAWeek } from '../situations/calendar.ts'
import { situationText, valuesOf } from '../situations/dimensions.ts'
import { planOf, type Row, type Space } from '../situations/plan.ts'
import { actingAs, canActAsFirst, canActAsReady } from '../situations/situated-deployment.ts'
import { amountOf, centsOf, maxCents } from '../steps/arbitraries.ts'
import { asFarAsPossible } from '../steps/as-far-as-possible.ts'
import { Context } from '../steps/context.ts'
import { age } from '../steps/environment.ts'
import { afterADay } from '../steps/invoiced-client.ts'
import type { Property } from '../steps/property.ts'
import type { PropertyRun, RunSituation } from '../steps/property-run.ts'
import { completeRequests, newInvoice, sendComplete } from '../steps/requests.ts'
import { isOfRecord, requestsOfRecords } from './confirm-refusals.ts'
import type { Run } from './one-run.ts'
import { plannedOperations, plannedPerSituation, plannedRequests } from './request-plan.ts'

/** So many runs with generated inputs pay for one situation. */
const runsPerSituation = 10
/** The operations whose requests name a coin. */
export const withCoin: readonly OperationId[] = [
  'validateExchangePayment',
  'createExchangePayment',
  'createQrTransaction',
]
/** So many requests are worth a situation of an inferred requirement. */
const mostForInferred = 15
/** A property of at most so many requests in a situation has more of them, and others have fewer where each request counts. */
const mostForMore = 8
/** More lines than a list shows at first. */
const manyLines = 12

/** A situation with the deployment as it is seen there. */
export interface Situated {
  situation: RunSituation
  deployment: PropertyRun['deployment']
  /** The names that are not plain. */
  special: readonly SpecialName[]
  /** The same with one thing plain. */
  without: (name: SpecialName) => Situated
  /**
   * The same at the first exchange if it is in another coin, then in the known coin and with the usual fields, as far as that differs: the
   * target file says neither which coins an exchange has nor what a deployment needs.
   */
  plainer: () => Situated[]
}

type Shared = Pick<Run, 'deployment' | 'runs' | 'path' | 'timeline' | 'steps'>

/** The names of everything that can be special in a situation. A report names what cannot be left out, and tries in this order. */
const specialNames = [
  ...(['at-once', 'history', 'later', 'optional', 'method', 'count', 'after', 'amount', 'coin'] as const),
  ...(['exchange', 'shopper', 'day', 'merchant', 'attempt'] as const),
] as const
type SpecialName = (typeof specialNames)[number]
/** The index of a value of each name, 0 for the plain one, and that of the request on the special day. */
type SituationRow = Readonly<Record<SpecialName | 'moment', number>>

/** The parts that the situations of a property are made of. */
interface Setting {
  title: string
  deployment: PropertyRun['deployment']
  needs: readonly string[]
  operations: readonly OperationId[]
  space: ReturnType<typeof spaceOf>
  pays: Record<'fromBank' | 'inSharedWorld', boolean>
  /** When the property sends requests: milliseconds after its beginning, the last first. */
  moments: readonly number[]
  /** The milliseconds that pass in the property if a day passes before requests about a record. */
  waitMs: number
}

/**
 * The situations of a property. None of a run that starts at a failing input, of what waits in real time, or of what acts on a record
 * that an operator prepared. In a world that all properties share, a situation changes little of it.
 */
export function situationsOf(property: Property, shared: Shared): Situated[] {
  const { deployment, runs, path } = shared
  const { target } = deployment
  const count = countOf(property, deployment, Math.floor(runs / runsPerSituation))
  const isPrepared = property.needs?.some((need) => need.startsWith('fixture.')) === true
  if (path !== undefined || count === 0 || isPrepared) return []
  const setting = settingOf(property, shared)
  const { needs, pays } = setting
  // A suite that registers no webhook cannot know if other merchants have one here.
  const isFirstOnly = needs.includes('webhooks') && deployment.clock === undefined
  const merchants = target.merchants.flatMap((merchant, index) =>
    index === 0 || (!isFirstOnly && canActAsFirst(merchant, target, pays.fromBank)) ? [index] : [],
  )
  // One situation has as much as possible.
  const [, ...rows] = planOf(
    setting.space,
    1 + count,
    opposites(setting.space, count === 1 ? undefined : property.title),
  )
  return rows.map((row, index) =>
    situatedIn(setting, {
      ...(row as Record<keyof typeof setting.space, number>),
      merchant: merchants[(index + 1) % merchants.length] ?? 0,
      later: index === 1 ? 1 : 0,
      // A request that is refused to the second merchant may be one of the first to a service, and that one may not take the coin.
      coin: count === 1 ? (row.coin ?? 0) : Number(index === 1),
      // Payments that stay pending begin once in a world.
      attempt: index === 0 ? 1 : 2,
      moment: Math.floor(index / 2),
    }),
  )
}

/** The number of situations of a property: one for an inferred requirement, and more where requests are few or cost nothing. */
function countOf(property: Property, deployment: PropertyRun['deployment'], usual: number): number {
  const isStated = property.checks.some((id) => requirements[id].basis === 'stated')
  if (!isStated) return plannedRequests(property, 1) > mostForInferred ? 0 : Math.min(1, usual)
  const isSmall = plannedPerSituation(property, deployment) <= mostForMore
  if (isSmall) return deployment.isolates ? Math.ceil(1.5 * usual) : usual
  return hasControl(deployment) ? usual : Math.ceil(usual / 2)
}

const spaceOf = (deployment: PropertyRun['deployment']) =>
  ({
    day: deployment.isolates ? specialDays : specialDaysWithinAWeek,
    exchange: deployment.target.exchanges,
    shopper: ['ready', 'second'],
    coin: ['known', 'other'],
    amount: ['known', 'more', 'large'],
    after: ['nothing', 'success', 'refusal'],
    optional: ['absent', 'minimal', 'present'],
    method: ['POST', 'GET'],
    count: ['one', 'several'],
    'at-once': ['alone', 'another'],
    history: hasControl(deployment) ? ['unrelated', 'same-order-id'] : ['unrelated'],
  }) as const

function settingOf(property: Property, { deployment, timeline, steps }: Shared): Setting {
  const { needs = [] } = property
  const operations = [...(plannedOperations([property]) ?? [])]
  const waits = steps.filter((step) => 'operationId' in step && afterADay.includes(step.operationId)).length
  return {
    title: property.title,
    deployment,
    needs,
    operations,
    space: spaceOf(deployment),
    pays: {
      fromBank: needs.includes('bankAccount') || operations.includes('createBankPayment'),
      inSharedWorld: !deployment.isolates && operations.includes('createExchangePayment'),
    },
    moments: [0, ...timeline.requestsAt]
      .reverse()
      .map((at) => at + ms(age) * timeline.agesAt.filter((one) => one <= at).length),
    waitMs: waits * dayMs,
  }
}

const valueIn = <Name extends keyof Setting['space']>({ space }: Setting, row: SituationRow, name: Name) =>
  space[name][row[name]] as Setting['space'][Name][number]

/** The parts of a row that the target and the property leave in it. */
function possibleIn(setting: Setting, row: SituationRow) {
  const { title, deployment, operations, needs, pays } = setting
  const { target } = deployment
  // The target does not declare if a role of a shopper is the same with another coin or amount, so only what a request asks for
  // has another coin.
  const hasRole = needs.some((need) => need.startsWith('shopper.') && need !== 'shopper.abroad')
  const asksForCoin = operations.some((id) => withCoin.includes(id)) && !hasRole
  const coin = asksForCoin ? otherCoin(target, row.merchant) : undefined
  const optional = valueIn(setting, row, 'optional')
  const hasWebhooks = needs.includes('webhooks')
  return {
    isSecondShopper: row.shopper > 0 && canActAsReady(target, needs, pays),
    coin: row.coin > 0 ? coin : undefined,
    amount: hasRole ? undefined : amountIn(target, valueIn(setting, row, 'amount'), `${title} ${row.moment}`),
    // Without custom parameters, it is unknown which order an update is of, and there is no method.
    optional: optional === 'minimal' && hasWebhooks ? 'absent' : optional,
    method: hasWebhooks ? valueIn(setting, row, 'method') : optional === 'present' ? 'GET' : 'POST',
  } as const
}

/** A row in the names of dimensions. */
function valuesIn(
  setting: Setting,
  row: SituationRow,
  { isSecondShopper, coin, amount, optional, method }: ReturnType<typeof possibleIn>,
) {
  return {
    merchant: row.merchant === 0 ? 'first' : 'second',
    shopper: isSecondShopper ? 'second' : 'ready',
    exchange: valuesOf('exchange')[row.exchange] ?? 'first',
    coin: coin === undefined ? 'known' : 'other',
    amount: amount === undefined ? 'known' : valueIn(setting, row, 'amount'),
    attempt: row.attempt === 0 ? 'first' : 'second',
    after: setting.deployment.isolates ? valueIn(setting, row, 'after') : 'nothing',
    count: valueIn(setting, row, 'count'),
    likeness: row.count > 0 ? 'equal-ids' : 'different',
    optional,
    text: optional === 'present' ? 'reserved' : 'plain',
    'return-method': method,
    day: valueIn(setting, row, 'day'),
    history: row.attempt + row.history === 0 ? 'none' : valueIn(setting, row, 'history'),
    'at-once': valueIn(setting, row, 'at-once'),
    afterwards: valuesOf('afterwards')[row.later] ?? 'at-once',
  } as const
}

function styleOf({ 'return-method': returnMethod, optional, count }: ReturnType<typeof valuesIn>) {
  return {
    returnMethod,
    varied: true,
    ...(optional === 'present' ? { details } : {}),
    ...(optional === 'minimal' ? { minimal: true } : {}),
    ...(count === 'several' ? { lines: manyLines, repeats: true, frequencies: true } : {}),
  }
}

/** The situation of a row. */
function situatedIn(setting: Setting, row: SituationRow): Situated {
  const { deployment, operations, moments, waitMs } = setting
  const { merchant, exchange } = row
  const possible = possibleIn(setting, row)
  const values = valuesIn(setting, row, possible)
  const { after, optional, day } = values
  const special: Instant = (now) => nextInstant(day, now)
  // The last request of a property decides, so the day comes then; in further situations, at earlier requests.
  const moment = (moments[row.moment % moments.length] ?? 0) + row.later * waitMs
  const begins: Instant = (now) => earlier(special(now + moment), moment)
  const before: Before = {
    operations,
    areAccepted: after === 'success',
    beginsPayments: deployment.isolates && row.attempt === 1,
  }
  const sharesOrders = values.history === 'same-order-id'
  const style = styleOf(values)
  const acting = { merchant, exchange, ...possible }
  const isMinimal = optional === 'minimal'
  const isInOtherCoin = possible.coin !== undefined
  const plainer = [
    ...(isInOtherCoin && exchange > 0 ? [{ ...row, exchange: 0 }] : []),
    ...(isInOtherCoin || isMinimal ? [{ ...row, coin: 0, ...(isMinimal ? { optional: 0 } : {}) }] : []),
  ]
  return {
    situation: {
      words: situationText(values),
      style,
      sharesOrders,
      sharesLater: derivedNumber(`${setting.title} shares`) % 2 === 1,
      isAtOnce: values['at-once'] === 'another',
      begin: (run) => prepare(run, begins, before),
      isLater: row.later > 0,
      afterRefusals: after === 'refusal',
      afterAcceptances: after === 'success',
      plain: deployment,
      acting,
      days: day,
    },
    deployment: actingAs(deployment, acting),
    special: specialNames.filter((name) => row[name] > 0),
    without: (name) => situatedIn(setting, { ...row, [name]: 0 }),
    plainer: () => plainer.map((one) => situatedIn(setting, one)),
  }
}

const earlier = (instant: number | undefined, milliseconds: number) =>
  instant === undefined ? undefined : instant - milliseconds

/**
 * The first two situations: opposites, so that each value is met in one of them. With a title, which values are together depends on it,
 * so that different properties meet different pairs.
 */
function opposites(space: Space, title?: string): Row[] {
  return [0, 1].map((at) =>
    Object.fromEntries(
      Object.entries(space).map(([name, values]) => {
        const first = title === undefined ? 0 : derivedNumber(`${title} ${name}`)
        const others = values.length - 1
        // Two values are met in one situation each; of more, two of those that are not plain.
        const isOther = first < 2 ** 31 ? 1 - at : at
        return [name, others === 1 ? isOther : 1 + ((first + at) % Math.max(others, 1))]
      }),
    ),
  )
}

/** Another coin that a merchant and the partner have enabled, as far as the target file says. */
function otherCoin({ known, merchants }: Target, merchant: number): string | undefined {
  const { coin, partnerCurrencies = [] } = known
  const enabled = merchants[merchant]?.enabledCurrencies ?? []
  return enabled.find((code) => code !== coin && partnerCurrencies.includes(code))
}

/** Another amount than the known one, within the limit of the target file. The text determines which one. */
function amountIn(target: Target, value: 'known' | 'more' | 'large', text: string): string | undefined {
  if (value === 'known') return undefined
  const known = centsOf(target.known.amount)
  const highest = maxCents(target)
  const within = (cents: number) => Math.min(Math.max(Math.floor(cents), known), highest)
  // Some carts cost slightly more than the amount.
  const min = within(value === 'more' ? known + 1 : highest / 2)
  const max = within(value === 'more' ? known + 999 : 0.9 * highest)
  return amountOf(min + (derivedNumber(text) % (max - min + 1)))
}

/** The number of requests that properties are expected to send, those in situations included, and how long they take. */
export function plannedIn(
  properties: readonly Property[],
  shared: Shared,
  msOf: (operationId?: OperationId) => number,
): { requests: number; ms: number } {
  const planned = properties.map((property) => {
    const situations = situationsOf(property, shared).length
    const requests =
      plannedRequests(property, shared.runs) + situations * plannedPerSituation(property, shared.deployment)
    // The plan does not have the number of requests of each operation.
    const times = [...(plannedOperations([property]) ?? [undefined])].map(msOf)
    return { requests, ms: (requests * sumOf(times)) / Math.max(1, times.length) }
  })
  return {
    requests: Math.round(sumOf(planned.map(({ requests }) => requests))),
    ms: sumOf(planned.map(({ ms }) => ms)),
  }
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

/** A long text that may be in a note, with reserved characters and other scripts. */
const details =
  'Ring twice & wait; 100% "quiet" + <soft> knocks, the sign says #5 – it\'s next to 東京 Ραμέν and Кофейня, second floor'

/** The instant to which the clock advances; undefined if it does not. */
type Instant = (now: number) => number | undefined

interface Before {
  operations: readonly OperationId[]
  /** True if the last request of each operation is accepted. */
  areAccepted: boolean
  /** True if payments to two merchants begin, which stay pending: once in a world. */
  beginsPayments: boolean
}

/** Advances the clock to an instant, begins payments, and may send an accepted request of each operation whose last one was refused. */
async function prepare(
  run: PropertyRun,
  instantAfter: Instant,
  { operations, areAccepted, beginsPayments }: Before,
): Promise<void> {
  const { situation } = run
  // No other request disturbs these, so that the requests of the property have them all.
  const alone = situation && { ...situation, sharesOrders: false, isAtOnce: false, afterRefusals: false }
  const it = new Context({ ...run, ...(alone && { situation: alone }) })
  const merchants = beginsPayments ? it.target.merchants.slice(0, 2) : []
  const subscribes =
    beginsPayments && it.style?.frequencies === true && operations.includes('createQrTransaction')
  const instant = it.canMoveClock ? instantAfter(await it.now()) : undefined
  await asFarAsPossible([
    async () => (instant === undefined ? undefined : it.advanceTo(instant)),
    ...merchants.map(
      (merchant) => () =>
        it.client.call('createQrTransaction', {
          body: qrTransaction(it, { cryptoCurrency: it.sharedCoin }),
          merchant,
        }),
    ),
    async () => (subscribes ? payInvoiceOfSubscriptions(it) : undefined),
    ...operations.flatMap((id): (() => Promise<unknown>)[] => {
      if (!areAccepted || !wasRefused(run, id)) return []
      if (isOfRecord(id)) return [async () => it.given(await (await requestsOfRecords[id](it))())]
      return isComplete(id) ? [async () => it.given(await sendComplete(it, id))] : []
    }),
  ])
}

/** Begins the payment of an invoice whose lines have different frequencies, if the service takes it from a wallet. */
async function payInvoiceOfSubscriptions(it: Context): Promise<void> {
  const cart = (['weekly', 'monthly'] as const).map((frequency, at) =>
    subscriptionItem(it, { frequency, key: `line-${at + 1}`, autoRenewal: false }),
  )
  const { order } = await newInvoice(it, { cart })
  it.given(await it.client.call('createQrTransaction', { body: qrTransaction(it, { orderId: order }) }))
}

/** True if the last request of an operation was refused. */
function wasRefused({ steps }: PropertyRun, id: OperationId): boolean {
  const last = steps.findLast((step) => 'operationId' in step && step.operationId === id)
  if (last === undefined || 'did' in last) return false
  return outcomeOf(id, last.status, parseJson(last.response)) === 'refusal'
}

const isComplete = (id: OperationId): id is keyof typeof completeRequests =>
  Object.hasOwn(completeRequests, id)
