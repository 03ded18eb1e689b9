// The verdicts on services whose refusals, or acceptances, say nothing by themselves.

import { expect, it } from 'vitest'
import type { Target } from '../../client/target.ts'
import { frequencies } from '../../spec/enumerations.ts'
import type { RequirementId } from '../../spec/requirements.ts'
import { exchangePaymentErrors } from '../../spec/stated-errors.ts'
import { changeAt } from '../altered/mutants/json-path.ts'
import { changeBody } from '../altered/mutants/operators/request.ts'
import { interceptTransactions } from '../altered/mutants/world-seam.ts'
import { perWorld, refusing } from '../altered/variants/rows.ts'
import { termVariants } from '../altered/variants/terms.ts'
import { type RunOptions, verify } from '../commands/verify.ts'
import { type InProcessOptions, inProcess } from '../observe/in-process.ts'

/** Accepts phone numbers of one other country only; the target file may name one. */
const withPhonesOfOne = (known: Partial<Target['known']>): InProcessOptions => ({
  transport: async ({ body }, send) =>
    /"phone":"(?!\+49)/.test(body) ? Response.json({ message: 'No such number' }, { status: 422 }) : send(),
  target: (target) => ({ ...target, known: { ...target.known, ...known } }),
})

const registered = 'https://halden.example/thanks'

/** Accepts one redirect URL, with a target file that has this one. */
const withRedirectUrl = (redirectUrl: string | undefined): InProcessOptions => ({
  ...refusing('createInvoice', ({ body }) => ![undefined, registered].includes(body.redirectUrl)),
  target: (target) => ({
    ...target,
    merchants: target.merchants.map((merchant) => ({ ...merchant, redirectUrl })),
  }),
})

/** Has one frequency for each product, and accepts any word as the first one. */
function withOneFrequency(): InProcessOptions {
  const frequenciesOf = perWorld(() => new Map<unknown, unknown>())
  const request = changeBody('createInvoice', (body, world) => {
    const frequencyOf = frequenciesOf(world)
    let isRefused = false
    const changed = changeAt(body, 'cart.*', (line) => {
      const { id, frequency } = Object(line)
      if (frequency === undefined) return line
      isRefused ||= frequencyOf.has(id) && frequencyOf.get(id) !== frequency
      frequencyOf.set(id, frequencyOf.get(id) ?? frequency)
      const isKnown = frequencies.some((one) => one === frequency)
      return { ...Object(line), frequency: isKnown ? frequency : 'monthly' }
    })
    return isRefused ? {} : changed
  })
  return { request }
}

/** Returns error 419 in place of the first error 418. */
function withAnotherErrorOnce(): InProcessOptions {
  let isFirst = true
  const { code, message } = exchangePaymentErrors['insufficient-balance']
  return {
    response(response, { operationId }) {
      if (operationId !== 'createExchangePayment' || response.status !== 418 || !isFirst) return response
      isFirst = false
      return { ...response, status: code, json: { ok: false, statusCode: code, data: {}, message } }
    },
  }
}

/** Responds to debits without a currency with a row that has a status. */
const withDebitStatus = (status: unknown): InProcessOptions => ({
  async transport({ operationId, body }, send) {
    if (operationId !== 'debitSubscription' || body.includes('"currency":')) return send()
    const row = { transactionId: '7c12', amount: 30, currency: 'USD', status }
    return Response.json({ status: 200, result: { data: [row], errors: [] } })
  },
})

const laterDebits = { ...termVariants['debits from the twentieth day on'] }
const unreadInvoices: InProcessOptions = {
  response: (response, { operationId }) =>
    operationId === 'getInvoice' ? { ...response, status: 404, json: { ok: false } } : response,
}

const phones = 'customers.phone-and-address-optional'
const auth = 'authentication.debit-needs-merchant-auth'
const fields = 'subscriptions.debit-required-fields-refused'
const cart = 'invoices.order-info-same-cart'
const failed418 = 'exchange-payments.error-authentication-failed-418'
const urls = 'invoices.optional-fields'
const quick: RunOptions = { runs: 1 }

it.each<[words: string, RequirementId, verdict: string, InProcessOptions, RunOptions?, reason?: RegExp]>([
  ['numbers of another country only', phones, 'fail', withPhonesOfOne({})],
  ['them with one of them known', phones, 'pass', withPhonesOfOne({ phone: '+49 30 90 18 20' })],
  ['a registered redirect URL that is unknown', urls, 'pass', withRedirectUrl(undefined), quick],
  ['a registered redirect URL that is known', urls, 'pass', withRedirectUrl(registered), quick],
  ['another redirect URL than the known one', urls, 'fail', withRedirectUrl('https://other.example/'), quick],
  [
    'debits later than the run can wait',
    auth,
    'inconclusive',
    laterDebits,
    { level: 'money' },
    /refused, too: HTTP \d+/,
  ],
  ['debits later, but not too late', auth, 'pass', laterDebits],
  ['invalid debits with the status of one that is made', fields, 'fail', withDebitStatus(0), quick],
  ['invalid debits with an unknown status', fields, 'inconclusive', withDebitStatus(9), quick],
  ['invalid debits as declined', fields, 'pass', withDebitStatus('declined'), quick],
  [
    'any word as the first frequency of a product',
    'carts.other-frequency-refused',
    'fail',
    withOneFrequency(),
  ],
  ['error 419 first although the balance covers the payment', failed418, 'warning', withAnotherErrorOnce()],
  [
    'invoices that cannot be read yet',
    cart,
    'inconclusive',
    unreadInvoices,
    { runs: 1, level: 'money' },
    /set limits\.pauseSeconds/,
  ],
])('judges a service that has %s: %s has the verdict %s', async (_, id, verdict, options, run, reason) => {
  const { requirements } = await verify(inProcess(options), { only: [id], ...run })
  const found = requirements.find((one) => one.id === id)
  expect(found?.verdict, found?.reasons.join()).toBe(verdict)
  if (reason !== undefined) expect(found?.reasons.join()).toMatch(reason)
})

it('takes an invoice that cannot be read yet for no violation', async () => {
  const { warnings, failures } = await verify(inProcess(unreadInvoices), {
    ...{ only: ['invoices'], runs: 1, level: 'money' },
  })
  expect(warnings).toEqual([])
  expect(failures.map(({ requirement }) => requirement)).not.toContain('invoices.becomes-order')
})

it('finds a bank payment that is not pending at first, although no property looks at its status', async () => {
  const pending = 'bank-payments.pending-at-first'
  const completedWithoutAddress = interceptTransactions((transaction) => {
    if (transaction.kind === 'bank' && transaction.shippingAddress === null) transaction.status = 'completed'
  })
  const { failures } = await verify(inProcess({ world: completedWithoutAddress }), {
    ...{ only: ['customers', pending], runs: 2, shrink: false },
  })
  expect(failures.map(({ requirement }) => requirement)).toEqual([pending])
})
