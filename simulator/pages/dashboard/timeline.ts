// The timeline: requests, status changes and emails in the order in which they happened, the latest first, with filters and pages.

import { html } from 'hono/html'
import { suiteAgent } from '../../../spec/control/values.ts'
import { aboutOf, isFailed, journalFacts, senderOf, targetOf } from '../../control/journal-lines.ts'
import { type Facts, filterOf } from '../../control/lists.ts'
import { emailFacts, eventFacts, isUndelivered } from '../../control/records.ts'
import { reminderEmail } from '../../resources/subscription-billing.ts'
import type { RequestEntry } from '../../sandbox/entry.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { explainScheduledEvent, isRelevant } from '../../sandbox/scheduled-events.ts'
import { turn } from '../../sandbox/turns.ts'
import { refusalReason } from '../../service/refusal-reason.ts'
import { formatInstant, type Instant } from '../../time/instants.ts'
import type { ScheduledEvent } from '../../world/scheduled-event.ts'
import type { Reminder, StatusEvent } from '../../world/state.ts'
import type { World } from '../../world/world.ts'
import type { Html } from '../layout.ts'
import { accountName, address, amountText, outcomeOf, time, type View } from './cells.ts'
import { actionButton } from './forms.ts'
import { filterForm, filtersOf } from './records.ts'

const rowsPerPage = 50
/** After how many items other tasks of the process get a turn. */
const itemsPerTurn = 2000

type Item = { at: Instant; number: number } & (
  | { kind: 'request' | 'control'; entry: RequestEntry }
  | { kind: 'change'; event: StatusEvent }
  | { kind: 'email'; reminder: Reminder }
)

const worldStarts: ReadonlySet<string | null> = new Set(['resetSandbox', 'restoreSnapshot'])

/** Requests with the number of status changes before each: those that it caused come after it. Requests to an earlier world have none. */
function numberedRequests({ journal, world: { events } }: Sandbox) {
  const requests = journal.list()
  const start = requests.findLastIndex(
    ({ entry }) => worldStarts.has(entry.operation) && entry.response?.status === 200,
  )
  return requests.map(({ entry, number }, index) => {
    let before = entry.events
    const earlier = index === 0 ? 0 : (requests[index - 1]?.entry.events ?? 0)
    // An advance is listed where it was recorded, any other request before what it caused.
    const isCause = entry.operation !== 'advanceClock'
    while (isCause && before > earlier && (events[before - 1]?.at ?? 0) >= entry.at) before -= 1
    return { entry, number, before: index <= start ? -1 : before }
  })
}

/** Everything that happened, the latest first. */
function* latestFirst(sandbox: Sandbox): Generator<Item> {
  const { events, reminders } = sandbox.world
  const requests = numberedRequests(sandbox)
  const emails = reminders.map(
    (reminder, number): Item => ({ kind: 'email', at: reminder.at, number, reminder }),
  )
  for (const item of requestsAndChanges(requests, events)) {
    const isEarlier = 'before' in item && item.before === -1
    for (
      let email = emails.at(-1);
      email !== undefined && (isEarlier || email.at >= item.at);
      email = emails.at(-1)
    ) {
      yield email
      emails.pop()
    }
    yield item
  }
  yield* emails.reverse()
}

function* requestsAndChanges(
  requests: ReturnType<typeof numberedRequests>,
  events: readonly StatusEvent[],
): Generator<Item & { before?: number }> {
  let number = events.length - 1
  for (const { entry, before, number: at } of requests.toReversed()) {
    for (let event = events[number]; event !== undefined && number >= before; event = events[number]) {
      yield { kind: 'change', at: event.at, number, event }
      number -= 1
    }
    yield { kind: entry.api === 'control' ? 'control' : 'request', at: entry.at, number: at, entry, before }
  }
  for (let event = events[number]; event !== undefined; event = events[number]) {
    yield { kind: 'change', at: event.at, number, event }
    number -= 1
  }
}

function factsOf(world: World, item: Item): Facts {
  if (item.kind === 'change') return eventFacts(world, item.event)
  return item.kind === 'email' ? emailFacts(world, item.reminder) : journalFacts(world, item.entry)
}

