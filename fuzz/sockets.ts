// Fuzzes a simulator in another process over sockets: with bytes that need not be HTTP, and with the sequences of requests that
// ./worlds.ts sends in process. The process must survive, respond in time, and keep its state when it refuses a request.

import fc from 'fast-check'
import { controlClient } from '../client/control-client.ts'
import { readSimulatorTarget } from '../client/simulator-target.ts'
import type { Snapshot } from '../simulator/sandbox/snapshot.ts'
import { sendOnce } from '../simulator/test-support/send-once.ts'
import { operationIds } from '../spec/operations.ts'
import { registerWebhook, setFaultRules } from './actions.ts'
import { type ByteCase, byteCases, bytesOf, type Template } from './bytes.ts'
import { controlStep } from './control-requests.ts'
import { receiverUrl, sandboxNames } from './control-values.ts'
import { Dictionary, reference } from './dictionary.ts'
import type { Figures } from './figures.ts'
import { Player } from './player.ts'
import { requestOf } from './sequences.ts'
import { exchange, ServerProcess } from './server-process.ts'
import { sampleStep } from './service-requests.ts'
import { anySequence, type Finding, type FuzzOptions, findingOf, hashOf } from './worlds.ts'

/** A server that is started again when it has ended, so that a finding that ends it can be shrunk. */
export class FuzzedServer {
  private running: ServerProcess | undefined
  private readonly directory: string | undefined

  /** `directory` is where it keeps its sandboxes; by default they are in memory only. */
  constructor(directory?: string) {
    this.directory = directory
  }

  async current(): Promise<ServerProcess> {
    if (this.running === undefined || this.running.ended !== undefined)
      this.running = await ServerProcess.start(this.directory)
    return this.running
  }

  /** The running server with a new world and without named sandboxes. */
  async reset(): Promise<ServerProcess> {
    const server = await this.current()
    const control = controlClient({ url: server.url, fetch: sendOnce })
    await control.resetSandbox()
    const { sandboxes } = await control.listSandboxes()
    for (const { name } of sandboxes.slice(1)) await control.deleteSandbox({ params: { name } })
    return server
  }

  stop(): void {
    this.running?.stop()
  }
}

const maxCases = 10

/** Sends random bytes and damaged requests. Returns the first violation. */
export async function fuzzBytes(
  server: FuzzedServer,
  options: FuzzOptions,
  figures: Figures,
): Promise<Finding<ByteCase[]> | undefined> {
  const templates = await validRequests(await server.current())
  const cases = fc.array(byteCases(templates.length), { minLength: 1, maxLength: maxCases, size: 'max' })
  const property = fc.asyncProperty(cases, async (input) => {
    const running = await server.reset()
    let state = await stateOf(running)
    let wasOneRequest = true
    for (const one of input) {
      const sent = bytesOf(one, templates)
      const began = performance.now()
      const { statuses, hung, text } = await exchange(running.url, sent)
      figures.took(performance.now() - began, `bytes: ${JSON.stringify(one).slice(0, 200)}`)
      figures.countBytes(statuses)
      if (hung) throw new Error('The server neither responded nor closed the connection.')
      const failed = statuses.find((status) => status >= 500)
      if (failed !== undefined) throw new Error(`HTTP ${failed}: ${text.slice(0, 500)}`)
      const next = await stateOf(running)
      const refused = isOneRequest(one) && statuses.length === 1 && statuses.every((status) => status >= 400)
      if (refused && wasOneRequest && next !== state)
        throw new Error(`The state changed, although the requests were refused with ${statuses}.`)
      state = next
      wasOneRequest = isOneRequest(one) && statuses.length === 1
    }
  })
  return findingOf(property, options)
}

/**
 * True if a refusal means that nothing was processed. Node responds with 400 to invalid bytes after a request without the response
 * to that request, which is still processed; and a request whose sender is gone is processed, too.
 */
function isOneRequest({ requests, damage, abort }: ByteCase): boolean {
  return requests.length === 1 && !abort && damage.every((one) => one.do !== 'insert')
}

/** Sends random sequences over sockets. Returns the first violation. */
export async function fuzzSequencesOverSockets(
  server: FuzzedServer,
  options: FuzzOptions,
  figures: Figures,
): Promise<Finding | undefined> {
  const property = fc.asyncProperty(anySequence, async ({ steps }) => {
    const running = await server.reset()
    const connection = { origin: running.url, send: sendOnce, state: () => stateOf(running) }
    await (await Player.open(connection, figures)).play(steps)
  })
  return findingOf(property, options)
}

/** A hash of the state of the default sandbox, without its injected faults. */
async function stateOf(server: ServerProcess): Promise<string> {
  try {
    const response = await sendOnce(`${server.url}/control/snapshot`, {})
    const snapshot: Pick<Snapshot, 'options' | 'data'> = JSON.parse(await response.text())
    return hashOf(JSON.stringify([snapshot.options, snapshot.data]))
  } catch (error) {
    throw await server.failure(error)
  }
}

/** A valid request of each operation of the service and of many of the control API. None of them takes long or plans a 5xx. */
async function validRequests({ url }: ServerProcess): Promise<Template[]> {
  const control = controlClient({ url, fetch: sendOnce })
  const target = await readSimulatorTarget(control)
  const dictionary = new Dictionary()
  dictionary.harvest(await control.getCredentials())
  const steps = [
    ...operationIds.map((operationId, order) => sampleStep(operationId, { order: order % 3 })),
    controlStep('getClock'),
    controlStep('advanceClock', {}, { next: true }),
    { ...controlStep('listEvents'), query: { limit: '3' } },
    controlStep('getSchedule'),
    controlStep('issueToken', {}, { accessToken: reference('token', 0) }),
    registerWebhook(receiverUrl),
    setFaultRules([{ do: 'drop', every: 2 }]),
    controlStep('clearWebhookFaultRules'),
    controlStep('putSandbox', { name: sandboxNames[0] }, { seed: 3 }),
    controlStep('deleteSandbox', { name: sandboxNames[0] }),
    controlStep('forkSandbox', {}, { name: sandboxNames[1] }),
    controlStep('getJournal'),
    controlStep('resetSandbox'),
  ]
  return steps.map((step) => requestOf(step, target, dictionary))
}
