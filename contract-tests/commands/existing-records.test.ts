// Records that an operator prepared make requirements checkable at lower levels, without a clock, and without a shopper.

import { describe, expect, it } from 'vitest'
import type { Harm } from '../../spec/operation.ts'
import type { RequirementId } from '../../spec/requirements.ts'
import { mutantOf } from '../altered/mutants/all.ts'
import { existingInvoices } from '../claims/invoices/existing.ts'
import { existingPartialPayments } from '../claims/partial-payments/existing.ts'
import { existingSubscriptions } from '../claims/subscriptions/existing.ts'
import { subscriptions } from '../claims/subscriptions/merchant-debits.ts'
import type { Report } from '../judge/report.ts'
import { type InProcessOptions, inProcess } from '../observe/in-process.ts'
import { sharedFixtures } from './prepared-world.ts'
import { verify } from './verify.ts'

const properties = [...existingInvoices, ...existingPartialPayments, ...existingSubscriptions]

interface Prepared {
  level?: Harm
  options?: InProcessOptions
  /** Fixtures with other values. */
  others?: Readonly<Record<string, string>>
  /** True if an earlier run has used the records. */
  again?: boolean
}

/** The report about a simulator whose target file names some prepared records. */
async function reportOf(
  names: readonly string[],
  { level = 'money', options, others, again }: Prepared = {},
) {
  const deployment = (await sharedFixtures(inProcess(options)))(names, others)
  const run = () => verify(deployment, { properties, level, strict: true })
  if (again === true) await run()
  return run()
}

const resultOf = ({ requirements }: Report, id: string) => requirements.find((one) => one.id === id)
const failuresOf = ({ failures }: Report) => failures.map(({ requirement }) => requirement)

const optional = 'subscriptions.debit-order-id-optional'
const required = 'subscriptions.debit-required-fields-refused'
const auth = 'authentication.debit-needs-merchant-auth'
const own = 'authentication.merchant-auth-of-its-merchant'
const fields = 'partial-payments.required-fields-refused'
const secret = 'partial-payments.encrypted-with-the-client-secret'
const byOther = 'partial-payments.by-its-merchant-only'
const inTime = 'partial-payments.within-two-weeks'
const late = 'partial-payments.after-two-weeks-refused'

const ofSubscriptions = ['debit-accepted', 'debit-as-asked', 'debit-status-200', 'cancel-accepted'] as const
const ofClosings = ['unforced-refund-request-blocks', 'forced-despite-refund-request'] as const
const ofInvoices = ['response-shape', 'inside-returnval', 'names-the-merchant', 'uuid-required'] as const

