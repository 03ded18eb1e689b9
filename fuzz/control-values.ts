// Values for requests of the control API: for bodies, properties and parameters whose schemas are unbounded, or do not refer to
// what exists.

import fc from 'fast-check'
import { defaultWorld } from '../simulator/world/default-world.ts'
import type { FaultRule } from '../simulator/world/state.ts'
import { editedAt } from '../spec/test-support/edits.ts'
import { live } from './dictionary.ts'

/** The names of sandboxes that requests create and use. */
export const sandboxNames = ['a', 'b', 'c'] as const
const sandboxName = fc.constantFrom(...sandboxNames)

/** A receiver that refuses connections at once. */
export const receiverUrl = 'http://127.0.0.1:9/webhook'

const amountTexts = fc.constantFrom('0', '0.0001', '0.5', '1', '1.5', '40', '99999999999999999999.00000001')
const instants = fc.constantFrom(
  '2024-01-31T09:00:00Z',
  '2026-01-05T09:00:00.000Z',
  '2026-02-28T23:59:59.999+01:00',
)
const status = fc.constantFrom('pending', 'processing', 'completed', 'canceled', 'partially-paid')
const seeds = fc.oneof(fc.string({ maxLength: 4 }), fc.nat(99))
const serviceOperations = fc.constantFrom(
  'createInvoice',
  'createQrTransaction',
  'getStore',
  'closePartialPayment',
  'addPayees',
  'createTransfers',
  'createExchangePayment',
)

const advances = fc.oneof(
  fc.constantFrom('PT1M', 'PT30M', 'PT3H', 'P1D', 'P8D', 'P1M', 'PT0S').map((by) => ({ by })),
  fc.nat(4).map((bankingDays) => ({ bankingDays })),
  fc.constant({ next: true }),
  fc.record({
    by: fc.constant('P2M'),
    maxEvents: fc.integer({ min: 1, max: 4 }),
    maxListedEvents: fc.nat(3),
  }),
  fc.record({
    until: fc.oneof(
      fc.record({ transaction: live('transaction'), status }),
      fc.record({ subscription: live('subscription'), debits: fc.integer({ min: 1, max: 3 }) }),
    ),
    maxDuration: fc.constantFrom('PT2H', 'P5D'),
  }),
  instants.map((to) => ({ to })),
)

const faultActions = fc.oneof(
  fc
    .constantFrom(
      'partial-payments.nothing-to-close',
      'request.invalid',
      'payouts.invalid-email',
      418,
      'nothing',
    )
    .map((code) => ({ do: 'refuse', code })),
  fc.record(
    {
      do: fc.constant('respond'),
      status: fc.constantFrom(200, 204, 304, 404, 500, 503),
      body: fc.jsonValue({ maxDepth: 1 }),
    },
    { requiredKeys: ['do', 'status'] },
  ),
  fc.nat(2).map((delayMs) => ({ do: 'delay', delayMs })),
  fc.constant({ do: 'drop' }),
)

/** A valid rule for the faults of webhooks. */
export const faultRule: fc.Arbitrary<FaultRule> = fc
  .tuple(
    fc.constantFrom<FaultRule[]>(
      { do: 'drop' },
      { do: 'wrong-signature' },
      { do: 'delay', by: 'PT5M' },
      { do: 'reorder' },
      { do: 'duplicate', times: 2 },
      { do: 'duplicate', by: 'PT2M' },
      { do: 'retry', times: 2 },
    ),
    fc.constantFrom({}, { count: 1 }, { count: 2 }, { every: 2 }, { share: 0.5 }),
  )
  .map(([effect, selected]) => ({ ...effect, ...selected }))

const faultRules = fc.oneof(
  { weight: 6, arbitrary: faultRule },
  fc.constantFrom({ do: 'drop', every: 3, share: 0.5 }, { do: 'retry', times: 1_000_000, by: 'PT1M' }),
  fc.record({
    do: fc.constant('drop'),
    transaction: live('transaction'),
    merchantId: live('merchant'),
    status,
  }),
)

