// Generated sequences in which two merchants create and read invoices, compared with a model of which merchant owns which invoice. All
// fields of a single order are checked in order-info.ts.

import fc from 'fast-check'
import { invoice } from '../../../client/sample-requests.ts'
import type { Target } from '../../../client/target.ts'
import { sameDecimal } from '../../observe/decimals.ts'
import { amountOf, maxCents } from '../../steps/arbitraries.ts'
import type { Context } from '../../steps/context.ts'
import { properties } from '../../steps/property.ts'
import { checkMerchant, checkOrder } from './order-info.ts'

/**
 * A merchant, by its index in the target, creates an invoice of some cents, with the order id of the latest invoice of the other
 * merchant or a new one, or reads an earlier invoice by its index.
 */
type Step = { by: number } & ({ createsCents: number; sharesOrder: boolean } | { readsIndex: number })

const by = fc.integer({ min: 0, max: 1 })
const stepsFor = (target: Target): fc.Arbitrary<Step[]> =>
  fc.array(
    fc.oneof(
      fc.record({
        by,
        createsCents: fc.integer({ min: 1, max: maxCents(target) }),
        sharesOrder: fc.boolean(),
      }),
      fc.record({ by, readsIndex: fc.nat({ max: 30 }) }),
    ),
    { minLength: 4, maxLength: 10 },
  )

interface CreatedInvoice {
  by: number
  uuid: string
  order: string
  amount: string
}

export const orderSequences = properties({ level: 'write' })({
  'returns to each of two merchants only its own invoices, with their values': {
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
          const model: CreatedInvoice[] = []
          for (const step of sequence) {
            if ('createsCents' in step) {
              const shared = step.sharesOrder ? sharedOrder(model, step.by) : undefined
              model.push(await create(it, step.by, amountOf(step.createsCents), shared))
            } else {
              const created = model[step.readsIndex % Math.max(1, model.length)]
              if (created !== undefined) await read(it, step.by, created)
            }
          }
          for (const created of model) await read(it, created.by, created)
        },
        { share: 0.5 },
      )
    },
  },
})

const merchantAt = (it: Context, at: number) => (at === 0 ? it.merchant : it.secondMerchant)

/** The order id of the latest invoice, if only the other merchant has it. */
const sharedOrder = (model: readonly CreatedInvoice[], by: number) =>
  [model.at(-1)?.order].find((order) => model.every((one) => one.by !== by || one.order !== order))

async function create(
  it: Context,
  by: number,
  amount: string,
  order = it.id('order'),
): Promise<CreatedInvoice> {
  const merchant = merchantAt(it, by)
  const body = invoice(it, { amount, order, redirectUrl: merchant.redirectUrl })
  const { uuid } = it.given(await it.client.call('createInvoice', { body, merchant })).result
  return { by, uuid, order, amount }
}

async function read(it: Context, by: number, created: CreatedInvoice): Promise<void> {
  const merchant = merchantAt(it, by)
  const response = await it.client.call('getInvoice', { query: { uuid: created.uuid }, merchant })
  if (by !== created.by) {
    const because = 'the invoice belongs to another merchant'
    it.refuses('authentication.order-info-for-its-merchant', response, because)
    return
  }
  const { returnval } = it.given(response).result
  checkOrder(it, created.order, returnval.order)
  it.check('invoices.order-info-same-amount', sameDecimal(returnval.amount, created.amount), {
    expected: created.amount,
    actual: returnval.amount,
  })
  checkMerchant(it, merchant, returnval)
}
