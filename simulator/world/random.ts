// The seeded random generator of a world. Its state is data and part of snapshots.

import { Buffer } from 'node:buffer'
import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus'

/** Four 32-bit integers. */
type RandomState = readonly number[]

/** A generator of pseudo-random values. The same seed and the same calls produce the same values on any machine. */
export class SeededRandom {
  private readonly generator: ReturnType<typeof xoroshiro128plusFromState>

  /** Different seeds produce unrelated sequences. A number is the same seed as its text. */
  constructor(seed: number | string, state: RandomState = SeededRandom.initialState(seed)) {
    this.generator = xoroshiro128plusFromState(state)
  }

  /** The state of a generator with that seed before its first value. */
  static initialState(seed: number | string): RandomState {
    return spreadSeed(String(seed))
  }

  /** A generator with that state. Throws a RangeError unless it is four 32-bit integers, not all zero. */
  static fromState(state: RandomState): SeededRandom {
    if (
      state.length !== 4 ||
      state.some((word) => (word | 0) !== word) ||
      state.every((word) => word === 0)
    ) {
      throw new RangeError(
        `Invalid random state ${JSON.stringify(state)}. Expected four 32-bit integers, not all zero. Take the snapshot again.`,
      )
    }
    return new SeededRandom('', state)
  }

  /** The current state, for `fromState`. */
  getState(): RandomState {
    return [...this.generator.getState()]
  }

  /** A whole number from 0 to 4 294 967 295. */
  nextUint32(): number {
    return this.generator.next() >>> 0
  }

  /** A whole number from 0 up to, not including, a positive limit. */
  below(limit: number): number {
    return this.between(0, limit - 1)
  }

  /** A whole number from min to max, both included. Throws a RangeError for other bounds. */
  between(min: number, max: number): number {
    if (!Number.isSafeInteger(min) || !Number.isSafeInteger(max) || max < min) {
      throw new RangeError(`Invalid bounds ${min} and ${max}. Expected two whole numbers, the lesser first.`)
    }
    return uniformInt(this.generator, min, max)
  }

  /** A number from 0 up to, not including, 1, with 53 random bits. */
  fraction(): number {
    const high = this.nextUint32() >>> 5
    const low = this.nextUint32() >>> 6
    return (high * 2 ** 26 + low) / 2 ** 53
  }

  bytes(count: number): Uint8Array {
    const bytes = new Uint8Array(count)
    for (let at = 0; at < count; at += 4) {
      const word = this.generator.next()
      for (let offset = 0; offset < 4 && at + offset < count; offset += 1) {
        bytes[at + offset] = word >>> (8 * offset)
      }
    }
    return bytes
  }

  /** A random UUID (version 4). */
  uuid(): string {
    const second = this.generator.next()
    const third = this.generator.next()
    writeHex(uuidText, 0, 8, this.generator.next())
    writeHex(uuidText, 9, 4, second)
    // The first digit of this group is the version.
    writeHex(uuidText, 15, 3, second >>> 16)
    // The first digit of this group is the variant: 8, 9, a or b.
    writeHex(uuidText, 19, 1, 8 | (third & 3))
    writeHex(uuidText, 20, 3, third >>> 4)
    writeHex(uuidText, 24, 4, third >>> 16)
    writeHex(uuidText, 28, 8, this.generator.next())
    return uuidText.toString('latin1')
  }
}

// Overwritten and read as one flat string. A string that is joined from pieces keeps the pieces: a year of debits then takes
// 30 % longer and 300 more bytes for each debit (npm run bench -- year).
const uuidText = Buffer.from('00000000-0000-4000-8000-000000000000')

// A table: a condition on random digits takes longer.
const hexDigits = Buffer.from('0123456789abcdef')

function writeHex(text: Uint8Array, at: number, digits: number, bits: number): void {
  let left = bits
  for (let position = at; position < at + digits; position += 1) {
    text[position] = hexDigits[left & 15] ?? 0
    left >>>= 4
  }
}

// The generator would draw similar first values for similar states. So the seed is hashed (FNV-1a) and the hash is spread over
// the four words (SplitMix).
function spreadSeed(seed: string): number[] {
  let hash = 0x811c9dc5
  for (let at = 0; at < seed.length; at += 1) hash = Math.imul(hash ^ seed.charCodeAt(at), 0x01000193)
  return [1, 2, 3, 4].map((step) => mix(hash + step * 0x9e3779b9))
}

function mix(value: number): number {
  let mixed = value | 0
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return mixed ^ (mixed >>> 16)
}
