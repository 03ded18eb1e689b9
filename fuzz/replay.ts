// Sends requests again that were played: to a new simulator, to one that continues from a snapshot of the first, and to a fork of
// that one. Every answer must have the same bytes, and the end must be the same state.

import type { EmbeddedSandbox, EmbeddedSimulator } from '../simulator/index.ts'
import { answerTo, type Played, type Player, stateOf } from './player.ts'
import type { Answer } from './responses.ts'

/** The requests of the player and of its auditor. */
const views: readonly string[] = ['getJournal', 'getScenario']

/** A system that requests are sent to again. */
interface Replayed {
  name: string
  fetch: EmbeddedSandbox['fetch']
  settled: () => Promise<unknown>
  /** A text of the system as the first one writes it. */
  translated?: (text: string) => string
}

/** An answer as text. A snapshot does not count the deliveries that failed before it. */
const written = (answer: Answer) => JSON.stringify(answer).replace(/,\\"failedBefore\\":\d+/, '')

/** Throws an Error for the first answer that differs. */
export async function replay(played: readonly Played[], to: Replayed): Promise<void> {
  const { name, fetch, settled, translated = (text) => text } = to
  for (const { sent, answer } of played) {
    const again = await answerTo(sent, fetch)
    await settled()
    if (views.includes(sent.operationId)) continue
    const [before, after] = [written(answer), written({ ...again, text: translated(again.text) })]
    if (before === after) continue
    const at = [...before].findIndex((character, index) => character !== after[index])
    const shown = [before, after].map((text) => text.slice(Math.max(0, at - 60), at + 100)).join('\n')
    throw new Error(`${sent.method} ${sent.path}: the answer of ${name} differs:\n${shown}`)
  }
}

/** Replays what a player played. Throws an Error for the first difference. */
export async function replayAll(
  { simulator, played, cut, middle }: Player,
  start: () => EmbeddedSimulator,
): Promise<void> {
  const end = await stateOf(simulator)
  const check = async (name: string, sandbox: EmbeddedSandbox) => {
    if ((await stateOf(sandbox)) !== end) throw new Error(`The state of ${name} differs at the end.`)
  }
  const second = start()
  await replay(played, { ...second, name: 'a second simulator' })
  await check('a second simulator', second)
  if (middle === undefined) return
  const isOfSandbox = ({ sent }: Played) =>
    sent.operationId !== 'forkSandbox' && !sent.path.startsWith('/sandboxes')
  const rest = played.slice(cut).filter(isOfSandbox)
  const restored = start()
  await restored.restore(JSON.parse(JSON.stringify(middle)))
  const fork = await restored.fork('branch')
  await replay(rest, { ...restored, name: 'a restored snapshot' })
  await check('a restored snapshot', restored)
  await replay(rest, {
    name: 'a fork',
    fetch: (path, init) => restored.fetch(`/sandboxes/branch${path}`, init),
    settled: fork.settled,
    translated: (text) => text.replaceAll('/sandboxes/branch', ''),
  })
  await check('a fork', fork)
}
