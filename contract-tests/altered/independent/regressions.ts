// Realistic regressions of the independent implementation, by the stated requirement that each violates.

import type { RequirementId } from '../../../spec/requirements.ts'
import { type Call, Refusal } from './requests.ts'
import type { Change } from './server.ts'
import { type Fields, fieldsOf } from './values.ts'
import type { Transaction, World } from './world.ts'

type Handle = NonNullable<Change['handle']>

const withBody =
  (routes: readonly string[], change: (body: Fields) => Fields): Handle =>
  (route, call, next) =>
    next(routes.includes(route) ? { ...call, body: change(fieldsOf(call.body)) } : call)

const withResult =
  (route: string, change: (result: Fields, call: Call) => unknown): Handle =>
  (actual, call, next) => {
    const result = next(call)
    return actual === route ? change(result as Fields, call) : result
  }

/** Loses the reports of status changes of some transactions. */
const losing = (isLost: (transaction: Transaction) => boolean) => (world: World) => {
  const report = world.reportStatus.bind(world)
  world.reportStatus = (transaction) => {
    if (!isLost(transaction)) report(transaction)
  }
}

const creations = ['POST /hosted-page', 'POST /purchase/qr/generate']
const qr = 'POST /purchase/qr/generate'

const customOf = (change: (custom: Fields) => Fields) => (body: Fields) => ({
  ...body,
  customParameter: change(fieldsOf(body.customParameter)),
})

const autoRenewal = (value: boolean) =>
  withBody(['POST /hosted-page'], (body) => ({
    ...body,
    cart: ((body.cart ?? []) as readonly Fields[]).map((item) => ({ ...item, autoRenewal: value })),
  }))

export const regressions: Readonly<Partial<Record<RequirementId, Change & { readonly name: string }>>> = {
  'partial-payments.after-two-weeks-refused': {
    name: 'partial payments can be closed for four weeks',
    world: (world) => {
      world.limits.closingMs *= 2
    },
  },
  'partial-payments.unforced-refund-request-blocks': {
    name: 'forceUpdate is ignored',
    handle: withBody(['POST /closePartialTx'], (body) => ({ ...body, forceUpdate: true })),
  },
  'partial-payments.forced-by-default': {
    name: 'forceUpdate is false by default',
    handle: withBody(['POST /closePartialTx'], (body) => ({ forceUpdate: false, ...body })),
  },
  'webhooks.bank-status-changes': {
    name: 'a bank payment is never reported',
    world: losing(({ kind }) => kind === 'bank'),
  },
  'webhooks.exchange-status-changes': {
    name: 'an exchange payment is not reported if the shopper paid with another exchange before',
    world: losing(({ kind, number }) => kind === 'exchange' && number % 3 === 0),
  },
  'webhooks.delivered-by-get': {
    name: 'every update is delivered by POST',
    handle: withBody(
      creations,
      customOf((custom) => ({ ...custom, returnMethod: 'POST' })),
    ),
  },
  'webhooks.qr-parameters': {
    name: 'an update carries only the first custom parameter',
    handle: withBody(
      creations,
      customOf(({ params, ...custom }) => ({
        ...custom,
        ...(Array.isArray(params) ? { params: params.slice(0, 1) } : {}),
      })),
    ),
  },
  'webhooks.get-within-2048': {
    name: 'the length of a GET delivery is not checked',
    world: (world) => {
      world.limits.getChars = Number.POSITIVE_INFINITY
    },
  },
  'webhooks.recurring-payments': {
    name: "automatic debits are reported with the service's own subscription id",
    world: (world) => {
      const report = world.reportDebit.bind(world)
      world.reportDebit = (subscription) =>
        report({ ...subscription, item: { ...subscription.item, merchantSubscriptionId: subscription.id } })
    },
  },
  'subscriptions.not-renewed-by-the-service': {
    name: 'subscriptions of merchants who manage debits themselves are debited, too',
    handle: autoRenewal(true),
  },
  'subscriptions.renewed-by-the-service': {
    name: 'no subscription is debited automatically',
    handle: autoRenewal(false),
  },
  'bank-payments.pending-at-first': {
    name: 'a bank payment is processing at first',
    handle: withResult('POST /purchases', (result) => ({ ...result, status: 35 })),
  },
  'bank-payments.us-shoppers-only': {
    name: 'shoppers outside the US can pay from a bank',
    world: (world) => {
      const shoppers = world.accounts.shoppers.map((one) => ({ ...one, country: 'US' }))
      Object.assign(world, { accounts: { ...world.accounts, shoppers } })
    },
  },
  'exchange-payments.error-insufficient-balance-419': {
    name: 'error 419 has another message',
    handle: (_, call, next) => {
      try {
        return next(call)
      } catch (error) {
        if (error instanceof Refusal && error.code === 419) throw new Refusal('body', 'Not enough funds', 419)
        throw error
      }
    },
  },
  'qr-transactions.cryto-currency-spelling': {
    name: 'crytoCurrency is spelled correctly',
    handle: withResult(qr, ({ crytoCurrency, ...result }) => ({ ...result, cryptoCurrency: crytoCurrency })),
  },
  'payouts.payees-not-an-array': {
    name: 'the message about payees that are not an array is spelled correctly',
    handle: withResult('POST /payout/payee', ({ errorMsg, ...result }) => ({
      ...result,
      errorMsg: String(errorMsg).replace('Formate', 'Format'),
    })),
  },
  'transactions.native-amount-two-decimals': {
    name: 'nativeAmount has no zeros at its end',
    handle: withResult('POST /exchanges/payments/*', (result) => ({
      ...result,
      nativeAmount: String(Number(result.nativeAmount)),
    })),
  },
  'currencies.enabled-only': {
    name: 'currencies that the merchant has not enabled are listed, too',
    handle: withResult('GET /currencies', (result) => {
      const [first, ...others] = result as unknown as readonly Fields[]
      return [first, ...others, { ...first, id: 'DOGE', isEnabled: false }]
    }),
  },
  'authentication.store-needs-token': {
    name: 'the store is shown with any token',
    handle: (route, call, next) => {
      const { merchants } = call.world.accounts
      if (route !== 'GET /stores' || call.headers.authorization === undefined) return next(call)
      return next({ ...call, headers: { authorization: `Bearer ${merchants[0].token}` } })
    },
  },
  'service.timestamps-utc': {
    name: 'timestamps are in local time without an offset',
    handle: withResult('POST /exchanges/payments/*', (result, { world }) => ({
      ...result,
      createdAt: world.timestamp().slice(0, 19).replace('T', ' '),
    })),
  },
}
