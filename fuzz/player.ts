// Plays actions on a simulator in process and checks what each request did: the response, the state, the deliveries and the invariants.

import { createHash } from 'node:crypto'
import { simulatorTarget } from '../client/simulator-target.ts'
import type { Target } from '../client/target.ts'
import { valueAt } from '../core/json.ts'
import {
  createSimulator,
  type EmbeddedSimulator,
  type SimulatorOptions,
  type Snapshot,
} from '../simulator/index.ts'
import type { Action } from './actions.ts'
import { audit, initialNotes, type Notes, note } from './auditor.ts'
import { expectation } from './expectations.ts'
import { isPossible, requestOf, type Sent, type Template } from './requests.ts'
import { type Answer, type Checked, type Coverage, checked } from './responses.ts'
import { type Credentials, type Records, readWorld, type World } from './world.ts'

/** The start of a simulator. */
export interface Setup {
  seed: number
  start: string
  /** Draws every assumption. The auditor knows the default ones only. */
  randomAssumptions?: number | undefined
}

/** A request that was played, with its answer. */
export interface Played {
  sent: Sent
  answer: Answer
}

type Delivered = Readonly<Record<'method' | 'url' | 'body', string>>

/** A receiver that refuses some deliveries, which depends only on their bytes. */
export const accepts = ({ url, body }: Pick<Delivered, 'url' | 'body'>) =>
  !createHash('sha256').update(url).update(body).digest('hex').endsWith('0')

/** A simulator whose deliveries are received in process: nothing is sent to the URL. */
export function startSimulator(
  setup: Setup,
  options: SimulatorOptions,
  deliveries: Delivered[] = [],
): EmbeddedSimulator {
  return createSimulator({
    ...{ webhookUrl: 'http://127.0.0.1:9/webhook', maxSandboxes: 2, ...setup, ...options },
    transport: async ({ method, url, body }) => {
      deliveries.push({ method, url, body })
      return accepts({ url, body })
        ? { outcome: 'accepted', httpStatus: 200, response: 'ok' }
        : { outcome: 'refused', httpStatus: 500, response: 'no' }
    },
  })
}

/** Sends a request. A connection that was dropped is an answer, too. */
export async function answerTo(
  { path, method, headers, body }: Sent,
  send: EmbeddedSimulator['fetch'],
): Promise<Answer> {
  const init = { method, headers: { ...headers }, ...(body === undefined ? {} : { body }) }
  const response = await send(path, init).catch(() => undefined)
  if (response === undefined) return { status: 0, headers: [], text: '' }
  const read = ['date', 'content-type', 'x-paytwin-encrypted-field'].map((name) => response.headers.get(name))
  return { status: response.status, headers: read, text: await response.text() }
}

/** A hash of what requests may change. Injected faults are not part of it: they count requests that are refused. */
export async function stateOf({ snapshot }: Pick<EmbeddedSimulator, 'snapshot'>): Promise<string> {
  const { options, data } = await snapshot()
  return createHash('sha256')
    .update(JSON.stringify([options, data]))
    .digest('hex')
}

/** A simulator that actions are played on, and what is known about it. */
export interface Player {
  readonly simulator: EmbeddedSimulator
  readonly played: Played[]
  /** Number of requests that are played before a snapshot is taken. */
  readonly cut: number
  middle?: Snapshot
  readonly coverage: Coverage
  readonly credentials: Credentials
  readonly target: Target
  /** Deliveries since the last request. */
  readonly deliveries: Delivered[]
  readonly snapshots: { snapshot: Snapshot; notes: Notes }[]
  readonly first: Notes
  notes: Notes
  world: World
  state: string
  /** True once deliveries may be delayed, dropped or repeated. */
  hasFaultRules: boolean
}

export async function openPlayer(
  setup: Setup,
  cut: number,
  coverage: Coverage,
  options: SimulatorOptions = {},
): Promise<Player> {
  const deliveries: Delivered[] = []
  const simulator = startSimulator(setup, options, deliveries)
  const credentials = await simulator.credentials()
  const target = simulatorTarget(credentials, await simulator.control.getAssumptions())
  const world = await readWorld(simulator, credentials)
  const first = initialNotes(world, setup.randomAssumptions === undefined)
  return {
    ...{ simulator, credentials, target, cut, coverage, deliveries, first, world },
    ...{ played: [], snapshots: [], notes: structuredClone(first), state: await stateOf(simulator) },
    hasFaultRules: false,
  }
}

/** Each active subscription makes every advance longer. */
const maxActive = 12

function recordsOf({ world, credentials, snapshots }: Player): Records {
  return { ...world, credentials, snapshots: snapshots.map(({ snapshot }) => snapshot) }
}

/** True if the records exist that a request refers to. */
export function canSend(player: Player, template: Template): boolean {
  const begins = 'subscription' in template && template.subscription !== undefined
  const active = player.world.subscriptions.filter(({ status }) => status === 'active').length
  return isPossible(template, recordsOf(player)) && !(begins && active >= maxActive)
}

/** Sends the requests of an action. Throws an Error for the first violation. */
export async function perform(player: Player, action: Action, isGenerated: boolean): Promise<void> {
  for (const template of action) {
    if (!canSend(player, template)) continue
    if (player.played.length === player.cut) player.middle = await player.simulator.snapshot()
    const sent = requestOf(template, player.target, recordsOf(player))
    await send(player, sent, isGenerated).catch((error: Error) => {
      throw new Error(`${sent.method} ${sent.path.slice(0, 120)}: ${error.message}`, { cause: error })
    })
  }
}