/** True for the requests of paytwin's own suite, which are many. */
const isOfSuite = (item: Item) => 'entry' in item && item.entry.headers['user-agent'] === suiteAgent

/** The items of a page that pass the filters, and whether there are more. */
export async function itemsOf(view: View, { showsSuite = false, skip = 0, limit = rowsPerPage } = {}) {
  const { world, subject } = view
  const { kind, ...filters } = filtersOf(view) as Record<string, string>
  const passes = filterOf(world, filters)
  const items: Item[] = []
  let [passed, seen, ofSuite] = [0, 0, 0]
  for (const item of latestFirst(subject.sandbox)) {
    seen += 1
    if (seen % itemsPerTurn === 0) await turn()
    if (kind !== undefined && item.kind !== kind) continue
    if (passes?.(factsOf(world, item)) === false) continue
    if (!showsSuite && isOfSuite(item)) {
      ofSuite += 1
      continue
    }
    passed += 1
    if (passed > skip) items.push(item)
    if (items.length > limit) break
  }
  return { items: items.slice(0, limit), hasMore: items.length > limit, ofSuite, isEmpty: seen === 0 }
}

const separator = ' · '

interface Row {
  badge: string
  title: readonly (string | undefined)[]
  status: string
  outcome: string
  isFailure?: boolean
  order?: string | undefined
  merchant?: string | undefined
  /** The kind and the key of the record that it opens. */
  opens: readonly [string, number]
}

function requestRow({ world, subject }: View, entry: RequestEntry, number: number): Row {
  const { secrets } = subject.sandbox
  const { operation, method, url, text, response, api, actsFor } = entry
  const about = aboutOf(world, entry)
  const isControl = api === 'control'
  const sender = senderOf(world.accounts, entry)?.id ?? actsFor?.split(' ')[0]
  const reason = response === undefined ? undefined : refusalReason(response.status, response.text)
  const isFailure = isFailed(entry)
  return {
    badge: method,
    title: [
      operation ?? `${secrets.redacted(targetOf(url))} (no operation of the contract)`,
      about.order,
      about.amount === undefined ? undefined : amountText(about.amount, about.currency),
      ...(isControl
        ? [secrets.redacted(text, text).slice(0, 200)]
        : [sender === undefined ? undefined : accountName(world, sender)]),
      isOfSuite({ kind: 'request', at: 0, number, entry }) ? 'verify' : undefined,
    ],
    status: [
      response?.status ?? 'dropped',
      ...(reason === undefined ? [] : [secrets.redacted(reason, text)]),
    ].join(' '),
    outcome: isFailure ? 'bad' : isControl ? '' : 'good',
    isFailure,
    order: about.order,
    merchant: about.merchant,
    opens: ['journal', number],
  }
}

function changeRow({ world }: View, event: StatusEvent): Row {
  const { offerId, merchant, nativeAmount, nativeCurrency } = world.transactionOf(event)
  return {
    badge: 'state',
    title: [offerId, amountText(nativeAmount, nativeCurrency), event.status, accountName(world, merchant)],
    status: deliveryOf(event),
    outcome: outcomeOf(event.status),
    isFailure: isUndelivered(event),
    order: offerId,
    merchant,
    opens: ['events', event.seq],
  }
}

/** The fate of a webhook: `webhook failed, HTTP 500, 2 attempts`. */
function deliveryOf({ delivery, attempts }: StatusEvent): string {
  const last = attempts.at(-1)
  const why = last === undefined ? '' : last.httpStatus === null ? last.outcome : `HTTP ${last.httpStatus}`
  return [
    delivery === 'unregistered' ? 'no webhook' : `webhook ${delivery}`,
    ...(delivery === 'failed' && why !== '' ? [why] : []),
    ...(attempts.length > 1 ? [`${attempts.length} attempts`] : []),
  ].join(', ')
}

