// The grade in a reduced form: of deployments evenly spread over all that there are, the suite says today what the
// committed kill matrix says, and accuses no lawful one. `npm run mutation -- --write` makes the matrix anew.

import { describe, expect, it } from 'vitest'
import { faultyDeployments } from './faulty.ts'
import { gradeOne, gradeSizes } from './grade.ts'
import { committedMatrix, rowOf } from './kill-matrix.ts'

const matrix = committedMatrix()

/** So many indexes, evenly spread. */
const spread = (count: number, of: number) =>
  Array.from({ length: count }, (_, index) => Math.floor(((index + 0.5) * of) / count))

describe('the suite today', () => {
  it.each(
    spread(24, gradeSizes.faulty).map((index) => [faultyDeployments[index]?.name ?? '', index] as const),
  )('says of "%s" what the matrix says', async (_, index) => {
    const row = rowOf(await gradeOne('faulty', index))
    const { breaks, fault } = row
    expect(matrix.faults.find((one) => one.breaks === breaks && one.fault === fault)).toEqual(row)
  })

  it.each(spread(10, gradeSizes.variant))('passes the lawful deployment of number %i', async (index) => {
    expect(await gradeOne('variant', index)).toMatchObject({ failed: [], errors: [] })
  })
})
