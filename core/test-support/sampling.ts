// Sizes of samples. Tests in *.sampled.test.ts take a small part of their inputs in `npm test`, and all of them in
// `npm run test:long`, or the part that TEST_SHARE says. TEST_SEED decides which; each run prints it.

/** Greater than 0, at most 1. */
const share = Number(process.env.TEST_SHARE ?? 1)
/** Decides which inputs are tested. */
export const seed = Number(process.env.TEST_SEED ?? 0)

/** A number of repetitions: `count` in a complete run, else its part, and at least `min`. */
export function scaled(count: number, min = 1): number {
  return Math.min(count, Math.max(min, Math.round(count * share)))
}

/** Inputs in their order: all in a complete run, else a part that the seed decides, and at least `min`. */
export function sampled<T>(inputs: readonly T[], min = 1): T[] {
  return drawn(inputs, scaled(inputs.length, min), seed)
}

/** `count` of the inputs, in their order. */
export function drawn<T>(inputs: readonly T[], count: number, drawnBy: number): T[] {
  const ranks = inputs.map((_, index) => rankOf(index, drawnBy))
  const kept = new Set([...ranks].sort((a, b) => a - b).slice(0, count))
  return inputs.filter((_, index) => kept.has(ranks[index] ?? -1))
}

/** The finalizer of MurmurHash3: different for each index, because it is a bijection. */
function rankOf(index: number, drawnBy: number): number {
  let bits = Math.imul(drawnBy + 1, 0x9e3779b1) ^ index
  for (const factor of [0x85ebca6b, 0xc2b2ae35]) bits = Math.imul(bits ^ (bits >>> 16), factor)
  return (bits ^ (bits >>> 16)) >>> 0
}
