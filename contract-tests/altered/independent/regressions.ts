// Realistic regressions of the independent implementation. Each violates the requirements that it names.

import type { RequirementId } from '../../../spec/requirements.ts'
import { type Call, Refusal } from './requests.ts'
import type { Change } from './server.ts'
import { type Fields, fieldsOf } from './values.ts'
import type { Transaction, World } from './world.ts'

/** A regression, with the stated requirements of which at least one must fail. */
interface Regression extends Change {
  readonly name: string
  readonly violates: readonly RequirementId[]
}

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

export const regressions: readonly Regression[] = [
  {
    name: 'partial payments can be closed for four weeks',
    violates: ['partial-payments.after-two-weeks-refused'],
    world: (world) => {
      world.limits.closingMs *= 2
    },
  },
  {
    name: 'forceUpdate is ignored',
    violates: ['partial-payments.unforced-refund-request-blocks'],
    handle: withBody(['POST /closePartialTx'], (body) => ({ ...body, forceUpdate: true })),
  },
  {
    name: 'forceUpdate is false by default',
    violates: ['partial-payments.forced-by-default'],
    handle: withBody(['POST /closePartialTx'], (body) => ({ forceUpdate: false, ...body })),
  },
  {
    name: 'a bank payment is never reported',
    violates: ['webhooks.bank-status-changes'],
    world: losing(({ kind }) => kind === 'bank'),
  },
  {
    name: 'an exchange payment is not reported if the shopper paid with another exchange before',
    violates: ['webhooks.exchange-status-changes'],
    world: losing(({ kind, number }) => kind === 'exchange' && number % 3 === 0),
  },
  {
    name: 'every update is delivered by POST',
    violates: ['webhooks.delivered-by-get'],
    handle: withBody(
      creations,
      customOf((custom) => ({ ...custom, returnMethod: 'POST' })),
    ),
  },
  {
    name: 'an update carries only the first custom parameter',
    violates: ['webhooks.qr-parameters', 'webhooks.invoice-parameters'],
    handle: withBody(
      creations,
      customOf(({ params, ...custom }) => ({
        ...custom,
        ...(Array.isArray(params) ? { params: params.slice(0, 1) } : {}),
      })),
    ),
  },
  {
    name: 'the length of a GET delivery is not checked',
    violates: ['webhooks.get-within-2048'],
    world: (world) => {
      world.limits.getChars = Number.POSITIVE_INFINITY
    },
  },
  {
    name: "automatic debits are reported with the service's own subscription id",
    violates: ['webhooks.recurring-payments'],
    world: (world) => {
      const report = world.reportDebit.bind(world)
      world.reportDebit = (subscription) =>
        report({ ...subscription, item: { ...subscription.item, merchantSubscriptionId: subscription.id } })
    },
  },
  {
    name: 'subscriptions of merchants who manage debits themselves are debited, too',
    violates: ['subscriptions.not-renewed-by-the-service'],
    handle: autoRenewal(true),
  },
  {
    name: 'no subscription is debited automatically',
    violates: ['subscriptions.renewed-by-the-service'],
    handle: autoRenewal(false),
  },
  {
    name: 'a bank payment is processing at first',
    violates: ['bank-payments.pending-at-first'],
    handle: withResult('POST /purchases', (result) => ({ ...result, status: 35 })),
  },
  {
    name: 'shoppers outside the US can pay from a bank',
    violates: ['bank-payments.us-shoppers-only'],
    world: (world) => {
      const shoppers = world.accounts.shoppers.map((one) => ({ ...one, country: 'US' }))
      Object.assign(world, { accounts: { ...world.accounts, shoppers } })
    },
  },
  {
    name: 'error 419 has another message',
    violates: ['exchange-payments.error-insufficient-balance-419'],
    handle: (_, call, next) => {
      try {
        return next(call)
      } catch (error) {
        if (error instanceof Refusal && error.code === 419) throw new Refusal('body', 'Not enough funds', 419)
        throw error
      }
    },
  },
  {
    name: 'crytoCurrency is spelled correctly',
    violates: ['qr-transactions.cryto-currency-spelling'],
    handle: withResult(qr, ({ crytoCurrency, ...result }) => ({ ...result, cryptoCurrency: crytoCurrency })),
  },
  {
    name: 'the message about payees that are not an array is spelled correctly',
    violates: ['payouts.payees-not-an-array'],
    handle: withResult('POST /payout/payee', ({ errorMsg, ...result }) => ({
      ...result,
      errorMsg: String(errorMsg).replace('Formate', 'Format'),
    })),
  },
  {
    name: 'nativeAmount has no zeros at its end',
    violates: ['transactions.native-amount-two-decimals'],
    handle: withResult('POST /exchanges/payments/*', (result) => ({
      ...result,
      nativeAmount: String(Number(result.nativeAmount)),
    })),
  },
  {
    name: 'currencies that the merchant has not enabled are listed, too',
    violates: ['currencies.enabled-only'],
    handle: withResult('GET /currencies', (result) => {
      const [first, ...others] = result as unknown as readonly Fields[]
      return [first, ...others, { ...first, id: 'DOGE', isEnabled: false }]
    }),
  },
  {
    name: 'the store is shown with any token',
    violates: ['authentication.store-needs-token'],
    handle: (route, call, next) => {
      const { merchants } = call.world.accounts
      if (route !== 'GET /stores' || call.headers.authorization === undefined) return next(call)
      return next({ ...call, headers: { authorization: `Bearer ${merchants[0].token}` } })
    },
  },
  {
    name: 'timestamps are in local time without an offset',
    violates: ['service.timestamps-utc'],
    handle: withResult('POST /exchanges/payments/*', (result, { world }) => ({
      ...result,
      createdAt: world.timestamp().slice(0, 19).replace('T', ' '),
    })),
  },
]
