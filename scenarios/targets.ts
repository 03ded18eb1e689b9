// What a scenario is replayed against: the simulator in process, a simulator over HTTP, or a real deployment. Each says what
// it cannot do before anything is sent.

import {
  isLoopback,
  type Level,
  levels,
  operationLevels,
  type Target as TargetFile,
} from '../contract-tests/target.ts'
import { UsageError } from '../core/errors.ts'
import { type Accounts, accountsOfSimulator, accountsOfTarget, type Credentials } from './accounts.ts'
import type { SimulatorSetting } from './format/scenario.ts'

/** Sends one request; `fetch`, or the same in process. */
export type Send = (url: string, init: RequestInit) => Promise<Response>

/** A target, ready for one scenario. */
export interface OpenedTarget {
  /** Where the service's paths begin. */
  serviceUrl: string
  /** Where the control API's paths begin; undefined where the target has none. */
  controlUrl: string | undefined
  send: Send
  accounts: Accounts
  close: () => Promise<void>
}

/** Something that scenarios can be replayed against. */
export interface ScenarioTarget {
  /** In words, for reports. */
  name: string
  /** Whether it offers the control API. */
  hasControl: boolean
  /** The most that scenarios may do to it. */
  level: Level
  /** Who is there, where that is known before anything is sent. */
  accounts: Accounts | undefined
  /** Makes it ready for one scenario, which is its own where the target is a simulator. */
  open: (setting: SimulatorSetting | undefined) => Promise<OpenedTarget>
}

/** What a person may choose for every scenario of a run against a simulator. */
export interface SimulatorChoice {
  seed?: string
  /** Options by the id of the unspecified behavior. */
  assumptions?: Record<string, unknown>
  /** Seed of a random choice of assumptions. */
  randomAssumptions?: string
}

/** A target that does not respond as expected. */
export class TargetUnreachable extends UsageError {
  override name = 'TargetUnreachable'
}

/** Reads who is in a simulator's sandbox. */
export async function meetAccounts(send: Send, controlUrl: string): Promise<Accounts> {
  const [credentials, choices] = await Promise.all([
    readJson<Credentials>(send, `${controlUrl}/control/credentials`),
    readJson<{ assumptions: { id: string; assumption: string }[] }>(
      send,
      `${controlUrl}/control/assumptions`,
    ),
  ])
  return accountsOfSimulator(
    credentials,
    new Map(choices.assumptions.map(({ id, assumption }) => [id, assumption])),
  )
}

async function readJson<Body>(send: Send, url: string, init: RequestInit = {}): Promise<Body> {
  let response: Response
  try {
    response = await send(url, init)
  } catch (error) {
    throw unreachable(url, error instanceof Error ? reasonOf(error) : String(error))
  }
  const text = await response.text()
  if (response.status === 200) {
    try {
      return JSON.parse(text)
    } catch {
      throw unreachable(url, 'it answered, but not with JSON')
    }
  }
  throw unreachable(url, `it answered ${response.status}: ${text.slice(0, 300)}`)
}

/** Why a request got no answer, in words. */
export function reasonOf(error: Error): string {
  const cause = error.cause instanceof Error ? error.cause : undefined
  return cause === undefined || cause.message === '' ? error.message : cause.message
}

function unreachable(url: string, reason: string): TargetUnreachable {
  return new TargetUnreachable(
    `The target does not answer as a simulator's control API at ${url}.`,
    `What came: ${reason}.`,
    'Start one with "npm start", or give the address of one that runs.',
  )
}

let sandboxes = 0

/** A simulator that is served somewhere, by its origin. Each scenario gets a sandbox of its own there. */
export function servedSimulator(
  origin: string,
  choice: SimulatorChoice = {},
  send: Send = fetch,
): ScenarioTarget {
  const root = origin.replace(/\/+$/, '')
  return {
    name: `the simulator at ${root}`,
    hasControl: true,
    level: isLoopback(root) ? 'disruptive' : 'read',
    accounts: undefined,
    open: async (setting) => {
      sandboxes += 1
      const name = `scenario-${process.pid}-${sandboxes}`
      const { simulatorOptions } = await import('./in-process.ts')
      const body = JSON.stringify(simulatorOptions(choice, setting))
      const headers = { 'content-type': 'application/json' }
      const url = `${root}/sandboxes/${name}`
      await readJson(send, url, { method: 'PUT', headers, body })
      const accounts = await meetAccounts(send, url)
      return {
        serviceUrl: `${url}/api`,
        controlUrl: url,
        send,
        accounts,
        close: async () => {
          await send(url, { method: 'DELETE' })
        },
      }
    },
  }
}

/** A deployment that a target file describes; with the control API of a simulator where the file declares it. */
export function deployment(file: TargetFile, send: Send = fetch): ScenarioTarget {
  const { baseUrl, capabilities, name } = file
  if (capabilities.control?.ownSandbox === true)
    return { ...servedSimulator(originOf(capabilities.control.url), {}, send), level: levelOf(file) }
  const controlUrl = capabilities.control === undefined ? undefined : originOf(capabilities.control.url)
  const accounts = accountsOfTarget(file)
  return {
    name: name ?? baseUrl,
    hasControl: controlUrl !== undefined,
    level: levelOf(file),
    accounts,
    open: async () => ({
      serviceUrl: baseUrl.replace(/\/+$/, ''),
      controlUrl,
      send,
      accounts: controlUrl === undefined ? accounts : await meetAccounts(send, controlUrl),
      close: async () => undefined,
    }),
  }
}

function levelOf({ level, baseUrl }: TargetFile): Level {
  return level ?? (isLoopback(baseUrl) ? 'disruptive' : 'read')
}

/** The control document's paths begin with /control, so its server is what stands before that. */
function originOf(controlUrl: string): string {
  return controlUrl.replace(/\/+$/, '').replace(/\/control$/, '')
}

/** Control operations that the runner answers itself where the target has no control API. */
export const answeredLocally: ReadonlySet<string> = new Set([
  'getCredentials',
  'issueToken',
  'encryptPayload',
])

/** Why a target cannot do an operation; undefined where it can. */
export function lacks(
  target: ScenarioTarget,
  operation: { document: 'service' | 'control'; operationId: string },
): string | undefined {
  const { document, operationId } = operation
  if (document === 'control') {
    if (target.hasControl || answeredLocally.has(operationId)) return undefined
    return `${operationId} is an operation of the control API, which ${target.name} does not have`
  }
  const levelOf: Readonly<Record<string, Level>> = operationLevels
  const needed = levelOf[operationId] ?? 'read'
  if (levels.indexOf(needed) <= levels.indexOf(target.level)) return undefined
  return `${operationId} needs the level "${needed}", and ${target.name} allows "${target.level}"; set "level" in its target file to allow more`
}
