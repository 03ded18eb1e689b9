// Sequences of invoices that two merchants make and read, beside a small model of whose each of them is. What one order
// says of its invoice, in all its fields, is in order-info.ts.

import fc from 'fast-check'
import { invoice } from '../../../client/sample-requests.ts'
import type { Target } from '../../../client/target.ts'
import { sameDecimal } from '../../checks/decimals.ts'
import type { Context } from '../../engine/context.ts'
import { property } from '../../engine/property.ts'
import { inUnits, maxCents } from '../../inputs/arbitraries.ts'

/** A merchant, by its place in the target, makes an invoice, or reads one of those made so far, by its place. */
type Step = { by: number } & ({ makes: number } | { reads: number })

const by = fc.integer({ min: 0, max: 1 })
const stepsFor = (target: Target): fc.Arbitrary<Step[]> =>
  fc.array(
    fc.oneof(
      fc.record({ by, makes: fc.integer({ min: 1, max: maxCents(target) }) }),
      fc.record({ by, reads: fc.nat({ max: 30 }) }),
    ),
    { minLength: 4, maxLength: 14 },
  )

interface Made {
  by: number
  uuid: string
  order: string
  amount: string
}

export const orderSequences = [
  property({
    resource: 'invoices',
    level: 'write',
    title: 'however two merchants make and read invoices in turn, each reads its own, and as it made them',
    kind: 'model',
    needs: ['secondMerchant'],
    checks: [
      'authentication.order-info-for-its-merchant',
      'invoices.order-info-same-order',
      'invoices.order-info-same-amount',
      'invoices.order-info-names-the-merchant',
    ],
    async run(it) {
      await it.forAll(
        stepsFor(it.target),
        async (it, sequence) => {
          const model: Made[] = []
          for (const step of sequence) {
            if ('makes' in step) model.push(await make(it, step.by, inUnits(step.makes)))
            else {
              const made = model[step.reads % Math.max(1, model.length)]
              if (made !== undefined) await read(it, step.by, made)
            }
          }
        },
        { share: 0.5 },
      )
    },
  }),
]

const merchantAt = (it: Context, at: number) => (at === 0 ? it.merchant : it.secondMerchant)

async function make(it: Context, by: number, amount: string): Promise<Made> {
  const merchant = merchantAt(it, by)
  const body = invoice(it, { amount })
  const { uuid } = it.given(await it.client.call('createInvoice', { body, merchant })).result
  return { by, uuid, order: body.order, amount }
}

async function read(it: Context, by: number, made: Made): Promise<void> {
  const merchant = merchantAt(it, by)
  const response = await it.client.call('getInvoice', { query: { uuid: made.uuid }, merchant })
  if (by !== made.by) {
    it.refuses('authentication.order-info-for-its-merchant', response, 'the invoice is of another merchant')
    return
  }
  const { returnval } = it.given(response).result
  it.check('invoices.order-info-same-order', returnval.order === made.order, {
    expected: made.order,
    actual: returnval.order,
  })
  it.check('invoices.order-info-same-amount', sameDecimal(returnval.amount, made.amount), {
    expected: made.amount,
    actual: returnval.amount,
  })
  it.check('invoices.order-info-names-the-merchant', returnval.merchant_id === merchant.id, {
    expected: merchant.id,
    actual: returnval.merchant_id,
  })
}
