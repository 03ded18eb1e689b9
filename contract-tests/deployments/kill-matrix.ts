// The kill matrix: which requirements saw which fault, and the figures of the grade that it was made in. It is committed
// as kill-matrix.json, one line for each fault; `npm run mutation -- --write` makes it anew.

import { readFileSync } from 'node:fs'
import { type Grade, type Graded, gradeOf, type Rate } from './grade.ts'

/** One fault. */
export interface MatrixRow {
  /** The requirement that it breaks. */
  breaks: string
  fault: string
  /** The requirements that failed. */
  failed: string[]
  /** Whether a schema-only tester sees it. */
  schemaOnly: boolean
}

export interface KillMatrix {
  sensitivity: { caught: Rate; caughtRightly: Rate; schemaOnly: Rate }
  specificity: { passed: Rate; schemaOnly: Rate }
  requirementsKilled: Rate
  /** Lawful deployments that were said to be faulty. */
  falseAlarms: string[]
  faults: MatrixRow[]
}

/** The row of a fault. */
export function rowOf({ requirement, name, failed, schemaOnly }: Graded): MatrixRow {
  return { breaks: requirement ?? '', fault: name, failed, schemaOnly }
}

/** The matrix of a grade; its rows stand in the order of their requirements' ids. */
export function killMatrixOf(all: readonly Graded[]): KillMatrix {
  const grade: Grade = gradeOf(all)
  const rows = all.filter(({ kind }) => kind === 'faulty').map(rowOf)
  const key = ({ breaks, fault }: MatrixRow) => `${breaks} ${fault}`
  return {
    sensitivity: {
      caught: grade.caught,
      caughtRightly: grade.caughtRightly,
      schemaOnly: grade.schemaOnly.caught,
    },
    specificity: { passed: grade.passed, schemaOnly: grade.schemaOnly.passed },
    requirementsKilled: grade.requirementsKilled,
    falseAlarms: grade.falseAlarms.map(({ name }) => name),
    faults: rows.sort((a, b) => (key(a) < key(b) ? -1 : 1)),
  }
}

/** The matrix as it is committed. */
export function matrixText({ faults, ...figures }: KillMatrix): string {
  const lines = faults.map((row) => `    ${JSON.stringify(row)}`)
  const head = Object.entries(figures).map(([name, value]) => `  "${name}": ${JSON.stringify(value)}`)
  return `{\n${head.join(',\n')},\n  "faults": [\n${lines.join(',\n')}\n  ]\n}\n`
}

/** Where it is committed, seen from the root of the repository. */
export const matrixFile = 'contract-tests/kill-matrix.json'

/** The committed matrix. */
export function committedMatrix(): KillMatrix {
  return JSON.parse(readFileSync(new URL('../kill-matrix.json', import.meta.url), 'utf8'))
}
