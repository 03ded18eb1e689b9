// Accounts, wallets and limits of a service: who has which credentials, how wallets are called, and what is refused late.

import { dayMs } from '../../../core/durations.ts'
import { valueAt } from '../../../core/json.ts'
import type { OperationId } from '../../../spec/operations.ts'
import { exchangePaymentErrors } from '../../../spec/stated-errors.ts'
import { type InProcessOptions, refuse, type WireRequest, type World } from '../../observe/in-process.ts'
import { refusalOf, replaceHandler } from '../mutants/handler-seam.ts'
import type { JsonObject } from '../mutants/json-path.ts'
import { tokenOf } from '../mutants/operators/credentials.ts'
import { changeBody } from '../mutants/operators/request.ts'
import { changeResponse } from '../mutants/operators/response.ts'
import { closableAfter } from './reactions.ts'
import { displayNames } from './refusals.ts'
import { fields, list, permitting, perWorld, refusing, refusingAny } from './rows.ts'

const withToken = (request: WireRequest, token: string | undefined): WireRequest =>
  token === undefined
    ? request
    : { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } }

const ofMerchants = ['getStore', 'listCurrencies', 'getInvoice', 'createQrTransaction', 'createTransfers']
const ofShoppers = [
  ...['getShopper', 'listBanks', 'checkExchangeBalance'],
  ...['validateExchangePayment', 'createExchangePayment'],
]

/** Gives refusals with some statuses the form of the last success of the operation, with another result. */
function afterSuccess(
  operations: readonly OperationId[],
  statuses: RegExp,
  change: (result: JsonObject, world: World) => object,
): InProcessOptions {
  const successes = new Map<string, object>()
  return {
    response(response, { operationId }, world) {
      const success = successes.get(operationId)
      if (response.status < 300) successes.set(operationId, Object(response.json))
      const isMeant = operations.includes(operationId) && statuses.test(String(response.status))
      if (response.status < 300 || success === undefined || !isMeant) return response
      const result = change(Object(valueAt(success, 'result')), world)
      return { ...response, status: 200, json: { ...success, result } }
    },
  }
}

const canceledIn = ({ assumptions }: World) => assumptions.value('transactions.status-integers').canceled

const named = ({ world, payload }: { world: World; payload: { offerId: string } }) =>
  [...world.transactions].find(({ offerId, kind }) => offerId === payload.offerId && kind === 'wallet')

/** Refuses every payment of a shopper after three with one of the stated errors. */
function locking(): InProcessOptions {
  const failuresOf = perWorld(() => new Map<string, number>())
  return replaceHandler('createExchangePayment', (call, real) => {
    const failures = failuresOf(call.world)
    const count = failures.get(call.shopper.id) ?? 0
    if (count >= 3) return refusalOf('createExchangePayment')
    const response = real(call)
    const fails =
      'code' in response &&
      Object.keys(exchangePaymentErrors).some((one) => response.code.endsWith(`.${one}`))
    failures.set(call.shopper.id, fails ? count + 1 : 0)
    return response
  })
}

const wallets = (change: (accounts: readonly JsonObject[]) => unknown): InProcessOptions => ({
  response: fields('checkExchangeBalance', { accounts: list(change) }),
})

