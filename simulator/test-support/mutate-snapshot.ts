// Changes one place of a snapshot, drawn from a seed, and gives it a digest that matches: what someone could send on purpose.

import { createHash } from 'node:crypto'
import { editedAt, placesIn, replaced } from '../../spec/test-support/edits.ts'
import type { SeededRandom } from '../world/random.ts'

type Json = Record<string, unknown>

/**
 * A copy of a snapshot with one change, and what was changed: an edit, or the value of another place, often one next to it, which
 * is of the right type. The world file has its turn less often than its size says.
 */
export function mutateSnapshot(
  { digest: _, ...content }: Json,
  random: SeededRandom,
): { mutated: Json; change: string } {
  const inFile = random.below(20) === 0
  const places = Array.from(placesIn(content), ([path, value], index) => ({ path, value, index })).filter(
    ({ path }) => path.length > 0 && (path[1] === 'world') === inFile,
  )
  const drawn = <Value>(values: readonly Value[]) => values[random.below(values.length)] as Value
  const { path, index } = drawn(places)
  if (random.below(3) > 0) {
    const { edit, value } = editedAt(content, index, random.below(1000))
    return { mutated: withDigest(value as Json), change: edit }
  }
  const around = String(path.slice(0, -1))
  const siblings = places.filter((one) => String(one.path.slice(0, -1)) === around)
  const other = drawn(random.below(2) === 0 ? siblings : places)
  const mutated = withDigest(replaced(content, path, other.value) as Json)
  return { mutated, change: `${path.join('.')}: becomes ${other.path.join('.')}` }
}

/** The same snapshot with the digest of its content. */
export function withDigest({ digest: _, ...content }: Json): Json {
  return { ...content, digest: createHash('sha256').update(JSON.stringify(content)).digest('hex') }
}
