// The situations in which a property runs again, in the world of its plain run: as another merchant or shopper, on another day, at
// another exchange, with longer requests, after what happened before.

import { qrTransaction, subscriptionItem } from '../../client/sample-requests.ts'
import type { Target } from '../../client/target.ts'
import { derivedUuid } from '../../core/derived-uuid.ts'
import { parseJson } from '../../core/json.ts'
import type { OperationId } from '../../spec/operations.ts'
import { requirements } from '../../spec/requirements.ts'
import { ms } from '../observe/capabilities.ts'
import { outcomeOf } from '../observe/response-outcome.ts'
import { NotApplicable, PreconditionFailed } from '../observe/violation.ts'
import { nextInstant, ordinaryInstant, specialDays, specialDaysWithinAWeek } from '../situations/calendar.ts'
import { situationText, valuesOf } from '../situations/dimensions.ts'
import { planOf, type Row, type Space } from '../situations/plan.ts'
import { actingAs, canActAsFirst, canActAsReady } from '../situations/situated-deployment.ts'
import { Context } from '../steps/context.ts'
import { age } from '../steps/environment.ts'
import { afterADay, mostShared } from '../steps/invoiced-client.ts'
import type { Property } from '../steps/property.ts'
import type { NewWorld, PropertyRun, RunSituation } from '../steps/property-run.ts'
import { completeRequests, newInvoice, sendComplete } from '../steps/requests.ts'
import type { Run } from './one-run.ts'
import { plannedOperations, plannedRequests } from './request-plan.ts'

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
/** More lines than a list shows at first. */
const manyLines = 12

/** A situation with the deployment as it is seen there. */
export interface Situated {
  situation: RunSituation
  deployment: PropertyRun['deployment']
  /** The same in the known coin, if it has another: the target file does not say which coins an exchange has. */
  inKnownCoin?: Situated
}

type Shared = Pick<Run, 'deployment' | 'runs' | 'path' | 'timeline' | 'steps' | 'afterwards'>

/**
 * The situations of a property. None of a run that starts at a failing input, of what waits in real time, or of what acts on a record
 * that an operator prepared. In a world that all properties share, a situation changes little of it.
 */
