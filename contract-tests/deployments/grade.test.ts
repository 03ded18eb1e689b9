// The committed kill matrix is of the faults that there are, and leaves no survivor unexplained and no observable
// requirement unguarded; and how a grade is counted. That the matrix is what the suite says today: grade.whole.test.ts.

import { describe, expect, it } from 'vitest'
import { observableRequirementIds } from '../../spec/requirements.ts'
import { faultyDeployments } from './faulty.ts'
import { type Graded, gradeOf, gradeSizes, gradeText } from './grade.ts'
import { committedMatrix, killMatrixOf, matrixText } from './kill-matrix.ts'
import { breaksTheDocument } from './schema-only.ts'

const matrix = committedMatrix()

/** Faults that no client can tell from a lawful deployment, each with the reason. */
const explained: Readonly<Record<string, string>> = {}
/** Observable requirements that only a fault outside of this process could break, each with the reason. */
const unguarded: Readonly<Record<string, string>> = {}

describe('the kill matrix', () => {
  it('has a row for each fault, and no other', () => {
    const rows = matrix.faults.map(({ breaks, fault }) => `${breaks}: ${fault}`)
    expect(new Set(rows).size).toBe(rows.length)
    expect(rows.sort()).toEqual(
      faultyDeployments.map(({ requirement, name }) => `${requirement}: ${name}`).sort(),
    )
  })

  it('shows each fault killed by the requirement that it breaks', () => {
    const survivors = matrix.faults.filter(({ breaks, failed }) => !failed.includes(breaks))
    expect(survivors.map(({ fault }) => fault).sort()).toEqual(Object.keys(explained).sort())
  })

  it('shows every observable requirement killed by a fault of its own', () => {
    const killed = new Set(
      matrix.faults.filter(({ breaks, failed }) => failed.includes(breaks)).map(({ breaks }) => breaks),
    )
    const open = observableRequirementIds.filter((id) => !killed.has(id))
    expect(open).toEqual(Object.keys(unguarded))
  })

  it('shows no lawful deployment accused, of as many as there are', () => {
    expect(matrix.falseAlarms).toEqual([])
    expect(matrix.specificity.passed).toEqual({ count: gradeSizes.variant, of: gradeSizes.variant })
    expect(matrix.sensitivity.caughtRightly.of).toBe(gradeSizes.faulty)
  })
})

describe('a grade', () => {
  const one = (kind: Graded['kind'], name: string, failed: string[], errors: string[] = []): Graded => ({
    kind,
    name,
    ...(kind === 'faulty' ? { requirement: 'partial-payments.closes' as const } : {}),
    failed,
    errors,
    schemaOnly: name.includes('schema'),
    seconds: 0,
  })
  const all = [
    one('faulty', 'killed', ['partial-payments.closes', 'partial-payments.response-shape']),
    one('faulty', 'killed by another', ['partial-payments.response-shape']),
    one('faulty', 'survives schema', []),
    one('variant', 'passes', []),
    one('variant', 'is accused by a schema', ['qr-transactions.response-shape']),
    one('variant', 'breaks the suite', [], ['a property: TypeError']),
  ]

  it('counts both rates, and names who spoils them', () => {
    const grade = gradeOf(all)
    expect(grade).toMatchObject({
      caught: { count: 2, of: 3 },
      caughtRightly: { count: 1, of: 3 },
      passed: { count: 1, of: 3 },
      schemaOnly: { caught: { count: 1, of: 3 }, passed: { count: 2, of: 3 } },
      requirementsKilled: { count: 1, of: observableRequirementIds.length },
    })
    const text = gradeText(grade, all)
    expect(text).toContain('sensitivity   2 of 3 (66.7 %) mutants caught')
    expect(text).toContain(
      'survivor "killed by another" of partial-payments.closes: failed instead: partial-payments.response-shape',
    )
    expect(text).toContain('survivor "survives schema" of partial-payments.closes: nothing failed')
    expect(text).toContain('false alarm on "breaks the suite": a property: TypeError')
    expect(text).toContain('no fault kills qr-transactions.response-shape')
  })

  it('makes a matrix that reads as JSON, a line for each fault', () => {
    const text = matrixText(killMatrixOf(all))
    expect(JSON.parse(text)).toEqual(killMatrixOf(all))
    expect(text.split('\n').filter((line) => line.includes('"breaks"')).length).toBe(3)
  })

  it('is set beside what a schema sees', () => {
    const store = (result: unknown) =>
      breaksTheDocument('getStore', 200, JSON.stringify({ ok: true, result }))
    expect(store({})).toBe(true)
    expect(breaksTheDocument('getStore', 200, '<html>')).toBe(true)
    expect(breaksTheDocument('getStore', 404, '{}')).toBe(false)
    expect(breaksTheDocument('closePartialPayment', 200, '{"ok":true,"result":{"success":true}}')).toBe(false)
  })
})
