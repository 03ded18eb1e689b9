// That no debit was made without a valid merchantAuth says something only if one is made with it.

import { expect, it } from 'vitest'
import { termVariants } from '../../altered/variants/terms.ts'
import { verify } from '../../commands/verify.ts'
import { inProcess } from '../../observe/in-process.ts'
import { merchantAuth } from './merchant-auth.ts'

const id = 'authentication.debit-needs-merchant-auth'

it.each([
  ['money', 'inconclusive'],
  ['disruptive', 'pass'],
] as const)('judges at the level %s debits from the twentieth day on as %s', async (level, verdict) => {
  const later = { ...termVariants['debits from the twentieth day on'] }
  const report = await verify(inProcess(later), { properties: merchantAuth, only: [id], level })
  const found = report.requirements.find((one) => one.id === id)
  expect(found).toMatchObject({ verdict })
  if (verdict === 'inconclusive') expect(found?.reasons.join()).toMatch(/refused, too: HTTP \d+/)
})
