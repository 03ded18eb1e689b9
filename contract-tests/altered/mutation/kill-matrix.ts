// The kill matrix: for each mutant the requirements that failed, and the figures of the run. It is committed as
// kill-matrix.json, one line for each mutant; `npm run mutation -- --write` generates it.

import { readFileSync } from 'node:fs'
import type { Outcome } from './run.ts'
import { isKilled, type Score, scoreOf } from './score.ts'

interface KillMatrix {
  score: Pick<Score, 'killed' | 'detected' | 'passed' | 'requirements' | 'schema'>
  /** Names of conforming variants on which something failed. */
  falseAlarms: string[]
  /** By id, in order. */
  mutants: Record<string, MatrixRow>
}

/** A mutant that was killed by its own requirement alone has an empty row. */
interface MatrixRow {
  survived?: true
  /** The other requirements that failed. */
  also?: string[]
  /** True if validating responses against the document detects it. */
  schema?: true
}

function rowOf(outcome: Outcome): MatrixRow {
  const also = outcome.failed.filter((id) => id !== outcome.requirement)
  return {
    ...(isKilled(outcome) ? {} : { survived: true }),
    ...(also.length === 0 ? {} : { also }),
    ...(outcome.schema ? { schema: true } : {}),
  }
}

export function killMatrixOf(outcomes: readonly Outcome[]): KillMatrix {
  const { survivors: _, falseAlarms, unguarded: __, killedStated: ___, ...score } = scoreOf(outcomes)
  const rows = outcomes.filter(({ requirement }) => requirement !== undefined)
  return {
    score,
    falseAlarms: falseAlarms.map(({ id }) => id),
    mutants: Object.fromEntries(
      rows.map((outcome) => [outcome.id, rowOf(outcome)] as const).sort(([a], [b]) => (a < b ? -1 : 1)),
    ),
  }
}

/** The text of the committed file. */
export function matrixText({ mutants, ...figures }: KillMatrix): string {
  const rows = Object.entries(mutants).map(([id, row]) => `    ${JSON.stringify(id)}: ${JSON.stringify(row)}`)
  const head = Object.entries(figures).map(([name, value]) => `  "${name}": ${JSON.stringify(value)}`)
  return `{\n${head.join(',\n')},\n  "mutants": {\n${rows.join(',\n')}\n  }\n}\n`
}

/** Its path, from the root of the repository. */
export const matrixFile = 'contract-tests/altered/mutation/kill-matrix.json'

export function committedMatrix(): KillMatrix {
  return JSON.parse(readFileSync(new URL('./kill-matrix.json', import.meta.url), 'utf8'))
}
