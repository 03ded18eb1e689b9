// What a scenario is replayed against: the simulator in process, a simulator over HTTP, or a real deployment. Each says what
// it cannot do before anything is sent.

import { controlClient } from '../client/control-client.ts'
import { includesLevel, type Level, operationDetails } from '../client/operation-details.ts'
import type { Send } from '../client/service-client.ts'
import { readSimulatorTarget } from '../client/simulator-target.ts'
import { isLoopback, levelOf, type Target } from '../client/target.ts'
import type { OperationId } from '../spec/operations.ts'
import type { SimulatorSetting } from './scenario.ts'

/** A target, ready for one scenario. */
export interface OpenedTarget {
  /** Where the service's paths begin. */
  serviceUrl: string
  /** Where the control API's paths begin; undefined where the target has none. */
  controlUrl: string | undefined
  send: Send
  accounts: Target
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
  accounts: Target | undefined
  /** Makes it ready for one scenario, which is its own where the target is a simulator. */
  open: (setting: SimulatorSetting | undefined) => Promise<OpenedTarget>
}

/** What a person may choose for every scenario of a run against a simulator. */
export interface SimulatorChoice {
  seed?: string
  vary?: string
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
      const url = `${root}/sandboxes/${name}`
      const control = controlClient({ url, fetch: send })
      await control.putSandbox({ params: { name }, body: simulatorOptions(choice, setting) })
      return {
        serviceUrl: `${url}/api`,
        controlUrl: url,
        send,
        accounts: await readSimulatorTarget(control),
        close: async () => {
          await control.deleteSandbox({ params: { name } })
        },
      }
    },
  }
}

/** A deployment that a target file describes; with the control API of a simulator where the file declares it. */
export function deployment(file: Target, send: Send = fetch): ScenarioTarget {
  const { baseUrl, capabilities, name } = file
  if (capabilities.control?.ownSandbox === true)
    return { ...servedSimulator(originOf(capabilities.control.url), {}, send), level: levelOf(file) }
  const controlUrl = capabilities.control === undefined ? undefined : originOf(capabilities.control.url)
  return {
    name: name ?? baseUrl,
    hasControl: controlUrl !== undefined,
    level: levelOf(file),
    accounts: file,
    open: async () => ({
      serviceUrl: baseUrl.replace(/\/+$/, ''),
      controlUrl,
      send,
      accounts:
        controlUrl === undefined
          ? file
          : await readSimulatorTarget(controlClient({ url: controlUrl, fetch: send })),
      close: async () => undefined,
    }),
  }
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
  const needed = operationDetails[operationId as OperationId].level
  if (includesLevel(target.level, needed)) return undefined
  return `${operationId} needs the level "${needed}", and ${target.name} allows "${target.level}"; set "level" in its target file to allow more`
}
