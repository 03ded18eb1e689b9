// Checks what applies to all operations: their paths, the common form of responses, and payments without lookups.

import { exchangeCheck, invoice, line, plainCart, qrTransaction } from '../../client/sample-requests.ts'
import { hourMs, minuteMs } from '../../core/durations.ts'
import type { ApiResponse } from '../observe/client.ts'
import { isNotServed } from '../observe/response-outcome.ts'
import { utcInstant } from '../observe/utc-instants.ts'
import { accepts, firstAccepted } from '../steps/acceptance.ts'
import { amountOf, maxCents } from '../steps/arbitraries.ts'
import { close } from '../steps/closings.ts'
import type { Context } from '../steps/context.ts'
import { partlyPaidQrOrder } from '../steps/orders.ts'
import { type Property, properties, property } from '../steps/property.ts'
import {
  bankPaymentRequest,
  type completeRequests,
  exchangePaymentRequest,
  levelAndNeeds,
  lookups,
  newInvoice,
  qrTransactionRequest,
  send,
  sendComplete,
} from '../steps/requests.ts'
import { cancel, newSubscription, requestDebit, subscriptionIdOf } from '../steps/subscriptions.ts'

const forms = [
  'service.paths-under-base-url',
  'service.ok-envelope',
  'service.amounts-are-decimals',
  'service.identifiers-are-text',
  'service.responses-are-json',
  'service.json-media-type',
] as const

/**
 * Checks that a complete request reaches its operation. Other requirements cover refusals for other reasons. If it may be refused,
 * then with any HTTP status.
 */
async function checkServed(it: Context, response: ApiResponse, mayBeRefused = false): Promise<void> {
  const { outcome, status } = response
  // HTTP 404 may also be the refusal of an unknown id.
  const isMissing =
    outcome === 'refusal' &&
    ((isNotServed(status) && !mayBeRefused) ||
      ((isNotServed(status) || status === 404) && (await it.client.getsSameElsewhere(response))))
  it.check('service.paths-under-base-url', !isMissing, {
    expected: 'a response of the operation at its method and path',
    actual: `${response.operationId}: HTTP ${status} ${response.text.slice(0, 200)}`,
    of: { response, expects: 'success' },
  })
  if (outcome !== 'refusal' || status === 404) it.given(response)
}

const readsBeforePayment = [...lookups, 'validateExchangePayment'] as const

/** Properties that each send complete requests of some operations. */
const served: (Omit<Property, 'run'> & { sends: readonly (keyof typeof completeRequests)[] })[] = [
  {
    level: 'read',
    title: 'serves each lookup at its path, in the common form',
    checks: forms,
    sends: readsBeforePayment,
  },
  {
    level: 'write',
    title: 'serves the creation of invoices, QR transactions and payees at their paths, in the common form',
    checks: forms,
    sends: ['createInvoice', 'createQrTransaction', 'addPayees', 'getInvoice'],
  },
  {
    level: 'money',
    title: 'serves exchange payments and transfers at their paths, in the common form',
    checks: forms,
    sends: ['createExchangePayment', 'createTransfers'],
  },
  {
    level: 'money',
    title: 'serves bank payments at their path, in the common form',
    needs: ['bankAccount'],
    checks: forms,
    sends: ['createBankPayment'],
  },
]

const maxOffsetMs = 14 * hourMs

/** True if a time zone may differ from UTC by so much: by quarters of an hour. */
function isOffset(ms: number, isInHours: boolean): boolean {
  const quarter = 15 * minuteMs
  const fromQuarter = Math.abs(ms - Math.round(ms / quarter) * quarter)
  return Math.abs(ms) <= maxOffsetMs + 2 * minuteMs && (isInHours || fromQuarter <= 2 * minuteMs)
}

