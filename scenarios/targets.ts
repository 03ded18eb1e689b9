// The targets of replays that are reached over HTTP: a served simulator, and the deployment of a target file.

import { randomUUID } from 'node:crypto'
import { controlClient } from '../client/control-client.ts'
import { httpSend } from '../client/http-send.ts'
import { httpUrl } from '../client/http-url.ts'
import type { Send } from '../client/service-client.ts'
import { isLoopback, readSimulatorTarget, usesOwnSandbox } from '../client/simulator-target.ts'
import type { Target } from '../client/target.ts'
import { reached, type ScenarioTarget } from './connection.ts'
import type { SimulatorChoice } from './public-types.ts'

/** Processes of several containers have the same number. */
const processId = randomUUID().slice(0, 8)
let sandboxes = 0

/** A simulator over HTTP, by its origin. Each scenario gets a new sandbox. */
export function servedSimulator(
  origin: string,
  choice: SimulatorChoice = {},
  send: Send = httpSend,
  token?: string,
): ScenarioTarget {
  const root = httpUrl(origin, 'The url of the simulator', 'PAYTWIN_URL')
  return {
    name: `the simulator at ${root}`,
    hasControl: true,
    level: isLoopback(root) ? 'disruptive' : 'read',
    accounts: undefined,
    open: async (setting) => {
      sandboxes += 1
      const name = `scenario-${processId}-${sandboxes}`
      const { simulatorOptions } = await import('./in-process.ts')
      const url = `${root}/sandboxes/${name}`
      const control = controlClient({ url, token, fetch: send })
      await reached(control.putSandbox({ params: { name }, body: simulatorOptions(choice, setting) }))
      return {
        serviceUrl: `${url}/api`,
        controlUrl: url,
        send,
        accounts: withControl(await reached(readSimulatorTarget(control)), { url, token }),
        close: async () => {
          await control.deleteSandbox({ params: { name } })
        },
      }
    },
  }
}

/** The deployment of a target file. Scenarios may read only, unless its level says otherwise. */
export function deployment(file: Target, sendPlain: Send = httpSend): ScenarioTarget {
  const { baseUrl, capabilities, name, level = 'read', headers: further } = file
  const send: Send = (url, init) => {
    const headers = new Headers(further)
    for (const [key, value] of new Headers(init.headers)) headers.set(key, value)
    return sendPlain(url, { ...init, headers })
  }
  const { control } = capabilities
  if (control !== undefined && usesOwnSandbox(file))
    return { ...servedSimulator(originOf(control.url), {}, send, control.token), level }
  const controlUrl = control === undefined ? undefined : originOf(control.url)
  const serviceUrl = baseUrl.replace(/\/+$/, '')
  return {
    name: name ?? baseUrl,
    hasControl: controlUrl !== undefined,
    level,
    accounts: file,
    open: async () => {
      const fixed = { serviceUrl, controlUrl, send, close: async () => undefined }
      if (control === undefined) return { ...fixed, accounts: file }
      const client = controlClient({ ...control, fetch: send })
      const accounts = withControl(await reached(readSimulatorTarget(client)), control)
      const { assumptions } = await reached(client.getAssumptions())
      const inForce = Object.fromEntries(assumptions.map(({ id, assumption }) => [id, assumption]))
      return { ...fixed, accounts, assumptions: inForce }
    },
  }
}

/** A simulator's accounts with the control API that they are from, whose token is one of the target's secrets. */
function withControl(accounts: Target, control: Target['capabilities']['control']): Target {
  return { ...accounts, capabilities: { ...accounts.capabilities, control } }
}

/** The paths in the control document begin with /control, so they are relative to the URL without it. */
function originOf(controlUrl: string): string {
  return controlUrl.replace(/\/+$/, '').replace(/\/control$/, '')
}
