// The one door from this room to the simulator's code: simulators in process, and assumptions merged as theirs are.

import { createPrivateKey } from 'node:crypto'
import { decryptedJson } from '../simulator/encryption/decrypted.ts'
import { decryptPassphrase } from '../simulator/encryption/passphrase.ts'
import { decryptRsa } from '../simulator/encryption/rsa.ts'
import { defaultStart } from '../simulator/options/sandbox-options.ts'
import { Simulator, type SimulatorOptions } from '../simulator/simulator.ts'
import { type AssumptionChoices, Assumptions } from '../simulator/world/assumptions.ts'
import type { SimulatorSetting } from './scenario.ts'
import { meetAccounts, type ScenarioTarget, type Send, type SimulatorChoice } from './targets.ts'

/** The assumptions of a seed with others above them; undefined where there is neither. */
export function mergedAssumptions(
  vary: string | undefined,
  above: Record<string, unknown> | undefined,
): AssumptionChoices | undefined {
  if (vary === undefined && above === undefined) return undefined
  const varied = vary === undefined ? {} : Assumptions.random(vary).written
  return { ...varied, ...(above as AssumptionChoices | undefined) }
}

/** The options of a simulator for one scenario. */
export function simulatorOptions(
  { seed, vary }: SimulatorChoice,
  setting: SimulatorSetting | undefined,
): SimulatorOptions {
  const assumptions = mergedAssumptions(vary ?? setting?.vary, setting?.assumptions)
  return {
    seed: seed ?? setting?.seed ?? '1',
    start: setting?.start ?? defaultStart,
    ...(assumptions === undefined ? {} : { assumptions }),
  }
}

/** A simulator in this process, a new one for each scenario. */
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
        accounts: await meetAccounts(send, controlUrl),
        close: async () => undefined,
      }
    },
  }
}

/** What opens encrypted payloads: a merchant's client secret and private key, and the service's own key. */
export interface DecryptionKeys {
  clientSecrets: readonly string[]
  /** PEM. */
  privateKeys: readonly string[]
}

/** What is inside a encrypted text, as JSON; undefined where no key opens it. */
export function openEncryptedText(
  text: string,
  { clientSecrets, privateKeys }: DecryptionKeys,
): { payload: unknown } | undefined {
  const tries = [
    ...clientSecrets.map((secret) => () => decryptPassphrase(text, secret)),
    ...privateKeys.map((pem) => () => decryptRsa(text, createPrivateKey(pem), 'both')),
  ]
  for (const open of tries) {
    const opened = decryptedJson(open())
    if (opened.ok) return { payload: opened.value }
  }
  return undefined
}

/** A simulator to record, with what opens the payloads that are encrypted for it. */
export function simulatorToRecord(
  choice: SimulatorChoice & { start?: string },
  publicUrl: string,
): { send: (request: Request) => Promise<Response>; keys: DecryptionKeys } {
  const { start, ...rest } = choice
  const options = simulatorOptions(rest, start === undefined ? undefined : { start })
  const simulator = new Simulator({ ...options, publicUrl })
  const { file } = simulator.defaultSandbox.options
  return {
    send: simulator.fetch,
    keys: {
      clientSecrets: file.merchants.map(({ clientSecret }) => clientSecret),
      privateKeys: [...file.merchants.map(({ privateKey }) => privateKey), file.serviceKey],
    },
  }
}
