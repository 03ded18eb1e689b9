// A violation far beyond an expectation breaks the sentence that states it, so it ends with exit 1; the exact bound is inferred.

import { expect, it } from 'vitest'
import { mutantOf } from '../altered/mutants/all.ts'
import { changeResponse } from '../altered/mutants/operators/response.ts'
import { interceptSubscriptions } from '../altered/mutants/world-seam.ts'
import { list } from '../altered/variants/rows.ts'
import { verify } from '../commands/verify.ts'
import { type InProcessOptions, inProcess } from '../observe/in-process.ts'

const renewed = 'subscriptions.renewed-on-the-frequency'
const inOrder = 'payouts.transfers-in-order'
const notBeforeTwoMinutes = 'exchange-payments.not-done-before-two-minutes'
const notBeforeThreeDays = 'bank-payments.not-done-before-three-working-days'

const yearlyEachWeek = {
  world: interceptSubscriptions((subscription) => {
    if (subscription.frequency === 'yearly') subscription.frequency = 'weekly'
  }),
}

const withReceivers = (change: (rows: readonly object[]) => unknown): InProcessOptions => ({
  response: changeResponse('createTransfers', 'result.receivers', list(change)),
})
const withoutLast = withReceivers((rows) => (rows.length > 1 ? rows.slice(0, -1) : rows))

it.each([
  [inOrder, 'counts a transfer whose row it leaves out', 'stated', withoutLast],
  [renewed, 'debits a yearly item 52 times', 'stated', yearlyEachWeek],
  [renewed, 'skips an interval', 'stated', mutantOf(renewed, 'all but the second time')],
  [renewed, 'stops after three debits', 'stated', mutantOf(renewed, 'three times only')],
  [notBeforeTwoMinutes, 'takes a minute', 'stated', mutantOf(notBeforeTwoMinutes, 'after one minute')],
  [notBeforeThreeDays, 'takes two hours', 'stated', mutantOf(notBeforeThreeDays, 'after two hours')],
  [inOrder, 'lists pages of six rows', 'inferred', withReceivers((rows) => rows.slice(0, 6))],
  [inOrder, 'lists no rows', 'inferred', withReceivers(() => [])],
  [renewed, 'debits four days late', 'inferred', mutantOf(renewed, 'four days late')],
  [renewed, 'debits every 28 days', 'inferred', mutantOf(renewed, 'monthly subscriptions every 28 days')],
  [notBeforeTwoMinutes, 'is a bit early', 'inferred', mutantOf(notBeforeTwoMinutes, 'a millisecond before')],
  [notBeforeThreeDays, 'counts weekends', 'inferred', mutantOf(notBeforeThreeDays, 'weekends included')],
])('if the service violates %s because it %s, that is %s', async (id, _, basis, options) => {
  const shrink = options === withoutLast
  const { failures, warnings, exitCode } = await verify(inProcess(options), { only: [id], shrink })
  const [found, others] = basis === 'stated' ? [failures, warnings] : [warnings, failures]
  expect(found.map((one) => [one.requirement, one.basis])).toEqual([[id, basis]])
  expect(others).toEqual([])
  expect(exitCode).toBe(basis === 'stated' ? 1 : 0)
})
