// The level matrix: for each mutant the first run that kills it, by what the target file declares and by level. It is committed
// as level-matrix.json; `npm run mutation -- --levels` generates it.

import { readFileSync } from 'node:fs'
import type { RequirementId } from '../../../spec/requirements.ts'
import { mutants } from '../mutants/all.ts'
import { includesRun, levelRuns, type Run, runName } from './levels.ts'
import type { Outcome } from './run.ts'
import { breaksStated, type Rate } from './score.ts'

/** By the id of a mutant: the name of the first run that kills it, or null. */
type LevelMatrix = Readonly<Record<string, string | null>>

/** Its path, from the root of the repository. */
export const levelMatrixFile = 'contract-tests/altered/mutation/level-matrix.json'

/** The text of the committed file: one sorted line for each mutant. */
export function levelMatrixText(outcomes: readonly Outcome[]): string {
  const rows = outcomes
    .map(({ id, firstRun = null }) => `  ${JSON.stringify(id)}: ${JSON.stringify(firstRun)}`)
    .sort()
  return `{\n${rows.join(',\n')}\n}\n`
}

export function committedLevelMatrix(): LevelMatrix {
  return JSON.parse(readFileSync(new URL('./level-matrix.json', import.meta.url), 'utf8'))
}

/** The mutants that break stated requirements and that a run kills, of those in the matrix. */
export function killedIn(
  run: Run,
  matrix: LevelMatrix,
  of: readonly { id: string; requirement: RequirementId }[] = mutants,
): Rate {
  const killing = new Set(levelRuns.filter((other) => includesRun(run, other)).map(runName))
  const firstRuns = of.filter(breaksStated).flatMap(({ id }) => matrix[id] ?? (id in matrix ? [null] : []))
  return {
    count: firstRuns.filter((name) => name !== null && killing.has(name)).length,
    of: firstRuns.length,
  }
}
