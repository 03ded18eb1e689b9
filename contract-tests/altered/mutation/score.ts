// Mutation score and specificity of the suite.

import { readFileSync, writeFileSync } from 'node:fs'
import {
  observableRequirementIds,
  type RequirementId,
  requirements as statements,
} from '../../../spec/requirements.ts'
import type { Outcome } from './run.ts'

export interface Rate {
  count: number
  of: number
}

export interface Score {
  /** Mutants on which the requirement that they break failed. */
  killed: Rate
  /** The same of the mutants that break a stated requirement. */
  killedStated: Rate
  /** Mutants on which any requirement failed. */
  detected: Rate
  /** Conforming variants on which nothing failed. */
  passed: Rate
  /** Observable requirements that kill at least one of the mutants that break them. */
  requirements: Rate
  /** The same for a tester that only validates responses against the document. */
  schema: { detected: Rate; passed: Rate }
  survivors: readonly Outcome[]
  falseAlarms: readonly Outcome[]
  /** Observable requirements without a mutant that they kill. */
  unguarded: readonly RequirementId[]
}

/** True if the requirement that a mutant breaks failed. */
export function isKilled({ failed, requirement }: Pick<Outcome, 'failed' | 'requirement'>): boolean {
  return failed.some((id) => id === requirement)
}

function breaksStated({ requirement }: Pick<Outcome, 'requirement'>): boolean {
  return requirement !== undefined && statements[requirement].basis === 'stated'
}

const hasPassed = ({ failed, errors }: Outcome) => failed.length === 0 && errors.length === 0

export function rate<One>(of: readonly One[], counts: (outcome: One) => boolean): Rate {
  return { count: of.filter(counts).length, of: of.length }
}

/** The score of a run; of the requirements given, which are all observable ones by default. */
export function scoreOf(
  outcomes: readonly Outcome[],
  requirements: readonly RequirementId[] = observableRequirementIds,
): Score {
  const mutants = outcomes.filter(({ requirement }) => requirement !== undefined)
  const variants = outcomes.filter(({ requirement }) => requirement === undefined)
  const guarded = new Set(mutants.filter(isKilled).map(({ requirement }) => requirement))
  const unguarded = requirements.filter((id) => !guarded.has(id))
  return {
    killed: rate(mutants, isKilled),
    killedStated: rate(mutants.filter(breaksStated), isKilled),
    detected: rate(mutants, ({ failed }) => failed.length > 0),
    passed: rate(variants, hasPassed),
    requirements: { count: requirements.length - unguarded.length, of: requirements.length },
    schema: {
      detected: rate(mutants, ({ schema }) => schema),
      passed: rate(variants, ({ schema }) => !schema),
    },
    survivors: mutants.filter((outcome) => !isKilled(outcome)),
    falseAlarms: variants.filter((outcome) => !hasPassed(outcome)),
    unguarded,
  }
}

/** The rates of the last complete run, which documents show. */
type Figures = Pick<Score, 'killed' | 'detected' | 'passed' | 'schema'>

/** Its path, from the root of the repository. */
export const scoreFile = 'contract-tests/altered/mutation/score.json'

export const committedScore = (): Figures =>
  JSON.parse(readFileSync(new URL('./score.json', import.meta.url), 'utf8'))

export function writeScore({ killed, detected, passed, schema }: Score): void {
  writeFileSync(
    scoreFile,
    `${JSON.stringify({ killed, detected, passed, schema } satisfies Figures, null, 2)}\n`,
  )
}
