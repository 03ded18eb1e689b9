// The plan of a simulation: its processes, and a list of steps, drawn from a seed.

import { SeededRandom } from '../../simulator/world/random.ts'
import { type ClientAction, clientActions } from './client.ts'

/** Ways to share the sandboxes: nodes a database; one process, one with workers, or two on different machines a directory. */
const kinds = ['nodes', 'server', 'workers', 'two machines'] as const
type Kind = (typeof kinds)[number]

const always = ['kill', 'pause', 'stop'] as const
const ofDatabase = [
  'cut',
  'disconnect',
  'forget connections',
  'disconnect all',
  'restart database',
  'slow database',
  'jump clock',
] as const
const ofDirectory = ['lose power', 'full disk', 'failing disk', 'second process'] as const
const rarely = ['decay'] as const
export type Fault = (typeof always | typeof ofDatabase | typeof ofDirectory | typeof rarely)[number]

export interface Step {
  /** Milliseconds since the start. */
  at: number
  /** The number of the client or of the node. */
  of: number
  act: ClientAction | Fault
  /** The spelling of the path. */
  spelling: number
  /** Nodes further than the hash says. */
  wrong: number
  /** The duration of a fault. */
  ms: number
}

export interface Plan {
  seed: number
  kind: Kind
  /** The number of nodes, or workers. */
  nodes: number
  clients: number
  /** The duration of the replay of an entry. */
  replayMs: number
  steps: Step[]
}

export function planOf(seed: number): Plan {
  const random = new SeededRandom(seed)
  const of = <T>(values: readonly T[]): T => {
    const value = values[random.below(values.length)]
    if (value === undefined) throw new RangeError('Nothing to draw from.')
    return value
  }
  const kind = of<Kind>([...kinds, 'nodes'])
  const faults: Fault[] = [...always, ...(kind === 'nodes' ? ofDatabase : ofDirectory)]
  // Each seed has few sorts of faults, so that some meet often.
  const possible = kind === 'two machines' ? faults.filter((one) => one !== 'second process') : faults
  const drawn = [of(possible), of(possible), of(possible)]
  const actions: ClientAction[] = [
    'pay',
    'pay',
    'pay',
    'read',
    'peek',
    'odd',
    'advance',
    of(['put', 'delete', 'put']),
  ]
  const [clients, maxGapMs, misses] = [random.between(2, 3), of([150, 500, 1200]), of([2, 6])]
  const steps: Step[] = []
  const add = (at: number, act: Step['act'], of: number) =>
    steps.push({
      ...{ at, of, act, ms: random.between(1, 45) ** 2 * 2 },
      spelling: random.below(3) === 0 ? random.below(7) : 0,
      wrong: random.below(misses) === 0 ? random.between(1, 3) : 0,
    })
  let at = 1000
  for (let client = 0; client < clients; client += 1) add(at, 'put', client)
  const count = random.between(15, 45)
  for (let step = 0; step < count; step += 1) {
    at += random.below(random.below(3) === 0 ? 100 : maxGapMs)
    if (random.below(4) === 0) add(at, of(drawn), random.below(8))
    else add(at, of(actions), random.below(clients))
  }
  if (random.below(8) === 0) add(at, 'decay', 0)
  return { seed, kind, nodes: random.between(2, 4), clients, replayMs: of([0, 2, 30]), steps }
}

export function isOfClient(act: Step['act']): act is ClientAction {
  return clientActions.some((one) => one === act)
}

/** A step in words. */
export function stepText({ at, of, act, spelling, wrong, ms }: Step): string {
  const time = `${(at / 1000).toFixed(3)} s`
  if (!isOfClient(act)) return `${time}: ${act}, node ${of}, ${ms} ms`
  const how = [
    spelling === 0 ? '' : `, path written in way ${spelling}`,
    wrong === 0 ? '' : `, sent ${wrong} nodes too far`,
  ]
  return `${time}: client ${of}: ${act}${how.join('')}`
}