function rowOf(view: View, item: Item): Row {
  if (item.kind === 'change') return changeRow(view, item.event)
  if (item.kind !== 'email') return requestRow(view, item.entry, item.number)
  const { to, subject } = reminderEmail(view.world, item.reminder)
  return { badge: 'email', title: [subject], status: to, outcome: '', opens: ['emails', item.number] }
}

function listItem(view: View, kind: string, at: Instant, row: Row, more: Html | '' = ''): Html {
  const { badge, title, status, outcome, isFailure, order, merchant, opens } = row
  const text = title.filter(Boolean).join(separator)
  const link =
    order === undefined
      ? ''
      : html`<a href="${address(view, ['orders', order], merchant === undefined ? {} : { account: merchant })}" aria-label="Order of ${text}">Order</a>`
  return html`<li id="${opens.join('-')}" class="${kind} ${outcome}"><details data-src="${address(view, opens)}"><summary>${time(formatInstant(at))}<span class="badge ${outcome}">${badge}</span><span class="title">${text}</span><span class="${isFailure === true ? 'status failure' : 'status'}">${status}</span></summary></details>${link}${more}</li>`
}

/** A list of items, after what happens next. */
export function itemList(
  view: View,
  name: string,
  items: readonly Item[],
  next: readonly ScheduledEvent[] = [],
): Html {
  const { world } = view
  const due = next.map((event) => {
    const to = formatInstant(event.due)
    const run = actionButton(view, 'advanceClock', 'Run up to here', {
      body: { to, maxListedEvents: 0 },
      name: `Run up to here: ${to}`,
      done: advanced,
    })
    return listItem(
      view,
      'next',
      event.due,
      {
        badge: 'next',
        title: [explainScheduledEvent(world, event)],
        status: event.kind,
        outcome: '',
        opens: ['schedule', event.seq],
      },
      run,
    )
  })
  return html`<ol class="timeline" id="items" data-live aria-label="${name}">${due}${items.map((item) => listItem(view, item.kind, item.at, rowOf(view, item)))}</ol>`
}

/** The message after an advance. */
export const advanced =
  'The clock moved to {to}. {eventCount} scheduled events ran; {deliveries} webhooks were delivered, {failedDeliveries} failed.'

/** The months in which something happened or is due, as links to what. */
function strip(view: View): Html {
  const { world } = view
  const months = new Map<string, { past: number; due: number }>()
  const count = (at: Instant, when: 'past' | 'due') => {
    const month = formatInstant(at).slice(0, 7)
    const counted = months.get(month) ?? { past: 0, due: 0 }
    counted[when] += 1
    months.set(month, counted)
  }
  for (const { at } of world.events) count(at, 'past')
  for (const event of world.schedule) if (isRelevant(world, event)) count(event.due, 'due')
  const now = formatInstant(world.now).slice(0, 7)
  if (!months.has(now)) months.set(now, { past: 0, due: 0 })
  const shown = [...months].sort(([one], [other]) => (one < other ? -1 : 1))
  const at = shown.findIndex(([month]) => month === now)
  const link = (parts: readonly string[], month: string, text: string) =>
    html`<a href="${address(view, parts, { from: `${month}-01T00:00:00Z`, to: `${nextMonth(month)}-01T00:00:00Z` })}" aria-label="${month}: ${text}">${text}</a>`
  return html`<ol class="strip" id="strip" data-live aria-label="Virtual time by month">${shown
    .slice(Math.max(0, at - 12), at + 13)
    .map(
      ([month, { past, due }]) =>
        html`<li id="month-${month}"${month === now ? html` aria-current="date"` : ''}><span>${month}</span>${past > 0 ? link([], month, `${past} happened`) : ''}${due > 0 ? link(['schedule'], month, `${due} due`) : ''}</li>`,
    )}</ol>`
}

function nextMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return number === 12
    ? `${String(year + 1).padStart(4, '0')}-01`
    : `${month.slice(0, 5)}${String(number + 1).padStart(2, '0')}`
}

