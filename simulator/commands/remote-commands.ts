// The commands that drive a running simulator, one row for each. They are thin clients of its control API: a test in any language
// needs no HTTP client for them.

import { spawn } from 'node:child_process'
import type { Command } from 'commander'
import type { ControlBody, ControlClient, ControlResponse } from '../../client/control-client.ts'
import { InvariantError, UsageError } from '../../core/errors.ts'
import { isObject, parseJson } from '../../core/json.ts'
import { likely } from '../../core/nearest.ts'
import { singleLine } from '../../core/terminal-text.ts'
import { listControlOperations, readControlDocument } from '../../spec/control/document.ts'
import { maxPageLimit } from '../../spec/control/values.ts'
import { wholeNumbers } from '../options/simulator-options.ts'
import { refusalReason } from '../service/refusal-reason.ts'
import { numberFlag } from './flags.ts'
import { changesOf, type LogEntry, lastPage, logReader } from './remote-logs.ts'
import {
  addPlaceFlags,
  controlAt,
  defaultUrl,
  type Place,
  type PlaceFlags,
  placeOf,
} from './running-simulator.ts'

interface Context {
  control: ControlClient
  place: Place
  /** Prints a value as a line of JSON with --json, else its lines for people. */
  print: (value: unknown, lines: readonly string[]) => void
}

interface Flags extends PlaceFlags {
  json?: boolean
  as?: string
  by?: string
  exchange?: string
  coin?: string
  share?: string
  bankingDays?: number
  next?: true
  follow?: boolean
  last?: number
}

/** A command: its flags are those of commander, with a function that reads the value. */
interface Row {
  description: string
  arguments?: readonly (readonly [name: string, meaning: string])[]
  options?: readonly (readonly [flag: string, meaning: string, read?: (text: string) => unknown])[]
  run: (context: Context, flags: Flags, ...words: (string | undefined)[]) => Promise<void>
}

const maxEventLines = 20
/** Entries of the log that are printed before those that follow. */
const followedEntries = 50

