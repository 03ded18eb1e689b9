// The commands that drive a running simulator, one row for each. They are thin clients of its control API: a test in any language
// needs no HTTP client for them.

import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ControlBody, ControlClient, ControlResponse } from '../../client/control-client.ts'
import { UsageError } from '../../core/errors.ts'
import { maxPageLimit } from '../../spec/control/values.ts'
import { wholeNumbers } from '../options/simulator-options.ts'
import { refusalReason } from '../service/refusal-reason.ts'
import { numberFlag } from './flags.ts'
import { changesOf, type LogEntry, LogReader, lastPage } from './remote-logs.ts'

/** Where a running simulator is. */
export interface PlaceFlags {
  url?: string
  port?: number
  addressFile?: string
  sandbox?: string
}

/** Where it is. */
export interface Place {
  /** The origin, or the address of the sandbox. */
  url: string
  token: string | undefined
}

export interface Flags extends PlaceFlags {
  json?: boolean
  as?: string
  by?: string
  exchange?: string
  coin?: string
  share?: string
  bankingDays?: string
  next?: true
  follow?: boolean
  last?: string
}

interface Context {
  control: ControlClient
  place: Place
  /** Prints a value as a line of JSON with --json, else its lines for people. */
  print: (value: object, lines: readonly string[]) => void
}

/** A command. */
export interface Row {
  description: string
  /** The name of the argument, such as `<order>`, and its meaning. */
  argument?: readonly [string, string]
  options?: readonly (readonly [string, string])[]
  run: (context: Context, argument: string | undefined, flags: Flags) => Promise<void>
}

const maxEventLines = 20
const progressMs = 3000
const waysToAdvance =
  'Use one of: paytwin advance PT2H, paytwin advance 2026-02-01T00:00:00Z, --banking-days 3, --next.'

/** Entries of the log that are printed before those that follow. */
const followedEntries = 50

