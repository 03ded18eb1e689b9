// Deployments that are wrong about who may pay from a bank account, to whom, and with what. Those that are wrong about the
// time it takes are in bank-durations.ts, about the record in transactions.ts.

import { parseJson } from '../../../core/json.ts'
import { refuse, type World } from '../../targets/in-process.ts'
import { linesMayLack } from '../documents.ts'
import { faulty } from '../graded-deployment.ts'
import { decryptedWith, parsedBase64, resealing } from '../resealing.ts'
import { spoiling } from '../spoiling.ts'

const firstIds = new WeakMap<World, unknown>()

/** Worlds in which every linked bank is that of a shopper in the US, or of one who has the goods sent there. */
function everyoneInTheUs(world: World): void {
  const linkedBank = world.accounts.linkedBank.bind(world.accounts)
  world.accounts.linkedBank = (stockId) => {
    const linked = linkedBank(stockId)
    if (linked === undefined) return undefined
    const { shopper } = linked
    return { ...linked, shopper: { ...shopper, profile: { ...shopper.profile, country: 'US' } } }
  }
}

export const faultyBankPayments = [
  faulty({
    requirement: 'bank-payments.accepted',
    name: 'no cart of several lines',
    says: 'A payment whose cart has more than one line is refused.',
    handlers: (real) => ({
      createBankPayment: (call) =>
        call.payload.cart.length > 1 ? refuse('transactions.amount-mismatch') : real.createBankPayment(call),
    }),
  }),
  faulty({
    requirement: 'bank-payments.accepted',
    name: 'no letters beyond ASCII',
    says: 'A payment is refused because the name of a product is not in plain letters.',
    handlers: (real) => ({
      createBankPayment: (call) =>
        call.payload.cart.some(({ name }) => /[^ -~]/.test(name))
          ? refuse('transactions.amount-mismatch')
          : real.createBankPayment(call),
    }),
  }),
  faulty({
    requirement: 'bank-payments.accepted',
    name: 'whole dollars only',
    says: 'A payment is refused because its amount has cents.',
    handlers: (real) => ({
      createBankPayment: (call) =>
        Number.isInteger(call.payload.amount)
          ? real.createBankPayment(call)
          : refuse('transactions.too-large'),
    }),
  }),
  faulty({
    requirement: 'bank-payments.empty-hosted-page-id-accepted',
    name: 'demands a page',
    says: 'A payment whose hostedPageId is empty is refused.',
    handlers: (real) => ({
      createBankPayment: (call) =>
        call.payload.hostedPageId === ''
          ? refuse('transactions.unknown-merchant')
          : real.createBankPayment(call),
    }),
  }),
  faulty({
    requirement: 'bank-payments.creates-transaction',
    name: 'one record for the same cart',
    says: 'A second payment is answered with the id of the first.',
    response: spoiling('createBankPayment', 'result.id', (id, { world }) => {
      if (!firstIds.has(world)) firstIds.set(world, id)
      return firstIds.get(world)
    }),
  }),
  ...(['processing', 'completed', 'awaiting'] as const).map((status) =>
    faulty({
      requirement: 'bank-payments.pending-at-first',
      name: `${status} at first`,
      says: `A payment begins in the state ${status}.`,
      response: spoiling(
        'createBankPayment',
        'result.status',
        (_, { world }) => world.assumptions.value('transactions.status-integers')[status],
      ),
    }),
  ),
  faulty({
    requirement: 'bank-payments.other-key-refused',
    name: 'any merchant opens it',
    says: "A payment is made although another merchant's key encrypted it.",
    handlers: (real) => ({
      createBankPayment: (call) =>
        real.createBankPayment({
          ...call,
          merchant: call.world.accounts.merchant(call.payload.clientId) ?? call.merchant,
        }),
    }),
  }),
  faulty({
    requirement: 'bank-payments.other-key-refused',
    name: 'the client secret opens it too',
    says: 'A payment is made although the client secret encrypted it, and not the public key.',
    request: resealing('createBankPayment', 'rsa', (text, { accounts }) =>
      decryptedWith(text, accounts.firstMerchant.clientSecret),
    ),
  }),
  faulty({
    requirement: 'bank-payments.unreadable-payload-refused',
    name: 'plain text does',
    says: 'A payment is made from a payload that is not encrypted at all.',
    request: resealing('createBankPayment', 'rsa', parseJson),
  }),
  faulty({
    requirement: 'bank-payments.unreadable-payload-refused',
    name: 'plain text in base64 does',
    says: 'A payment is made from a payload that is only written in base64.',
    request: resealing('createBankPayment', 'rsa', parsedBase64),
  }),
  ...(['name', 'price', 'quantity'] as const).map((key) =>
    faulty({
      requirement: 'bank-payments.incomplete-lines-refused',
      name: `lines without ${key}`,
      says: `A payment is made although a line has no ${key}.`,
      simulator: { document: linesMayLack('BankPaymentPayload', key) },
    }),
  ),
  faulty({
    requirement: 'bank-payments.incomplete-lines-refused',
    name: 'lines without id',
    says: 'A payment is made although a line has no id; it gets one.',
    simulator: { document: linesMayLack('BankPaymentPayload', 'id') },
    handlers: (real) => ({
      createBankPayment: (call) => {
        const cart = call.payload.cart.map((line, index) => ({ ...line, id: line.id ?? `line-${index}` }))
        return real.createBankPayment({ ...call, payload: { ...call.payload, cart } })
      },
    }),
  }),
  faulty({
    requirement: 'bank-payments.us-shoppers-only',
    name: 'shoppers of all countries',
    says: 'A shopper pays from a bank wherever the shopper lives.',
    world: everyoneInTheUs,
  }),
  faulty({
    requirement: 'bank-payments.us-shoppers-only',
    name: 'goods to the US',
    says: 'A shopper abroad pays from a bank, if only the goods go to the US.',
    handlers: (real) => ({
      createBankPayment: (call) => {
        if (call.payload.shippingAddress?.country !== 'US') return real.createBankPayment(call)
        const world: World = Object.assign(Object.create(call.world), {
          accounts: Object.create(call.world.accounts),
        })
        everyoneInTheUs(world)
        return real.createBankPayment({ ...call, world })
      },
    }),
  }),
  faulty({
    requirement: 'bank-payments.merchant-verified',
    name: 'verified or not',
    says: 'A merchant is paid from a bank whether its business verification is complete or not.',
    handlers: (real) => ({
      createBankPayment: (call) =>
        real.createBankPayment({ ...call, merchant: { ...call.merchant, verified: true } }),
    }),
  }),
  faulty({
    requirement: 'bank-payments.to-a-linked-merchant-account',
    name: 'whatever account',
    says: 'The account that a payment names is not looked at.',
    handlers: (real) => ({
      createBankPayment: (call) => {
        const accountId = call.merchant.bankAccount?.id ?? ''
        return real.createBankPayment({ ...call, payload: { ...call.payload, accountId } })
      },
    }),
  }),
  faulty({
    requirement: 'bank-payments.to-a-linked-merchant-account',
    name: "any merchant's account",
    says: 'The account may be that of another merchant.',
    handlers: (real) => ({
      createBankPayment: (call) => {
        const { merchants } = call.world.accounts
        const known = merchants.some(({ bankAccount }) => bankAccount?.id === call.payload.accountId)
        const accountId = (known ? call.merchant.bankAccount?.id : undefined) ?? call.payload.accountId
        return real.createBankPayment({ ...call, payload: { ...call.payload, accountId } })
      },
    }),
  }),
  faulty({
    requirement: 'bank-payments.from-a-connected-shopper-account',
    name: 'whatever bank',
    says: 'A payment from a bank that nobody linked is made, from one that somebody did.',
    world: (world) => {
      const linkedBank = world.accounts.linkedBank.bind(world.accounts)
      world.accounts.linkedBank = (stockId) => linkedBank(stockId) ?? linkedBank('linked-bank-ready')
    },
  }),
]