/** Every command by its name. */
const remoteCommands: Readonly<Record<string, Row>> = {
  pay: {
    description:
      'pay an order, as a shopper does on the checkout page; "advance PT0S" waits for its webhooks',
    arguments: [
      ['<order>', 'the order of the shop, the uuid of the invoice, or the URL of its checkout page'],
    ],
    options: [
      ['--as <shopper>', 'access token or id of the shopper; by default the first one'],
      ['--by <method>', 'exchange, wallet or bank; exchange by default'],
      ['--exchange <name>', 'the exchange; by default the first one that can pay'],
      ['--coin <code>', 'the coin; by default the first one that can pay'],
      ['--share <amount>', 'the part of the amount that a wallet pays, such as 0.5'],
    ],
    run: async ({ control, print }, { as, by = 'exchange', exchange, coin, share }, order = '') => {
      const { invoices } = await control.listInvoices({ query: { order, before: lastPage, limit: 1 } })
      const uuid = invoices[0]?.uuid ?? order.replace(/^.*\/checkout\//, '')
      const shopper = as ?? (await control.getCredentials()).shoppers[0]?.accessToken
      // The control API says what is wrong with it.
      const body: object = { by, as: shopper, exchange, coin, share }
      const paid = await control.payInvoice({ params: { uuid }, body: body as ControlBody<'payInvoice'> })
      print(paid, [transactionLine(paid)])
    },
  },
  advance: {
    description: 'advance the clock, and wait until the webhooks are delivered',
    arguments: [['[time]', 'a duration such as PT2H or P1M, or an instant']],
    options: [
      [
        '--banking-days <number>',
        'by a number of banking days',
        numberFlag('bankingDays', wholeNumbers(0, 1e9)),
      ],
      ['--next', 'to the next scheduled event'],
    ],
    run: async ({ control, print }, { bankingDays, next }, time) => {
      const body: object = { ...(time === undefined ? {} : timeOf(time)), bankingDays, next }
      const report = await control.advanceClock({ body: body as ControlBody<'advanceClock'> })
      const { events, eventCount, deliveries, failedDeliveries, stopped } = report
      const others = events.length - maxEventLines
      print(report, [
        ...events.slice(0, maxEventLines).map(({ at, description }) => `${at}  ${description}`),
        ...(others > 0 ? [`and ${others} others; --json has them`] : []),
        `${report.to}  events: ${eventCount}, deliveries: ${deliveries}, failed: ${failedDeliveries}${stopped === undefined ? '' : `; stopped: ${stopped}`}`,
      ])
    },
  },
  status: {
    description: 'print the clock, what is due, and the latest transactions',
    run: async ({ control, place, print }) => {
      const { now } = await control.getClock()
      const { events } = await control.getSchedule({ query: { limit: 5 } })
      const { transactions } = await control.listTransactions({ query: { before: lastPage, limit: 10 } })
      print({ url: place.url, now, transactions, due: events }, [
        `${now}  ${place.url}`,
        ...transactions.map(transactionLine),
        ...events.map(({ due, reason }) => `${due}  due: ${reason}`),
      ])
    },
  },
  logs: {
    description: 'print the requests to the service and the deliveries of webhooks',
    options: [
      ['--follow', 'continue to print until Ctrl-C'],
      [
        '--last <number>',
        `print only the latest entries; with --follow, ${followedEntries} by default`,
        numberFlag('last', wholeNumbers(1, maxPageLimit)),
      ],
    ],
    run: async ({ control, place, print }, { follow = false, last }) => {
      const read = logReader(control)
      const show = (entries: readonly LogEntry[]) => {
        for (const entry of entries)
          print(entry, ['delivery' in entry ? eventLine(entry) : requestLine(entry)])
      }
      show(await read(last ?? (follow ? followedEntries : undefined)))
      for (const change = changesOf(place); follow; show(await read())) await change()
    },
  },
  resend: {
    description: 'deliver a webhook again',
    arguments: [['<event>', 'the number of the event, or an order for its latest event']],
    run: async ({ control, print }, _, event = '') => {
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
    run: async ({ place, print }) => {
      print({ url: place.url }, [place.url])
      if (process.stdout.isTTY) openBrowser(place.url)
    },
  },
  reset: {
    description: 'reset the world to its initial state',
    run: async ({ control, print }) => {
      const clock = await control.resetSandbox()
      print(clock, [`The world is reset. It is ${clock.now}.`])
    },
  },
  control: {
    description: 'call an operation of the control API; without one, print all',
    arguments: [
      ['[operation]', 'its id, such as getClock'],
      ['[fields]', 'its parameters and the fields of its body as one JSON object, such as \'{"by":"PT2H"}\''],
    ],
    run: async ({ control, print }, _, operation, fields = '{}') => {
      if (operation === undefined) return print(listed, listed.map(operationLine))
      const found = operationNamed(operation)
      const call = control[found.operationId] as (options: object) => Promise<unknown>
      const response = await call(optionsOf(found, fields))
      print(response, JSON.stringify(response, null, 2).split('\n'))
    },
  },
}

/** A function that adds a command of this name to the program. */
export function addRemoteCommand(name: string): (program: Command) => void {
  const row = remoteCommands[name]
  if (row === undefined) throw new InvariantError(`There is no command ${name}.`)
  return (program) => {
    const command = program.command(name).description(row.description)
    for (const argument of row.arguments ?? []) command.argument(...argument)
    for (const [flag, meaning, read = (text: string) => text] of row.options ?? [])
      command.option(flag, meaning, read)
    addPlaceFlags(command)
      .option('--json', 'print JSON')
      .addHelpText('after', placeHelp)
      .action(async () => {
        const flags: Flags = command.opts()
        const place = await placeOf(flags)
        const print = (value: unknown, lines: readonly string[]) => {
          for (const text of flags.json === true ? [JSON.stringify(value)] : lines)
            console.log(singleLine(text))
        }
        await row.run({ place, control: await controlAt(place), print }, flags, ...command.args)
      })
  }
}

const placeHelp = `
The simulator is that of --url, --port or --address-file, else of PAYTWIN_URL, which "paytwin exec" sets, else
${defaultUrl}. The token of its control API is in the address file or in PAYTWIN_CONTROL_TOKEN.
Exit codes: 0 done, 1 the receiver did not accept what was resent, 2 refused, wrong usage, or no simulator.`

const listed = listControlOperations(readControlDocument())
type Operation = (typeof listed)[number]

function operationLine({ operationId, operation: { summary, parameters = [] } }: Operation): string {
  const names = parameters.map(({ name, required }) => (required ? name : `[${name}]`))
  return `${operationId.padEnd(22)}  ${[summary, ...names].join(' ')}`
}

/** An unknown name, and the one that was probably meant. */
function refused(fact: string, name: string, known: readonly string[]): UsageError {
  const meant = likely(name, known)
  const detail = meant === undefined ? `Expected ${known.join(', ') || 'none'}.` : `Did you mean "${meant}"?`
  return new UsageError(fact, detail, 'See "paytwin control".')
}

function operationNamed(id: string): Operation {
  const found = listed.find(({ operationId }) => operationId === id)
  const ids = listed.map(({ operationId }) => operationId)
  if (found === undefined) throw refused(`Unknown operation "${id}" of the control API.`, id, ids)
  return found
}

/** The fields as parameters and body. The control API checks the fields of a body. */
function optionsOf({ operationId, operation: { parameters = [], requestBody } }: Operation, text: string) {
  const fields = parseJson(text)
  if (!isObject(fields))
    throw new UsageError(`The fields of ${operationId} are no JSON object.`, `They are ${text}.`, 'Quote it.')
  const known = parameters.map(({ name }) => name)
  const [params, query] = ['path', 'query'].map((place) => {
    const placed = parameters.filter((one) => one.in === place && Object.hasOwn(fields, one.name))
    return Object.fromEntries(placed.map(({ name }) => [name, fields[name]]))
  })
  const body = Object.fromEntries(Object.entries(fields).filter(([name]) => !known.includes(name)))
  const missing = parameters.find(({ name, required }) => required && !Object.hasOwn(fields, name))
  if (missing !== undefined) throw refused(`${operationId} needs the field "${missing.name}".`, '', known)
  const [unknown] = requestBody === undefined ? Object.keys(body) : []
  if (unknown !== undefined) throw refused(`${operationId} has no field "${unknown}".`, unknown, known)
  return { params, query, ...(requestBody === undefined ? {} : { body }) }
}

/** The duration or the instant of `advance`. Throws a UsageError for an instant without a time or an offset. */
function timeOf(text: string): object {
  if (/^-?P/i.test(text)) return { by: text }
  const [, date, time = 'T00:00'] = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(?::\d\d)?)?$/i.exec(text) ?? []
  if (date !== undefined)
    throw new UsageError(
      `"${text}" has no ${text === date ? 'time and no offset' : 'offset'}.`,
      'An instant has a date, a time and an offset.',
      `Use, for example, ${date}${time}Z.`,
    )
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return { to: text }
  throw new UsageError(
    `Invalid time "${text}".`,
    'Expected a duration or an instant.',
    'Use, for example, P1M or 2026-02-01T00:00:00Z.',
  )
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
    'It is neither the number of an event nor an order with events.',
    'See "paytwin logs".',
  )
}

function openBrowser(url: string): void {
  const programs: Partial<Record<NodeJS.Platform, string>> = { darwin: 'open', win32: 'explorer' }
  const child = spawn(programs[process.platform] ?? 'xdg-open', [url], { stdio: 'ignore', detached: true })
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
