// The only file of scenarios/ that imports the simulator: simulators in this process, their options, and decryption.

import { createPrivateKey } from 'node:crypto'
import { controlClient } from '../client/control-client.ts'
import type { Send } from '../client/service-client.ts'
import { readSimulatorTarget } from '../client/simulator-target.ts'
import {
  type AssumptionChoices,
  Assumptions,
  decryptedJson,
  decryptPassphrase,
  decryptRsa,
  defaultStart,
  type SandboxSetup,
  Simulator,
  type WorldFile,
} from '../simulator/internals.ts'
import type { ScenarioTarget } from './connection.ts'
import type { SimulatorSetting } from './document.ts'
import type { SimulatorChoice } from './public-types.ts'

export {
  accessGuard,
  accessPolicy,
  readAssumptionsFile,
  readWorldFile,
  type ScenarioWriter,
} from '../simulator/internals.ts'

/**
 * The options of a simulator for one scenario. A choice for the whole run takes precedence, except over the assumptions that
 * the scenario relies on.
 */
export function simulatorOptions(choice: SimulatorChoice, setting: SimulatorSetting = {}): SandboxSetup {
  const random =
    choice.assumptions === undefined ? (choice.randomAssumptions ?? setting.randomAssumptions) : undefined
  const assumptions = {
    ...choice.assumptions,
    ...(random === undefined ? {} : Assumptions.random(random).written),
    ...setting.assumptions,
  } as AssumptionChoices
  return {
    seed: choice.seed ?? setting.seed ?? '1',
    start: setting.start ?? defaultStart,
    ...(Object.keys(assumptions).length === 0 ? {} : { assumptions }),
    ...(choice.world === undefined ? {} : { world: choice.world as WorldFile }),
  }
}

/** The simulator in this process; a new one for each scenario. */
export function simulatorInProcess(choice: SimulatorChoice = {}): ScenarioTarget {
  return {
    name: 'the simulator in process',
    hasControl: true,
    level: 'disruptive',
    accounts: undefined,
    open: async (setting) => {
      const simulator = new Simulator(simulatorOptions(choice, setting))
      const send: Send = (url, init) => simulator.fetch(url, init)
      const controlUrl = simulator.defaultSandbox.options.publicUrl
      return {
        serviceUrl: `${controlUrl}/api`,
        controlUrl,
        send,
        accounts: await readSimulatorTarget(controlClient({ url: controlUrl, fetch: send })),
        close: async () => undefined,
      }
    },
  }
}

/** The keys that decrypt payloads: client secrets, and the private keys of merchants and of the service. */
export interface DecryptionKeys {
  clientSecrets: readonly string[]
  /** PEM. */
  privateKeys: readonly string[]
}

/** The JSON payload of an encrypted text; undefined if no key decrypts it. */
export function decryptPayload(
  text: string,
  { clientSecrets, privateKeys }: DecryptionKeys,
): { payload: unknown } | undefined {
  const tries = [
    ...clientSecrets.map((secret) => () => decryptPassphrase(text, secret)),
    ...privateKeys.map((pem) => () => decryptRsa(text, createPrivateKey(pem), 'both')),
  ]
  for (const decrypt of tries) {
    const decrypted = decryptedJson(decrypt())
    if (decrypted.ok) return { payload: decrypted.value }
  }
  return undefined
}