export function situationsOf(
  property: Property,
  { deployment, runs, path, timeline, steps }: Shared,
): Situated[] {
  const { target, isolates } = deployment
  const { needs = [] } = property
  const most = Math.floor(runs / runsPerSituation)
  if (path !== undefined || most === 0 || needs.some((need) => need.startsWith('fixture.'))) return []
  const operations = [...(plannedOperations([property]) ?? [])]
  const paysFromBank = needs.includes('bankAccount') || operations.includes('createBankPayment')
  const pays = {
    fromBank: paysFromBank,
    inSharedWorld: !isolates && operations.includes('createExchangePayment'),
  }
  // A suite that registers no webhook cannot know if other merchants have one here.
  const isFirstOnly = needs.includes('webhooks') && deployment.clock === undefined
  const merchants = target.merchants.flatMap((merchant, index) =>
    index === 0 || (!isFirstOnly && canActAsFirst(merchant, target, paysFromBank)) ? [index] : [],
  )
  const space = {
    day: isolates ? specialDays : specialDaysWithinAWeek,
    exchange: target.exchanges,
    shopper: ['ready', 'second'],
    coin: ['known', 'other'],
    amount: ['known', 'large'],
    after: ['success', 'refusal'],
    optional: ['absent', 'present'],
    method: ['POST', 'GET'],
    count: ['one', 'several'],
    'at-once': ['alone', 'another'],
    history: isolates || deployment.clock !== undefined ? ['unrelated', 'same-order-id'] : ['unrelated'],
  } as const
  const isStated = property.checks.some((id) => requirements[id].basis === 'stated')
  if (!isStated && plannedRequests(property, 1) > mostForInferred) return []
  // An inferred requirement alone has one situation, with as much as possible.
  const [, ...rows] = isStated
    ? planOf(space, 1 + most, opposites(space, property.title))
    : planOf(space, 2, opposites(space))
  const moments = [0, ...timeline.requestsAt]
    .reverse()
    .map((at) => at + ms(age) * timeline.agesAt.filter((one) => one <= at).length)
  const waits = steps.filter((step) => 'operationId' in step && afterADay.includes(step.operationId)).length
  return rows.map((row, index): Situated => {
    const valueIn = <Name extends keyof typeof space>(name: Name) =>
      space[name][row[name] ?? 0] as (typeof space)[Name][number]
    const merchant = merchants[(index + 1) % merchants.length] ?? 0
    const isSecondShopper = valueIn('shopper') === 'second' && canActAsReady(target, needs, pays)
    const days = valueIn('day')
    // The target does not declare if a role of a shopper is the same with another coin or amount, so only what a request asks for
    // has another coin.
    const hasRole = needs.some((need) => need.startsWith('shopper.'))
    const asksForCoin = operations.some((id) => withCoin.includes(id)) && !hasRole
    const coin = valueIn('coin') === 'other' && asksForCoin ? otherCoin(target, merchant) : undefined
    const amount = valueIn('amount') === 'large' && !hasRole ? largeAmount(target) : undefined
    const isLater = index === 1
    const moment = (moments[Math.floor(index / 2) % moments.length] ?? 0) + (isLater ? waits * 86_400_000 : 0)
    const values = {
      merchant: merchant === 0 ? 'first' : 'second',
      shopper: isSecondShopper ? 'second' : 'ready',
      exchange: valuesOf('exchange')[row.exchange ?? 0] ?? 'first',
      coin: coin === undefined ? 'known' : 'other',
      amount: amount === undefined ? 'known' : 'large',
      attempt: 'second',
      after: isolates ? valueIn('after') : 'nothing',
      count: valueIn('count'),
      likeness: valueIn('count') === 'several' ? 'equal-ids' : 'different',
      optional: valueIn('optional'),
      text: valueIn('optional') === 'absent' ? 'plain' : 'reserved',
      'return-method': valueIn('method'),
      history: valueIn('history'),
      'at-once': valueIn('at-once'),
      afterwards: isLater ? 'a-day-later' : 'at-once',
    } as const
    const before = isolates
      ? { operations, after: valueIn('after'), beginsPayments: index === 0 }
      : nothingBefore
    const special: Instant = (now) => nextInstant(days, now)
    // The last request of a property decides, so the day comes then; in further situations, at earlier requests.
    const begins: Instant = (now) => {
      const instant = special(now + moment)
      return instant === undefined ? undefined : instant - moment
    }
    const ordinary: Instant = (now) => ordinaryInstant(nextInstant(days, now) ?? now)
    const acting = { merchant, exchange: row.exchange ?? 0, coin, amount, isSecondShopper }
    const asMerchant = { merchant, exchange: 0, coin: undefined, amount: undefined, isSecondShopper: false }
    const sharesOrders = values.history === 'same-order-id'
    const situatedIn = (coinOf: Pick<typeof values, 'coin'>): Situated => ({
      situation: {
        words: situationText({ ...values, ...coinOf, day: days }),
        style: {
          returnMethod: values['return-method'],
          ...(values.optional === 'present' ? { details } : {}),
          ...(values.count === 'several' ? { lines: manyLines, repeats: true, frequencies: true } : {}),
        },
        sharesOrders,
        isAtOnce: values['at-once'] === 'another',
        begin: (run) => prepare(run, begins, before),
        isLater,
        plain: deployment,
        parts: [
          ...(merchant === 0 ? [] : [part('merchant', { deployment: actingAs(deployment, asMerchant) })]),
          ...(sharesOrders ? [part('history', { sharesOrders })] : []),
          ...(days.length === 0 ? [] : [part(days.join(), { instant: special }, { instant: ordinary })]),
        ],
      },
      deployment: actingAs(deployment, coinOf.coin === 'known' ? { ...acting, coin: undefined } : acting),
    })
    const plainCoin = coin === undefined ? {} : { inKnownCoin: situatedIn({ coin: 'known' }) }
    return { ...situatedIn(values), ...plainCoin }
  })
}

/**
 * The first two situations: opposites, so that each value is met in one of them. With a title, which values are together depends on it,
 * so that different properties meet different pairs.
 */
