// Refusals that say nothing about a requirement, of remote deployments with a control API: with an own sandbox, whose worlds end,
// and without.

import { describe, expect, it } from 'vitest'
import type { RequirementId } from '../../spec/requirements.ts'
import { mutants } from '../altered/mutants/all.ts'
import { replaceHandler } from '../altered/mutants/handler-seam.ts'
import { fields, perWorld, refusing } from '../altered/variants/rows.ts'
import { type RunOptions, verify } from '../commands/verify.ts'
import { type InProcessOptions, inProcess, type TransportSeam } from '../observe/in-process.ts'
import { sharedWorld } from '../observe/shared-world.ts'
import { expired, failing } from './test-support/refusals.ts'

// No time needs to pass at these deployments.
const time = { now: Date.now, wait: async (_ms: number) => {} }

/** A run against an own sandbox of a remote simulator with a control API. */
const sandboxReport = (options: InProcessOptions, run: RunOptions) =>
  verify({ ...inProcess(options), remote: true }, { runs: 2, time, ...run })

/** A run with a clock, a shopper and webhooks, but without an own sandbox. */
const controlReport = async (options: InProcessOptions, run: RunOptions) =>
  verify({ ...(await sharedWorld(options)), remote: true }, { runs: 2, time, ...run })

/** A clock of which pauses of the suite are a part. */
function passingTime() {
  let passed = 0
  const wait = async (ms: number) => {
    passed += ms
  }
  return { now: () => performance.now() + passed, time: { now: Date.now, wait } }
}

/** Refuses the payments of a shopper for some seconds after one. */
function lockedAfterPayment(now: () => number, seconds: number): TransportSeam {
  const paidAt = new Map<string, number>()
  return async ({ operationId, headers }, send) => {
    if (operationId !== 'createExchangePayment') return send()
    const { authorization = '' } = headers
    if (now() - (paidAt.get(authorization) ?? Number.NEGATIVE_INFINITY) < seconds * 1000)
      return Response.json({ message: 'Another payment is being processed' }, { status: 409 })
    const response = await send()
    if (response.ok) paidAt.set(authorization, now())
    return response
  }
}

/** Refuses the closing of an order for some seconds after a request for it. */
function lockedAfterClosing(now: () => number): InProcessOptions {
  const closedIn = perWorld(() => new Map<string, number>())
  return refusing('closePartialPayment', ({ world, payload: { offerId } }) => {
    const closedAt = closedIn(world)
    if (now() - (closedAt.get(offerId) ?? Number.NEGATIVE_INFINITY) < 4000) return true
    closedAt.set(offerId, now())
    return false
  })
}

describe('in an own sandbox, accuses no deployment that', () => {
  it('locks a shopper after a payment', async () => {
    const { now, time } = passingTime()
    const only = ['exchange-payments', 'customers', 'service']
    const { failures, errors } = await sandboxReport(
      { transport: lockedAfterPayment(now, 3) },
      { only, time },
    )
    expect([...failures, ...errors]).toEqual([])
  })

  it.each([
    ['look-ups', failing('listBanks', 3), 'banks'],
    ['validations', failing('validateExchangePayment', 13), 'exchange-payments'],
    ['invoices', failing('createInvoice', 11), 'invoices'],
  ])('fails for one of some %s', async (_, transport, resource) => {
    const { failures, errors } = await sandboxReport({ transport }, { only: [resource] })
    expect([...failures, ...errors]).toEqual([])
  })

  it('refunds at once, and accepts the closing of a payment that has ended', async () => {
    const options = replaceHandler('closePartialPayment', (call, real) => {
      const { world, merchant, payload } = call
      for (const one of world.transactions) if (one.refund === 'requested') one.status = 'canceled'
      const own = world.transactions.group(merchant, payload.offerId)
      const hasEnded = own.length > 0 && own.every(({ status }) => status === 'canceled')
      return hasEnded ? { ok: true, result: { success: true } } : real(call)
    })
    const { failures, errors } = await sandboxReport(options, { only: ['partial-payments'] })
    expect([...failures, ...errors]).toEqual([])
  })

  it('writes timestamps by the clock of its machine', async () => {
    const now = () => new Date().toISOString()
    const response = fields(['createExchangePayment'], { createdAt: now, updatedAt: now })
    const { requirements } = await sandboxReport({ response }, { only: ['service.timestamps-utc'] })
    const found = requirements.find(({ id }) => id === 'service.timestamps-utc')
    expect(found?.verdict).toBe('pass')
  })
})

it.each<RequirementId>([
  'exchange-payments.accepted',
  'exchange-payments.error-insufficient-balance-419',
  'partial-payments.refused-changes-nothing',
  'partial-payments.unforced-refund-request-blocks',
])('finds a violation of %s in an own sandbox', async (id) => {
  for (const options of mutants.filter(({ requirement }) => requirement === id)) {
    const { failures } = await sandboxReport(options, { only: [id] })
    expect(failures.map(({ requirement }) => requirement)).toContain(id)
  }
})

it.each([
  ['an own sandbox', sandboxReport],
  ['a shared one', controlReport],
])('accuses no deployment that locks an order after a request to close it, in %s', async (_, reportOf) => {
  const { now, time } = passingTime()
  const { failures, errors } = await reportOf(lockedAfterClosing(now), { only: ['partial-payments'], time })
  expect([...failures, ...errors]).toEqual([])
})

it.each([6, 8, 12, 16])('accuses no deployment whose merchantAuth expires after %i uses', async (uses) => {
  let count = 0
  const transport: TransportSeam = async ({ operationId }, send) => {
    if (!operationId.endsWith('Subscription')) return send()
    if (count >= uses) return expired()
    const response = await send()
    if (response.ok) count += 1
    return response
  }
  const { failures, errors } = await controlReport({ transport }, { only: ['subscriptions'] })
  expect([...failures, ...errors]).toEqual([])
})