/** The first things that someone sees: a request to copy, and where to read on. */
function firstSteps({ world, root }: View): Html {
  const [merchant] = world.accounts.merchants
  const body = {
    amount: '12.50',
    currency: 'USD',
    order: 'order-1',
    cart: [
      { id: 'tea', name: 'Box of tea', price: '12.50', quantity: 1, key: 'line-1', totalPrice: '12.50' },
    ],
    redirectUrl: 'http://127.0.0.1:3000/thanks',
    shippingAddress: null,
    customerInfo: { name: 'Ada Example', email: 'ada@shop.example' },
  }
  const command = `curl ${world.options.publicUrl}/api/hosted-page \\\n  -H 'Authorization: Bearer ${merchant?.accessToken ?? ''}' -H 'Content-Type: application/json' \\\n  --data-raw '${JSON.stringify(body)}'`
  return html`<section class="card first"><h2>Nothing has happened yet</h2><p>Create an invoice, then open its page and pay:</p><pre tabindex="0">${command}</pre><p class="buttons"><button type="button" class="copy" data-copy="${command}">Copy</button></p>
<p>Each <a href="${address({ world, root } as View, ['accounts'])}">test account</a> pays in its own way. Read on in the <a href="${root}/docs">reference</a>, and in docs/guide of the package.</p></section>`
}

/** The timeline of the sandbox. */
export async function timelinePage(view: View): Promise<Html> {
  const { query } = view
  const pageNumber = Math.max(1, Math.floor(Number(query.page ?? 1)) || 1)
  const showsSuite = query.verify === 'true'
  const { items, hasMore, ofSuite, isEmpty } = await itemsOf(view, {
    showsSuite,
    skip: (pageNumber - 1) * rowsPerPage,
  })
  const turned = (to: number, text: string) =>
    html`<a class="button" href="?${new URLSearchParams({ ...query, page: String(to) })}">${text}</a>`
  const kinds = { request: 'Requests', control: 'Control requests', change: 'State changes', email: 'Emails' }
  const kind = html`<label class="field"><span>Show</span><select name="kind"><option value="">everything</option>${Object.entries(kinds).map(([value, text]) => html`<option value="${value}"${query.kind === value ? html` selected` : ''}>${text}</option>`)}</select></label>`
  const suite =
    ofSuite === 0
      ? ''
      : html`<p>${ofSuite} requests of verify are hidden. <a href="?${new URLSearchParams({ ...query, verify: 'true' })}">Show them</a></p>`
  const none =
    items.length > 0 || isEmpty
      ? ''
      : html`<p class="quiet">Nothing passes the filters. <a href="${address(view, [])}">Remove them</a></p>`
  return html`<h2 class="hidden">Timeline</h2>${strip(view)}${filterForm(view, 'listEvents', kind)}
<div id="found" data-live>${foundOrders(view)}${suite}${none}${isEmpty ? firstSteps(view) : ''}</div>
${itemList(view, 'Timeline, the latest first', items)}
<p class="buttons" id="pages" data-live>${pageNumber > 1 ? turned(pageNumber - 1, 'Newer') : ''}${hasMore ? turned(pageNumber + 1, 'Older') : ''}<a class="button" href="${address(view, ['scenario'])}">Save as scenario</a></p>`
}

const maxFound = 10

/** The orders whose name has the text of the search, also those whose requests are not in the journal any more. */
function foundOrders(view: View): Html | '' {
  const search = (view.query.search ?? '').toLowerCase()
  if (search === '') return ''
  const found = new Map<string, readonly [order: string, merchant: string]>()
  const { invoices, transactions } = view.world
  const orders = [
    ...[...invoices].map(({ order, merchant }) => [order, merchant] as const),
    ...[...transactions].map(({ offerId, merchant }) => [offerId, merchant] as const),
  ]
  for (const [order, merchant] of orders) {
    if (order.toLowerCase().includes(search)) found.set(`${order} ${merchant}`, [order, merchant])
    if (found.size === maxFound) break
  }
  const links = [...found.values()].map(
    ([order, account]) => html`<a href="${address(view, ['orders', order], { account })}">${order}</a> `,
  )
  return links.length === 0 ? '' : html`<p>Orders: ${links}</p>`
}