export const accountVariants = permitting({
  'Authentication: "How access tokens are obtained: not shown", nor who has which.': {
    'client secrets that are access tokens, too': {
      request(request, { accounts }) {
        const owner = accounts.merchants.find(({ clientSecret }) => clientSecret === tokenOf(request))
        return ofMerchants.includes(request.operationId) ? withToken(request, owner?.accessToken) : request
      },
    },
    'accounts that are both a merchant and a shopper': {
      request(request, { accounts }) {
        const token = tokenOf(request) ?? ''
        if (ofMerchants.includes(request.operationId))
          return accounts.shopperWithToken(token) === undefined
            ? request
            : withToken(request, accounts.merchants[1]?.accessToken)
        return !ofShoppers.includes(request.operationId) || accounts.merchantWithToken(token) === undefined
          ? request
          : withToken(request, accounts.shoppers[1]?.accessToken)
      },
    },
  },
  'Authentication: "What merchantAuth contains: not shown."': {
    'merchantAuth that is valid for every merchant': {
      request: changeBody(['debitSubscription', 'cancelSubscription'], (body, { accounts }) => {
        const isValid = accounts.merchantWithToken(String(body.merchantAuth)) !== undefined
        const auth = accounts.merchant(String(body.merchantId))?.accessToken
        return isValid && auth !== undefined ? { ...body, merchantAuth: auth } : body
      }),
    },
  },
  'Errors, 1: which error comes first if several apply is not shown.': {
    'shoppers whose balances are used up, except the first one': {
      ...replaceHandler('createExchangePayment', (call, real) => {
        const response = real(call)
        const isFirst = call.shopper.id === call.world.accounts.shoppers[0]?.id
        return 'code' in response && !isFirst ? refuse('exchange-payments.insufficient-balance') : response
      }),
      response: (response, request, world) =>
        tokenOf(request) === world.accounts.shoppers[0]?.accessToken
          ? response
          : changeResponse('checkExchangeBalance', 'result.accounts.*.balance', () => '0.00000001')(
              response,
              request,
              world,
            ),
    },
  },
  'Limits: "Rate limits and pagination: not shown"; how many payments may fail is not shown, either.': {
    'shoppers who are locked after three payments that fail': locking(),
  },
  'Errors, 1: "followed by the exchange"; a shopper may have connected one.': {
    'display names of exchanges, and a shopper with one exchange': {
      response: displayNames,
      target: ({ shoppers: { belowMinimum, ...shoppers }, ...target }) => ({
        ...target,
        shoppers: {
          ...shoppers,
          ...(belowMinimum && { belowMinimum: { ...belowMinimum, exchanges: target.exchanges.slice(1, 2) } }),
        },
      }),
    },
  },
  'Endpoints, 1: redirectUrl is a string; which URLs make sense is not shown.': {
    'registered redirect URLs that nobody declares': {
      ...refusing('createInvoice', ({ body }) => body.redirectUrl?.includes('lamps.example') === false),
      target: (target) => ({
        ...target,
        merchants: target.merchants.map(({ redirectUrl: _, ...merchant }) => merchant),
      }),
    },
  },
  'Endpoints, 11: the codes and the number of wallets are not shown.': {
    'wallets with the network in their code': wallets((all) =>
      all.map((one) => ({ ...one, currency: `${one.currency}-MAIN` })),
    ),
    'an empty savings wallet before each other': wallets((all) =>
      all.flatMap((one) => [{ ...one, id: `${one.id}-s`, balance: '0' }, one]),
    ),
    'a merchant without payments from exchanges': refusing(
      'checkExchangeBalance',
      ({ world, query }) => query.merchantId === world.accounts.merchants[1]?.id,
    ),
  },
  'Endpoints, 12 and 14: what identifies a bank is a string; email is one, too.': {
    'banks of an institution that other shoppers use': {
      response: changeResponse('listBanks', 'result.banks', (list) => {
        const banks = list as object[]
        return banks.flatMap((bank) => [bank, { ...bank, stockId: 'b1d7a3e4-0000-4000-8000-000000000001' }])
      }),
    },
    'emails that are masked in several ways': {
      response: changeResponse('getShopper', 'result.email', (email) => {
        const mask = ['**', '...', '###'][String(email).length % 3]
        return String(email).replace(/^(.).*@/, `$1${mask}@`)
      }),
    },
  },
  'Errors: "the error envelope of the other endpoints: not shown".': {
    'no accounts and a message for an unknown exchange': afterSuccess(
      ['checkExchangeBalance'],
      /404/,
      () => ({
        ...{ message: 'The exchange is not connected.', accounts: [] },
      }),
    ),
    'the same object with an amount of 0 for an unknown exchange': afterSuccess(
      ['validateExchangePayment'],
      /404/,
      (result) => ({ ...result, amount: 0, exchange: '' }),
    ),
    'an empty order for an unknown uuid': afterSuccess(['getInvoice'], /404/, ({ returnval }) => ({
      returnval: { ...Object(returnval), cart: [] },
    })),
    'canceled records of payments that cannot be made': afterSuccess(
      ['createExchangePayment', 'createBankPayment'],
      /400/,
      (result, world) => ({ ...result, status: canceledIn(world), errorMessage: 'invalid' }),
    ),
    'debits that are refused with a row and an error': afterSuccess(['debitSubscription'], /./, (result) => ({
      ...result,
      errors: [{ message: 'no' }],
    })),
  },
  'Endpoints, 4: nothing says that each of several payments is accepted.': {
    'payments of different amounts only': refusing('createExchangePayment', ({ world, shopper, payload }) =>
      [...world.transactions].some(
        (one) =>
          one.kind === 'exchange' &&
          one.shopper === shopper.id &&
          Number(one.nativeAmount) === Number(payload.nativeAmount),
      ),
    ),
    'payments and checks up to the known amount': refusingAny(
      ['createExchangePayment', 'validateExchangePayment'],
      ({ payload }) => Number(payload.nativeAmount) > 30,
    ),
    'payments without passwords to save': refusing(
      'createExchangePayment',
      ({ payload }) => payload.savepassword === true,
    ),
    'payments with a second factor at one exchange': refusing(
      'createExchangePayment',
      ({ world, exchange, payload }) => exchange === world.accounts.exchanges[2] && payload.code2fa === '',
    ),
  },
  'Endpoints, 14: enableCancelSubscription may be false.': {
    'shoppers whose subscriptions cannot be canceled': {
      ...refusing('cancelSubscription', () => true),
      response: changeResponse('getShopper', 'result.enableCancelSubscription', () => false),
    },
  },
  'Shared conventions: `data` is required; further fields are not shown.': {
    'payloads in the field payload, too': {
      request: changeBody('createExchangePayment', ({ payload, ...body }) =>
        payload === undefined ? body : { ...body, data: payload },
      ),
    },
  },
  'Limits: a crypto transaction takes its time, and "may take" is no bound.': {
    'partial payments that can be closed after two days': closableAfter(2 * dayMs),
    'partial payments of a sixth that do not count': refusing('closePartialPayment', (call) => {
      const transaction = named(call)
      return transaction !== undefined && Number(transaction.received) / Number(transaction.amount) < 0.17
    }),
  },
})
