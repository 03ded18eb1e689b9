// Changes one place of a snapshot, drawn from a seed, and gives it a digest that matches: what someone could send on purpose.

import { createHash } from 'node:crypto'
import { isObject } from '../../core/json.ts'
import type { SeededRandom } from '../world/random.ts'

type Json = Record<string, unknown>

interface Place {
  parent: object
  key: string
  path: string
}

const replacements: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  0.5,
  1e9,
  2 ** 53,
  1e300,
  253_402_300_800_000,
  '',
  'unknown',
  '-1',
  '1e5',
  '9'.repeat(400),
  '__proto__',
  'constructor',
  [],
  {},
  [[]],
]

/** The places of a value. Long arrays and the world file count less, so that every part of a snapshot has its turn. */
function placesOf(value: unknown, path = '', found: Place[] = []): Place[] {
  if (typeof value !== 'object' || value === null) return found
  for (const key of Object.keys(value)) {
    const at = `${path}/${key}`
    found.push({ parent: value, key, path: at })
    placesOf(Reflect.get(value, key), at, found)
  }
  return found
}

/** A copy of a snapshot with one change, and what was changed. */
export function mutateSnapshot(snapshot: Json, random: SeededRandom): { mutated: Json; change: string } {
  const mutated = structuredClone(snapshot)
  const places = placesOf(mutated).filter(({ path }) => path !== '/digest')
  const inFile = (path: string) => path.startsWith('/options/world')
  const chosen = places.filter(({ path }) => inFile(path) === (random.below(20) === 0 && inFile(path)))
  const place = chosen[random.below(chosen.length)] ?? places[0]
  if (place === undefined) return { mutated, change: 'nothing' }
  const change = mutate(place, places, random)
  return { mutated: withDigest(mutated), change: `${change} ${place.path}` }
}

/** The same snapshot with the digest of its content. */
export function withDigest({ digest: _, ...content }: Json): Json {
  return { ...content, digest: createHash('sha256').update(JSON.stringify(content)).digest('hex') }
}

function mutate({ parent, key }: Place, places: readonly Place[], random: SeededRandom): string {
  const value: unknown = Reflect.get(parent, key)
  const set = (changed: unknown) => Reflect.set(parent, key, changed)
  switch (random.below(8)) {
    case 0:
      if (Array.isArray(parent)) parent.splice(Number(key), 1)
      else Reflect.deleteProperty(parent, key)
      return 'drop'
    case 1:
      if (Array.isArray(parent)) parent.push(structuredClone(value))
      else Reflect.set(parent, `${key}2`, value)
      return 'duplicate'
    case 2: {
      const other = places[random.below(places.length)]
      set(structuredClone(other === undefined ? null : Reflect.get(other.parent, other.key)))
      return `replace by ${other?.path}`
    }
    case 3:
      Object.defineProperty(isObject(value) ? value : parent, '__proto__', {
        value: { polluted: true },
        enumerable: true,
        configurable: true,
        writable: true,
      })
      return 'add __proto__ to'
    case 4:
      if (typeof value !== 'number') break
      set([value + 1, value - 1, -value, value * 1000, value + 0.5][random.below(5)])
      return 'move'
    case 5: {
      // Another value of the same column or list: of the right type, but of another record.
      const siblings: unknown[] = Object.values(parent)
      const sibling = siblings[random.below(siblings.length)]
      set(structuredClone(sibling))
      return 'swap'
    }
  }
  const replacement = replacements[random.below(replacements.length)]
  set(structuredClone(replacement))
  return `replace by ${JSON.stringify(replacement)?.slice(0, 20)}`
}
