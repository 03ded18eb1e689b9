// The grade in a reduced form: every faulty deployment of partial payments is caught by the requirement that it breaks.

import { expect, it } from 'vitest'
import { faultyDeployments } from './faulty.ts'
import { gradeOne } from './grade.ts'

it.each(faultyDeployments.map(({ name, requirement }, index) => ({ name, requirement, index })))(
  '"$name" is caught by $requirement',
  async ({ requirement, index }) => {
    const { failed, errors } = await gradeOne('faulty', index)
    expect(errors).toEqual([])
    expect(failed).toContain(requirement)
  },
)