async function send(player: Player, sent: Sent, isGenerated: boolean): Promise<void> {
  const { simulator, world, notes, coverage } = player
  const isPlanned = sent.api === 'service' && (await hasFault(simulator, sent))
  const isKnown = !isGenerated && !isPlanned && notes.isAudited
  const expected = isKnown ? expectation(sent, world, notes) : undefined
  const answer = await answerTo(sent, simulator.fetch)
  await simulator.settled()
  player.played.push({ sent, answer })
  if (answer.status === 0 && !isPlanned) throw new Error('The connection was dropped.')
  const result = isPlanned ? { succeeded: false, body: undefined } : checked(sent, answer)
  if (!isPlanned) coverage.count(sent, result)
  if (expected !== undefined && expected !== isDone(sent, result)) {
    const what = `It was ${expected ? 'refused' : 'done'}, and should not have been`
    throw new Error(`${what}: ${answer.text.slice(0, 300)}`)
  }
  await afterRequest(player, sent, result)
}

/** True if an injected fault answers in place of the operation. */
async function hasFault({ fetch }: EmbeddedSimulator, { operationId, path }: Sent): Promise<boolean> {
  const [sandbox = ''] = /^\/sandboxes\/\w+/.exec(path) ?? []
  const response = await fetch(`${sandbox}/control/injected-faults`)
  const faults: unknown = valueAt(await response.json(), 'injectedFaults')
  return Array.from(Object(faults ?? [])).some(
    (fault) =>
      valueAt(fault, 'operationId') === operationId &&
      valueAt(fault, 'after') === 0 &&
      valueAt(fault, 'action', 'do') !== 'delay',
  )
}

async function afterRequest(player: Player, sent: Sent, result: Checked): Promise<void> {
  const deliveries = player.deliveries.splice(0)
  const before = player.world
  const state = await stateOf(player.simulator)
  if (state !== player.state) {
    const reason = reasonNotToChange(sent, result, player.notes)
    if (reason !== undefined) throw new Error(`The state changed, although the request ${reason}.`)
    player.state = state
    player.world = await readWorld(player.simulator, player.credentials)
  }
  if (!sent.path.startsWith('/sandboxes') && result.succeeded) await take(player, sent, result.body, before)
  if (!player.notes.isAudited) return
  audit(player.world, player.notes)
  if (!player.hasFaultRules && sent.operationId !== 'restoreSnapshot')
    auditDeliveries(player.world.events.slice(before.events.length), deliveries)
}

/** Requests that change the state although they are refused: an advance that stops at a limit has run the events up to that instant. */
const changing: readonly string[] = ['advanceClock']
/** Requests that leave a canceled transaction under another assumption than the default one. */
const recorded: readonly string[] = ['createExchangePayment', 'payInvoice']

function reasonNotToChange(
  { operationId, method, path }: Sent,
  { succeeded }: Checked,
  { isAudited }: Notes,
): string | undefined {
  if (path.startsWith('/sandboxes')) return 'was to another sandbox'
  if (succeeded) return method === 'GET' ? 'was a read' : undefined
  const mayChange = changing.includes(operationId) || (!isAudited && recorded.includes(operationId))
  return mayChange ? undefined : 'was refused'
}

/** Notes what an accepted request did. */
async function take(player: Player, sent: Sent, body: unknown, before: World): Promise<void> {
  const { simulator, snapshots, first, notes } = player
  switch (sent.operationId) {
    case 'takeSnapshot':
      snapshots.push({ snapshot: await simulator.snapshot(), notes: structuredClone(notes) })
      return
    case 'restoreSnapshot': {
      const digest = valueAt(sent.content, 'digest')
      const taken = snapshots.find(({ snapshot }) => snapshot.digest === digest)
      player.notes = structuredClone(taken?.notes ?? { ...first, isAudited: false })
      return
    }
    case 'resetSandbox':
      player.notes = structuredClone({ ...first, isAudited: notes.isAudited })
      return
    case 'setAssumption':
      notes.isAudited = false
      return
    case 'setWebhookFaultRules':
      player.hasFaultRules = true
      return
    default:
      note(notes, { sent, body, before, after: player.world })
  }
}

/** True if a request had an effect. A debit that fails is a success with errors. */
const isDone = ({ operationId }: Sent, { succeeded, body }: Checked) =>
  operationId === 'debitSubscription' ? valueAt(body, 'result', 'data', 0) !== undefined : succeeded

/** Checks that each new status is delivered once, as the control API lists it, and those of one transaction in order. */
function auditDeliveries(events: World['events'], deliveries: readonly Delivered[]): void {
  const left = new Map(deliveries.map(({ method, url, body }, index) => [index, [method, url, body].join()]))
  const last = new Map<string, number>()
  const known = new Set<string>()
  for (const { seq, transaction, delivery, request } of events) {
    if (delivery === 'unregistered' || delivery === 'withheld') continue
    const bytes = [request.method, request.url, request.body].join()
    const [index] = [...left].find(([at, sent]) => sent === bytes && at > (last.get(transaction) ?? -1)) ?? []
    if (index === undefined) throw new Error(`The event ${seq} was not delivered, or not in order.`)
    left.delete(index)
    last.set(transaction, index)
    known.add(bytes)
  }
  for (const bytes of left.values())
    if (known.has(bytes)) throw new Error(`It was delivered twice: ${bytes.slice(0, 300)}`)
}