export const service = [
  ...served.map(({ sends, ...declared }) =>
    property({
      ...declared,
      async run(it) {
        // permitted: service.knows-records-later
        for (const operationId of sends)
          await checkServed(it, await sendComplete(it, operationId), operationId === 'getInvoice')
      },
    }),
  ),
  ...properties({ level: 'money' })({
    'serves the closing of partial payments at its path, in the common form': {
      needs: ['shopper'],
      checks: forms,
      async run(it) {
        // permitted: partial-payments.confirmed-later
        await checkServed(it, await close(it, await partlyPaidQrOrder(it)), true)
      },
    },
    'serves the debit and the cancellation of subscriptions at their paths': {
      checks: ['service.paths-under-base-url', 'service.responses-are-json', 'service.json-media-type'],
      async run(it) {
        const subscriptionId = subscriptionIdOf(it, await newSubscription(it))
        // permitted: subscriptions.no-debit-in-first-interval, subscriptions.begins-later
        await checkServed(it, await requestDebit(it, subscriptionId), true)
        await checkServed(it, await cancel(it, subscriptionId), true)
      },
    },
    'returns JSON in refusals': {
      level: 'read',
      checks: ['service.responses-are-json', 'service.json-media-type'],
      async run(it) {
        await it.client.call('getStore', { token: null })
        await it.client.call('getShopper', { token: 'pt-made-up' })
        await it.client.call('createInvoice', { rawBody: '{"amount":' })
      },
    },
    'returns the largest and the smallest amount as plain decimals': {
      level: 'write',
      checks: ['service.amounts-are-decimals'],
      async run(it) {
        for (const amount of [amountOf(maxCents(it.target)), '0.01']) {
          const cart = [line(amount)]
          const body = { amount, cart: cart.map((one) => ({ ...one, key: 'line-1', totalPrice: amount })) }
          const created = await it.client.call('createInvoice', { body: invoice(it, body) })
          if (created.outcome === 'success')
            await it.client.call('getInvoice', { query: { uuid: created.success.result.uuid } })
          await it.client.call('createQrTransaction', { body: qrTransaction(it, { amount, cart }) })
        }
      },
    },
    'returns the time of the clock in the timestamps of a new record, in UTC': {
      needs: ['clock'],
      waits: {},
      checks: ['service.timestamps-utc'],
      async run(it) {
        const before = await it.now()
        const { result } = it.given(await sendComplete(it, 'createExchangePayment'))
        const after = await it.now()
        const { machineTime } = it
        const tolerance = 10 * minuteMs
        const byAnotherClock: string[] = []
        for (const text of [result.createdAt, result.updatedAt]) {
          const instant = utcInstant(text)
          // ISO 8601 permits timestamps in whole hours.
          const isInHours = /T\d\d(Z|[+-])/.test(text)
          const precision = isInHours ? hourMs : tolerance
          const isWithin = (earliest: number, latest: number) =>
            instant >= earliest - precision && instant <= latest + tolerance
          // A database may write them by the clock of its machine.
          const isByMachine = machineTime !== undefined && isWithin(machineTime, machineTime)
          const isCurrent = isWithin(before, after) || isByMachine
          const expected = `the time of the payment, ${new Date(before).toISOString()}`
          const isOfZone = [before, after, machineTime ?? after].some((at) =>
            isOffset(instant - at, isInHours),
          )
          if (isCurrent || isOfZone || Number.isNaN(instant))
            it.check('service.timestamps-utc', isCurrent, { expected, actual: text })
          else byAnotherClock.push(`${text}, not ${expected}`)
        }
        const reason = `the clock of the deployment differs by no offset of a time zone: ${byAnotherClock.join('; ')}`
        it.precondition(byAnotherClock.length === 0, reason)
      },
    },
  }),
  ...[exchangePaymentRequest, bankPaymentRequest, qrTransactionRequest].map((request) =>
    property({
      ...levelAndNeeds(request),
      title: `accepts ${request.creates} without lookups`,
      checks: ['service.lookups-optional'],
      async run(it) {
        const isFromBank = request.operationId === 'createBankPayment'
        const { uuid, order } = await newInvoice(it, isFromBank ? { cart: plainCart(it, it.amount) } : {})
        const pay = () => send(it, request, { [request.orderField]: order })
        // A refusal counts only if the payment is refused again, and succeeds after all lookups.
        await accepts(it, 'service.lookups-optional', await firstAccepted(pay, pay), async () => {
          await it.client.call('getInvoice', { query: { uuid } })
          for (const operationId of readsBeforePayment) await sendComplete(it, operationId)
          await sendComplete(it, 'validateExchangePayment', {
            payload: exchangeCheck(it, { offerId: order }),
          })
          return pay()
        })
      },
    }),
  ),
]
