// Causal depth: what counts as caused by a delivery, and when a cascade is too deep.

import { describe, expect, it } from 'vitest'
import { Cascades, maxCausalDepth, receive } from './cascades.ts'

/** Runs code as an in-process receiver of an event. */
function receiving<Result>(cascades: Cascades, seq: number, act: () => Result): Result {
  return receive(cascades.reception(seq), act, undefined)
}

/** Records events until one exceeds the limit, each caused by the delivery of the one before; returns their number. */
function chain(cascades: Cascades, cause: (seq: number, record: () => void) => void): number {
  let seq = 0
  cascades.recorded(seq)
  while (!cascades.exceeds(seq) && seq <= 2 * maxCausalDepth) {
    cascades.begin(seq)
    cause(seq, () => cascades.recorded(seq + 1))
    cascades.end(seq)
    seq += 1
  }
  return seq
}

describe('a cascade', () => {
  it('is stopped when requests keep arriving while a delivery is in flight', () => {
    expect(chain(new Cascades(), (_, record) => record())).toBe(maxCausalDepth + 1)
  })

  it('does not go through the schedule of a later instant', () => {
    const cascades = new Cascades()
    const length = chain(cascades, (seq, record) => {
      receiving(cascades, seq, () => cascades.scheduled(seq, 6, 5))
      cascades.startRun(seq)
      record()
      cascades.endRun(seq)
    })
    expect(length).toBeGreaterThan(2 * maxCausalDepth)
  })

  it('counts every event of a receiver, so that it does not grow exponentially', () => {
    const cascades = new Cascades()
    let events = 1
    for (let seq = 0; !cascades.exceeds(seq) && events < 4 * maxCausalDepth; seq += 1)
      receiving(cascades, seq, () => {
        for (let child = 0; child < 2; child += 1) {
          cascades.recorded(events)
          events += 1
        }
      })
    expect(events).toBeLessThan(maxCausalDepth + 10)
  })

  it('does not include a backlog that waits for a delivery in flight', () => {
    const cascades = new Cascades()
    cascades.recorded(0)
    cascades.begin(0)
    for (let seq = 1; seq <= 3 * maxCausalDepth; seq += 1) cascades.recorded(seq)
    cascades.end(0)
    for (let seq = 1; seq <= 3 * maxCausalDepth; seq += 1) expect(cascades.exceeds(seq)).toBe(false)
  })

  it('ends when the clock moves', () => {
    const cascades = new Cascades()
    const length = chain(cascades, (seq, record) => {
      if (seq % 100 === 0) cascades.restart()
      receiving(cascades, seq, record)
    })
    expect(length).toBeGreaterThan(2 * maxCausalDepth)
  })

  it('includes what a receiver does after an await', async () => {
    const cascades = new Cascades()
    await receiving(cascades, 0, async () => {
      await null
      for (let seq = 1; seq <= maxCausalDepth + 1; seq += 1) cascades.recorded(seq)
    })
    expect(cascades.exceeds(1)).toBe(true)
  })
})