const worlds = fc
  .tuple(fc.nat(2000), fc.nat(200))
  .map(([place, choice]) => editedAt(defaultWorld, place, choice).value)

const sandboxOptions = fc.oneof(
  fc.constant({}),
  seeds.map((seed) => ({ seed })),
  seeds.map((randomAssumptions) => ({ randomAssumptions })),
  instants.map((start) => ({ start })),
  fc.constant({ validation: 'report' }),
  fc.constant({ automation: { transactions: 'manual', settlements: 'auto', renewals: 'manual' } }),
  fc.constant({ webhookUrl: receiverUrl }),
  live('snapshot').map((snapshot) => ({ snapshot })),
  worlds.map((world) => ({ world })),
  fc.constant({
    assumptions: { 'transactions.repeated-order': 'refused', 'authentication.token-issue': 'expiring' },
  }),
)

/** Bodies in place of those of the schemas, where these are unbounded or never refer to what exists. */
export const bodies: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  setAssumption: fc.constantFrom('refused', 'returned', 'back-off', 'unknown').map((use) => ({ use })),
  advanceClock: advances,
  restoreSnapshot: live('snapshot'),
  putSandbox: sandboxOptions,
  registerWebhook: fc.constantFrom(
    { url: receiverUrl },
    { url: null },
    { url: 'ftp://127.0.0.1/' },
    { url: 'http://shop.example/' },
  ),
  issueToken: fc.record({ accessToken: live('token') }),
  setBalance: fc.record({
    exchange: fc.constantFrom('⟨exchange 0⟩', 'nowhere'),
    coin: fc.constantFrom('BTC', 'ETH', 'XYZ'),
    amount: amountTexts,
  }),
  payInvoice: fc
    .tuple(
      fc.constantFrom(...defaultWorld.shoppers.map(({ accessToken }) => accessToken), 'nobody'),
      fc.constantFrom(
        { by: 'exchange', password: 'any', savePassword: true },
        { by: 'exchange', coin: 'ETH', exchange: '⟨exchange 0⟩' },
        { by: 'wallet' },
        { by: 'wallet', coin: 'BTC', share: '0.5' },
        { by: 'bank' },
        { by: 'nothing' },
      ),
    )
    .map(([as, payment]) => ({ as, ...payment })),
  forkSandbox: fc.record({ name: sandboxName }),
}

/** Values of properties, wherever they are. */
export const known: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  InjectedFaultAction: faultActions,
  FaultRule: faultRules,
  AmountText: amountTexts,
  Instant: instants,
  SandboxName: sandboxName,
  '.merchantId': live('merchant'),
  '.transaction': live('transaction'),
  '.operationId': serviceOperations,
  '.times': fc.integer({ min: 1, max: 2 }),
  '.after': fc.nat(1),
  '.by': fc.constantFrom('PT1M', 'PT5M', 'P1D'),
}

/** The kinds of the path and query parameters. */
export const parameters: Readonly<Record<string, fc.Arbitrary<string>>> = {
  uuid: live('invoice'),
  name: sandboxName,
  date: fc.constantFrom('2024-07-04', '2026-12-25', '2026-02-30', '0000-00-00'),
  seq: fc.oneof(live('event'), fc.constantFrom('0', '999')),
  from: instants,
  bankingDays: fc.constantFrom('0', '3', '250'),
  merchantId: live('merchant'),
  shopperId: live('shopper'),
  offerId: live('order'),
  transaction: live('transaction'),
  after: fc.constantFrom('0', '2', '99'),
  limit: fc.constantFrom('1', '5', '100'),
}

/** Texts that are in no place. */
export const oddTexts = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.constantFrom('', '..', '%', '-1', '1e9', '\u0000', 'ü/ü', 'x'.repeat(3000)),
)
