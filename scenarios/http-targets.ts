// Targets that are reached over HTTP: a served simulator, and the deployment of a target file.

import { controlClient } from '../client/control-client.ts'
import { httpSend } from '../client/http-send.ts'
import type { Send } from '../client/service-client.ts'
import { readSimulatorTarget } from '../client/simulator-target.ts'
import { isLoopback, levelOf, type Target } from '../client/target.ts'
import { reached, type ScenarioTarget, type SimulatorChoice } from './targets.ts'

let sandboxes = 0

/** A simulator over HTTP, by its origin. Each scenario gets a new sandbox. */
export function servedSimulator(
  origin: string,
  choice: SimulatorChoice = {},
  send: Send = httpSend,
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
      await reached(control.putSandbox({ params: { name }, body: simulatorOptions(choice, setting) }))
      return {
        serviceUrl: `${url}/api`,
        controlUrl: url,
        send,
        accounts: await reached(readSimulatorTarget(control)),
        close: async () => {
          await control.deleteSandbox({ params: { name } })
        },
      }
    },
  }
}

/** The deployment of a target file. */
export function deployment(file: Target, send: Send = httpSend): ScenarioTarget {
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
          : await reached(readSimulatorTarget(controlClient({ url: controlUrl, fetch: send }))),
      close: async () => undefined,
    }),
  }
}

/** The paths in the control document begin with /control, so they are relative to the URL without it. */
function originOf(controlUrl: string): string {
  return controlUrl.replace(/\/+$/, '').replace(/\/control$/, '')
}
