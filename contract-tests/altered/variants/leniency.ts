// The leniency of a service where the contract is silent: fields, media types, payees, debits, and how lenient
// its decoders are.

import { dayMs } from '../../../core/durations.ts'
import { isObject, parseJson } from '../../../core/json.ts'
import type { OperationId } from '../../../spec/operations.ts'
import { type InProcessOptions, refuse, type WireRequest } from '../../observe/in-process.ts'
import { replaceHandler } from '../mutants/handler-seam.ts'
import { changeBody, changeRequest, turnAway } from '../mutants/operators/request.ts'
import { changeResponse } from '../mutants/operators/response.ts'
import { type ContractVariants, permitting, perWorld, refusals, refusing } from './rows.ts'

const fieldsOf = (names: string) => names.split(' ')
const invoiceFields =
  'amount cart currency order redirectUrl customParameter customerInfo shippingAddress siteInfo'
const known: Readonly<Partial<Record<OperationId, readonly string[]>>> = {
  createInvoice: fieldsOf(invoiceFields),
  createQrTransaction: fieldsOf('amount currency cryptoCurrency orderId cart customerInfo customParameter'),
  closePartialPayment: fieldsOf('clientId encryptedReq forceUpdate'),
  cancelSubscription: fieldsOf('merchantId merchantAuth subscriptionId'),
  debitSubscription: fieldsOf('merchantAuth merchantId orderId items subscriptionId amount currency'),
}

const hasUnknownFields = ({ operationId, body }: WireRequest) => {
  const json = parseJson(body)
  const names = known[operationId]
  return names !== undefined && isObject(json) && Object.keys(json).some((key) => !names.includes(key))
}

const media = ({ headers }: WireRequest) =>
  Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1]
const lookupsWithType: readonly OperationId[] = [
  'checkExchangeBalance',
  'listBanks',
  'getStore',
  'getShopper',
  'listCurrencies',
]

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

/** The payees that a world has, by email. */
const emailsOf = perWorld(() => new Set<string>())

const toUuid = (id: unknown) => String(id).toUpperCase()

export const leniencyVariants: ContractVariants = {
  ...permitting({
    'Shared conventions: nothing says that fields which are not shown are ignored.': {
      'requests without further fields': { request: turnAway(hasUnknownFields) },
      'requests with JSON as their media type': {
        request: turnAway(
          ({ method, headers }) =>
            method === 'POST' && !/^application\/json\b/.test(String(media({ headers } as WireRequest))),
        ),
      },
    },
    'Endpoints, 10 to 14: the header Content-Type: application/json is listed for these lookups.': {
      'lookups with the media type of JSON': {
        request: turnAway(
          (request) => lookupsWithType.includes(request.operationId) && media(request) !== 'application/json',
        ),
      },
    },
    'Errors, 2: the conditions of refusals are listed, and success is promised for none.': {
      'transfers to known payees only': replaceHandler('createTransfers', (call, real) => {
        const row = call.payload.findIndex(
          ({ email }) => !call.world.payees.some((payee) => payee.email === email),
        )
        return row < 0 ? real(call) : refuse('payouts.transfer-row', '', [row + 1, 'Email'])
      }),
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
      'debits of at most the amount of the subscription': ({ world, body }) =>
        Number(body.amount) > Number(world.subscriptions.get(String(body.subscriptionId))?.amount ?? 0),
      'debits once for each bill': ({ world, body }) => {
        const subscription = world.subscriptions.get(String(body.subscriptionId))
        return subscription !== undefined && subscription.debits > subscription.nextIndex
      },
      'debits not before a day after the payment': ({ world, body }) =>
        (world.subscriptions.get(String(body.subscriptionId))?.anchor ?? 0) > world.now - dayMs,
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
      'invoices that cannot be read once they are orders': refusing(
        'getInvoice',
        ({ world, query }) => (world.invoices.get(query.uuid)?.paidBy ?? null) !== null,
      ),
      'invoices with a UUID in upper case': {
        response: changeResponse('createInvoice', 'result.uuid', toUuid),
        request: changeRequest('getInvoice', ({ path }) => ({
          path: path.replace(/uuid=[0-9A-F-]+$/, (query) => query.toLowerCase()),
        })),
      },
      'invoices with a UUID of version 7': {
        response: changeResponse('createInvoice', 'result.uuid', (id) =>
          String(id).replace(/^(.{14})4/, '$17'),
        ),
        request: changeRequest('getInvoice', ({ path }) => ({ path: path.replace(/(uuid=.{14})7/, '$14') })),
      },
    },
    'Shared conventions: "sent base64-encoded"; how lenient a decoder is, is not shown.': {
      'a decoder that accepts base64url': decoding((text) => text.replaceAll('-', '+').replaceAll('_', '/')),
      'a decoder that ignores spaces and line ends': decoding((text) => text.replace(/[\s\u200b]+/g, '')),
      'a decoder that ignores signs beyond base64': decoding((text) => text.replace(/[^A-Za-z0-9+/=]/g, '')),
      'a decoder that completes missing padding': decoding((text) =>
        /^[A-Za-z0-9+/]+$/.test(text) ? text + '='.repeat(-text.length & 3) : text,
      ),
      'a decoder that ends at the padding': decoding((text) => text.replace(/(=+)[^=].*$/, '$1')),
    },
  }),
}
