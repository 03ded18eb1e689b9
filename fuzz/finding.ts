// Reports a finding: its seed, the shrunk sequence, and a scenario that replays it.

import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { recordSimulator } from '../scenarios/recorder.ts'
import { sendOnce } from '../simulator/test-support/send-once.ts'
import type { ByteCase } from './bytes.ts'
import { Player } from './player.ts'
import { type Sequence, stepText } from './sequences.ts'
import type { Finding } from './worlds.ts'

/**
 * Writes the sequence of a finding as a scenario: recorded from a simulator that it is sent to once more. The scenario fails while
 * the last response is a 5xx. Returns what the scenario does not reproduce.
 */
export async function writeFindingScenario(
  { input: { seed, randomAssumptions, steps }, message }: Finding<Sequence>,
  file: string,
): Promise<string[]> {
  mkdirSync(dirname(file), { recursive: true })
  const recorder = await recordSimulator({
    host: '127.0.0.1',
    port: 0,
    title: 'Found by the fuzzer',
    directory: dirname(resolve(file)),
    simulator: {
      seed: String(seed),
      ...(randomAssumptions === null ? {} : { randomAssumptions: String(randomAssumptions) }),
    },
  })
  const connection = { origin: recorder.url, send: sendOnce }
  // Stops at the violation, if the response shows it.
  const player = await Player.open(connection)
  await player.play(steps).catch(() => undefined)
  await recorder.stop()
  const { scenario, remarks } = recorder.recorded()
  scenario.info.description = message
  const last = scenario.workflows[0]?.steps.at(-1)
  if (last !== undefined) last.successCriteria = [{ condition: '$statusCode < 500' }]
  writeFileSync(file, `${JSON.stringify(scenario, null, 2)}\n`)
  return remarks
}

/** The report of a finding, for people. */
export function findingText(
  kind: string,
  { seed, path, input, message }: Finding<Pick<Sequence, 'seed' | 'steps'> | ByteCase[]>,
): string {
  const { steps = [], ...shrunk } = 'steps' in input ? input : { cases: input }
  return [
    `Finding of "${kind}": ${message}`,
    `Shrunk input: ${JSON.stringify(shrunk)}`,
    ...steps.map((step) => `  ${stepText(step)}`),
    `Reproduce with: npm run fuzz -- --only ${kind} --seed ${seed} --path ${path}`,
  ].join('\n')
}