describe('records in the target file', () => {
  it.each<[words: string, names: string[], level: Harm, passed: readonly string[], notApplicable?: string]>([
    [
      'a subscription that is debited, and one that is canceled',
      ['oldSubscription', 'endingSubscription'],
      'money',
      [...ofSubscriptions, 'cancel-without-ok'].map((id) => `subscriptions.${id}`),
    ],
    ['a subscription that only its merchant can debit', ['oldSubscription'], 'money', [required, auth, own]],
    [
      'a subscription that is canceled at the level write',
      ['endingSubscription'],
      'write',
      ['subscriptions.cancel-accepted'],
      'subscriptions.debit-accepted',
    ],
    [
      'partial payments, one with a refund request',
      ['openPartialPayment', 'refundRequestedPartialPayment'],
      'money',
      [inTime, ...ofClosings.map((id) => `partial-payments.${id}`), fields, secret, byOther],
      late,
    ],
    [
      'an invoice that is read at the level read',
      ['openInvoice'],
      'read',
      ofInvoices.map((id) => `invoices.order-info-${id}`),
    ],
  ])('make checkable: %s', async (_, names, level, passed, notApplicable) => {
    const report = await reportOf(names, { level })
    expect([report.failures, report.errors]).toEqual([[], []])
    for (const id of passed) expect([id, resultOf(report, id)?.verdict]).toEqual([id, 'pass'])
    if (notApplicable !== undefined) expect(resultOf(report, notApplicable)?.verdict).toBe('not applicable')
  })

  it.each<[RequirementId, name: string]>([
    ...([required, auth, own] as const).map((id): [RequirementId, string] => [id, 'oldSubscription']),
    ...([fields, secret] as const).map((id): [RequirementId, string] => [id, 'openPartialPayment']),
  ])('show a fault of %s', async (id, name) => {
    expect(failuresOf(await reportOf([name], { options: mutantOf(id) }))).toContain(id)
  })

  it('show a deployment that closes late', async () => {
    const names = ['openPartialPayment', 'oldPartialPayment']
    expect(failuresOf(await reportOf(names, { options: mutantOf(late) }))).toEqual([late])
  })

  it('show a deployment that debits another amount', async () => {
    const response: InProcessOptions['response'] = (found, { operationId }) => {
      const text = JSON.stringify(found.json).replace(/"amount":"?[\d.]+"?/g, '"amount":"1.00"')
      return operationId === 'debitSubscription' ? { ...found, text } : found
    }
    expect(failuresOf(await reportOf(['oldSubscription'], { options: { response } }))).toEqual([
      'subscriptions.debit-of-the-amount-asked',
    ])
  })

  it.each<[words: string, names: string[], Prepared, id: string, reason?: RegExp]>([
    [
      'whether the order id is optional if only a debit with one is made',
      ['oldSubscription'],
      { options: mutantOf(optional) },
      optional,
      /made a debit with an order id, and none without: HTTP/,
    ],
    [
      'what an earlier run has closed',
      ['openPartialPayment'],
      { again: true },
      inTime,
      /Name a partial payment that no run/,
    ],
    [
      'whose closing took effect if another merchant may close them',
      ['openPartialPayment'],
      { options: mutantOf(byOther) },
      byOther,
    ],
    [
      'what does not exist',
      ['openPartialPayment'],
      { others: { oldPartialPayment: 'no-such-order' } },
      late,
      /^fixtures.oldPartialPayment: .* Name one that exists\. If it does, the target refuses both alike, and no run can/,
    ],
  ])('leave open %s', async (_, names, given, id, reason) => {
    const report = await reportOf(names, given)
    expect(report.failures).toEqual([])
    const { verdict, reasons } = resultOf(report, id) ?? {}
    expect(verdict).toBe('inconclusive')
    if (reason !== undefined) expect(reasons).toEqual([expect.stringMatching(reason)])
  })

  it('accuse nobody of accepting the closing of what an earlier run has closed', async () => {
    const options = { simulator: { assumptions: { 'partial-payments.closed-twice': 'accepted' } } } as const
    const { failures } = await reportOf(['refundRequestedPartialPayment'], { again: true, options })
    expect(failures).toEqual([])
  })
})

describe('a debit that is not made', () => {
  const noDebit = { data: [], errors: [{ message: 'Paid already' }] }
  const options: InProcessOptions = {
    response: (response, { operationId }) =>
      operationId === 'debitSubscription'
        ? { ...response, json: { status: 200, result: noDebit } }
        : response,
  }

  it('shows what the service said of an existing subscription', async () => {
    const report = await reportOf(['oldSubscription'], { options })
    expect(resultOf(report, 'subscriptions.debit-accepted')?.reasons.join()).toMatch(
      /Paid already.* An earlier run may have debited this interval/,
    )
  })

  it('says what shows a later debit of a new subscription', async () => {
    const { clock: _, ...deployment } = inProcess(options)
    const report = await verify(deployment, { properties: subscriptions, level: 'money' })
    expect(resultOf(report, 'subscriptions.created-through-an-invoice')?.reasons.join()).toMatch(
      /Paid already.* or --prepare and --resume. \(subscriptions.no-debit-in-first-interval\)$/,
    )
  })
})