/** Every command by its name. */
export const remoteCommands = {
  pay: {
    description:
      'pay an order, as a shopper does on the checkout page; advance PT0S then waits for the webhooks',
    argument: ['<order>', 'the order of the shop, the uuid of the invoice, or the URL of its checkout page'],
    options: [
      ['--as <shopper>', 'access token or id of the shopper; by default the first one'],
      ['--by <method>', 'exchange, wallet or bank; exchange by default'],
      ['--exchange <name>', 'the exchange; by default the first one that can pay'],
      ['--coin <code>', 'the coin; by default the first one that can pay'],
      ['--share <amount>', 'the part of the amount that a wallet pays, such as 0.5'],
    ],
    run: async ({ control, print }, order = '', { as, by = 'exchange', exchange, coin, share }) => {
      await refuseUnfit(by, { exchange, coin, share })
      const shopper = as ?? (await firstShopper(control))
      const given: object = { by, as: shopper, exchange, coin, share }
      const params = { uuid: await invoiceOf(control, order) }
      // The control API says what is wrong with the body.
      const paid = await control.payInvoice({ params, body: given as ControlBody<'payInvoice'> })
      print(paid, [transactionLine(paid)])
    },
  },
  advance: {
    description: 'advance the clock; its deliveries have ended when the command ends',
    argument: ['[time]', 'a duration such as PT2H or P1M, or an instant'],
    options: [
      ['--banking-days <number>', 'by a number of banking days'],
      ['--next', 'to the next scheduled event'],
    ],
    run: async ({ control, print }, time, { bankingDays, next }) => {
      const ways = [time, bankingDays, next].filter((way) => way !== undefined)
      if (ways.length !== 1)
        throw new UsageError('The clock advances in one way.', `${ways.length} were given.`, waysToAdvance)
      for (const [name, text, form] of [
        ['the time', time, /^-?P|^\d{4}-.*(Z|[+-]\d\d:?\d\d)$/i],
        ['--banking-days', bankingDays, /^\d{1,9}$/],
      ] as const)
        if (text !== undefined && !form.test(text))
          throw new UsageError(
            `Invalid value "${text}" for ${name}.`,
            'A time is a duration, or an instant with an offset; banking days are a whole number.',
            waysToAdvance,
          )
      const body =
        time === undefined
          ? { bankingDays: Number(bankingDays) }
          : /^-?P/i.test(time)
            ? { by: time }
            : { to: time }
      const advancing = control.advanceClock({ body: next === true ? { next } : body })
      const report = await withProgress(control, advancing)
      const stopped = report.stopped === undefined ? '' : `; stopped: ${report.stopped}`
      const { deliveries, failedDeliveries, failedBefore = 0, eventCount } = report
      const earlier = failedBefore === 0 ? '' : `; ${failedBefore} failed before, since the last advance`
      print(report, [
        ...advanceLines(report.events),
        `${report.to}  ${counted(eventCount, 'event', 'events')}, ${counted(deliveries, 'delivery', 'deliveries')}, ${failedDeliveries} failed${earlier}${stopped}`,
        ...(failedDeliveries + failedBefore === 0 ? [] : await failedLine(control)),
      ])
    },
  },
  status: {
    description: 'print the clock, what is due, and the latest transactions',
    run: async ({ control, place, print }) => {
      const [clock, { events }, { transactions, total }] = await Promise.all([
        control.getClock(),
        control.getSchedule({ query: { limit: 5 } }),
        control.listTransactions({ query: { before: lastPage, limit: 10 } }),
      ])
      print({ url: place.url, ...clock, transactions: total, latest: transactions, due: events }, [
        `${clock.now}  ${place.url}`,
        ...transactions.map(transactionLine),
        ...events.map(({ due, reason }) => `${due}  due: ${reason}`),
      ])
    },
  },
  logs: {
    description: 'print the requests to the service and the deliveries of webhooks',
    options: [
      ['--follow', 'continue to print until Ctrl-C'],
      ['--last <number>', `print only the latest entries; with --follow, ${followedEntries} by default`],
    ],
    run: async ({ control, place, print }, _, { follow, last }) => {
      const count = last === undefined ? undefined : numberFlag('last', wholeNumbers(1, maxPageLimit))(last)
      const log = new LogReader(control)
      const show = (entry: LogEntry) =>
        print(entry, ['delivery' in entry ? eventLine(entry) : requestLine(entry)])
      const showNext = async () => {
        for await (const entry of log.next()) show(entry)
      }
      if (count === undefined && follow !== true) return showNext()
      for (const entry of await log.last(count ?? followedEntries)) show(entry)
      if (follow !== true) return
      for (const change = changesOf(place); ; await showNext()) await change()
    },
  },
  resend: {
    description: 'deliver a webhook again',
    argument: ['<event>', 'the number of the event, or an order for its latest event'],
    run: async ({ control, print }, event = '') => {
      const sent = await control.redeliver({ params: { seq: await eventOf(control, event) } })
      const last = sent.attempts.at(-1)
      const isAccepted = last === undefined || last.outcome === 'accepted'
      if (!isAccepted) process.exitCode = 1
      const how = [last?.outcome, last?.httpStatus].filter((part) => part != null).join(', HTTP ')
      print(sent, [eventLine(sent), ...(isAccepted ? [] : [`This delivery was not accepted: ${how}.`])])
    },
  },
  open: {
    description: 'print the URL of the dashboard, and open it in a browser if this is a terminal',
    run: async ({ control, place, print }) => {
      await control.getClock()
      print({ url: place.url }, [place.url])
      if (process.stdout.isTTY) openBrowser(place.url)
    },
  },
  reset: {
    description: 'reset the world to its start',
    run: async ({ control, print }) => {
      const clock = await control.resetSandbox()
      print(clock, [`The world is reset. It is ${clock.now}.`])
    },
  },
} satisfies Record<string, Row>

export type RemoteCommand = keyof typeof remoteCommands

const counted = (count: number, one: string, several: string) => `${count} ${count === 1 ? one : several}`

/** Throws a UsageError for a method that the control API does not have, or that does not take a flag. */
async function refuseUnfit(by: string, flags: Readonly<Record<string, string | undefined>>): Promise<void> {
  const [{ listControlOperations, readControlDocument }, { jsonOf }] = await Promise.all([
    import('../../spec/control/document.ts'),
    import('../../spec/openapi/reading.ts'),
  ])
  const listed = listControlOperations(readControlDocument())
  const body = listed.find(({ operationId }) => operationId === 'payInvoice')?.operation.requestBody
  const methods = new Map(
    (jsonOf(body)?.schema.anyOf ?? []).map(({ properties = {} }) => [
      String(properties.by?.enum?.[0]),
      Object.keys(flags).filter((name) => Object.hasOwn(properties, name)),
    ]),
  )
  const taken = methods.get(by)
  const unfit = Object.keys(flags).find((name) => flags[name] !== undefined && taken?.includes(name) !== true)
  if (taken !== undefined && unfit === undefined) return
  const lines = [...methods].map(
    ([name, own]) =>
      `--by ${name} takes ${own.map((flag) => `--${flag}`).join(' and ') || 'none of these flags'}`,
  )
  throw new UsageError(
    taken === undefined ? `Invalid value "${by}" for --by.` : `--by ${by} does not take --${unfit}.`,
    `${lines.join(', ')}.`,
    'Use one of these methods with its flags.',
  )
}

