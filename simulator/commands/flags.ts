// Reading the values of flags: each gives what it stands for, or says what is wrong with it. The flags themselves are
// listed where their verb is.

import { UsageError } from '../../core/errors.ts'
import { endless, neverEnds, pairs, validation, wholeNumbers } from '../options/simulator-options.ts'
import type { Validation } from '../sandbox/sandbox.ts'
import { type Progress, progresses, type Thing, things } from '../world/automation.ts'

/** A reader of the whole numbers within bounds; `flag` is named in what it refuses. */
export function wholeNumber(flag: string, min: number, max: number): (text: string) => number {
  const { holds, takes } = wholeNumbers(min, max)
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    if (holds(value)) return value
    throw new UsageError(`"${text}" is no value for ${flag}.`, takes, `Give one, such as ${flag} ${min}.`)
  }
}

/** Reads how strictly requests are held to the contract. */
export function readValidation(text: string): Validation {
  if (text === 'strict' || text === 'report') return text
  throw new UsageError(`"${text}" is no value for --validation.`, validation.takes, validation.remedy)
}

/** How virtual time runs: only when told, or so many times as fast as real time. */
export type Pace = 'manual' | number

const fastest = 1_000_000

/** Reads `manual`, or a ratio such as `60x`. */
export function readPace(text: string): Pace {
  if (text === 'manual') return text
  const ratio = Number(/^(\d+(?:\.\d+)?)x?$/.exec(text)?.[1])
  if (ratio > 0 && ratio <= fastest) return ratio
  throw new UsageError(
    `"${text}" is no value for --clock.`,
    `It takes "manual", or how many times as fast as real time the clock runs, at most ${fastest}x.`,
    'Give one, such as --clock 60x for a minute each second.',
  )
}

/** Progress by thing, gathered over the repetitions of the flag. */
export type ProgressChoices = Partial<Record<Thing, Progress>>

/** Reads `thing=progress` and adds it to what was read before. */
export function readProgress(text: string, before: ProgressChoices = {}): ProgressChoices {
  const [left, right, ...rest] = text.split('=')
  const thing = things.find((known) => known === left)
  const progress = progresses.find((known) => known === right)
  if (thing === undefined || progress === undefined || rest.length > 0) {
    throw new UsageError(
      `"${text}" is no value for --progress.`,
      pairs,
      'Give both, such as --progress transactions=manual; the flag can be repeated.',
    )
  }
  if (neverEnds(thing, progress)) {
    throw new UsageError(
      `"${text}" would never end.`,
      endless,
      `Choose --progress ${thing}=clock or --progress ${thing}=manual.`,
    )
  }
  return { ...before, [thing]: progress }
}
