// Subscriptions and an invoice that an operator prepared make requirements checkable at lower levels, and without a clock.

import { describe, expect, it } from 'vitest'
import type { Target } from '../../../client/target.ts'
import type { Harm } from '../../../spec/operation.ts'
import { mutants } from '../../altered/mutants/all.ts'
import { sharedFixtures } from '../../commands/prepared-world.ts'
import { verify } from '../../commands/verify.ts'
import type { Report } from '../../judge/report.ts'
import { type InProcessOptions, inProcess } from '../../observe/in-process.ts'
import { existingInvoices } from '../invoices/existing.ts'
import { existingSubscriptions } from './existing.ts'
import { subscriptions } from './merchant-debits.ts'

/** A simulator with an invoice and two subscriptions that are eight days old. */
async function prepared(options: InProcessOptions = {}) {
  const withNames = await sharedFixtures(inProcess(options))
  const properties = [...existingInvoices, ...existingSubscriptions]
  return (names: readonly (keyof Target['fixtures'])[], level: Harm) =>
    verify(withNames(names), { properties, level, strict: true })
}

const verdictsOf = async (report: ReturnType<Awaited<ReturnType<typeof prepared>>>) => {
  const { requirements, failures, errors } = await report
  expect([failures, errors]).toEqual([[], []])
  return (id: string) => requirements.find((one) => one.id === id)?.verdict
}

const optional = 'subscriptions.debit-order-id-optional'
const refusals = [
  'subscriptions.debit-required-fields-refused',
  'authentication.debit-needs-merchant-auth',
  'authentication.merchant-auth-of-its-merchant',
] as const

describe('a subscription in the target file', () => {
  it('is debited, and another one is canceled', async () => {
    const run = await prepared()
    const verdict = await verdictsOf(run(['oldSubscription', 'endingSubscription'], 'money'))
    for (const id of [
      'debit-accepted',
      'debit-as-asked',
      'debit-status-200',
      'cancel-accepted',
      'cancel-without-ok',
    ])
      expect([id, verdict(`subscriptions.${id}`)]).toEqual([id, 'pass'])
  })

  it('shows that only complete requests with the credentials of the merchant are accepted', async () => {
    const run = await prepared()
    const verdict = await verdictsOf(run(['oldSubscription'], 'money'))
    expect(refusals.map(verdict)).toEqual(['pass', 'pass', 'pass'])
  })

  it('shows a deployment that debits without them', async () => {
    for (const id of refusals) {
      const { requirement: _, ...options } = mutants.find(({ requirement }) => requirement === id) ?? {}
      const { failures } = await (await prepared(options))(['oldSubscription'], 'money')
      expect(failures.map(({ requirement }) => requirement)).toContain(id)
    }
  })

  it('leaves open whether the order id is optional if only a debit with one is made', async () => {
    const [refuses] = mutants.filter(({ requirement }) => requirement === optional)
    const { failures, requirements } = await (await prepared(refuses))(['oldSubscription'], 'money')
    expect(failures).toEqual([])
    expect(requirements.find(({ id }) => id === optional)).toMatchObject({
      verdict: 'inconclusive',
      reasons: [expect.stringMatching(/made a debit with an order id, and none without: HTTP/)],
    })
  })

  it('is canceled at the level write', async () => {
    const run = await prepared()
    const verdict = await verdictsOf(run(['endingSubscription'], 'write'))
    expect(verdict('subscriptions.cancel-accepted')).toBe('pass')
    expect(verdict('subscriptions.debit-accepted')).toBe('not applicable')
  })

  it('shows a deployment that debits another amount', async () => {
    const run = await prepared({
      response: (response, { operationId }) =>
        operationId === 'debitSubscription'
          ? {
              ...response,
              text: JSON.stringify(response.json).replace(/"amount":"?[\d.]+"?/g, '"amount":"1.00"'),
            }
          : response,
    })
    const { failures } = await run(['oldSubscription'], 'money')
    expect(failures.map(({ requirement }) => requirement)).toEqual([
      'subscriptions.debit-of-the-amount-asked',
    ])
  })
})

describe('a debit that is not made', () => {
  const reasonsOf = async (report: Promise<Report>, id: string) =>
    (await report).requirements.find((one) => one.id === `subscriptions.${id}`)?.reasons?.join()
  const noDebit = { data: [], errors: [{ message: 'Paid already' }] }
  const refuses: InProcessOptions = {
    response: (response, { operationId }) =>
      operationId === 'debitSubscription'
        ? { ...response, json: { status: 200, result: noDebit } }
        : response,
  }

  it('shows what the service said of an existing subscription', async () => {
    const run = await prepared(refuses)
    expect(await reasonsOf(run(['oldSubscription'], 'money'), 'debit-accepted')).toMatch(
      /Paid already.* An earlier run may have debited this interval/,
    )
  })

  it('says what shows a later debit of a new subscription', async () => {
    const { clock: _, ...deployment } = inProcess(refuses)
    const report = verify(deployment, { properties: subscriptions, level: 'money' })
    expect(await reasonsOf(report, 'created-through-an-invoice')).toMatch(
      /^subscriptions.no-debit-in-first-interval: .* or --prepare and --resume. Actual: .*Paid already/,
    )
  })
})

describe('an invoice in the target file', () => {
  it('is read at the level read', async () => {
    const run = await prepared()
    const verdict = await verdictsOf(run(['openInvoice'], 'read'))
    for (const id of ['response-shape', 'inside-returnval', 'names-the-merchant', 'uuid-required'])
      expect([id, verdict(`invoices.order-info-${id}`)]).toEqual([id, 'pass'])
  })
})