function opposites(space: Space, title?: string): Row[] {
  return [0, 1].map((at) =>
    Object.fromEntries(
      Object.entries(space).map(([name, values]) => {
        const hash = title === undefined ? '0' : derivedUuid(`${title} ${name}`).slice(0, 4)
        const first = Number.parseInt(hash, 16)
        const others = values.length - 1
        // Two values are met in one situation each; of more, two of those that are not plain.
        const isOther = first < 0x8000 ? 1 - at : at
        return [name, others === 1 ? isOther : 1 + ((first + at) % Math.max(others, 1))]
      }),
    ),
  )
}

const part = (words: string, special: NewWorld, ordinary: NewWorld = {}) => ({
  words,
  with: special,
  without: ordinary,
})

/** Another coin that a merchant and the partner have enabled, as far as the target file says. */
function otherCoin({ known, merchants }: Target, merchant: number): string | undefined {
  const { coin, partnerCurrencies = [] } = known
  const enabled = merchants[merchant]?.enabledCurrencies ?? []
  return enabled.find((code) => code !== coin && partnerCurrencies.includes(code))
}

/** An amount with thousands and cents, if the target file permits it. */
function largeAmount({ limits }: Target): string | undefined {
  return largeAmounts.find((amount) => Number(amount) <= Number(limits.amount))
}
const largeAmounts = ['6543.21', '1234.56', '543.21'] as const

/** The number of requests that properties are expected to send, those in situations included. */
export function plannedIn(properties: readonly Property[], shared: Shared): number {
  const readsInvoices = shared.afterwards !== undefined
  const requestsOf = (property: Property) => {
    const hasInvoices = plannedOperations([property])?.has('createInvoice') === true
    const further = ({ situation: { sharesOrders } }: Situated) =>
      hasInvoices ? (sharesOrders ? mostShared : 0) + (readsInvoices ? (sharesOrders ? 2 : 1) : 0) : 0
    return situationsOf(property, shared).reduce(
      (sum, situated) => sum + plannedRequests(property, 1) + further(situated),
      plannedRequests(property, shared.runs),
    )
  }
  return Math.round(properties.reduce((sum, property) => sum + requestsOf(property), 0))
}

/** A long text that may be in a note, with reserved characters and other scripts. */
const details =
  'Ring twice & wait; 100% "quiet" + <soft> knocks, the sign says #5 – it\'s next to 東京 Ραμέν and Кофейня, second floor'

/** The instant to which the clock advances; undefined if it does not. */
type Instant = (now: number) => number | undefined

interface Before {
  operations: readonly OperationId[]
  /** The outcome of the last request of each operation. */
  after: 'success' | 'refusal'
  /** True if payments to two merchants begin, which stay pending: once in a world. */
  beginsPayments: boolean
}

const nothingBefore: Before = { operations: [], after: 'success', beginsPayments: false }

/** Advances the clock to an instant, begins payments, and sends a request of each operation that is accepted, or refused. */
async function prepare(
  run: PropertyRun,
  instantAfter: Instant,
  { operations, after, beginsPayments }: Before,
): Promise<void> {
  const it = new Context(run)
  const merchants = beginsPayments ? it.target.merchants.slice(0, 2) : []
  const subscribes =
    beginsPayments && it.style?.frequencies === true && operations.includes('createQrTransaction')
  const instant = it.canMoveClock ? instantAfter(await it.now()) : undefined
  await asFarAsPossible([
    async () => (instant === undefined ? undefined : it.advanceTo(instant)),
    ...merchants.map(
      (merchant) => () => it.client.call('createQrTransaction', { body: qrTransaction(it), merchant }),
    ),
    async () => (subscribes ? payInvoiceOfSubscriptions(it) : undefined),
    ...operations.flatMap((id): (() => Promise<unknown>)[] => {
      if (after === 'refusal')
        return wasRefused(run, id) ? [] : [() => it.client.call(id, { token: null, rawBody: '{}' })]
      if (!wasRefused(run, id) || !isComplete(id)) return []
      return [async () => it.given(await sendComplete(it, id))]
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

async function asFarAsPossible(steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const step of steps) {
    try {
      await step()
    } catch (error) {
      if (!(error instanceof PreconditionFailed || error instanceof NotApplicable)) throw error
    }
  }
}
