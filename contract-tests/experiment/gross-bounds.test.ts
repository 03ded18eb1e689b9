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
  [inOrder, 'counts a transfer whose row it leaves out', withoutLast],
  [renewed, 'debits a yearly item 52 times', yearlyEachWeek],
  [renewed, 'skips an interval', mutantOf(renewed, 'all but the second time')],
  [renewed, 'stops after three debits', mutantOf(renewed, 'three times only')],
  [notBeforeTwoMinutes, 'completes payments in a minute', mutantOf(notBeforeTwoMinutes, 'after one minute')],
  [notBeforeThreeDays, 'completes payments in two hours', mutantOf(notBeforeThreeDays, 'after two hours')],
])('%s fails if the service %s', async (id, _, options) => {
  const { failures, warnings, exitCode } = await verify(inProcess(options), {
    only: [id],
    shrink: id === inOrder,
  })
  expect(failures.map(({ requirement, basis }) => [requirement, basis])).toEqual([[id, 'stated']])
  expect(warnings).toEqual([])
  expect(exitCode).toBe(1)
})

it.each([
  [inOrder, 'lists pages of six rows', withReceivers((rows) => rows.slice(0, 6))],
  [inOrder, 'lists no rows', withReceivers(() => [])],
  [renewed, 'debits four days late', mutantOf(renewed, 'four days late')],
  [renewed, 'debits monthly items every 28 days', mutantOf(renewed, 'monthly subscriptions every 28 days')],
  [notBeforeTwoMinutes, 'is a moment too early', mutantOf(notBeforeTwoMinutes, 'a millisecond before')],
  [notBeforeThreeDays, 'counts weekends', mutantOf(notBeforeThreeDays, 'weekends included')],
])('%s warns if the service %s', async (id, _, options) => {
  const { failures, warnings } = await verify(inProcess(options), { only: [id], shrink: false })
  expect(failures).toEqual([])
  expect(warnings.map(({ requirement, basis }) => [requirement, basis])).toEqual([[id, 'inferred']])
})
