// The reaction of a service to what it cannot do, or not yet, and how lenient it is where the contract is silent.

import { dayMs, minuteMs } from '../../../core/durations.ts'
import type { InProcessOptions, World } from '../../observe/in-process.ts'
import { replaceHandler } from '../mutants/handler-seam.ts'
import { changeBody, changeRequest } from '../mutants/operators/request.ts'
import { changeResponse } from '../mutants/operators/response.ts'
import { type ContractVariants, permitting, perWorld, refusals, refusing } from './rows.ts'

/** Refuses the closing of a partial payment until some time after it. */
export const closableAfter = (waitMs: number) =>
  refusing('closePartialPayment', ({ world, payload }) =>
    [...world.transactions].some(
      ({ offerId, lastPartialAt }) =>
        offerId === payload.offerId && world.now - (lastPartialAt ?? 0) < waitMs,
    ),
  )

/** Accepts payments without balance, and cancels them, unless payments are completed at once. The record has these changes. */
const cancelingWithoutBalance = (changes: (world: World) => object) =>
  replaceHandler('createExchangePayment', (call, real) => {
    const response = real(call)
    if (!('code' in response) || response.code !== 'exchange-payments.insufficient-balance') return response
    const { world, shopper, exchange, payload } = call
    if (world.assumptions.name('exchange-payments.immediate-status-name') === 'completed') return response
    world.setBalance(shopper, exchange, payload.assets, '1000000')
    const made = real(call)
    world.setBalance(shopper, exchange, payload.assets, '0')
    const transaction = [...world.transactions].at(-1)
    if ('code' in made || transaction === undefined) return response
    world.transition(transaction, 'cancel')
    return { ...made, result: { ...made.result, ...changes(world) } }
  })

/** Reads the encrypted text of requests with another base64 decoder; that of several blocks, one after the other. */
const decoding = (change: (text: string) => string): InProcessOptions => ({
  request: (request, world) =>
    changeBody(request.operationId, (body) =>
      Object.fromEntries(
        Object.entries(body).map(([key, value]) => [
          key,
          ['data', 'encryptedReq'].includes(key) && typeof value === 'string'
            ? value.split('.').map(change).join('.')
            : value,
        ]),
      ),
    )(request, world),
})

const emailsOf = perWorld(() => new Set<string>())

const toUuid = (id: unknown) => String(id).toUpperCase()

export const reactionVariants: ContractVariants = {
  ...permitting({
    'States and transitions: an exchange payment may have the immediate status canceled.': {
      'a canceled payment in place of error 419': cancelingWithoutBalance(({ assumptions }) => ({
        status: assumptions.value('transactions.status-integers').canceled,
      })),
      'payments without balance that are accepted and canceled': cancelingWithoutBalance(() => ({})),
    },
    'Limits: a crypto transaction takes its time, so a partial payment may count later.': {
      'partial payments that can be closed after half an hour': closableAfter(30 * minuteMs),
    },
    'Endpoints, 9: how the closing of an unknown order is answered is not shown.': {
      'a closing of an order of another merchant that closes nothing': replaceHandler(
        'closePartialPayment',
        (call, real) => {
          const { world, merchant, payload } = call
          const isKnown = world.transactions.group(merchant, payload.offerId).length > 0
          return isKnown ? real(call) : { ok: true, result: { success: true } }
        },
      ),
    },
    'States and transitions: "Other transaction transitions: not shown."': {
      'refunds at once that end a partial payment without an update': replaceHandler(
        'closePartialPayment',
        (call, real) => {
          for (const transaction of call.world.transactions)
            if (transaction.refund === 'requested') transaction.status = 'canceled'
          return real(call)
        },
      ),
    },
    'Errors, 2: the conditions of refusals are listed, and success is promised for none.': {
      'transfers to known payees only, with another message': replaceHandler(
        'createTransfers',
        (call, real) =>
          call.payload.every(({ email }) => call.world.payees.some((payee) => payee.email === email))
            ? real(call)
            : { ok: true, result: { success: false, errorMsg: 'Unknown payee' } },
      ),
      'transfers in a field of that name, too': {
        request: changeBody('createTransfers', ({ transfers, ...body }) =>
          transfers === undefined ? body : { encryptedReq: transfers, ...body },
        ),
      },
      'payees counted once by email': replaceHandler('addPayees', (call, real) => {
        const emails = emailsOf(call.world)
        const added = new Set(
          call.payload.map(({ email }) => String(email)).filter((email) => !emails.has(email)),
        )
        const response = real(call)
        if ('code' in response) return response
        for (const email of added) emails.add(email)
        return { ...response, result: { ...response.result, insertedCount: added.size } }
      }),
      'payees with an error for those known before': {
        response: changeResponse('addPayees', 'result.payees.*.Error(s)', () => 'Exists already; updated'),
      },
    },
  }),
  ...refusals('debitSubscription', {
    'Endpoints, 15: which debits succeed, and when, is not shown.': {
      'debits of subscriptions that the merchant renews': ({ world, body }) =>
        world.subscriptions.get(String(body.subscriptionId))?.autoRenewal === true,
    },
  }),
  ...permitting({
    'Endpoints, 16: no field is said to be required, and "what merchantAuth contains" is not shown.': {
      'cancellations by the merchant of merchantAuth, without merchantId': {
        request: changeBody('cancelSubscription', (body, { accounts }) => ({
          merchantId: accounts.merchantWithToken(String(body.merchantAuth))?.id,
          ...body,
        })),
      },
    },
    'Endpoints, 8: how long an invoice can be read is not shown.': {
      'invoices that can be read for thirty days': refusing(
        'getInvoice',
        ({ world, query }) =>
          (world.invoices.get(query.uuid)?.createdAt ?? world.now) < world.now - 30 * dayMs,
      ),
      'invoices with a UUID in upper case': {
        response: changeResponse('createInvoice', 'result.uuid', toUuid),
        request: changeRequest('getInvoice', ({ path }) => ({
          path: path.replace(/uuid=[0-9A-F-]+$/, (query) => query.toLowerCase()),
        })),
      },
    },
    'Shared conventions: "sent base64-encoded"; how lenient a decoder is, is not shown.': {
      'a decoder that ignores signs beyond base64': decoding((text) => text.replace(/[^A-Za-z0-9+/=]/g, '')),
      'a decoder that ends at the padding': decoding((text) => text.replace(/(=+)[^=].*$/, '$1')),
    },
  }),
}