/** A line for each event; of many events, a line for all that were alike but for their orders. */
function advanceLines(events: ControlResponse<'advanceClock'>['events']): string[] {
  if (events.length <= maxEventLines) return events.map(({ at, description }) => `${at}  ${description}`)
  const alike = new Map<string, { at: string; description: string; last: string; times: number }>()
  for (const { at, description } of events) {
    const kind = description.replace(/order [^,]+, /, '')
    const known = alike.get(kind) ?? { at, description, last: at, times: 0 }
    alike.set(kind, { ...known, last: at, times: known.times + 1 })
  }
  const lines = [...alike].map(([kind, { at, description, last, times }]) =>
    times === 1 ? `${at}  ${description}` : `${at}  ${kind} (${times} times until ${last})`,
  )
  const left = lines.length - maxEventLines
  return left <= 0
    ? lines
    : [...lines.slice(0, maxEventLines), `and ${left} other lines; --json has the events`]
}

/** Prints how far the clock is while an advance takes long: its deliveries wait for their responses. */
async function withProgress<Result>(control: ControlClient, advancing: Promise<Result>): Promise<Result> {
  const ended = advancing.then(
    () => true,
    () => true,
  )
  while (!(await Promise.race([ended, sleep(progressMs, false, { ref: false })]))) {
    const clock = await control.getClock().catch(() => undefined)
    if (clock !== undefined)
      console.error(
        `It is ${clock.now}. ${counted(clock.deliveriesInLine ?? 0, 'delivery waits', 'deliveries wait')} for a response.`,
      )
  }
  return advancing
}

/** The latest delivery that failed, if it is among the last ones. */
async function failedLine(control: ControlClient): Promise<string[]> {
  const { events } = await control.listEvents({ query: { before: lastPage } })
  const failed = events.findLast(({ delivery }) => delivery === 'failed')
  return failed === undefined ? [] : [`last failed delivery: ${eventLine(failed)}`]
}

async function firstShopper(control: ControlClient): Promise<string | undefined> {
  const { shoppers } = await control.getCredentials()
  return shoppers[0]?.accessToken
}

/** The uuid of an invoice; the latest one of an order. */
async function invoiceOf(control: ControlClient, order: string): Promise<string> {
  const { invoices } = await control.listInvoices({ query: { order, before: lastPage, limit: 1 } })
  return invoices[0]?.uuid ?? order.replace(/^.*\/checkout\//, '')
}

/** The number of an event: itself, or that of the latest event of an order. */
async function eventOf(control: ControlClient, event: string): Promise<number> {
  if (/^\d{1,15}$/.test(event)) return Number(event)
  const { transactions } = await control.listTransactions({
    query: { order: event, before: lastPage, limit: 1 },
  })
  const transaction = transactions[0]?.id ?? event
  const { events } = await control.listEvents({ query: { transaction, before: lastPage, limit: 1 } })
  const [latest] = events
  if (latest !== undefined) return latest.seq
  throw new UsageError(
    `Nothing was reported about "${event}".`,
    'It is neither the number of an event, nor an order or a transaction with events.',
    'See "paytwin logs".',
  )
}

function openBrowser(url: string): void {
  const [program, ...args] =
    process.platform === 'darwin'
      ? ['open']
      : process.platform === 'win32'
        ? ['cmd', '/c', 'start', '']
        : ['xdg-open']
  const child = spawn(program ?? '', [...args, url], { stdio: 'ignore', detached: true })
  child.once('error', () => undefined)
  child.unref()
}

function transactionLine(transaction: ControlResponse<'getTransaction'>): string {
  const { offerId, nativeAmount, nativeCurrency, status, kind, updatedAt } = transaction
  return `${updatedAt}  ${offerId}  ${nativeAmount} ${nativeCurrency}  ${kind}  ${status}`
}

/** A request; a refused one with its first reason. */
function requestLine(line: ControlResponse<'getJournal'>['lines'][number]): string {
  const { at, method, path, status, operation, response, remarks } = line
  return [
    at,
    `${method} ${path}`,
    String(status ?? 'dropped'),
    operation,
    refusalReason(status ?? 0, response),
    ...remarks,
  ]
    .filter(Boolean)
    .join('  ')
}

/** A status change, and how its delivery ended. */
function eventLine(event: ControlResponse<'redeliver'>): string {
  const { at, seq, offerId, status, delivery, reason, request } = event
  const why = reason === null ? '' : ` (${reason})`
  return `${at}  event ${seq}  ${offerId}  ${status}  ${delivery}${why}  ${request.url ?? ''}`.trimEnd()
}
