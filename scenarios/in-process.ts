// The one door from this room to the simulator's code: simulators in process, and stand-ins merged as theirs are.

import { createPrivateKey } from 'node:crypto'
import { openJson } from '../simulator/sealing/opened.ts'
import { openPassphrase } from '../simulator/sealing/passphrase.ts'
import { openRsa } from '../simulator/sealing/rsa.ts'
import { defaultStart } from '../simulator/setup.ts'
import { Simulator, type SimulatorOptions } from '../simulator/simulator.ts'
import { SeededRandom } from '../simulator/world/random.ts'
import { StandIns, type WrittenChoices } from '../simulator/world/stand-ins.ts'
import type { SimulatorSetting } from './story.ts'
import { meetPeople, type Send, type SimulatorChoice, type StoryTarget } from './targets.ts'

/** The stand-ins of a seed with others above them; undefined where there is neither. */
export function mergedStandIns(
  vary: string | undefined,
  above: Record<string, unknown> | undefined,
): WrittenChoices | undefined {
  if (vary === undefined && above === undefined) return undefined
  const varied = vary === undefined ? {} : StandIns.vary(new SeededRandom(`vary ${vary}`)).written
  return { ...varied, ...(above as WrittenChoices | undefined) }
}

/** The options of a simulator for one story. */
export function simulatorOptions(
  { seed, vary }: SimulatorChoice,
  setting: SimulatorSetting | undefined,
): SimulatorOptions {
  const standIns = mergedStandIns(vary ?? setting?.vary, setting?.standIns)
  return {
    seed: seed ?? setting?.seed ?? '1',
    start: setting?.start ?? defaultStart,
    ...(standIns === undefined ? {} : { standIns }),
  }
}

/** A simulator in this process, a new one for each story. */
export function simulatorInProcess(choice: SimulatorChoice = {}): StoryTarget {
  return {
    name: 'the simulator in process',
    hasControl: true,
    level: 'disruptive',
    people: undefined,
    open: async (setting) => {
      const simulator = new Simulator(simulatorOptions(choice, setting))
      const send: Send = (url, init) => simulator.fetch(url, init)
      const controlUrl = simulator.defaultSandbox.options.publicUrl
      return {
        serviceUrl: `${controlUrl}/api`,
        controlUrl,
        send,
        people: await meetPeople(send, controlUrl),
        close: async () => undefined,
      }
    },
  }
}

/** What opens sealed payloads: a merchant's client secret and private key, and the service's own key. */
export interface OpeningKeys {
  clientSecrets: readonly string[]
  /** PEM. */
  privateKeys: readonly string[]
}

/** What is inside a sealed text, as JSON; undefined where no key opens it. */
export function openSealedText(
  text: string,
  { clientSecrets, privateKeys }: OpeningKeys,
): { plain: unknown } | undefined {
  const tries = [
    ...clientSecrets.map((secret) => () => openPassphrase(text, secret)),
    ...privateKeys.map((pem) => () => openRsa(text, createPrivateKey(pem), 'both')),
  ]
  for (const open of tries) {
    const opened = openJson(open())
    if (opened.ok) return { plain: opened.value }
  }
  return undefined
}

/** A simulator to record, with what opens the payloads that are sealed for it. */
export function simulatorToRecord(
  choice: SimulatorChoice & { start?: string },
  publicUrl: string,
): { send: (request: Request) => Promise<Response>; keys: OpeningKeys } {
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
