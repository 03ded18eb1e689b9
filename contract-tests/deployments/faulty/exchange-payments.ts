// Deployments that are wrong about payments from an exchange. Those that are wrong about the time it takes are in
// exchange-durations.ts, about its errors in exchange-errors.ts, about its record in transactions.ts.

import CryptoJS from 'crypto-js'
import { encryptRsa } from '../../../client/encryption.ts'
import { parseJson } from '../../../core/json.ts'
import { refuse, type World, type Wrapping } from '../../targets/in-process.ts'
import { linesMayLack } from '../documents.ts'
import { faulty } from '../graded-deployment.ts'
import { spoiling } from '../spoiling.ts'

/** Requests whose `data` is encrypted again for the first merchant, where `read` can make it out. */
function reads(read: (data: string, world: World) => string | undefined): NonNullable<Wrapping['request']> {
  return (request, world) => {
    if (request.operationId !== 'createExchangePayment') return request
    const data: unknown = Object(JSON.parse(request.body)).data
    const payload = typeof data === 'string' ? parseJson(read(data, world) ?? '') : undefined
    if (payload === undefined) return request
    const { publicKeyPem } = world.accounts.keysOf(world.accounts.firstMerchant)
    return { ...request, body: JSON.stringify({ data: encryptRsa(payload, publicKeyPem) }) }
  }
}

function opened(data: string, secret: string): string | undefined {
  try {
    return CryptoJS.AES.decrypt(data, secret).toString(CryptoJS.enc.Utf8)
  } catch {
    return undefined
  }
}

const firstIds = new WeakMap<World, unknown>()

export const faultyExchangePayments = [
  faulty({
    requirement: 'exchange-payments.accepted',
    name: 'no cart of several lines',
    says: 'A payment whose cart has more than one line is refused.',
    handlers: (real) => ({
      createExchangePayment: (call) =>
        call.payload.cart.length > 1
          ? refuse('transactions.amount-mismatch')
          : real.createExchangePayment(call),
    }),
  }),
  faulty({
    requirement: 'exchange-payments.accepted',
    name: 'no letters beyond ASCII',
    says: 'A payment is refused because the name of a product is not in plain letters.',
    handlers: (real) => ({
      createExchangePayment: (call) =>
        call.payload.cart.some(({ name }) => /[^ -~]/.test(name))
          ? refuse('transactions.amount-mismatch')
          : real.createExchangePayment(call),
    }),
  }),
  faulty({
    requirement: 'exchange-payments.creates-transaction',
    name: 'one record for the same cart',
    says: 'A second payment is answered with the id of the first.',
    response: spoiling('createExchangePayment', 'result.id', (id, { world }) => {
      if (!firstIds.has(world)) firstIds.set(world, id)
      return firstIds.get(world)
    }),
  }),
  faulty({
    requirement: 'exchange-payments.immediate-status',
    name: 'waits for a wallet',
    says: 'A payment begins in the state of a transaction that waits for a wallet.',
    response: spoiling('createExchangePayment', 'result.status', (_, { world }) => {
      return world.assumptions.value('transactions.status-integers').awaiting
    }),
  }),
  faulty({
    requirement: 'exchange-payments.immediate-status',
    name: 'an unknown state on one exchange',
    says: 'On the fourth exchange the record is in a state that is none of the four.',
    response: spoiling('createExchangePayment', 'result.status', (status, { world, request }) =>
      request.path.endsWith(world.accounts.exchanges[3]?.name ?? '') ? 999 : status,
    ),
  }),
  faulty({
    requirement: 'exchange-payments.other-key-refused',
    name: 'any merchant opens it',
    says: "A payment is made although another merchant's key encrypted it.",
    handlers: (real) => ({
      createExchangePayment: (call) =>
        real.createExchangePayment({
          ...call,
          merchant: call.world.accounts.merchant(call.payload.clientId) ?? call.merchant,
        }),
    }),
  }),
  faulty({
    requirement: 'exchange-payments.other-key-refused',
    name: 'the client secret opens it too',
    says: 'A payment is made although the client secret encrypted it, and not the public key.',
    request: reads((data, { accounts }) => opened(data, accounts.firstMerchant.clientSecret)),
  }),
  faulty({
    requirement: 'exchange-payments.unreadable-payload-refused',
    name: 'plain text does',
    says: 'A payment is made from a payload that is not encrypted at all.',
    request: reads((data) => data),
  }),
  faulty({
    requirement: 'exchange-payments.unreadable-payload-refused',
    name: 'plain text in base64 does',
    says: 'A payment is made from a payload that is only written in base64.',
    request: reads((data) => Buffer.from(data, 'base64').toString()),
  }),
  faulty({
    requirement: 'exchange-payments.unreadable-payload-refused',
    name: 'any field does',
    says: 'The encrypted payload is taken from whatever field it stands under.',
    request: (request) => {
      if (request.operationId !== 'createExchangePayment') return request
      const [data] = Object.values(Object(JSON.parse(request.body)))
      return { ...request, body: JSON.stringify({ data }) }
    },
  }),
  ...(['name', 'price', 'quantity'] as const).map((key) =>
    faulty({
      requirement: 'exchange-payments.incomplete-lines-refused',
      name: `lines without ${key}`,
      says: `A payment is made although a line has no ${key}.`,
      simulator: { document: linesMayLack('ExchangePaymentPayload', key) },
    }),
  ),
  faulty({
    requirement: 'exchange-payments.incomplete-lines-refused',
    name: 'lines without id',
    says: 'A payment is made although a line has no id; it gets one.',
    simulator: { document: linesMayLack('ExchangePaymentPayload', 'id') },
    handlers: (real) => ({
      createExchangePayment: (call) => {
        const cart = call.payload.cart.map((line, index) => ({ ...line, id: line.id ?? `line-${index}` }))
        return real.createExchangePayment({ ...call, payload: { ...call.payload, cart } })
      },
    }),
  }),
  faulty({
    requirement: 'exchange-payments.empty-code2fa-accepted',
    name: 'demands a code',
    says: 'A payment whose code2fa is empty is refused.',
    handlers: (real) => ({
      createExchangePayment: (call) =>
        call.payload.code2fa === ''
          ? refuse('exchange-payments.authentication-failed')
          : real.createExchangePayment(call),
    }),
  }),
  faulty({
    requirement: 'exchange-payments.same-coin',
    name: 'always the first coin',
    says: 'The record says BTC, whatever was chosen.',
    response: spoiling('createExchangePayment', 'result.currency', () => 'BTC'),
  }),
  faulty({
    requirement: 'exchange-payments.same-coin',
    name: 'the native currency in its place',
    says: "The record's currency is that of the shop, not the coin.",
    response: spoiling('createExchangePayment', 'result.currency', () => 'USD'),
  }),
]
