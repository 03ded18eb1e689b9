// Which records a service has for a caller: banks, orders by another name, and records that are as unknown as a path.

import { valueAt } from '../../../core/json.ts'
import { changeRequest } from '../mutants/operators/request.ts'
import { changeResponse } from '../mutants/operators/response.ts'
import { requestTermVariants } from './accepted-requests.ts'
import { reactionVariants } from './reactions.ts'
import { exchangeError, refusingAs } from './refusals.ts'
import { type ContractVariants, permitting, refusals, refusing } from './rows.ts'
import { termVariants } from './terms.ts'

/** The response of the simulator at a path where it serves nothing. */
const unknownPath = {
  status: 404,
  json: {
    ...{ ok: false, statusCode: 404, data: {} },
    message: 'No such endpoint. GET /orders is not in the document http://127.0.0.1:4020/openapi.json.',
  },
}

/** Refuses to read orders as the simulator refuses unknown paths. */
const unknownAsPath = refusingAs(['getInvoice'], ({ status }) => (status === 400 ? unknownPath : {}))

export const recordTermVariants: ContractVariants = {
  ...permitting({
    'Errors: "HTTP status codes other than 200 … not shown", also of what is not known.': {
      'orders that are as unknown as a path until they are paid': {
        ...requestTermVariants['invoices that can be read once they are orders'],
        response: unknownAsPath,
      },
      'partial payments of half an hour and merchants that are as unknown as a path': {
        ...reactionVariants['partial payments that can be closed after half an hour'],
        response: refusingAs(['closePartialPayment'], unknownPath),
      },
      'subscriptions of twenty days and merchants that are as unknown as a path': {
        ...termVariants['subscriptions that begin after twenty days'],
        response: refusingAs(['cancelSubscription'], unknownPath),
      },
    },
    'Errors: "HTTP status codes other than 200 … not shown", also of a gateway that authenticates first.': {
      'orders that are as unknown as a path until they are paid, at such a gateway': {
        ...requestTermVariants['invoices that can be read once they are orders'],
        response: (response, request, world) =>
          request.operationId === 'getInvoice' && request.headers.authorization === undefined
            ? { ...response, status: 401, json: { message: 'Unauthorized' } }
            : unknownAsPath(response, request, world),
      },
    },
    'Errors, 1: a code and a message; payouts keep ok: true for a failure.': {
      'exchange errors inside result with ok: true': {
        response: (response, { operationId }) => {
          if (operationId !== 'createExchangePayment' || response.status < 400) return response
          const { code = valueAt(response.json, 'code') ?? response.status, message } =
            exchangeError(response) ?? {}
          const result = { code, errorMessage: message ?? valueAt(response.json, 'message') }
          return { ...response, status: 200, json: { ok: true, result } }
        },
      },
    },
  }),
  ...refusals('listBanks', {
    'Endpoints, 12: "the shopper\'s linked bank accounts"; bank transfers are for US shoppers.': {
      'banks of US shoppers who have one': ({ shopper }) =>
        shopper.banks.length === 0 || shopper.profile.country !== 'US',
    },
  }),
  ...permitting({
    'Endpoints, 13 and 14: walletPaymentEnabled and is2faEnabled are booleans.': {
      'merchants without payments from wallets': {
        ...refusing('createQrTransaction', () => true),
        response: changeResponse('getStore', 'result.settings.walletPaymentEnabled', () => false),
      },
      'payments with a second factor': {
        ...refusing('createExchangePayment', ({ payload }) => payload.code2fa === ''),
        response: changeResponse('getShopper', 'result.is2faEnabled', () => true),
      },
    },
    'Endpoints, 8: `uuid` is required; further parameters are not shown.': {
      'orders by the parameter id, too': {
        request: changeRequest('getInvoice', ({ path }) => ({ path: path.replace('?id=', '?uuid=') })),
      },
    },
  }),
  ...refusals('createInvoice', {
    'Resources, Cart item: totalPrice is a string; that it may have any value is not stated.': {
      'invoices of lines with their total price': ({ body }) =>
        body.cart.some(
          ({ price, quantity, totalPrice }) =>
            ![price, quantity, totalPrice].includes(undefined) &&
            Math.abs(Number(price) * Number(quantity) - Number(totalPrice)) > 0.005,
        ),
    },
  }),
}
