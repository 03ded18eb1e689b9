// Deployments that are wrong about the check before a payment from an exchange.

import { encryptRsa } from '../../../client/encryption.ts'
import { refuse, type World } from '../../targets/in-process.ts'
import { faulty } from '../graded-deployment.ts'
import { absent, spoiling } from '../spoiling.ts'

const nameOf = (world: World, index: number) => world.accounts.exchanges[index]?.name ?? ''
const check = 'validateExchangePayment'
const asNumber = (value: unknown) => Number(value)

export const faultyExchangeChecks = [
  faulty({
    requirement: 'exchange-payments.validation-accepted',
    name: 'no prices as text',
    says: 'A check is refused where a price is written as text.',
    handlers: (real) => ({
      [check]: (call) =>
        call.payload.cart.some(({ price }) => typeof price === 'string')
          ? refuse('transactions.unknown-coin')
          : real[check](call),
    }),
  }),
  faulty({
    requirement: 'exchange-payments.validation-unreadable-payload-refused',
    name: 'a check in plain text',
    says: 'A check is made of a payload that is not encrypted at all.',
    request: (request, { accounts }) => {
      const data: unknown = request.operationId === check ? Object(JSON.parse(request.body)).data : undefined
      if (typeof data !== 'string' || !data.startsWith('{')) return request
      const { publicKeyPem } = accounts.keysOf(accounts.firstMerchant)
      return { ...request, body: JSON.stringify({ data: encryptRsa(JSON.parse(data), publicKeyPem) }) }
    },
  }),
  faulty({
    requirement: 'exchange-payments.validation-unreadable-payload-refused',
    name: 'a check of nothing',
    says: 'A check without data is answered as if there were nothing to say against the payment.',
    response: (response, { operationId, body }) => {
      if (operationId !== check || response.status === 200 || 'data' in Object(JSON.parse(body)))
        return response
      const newRate = { percentRate: 0, newFiatRate: 1 }
      const amounts = { amount: 0, fee: 0, nativeAmount: 0, newRate }
      const texts = { receiverAddress: '0x00', receiverMemo: null, currency: 'BTC', exchange: '' }
      const result = { ...texts, ...amounts, password: false, showWhitelistElement: false }
      return { ...response, status: 200, json: { ok: true, result } }
    },
  }),
  faulty({
    requirement: 'exchange-payments.validation-response-shape',
    name: 'no fee',
    says: 'The check does not tell the fee.',
    response: spoiling(check, 'result.fee', () => absent),
  }),
  faulty({
    requirement: 'exchange-payments.validation-response-shape',
    name: 'flags as words',
    says: 'The flag of the password is the text "true" or "false".',
    response: spoiling(check, 'result.password', String),
  }),
  faulty({
    requirement: 'exchange-payments.validation-amounts-are-numbers',
    name: 'the amount as text',
    says: "The check's amount is text.",
    response: spoiling(check, 'result.amount', String),
  }),
  faulty({
    requirement: 'exchange-payments.validation-amounts-are-numbers',
    name: 'the rate as text',
    says: 'The new rate is text.',
    response: spoiling(check, 'result.newRate.newFiatRate', String),
  }),
  faulty({
    requirement: 'exchange-payments.validation-memo-text-or-null',
    name: 'no memo',
    says: 'The memo is left out where there is none.',
    response: spoiling(check, 'result.receiverMemo', () => absent),
  }),
  faulty({
    requirement: 'exchange-payments.validation-memo-text-or-null',
    name: 'a memo as a number',
    says: 'The memo is a number.',
    response: spoiling(check, 'result.receiverMemo', () => 0),
  }),
  faulty({
    requirement: 'exchange-payments.validation-same-coin',
    name: 'checks the first coin',
    says: 'The check is of BTC, whatever was chosen.',
    response: spoiling(check, 'result.currency', () => 'BTC'),
  }),
  faulty({
    requirement: 'exchange-payments.validation-same-amount',
    name: 'whole dollars',
    says: 'The native amount of the check lacks its cents.',
    response: spoiling(check, 'result.nativeAmount', (amount) => Math.floor(asNumber(amount))),
  }),
  faulty({
    requirement: 'exchange-payments.validation-same-amount',
    name: 'the fee in the amount',
    says: 'The native amount of the check is that of the payload and a fee.',
    response: spoiling(check, 'result.nativeAmount', (amount) => asNumber(amount) + 1),
  }),
  faulty({
    requirement: 'exchange-payments.validation-same-exchange',
    name: 'checks the first exchange',
    says: 'The check names the first exchange, whichever was asked for.',
    response: spoiling(check, 'result.exchange', (_, { world }) => nameOf(world, 0)),
  }),
  faulty({
    requirement: 'exchange-payments.validation-whitelist-flag',
    name: 'whitelisted everywhere',
    says: 'No address is ever told to be missing on the whitelist.',
    response: spoiling(check, 'result.showWhitelistElement', () => false),
  }),
  faulty({
    requirement: 'exchange-payments.validation-whitelist-flag',
    name: 'whitelisted nowhere',
    says: 'Every address is told to be missing on the whitelist.',
    response: spoiling(check, 'result.showWhitelistElement', () => true),
  }),
  faulty({
    requirement: 'exchange-payments.validation-password-flag',
    name: 'never asks for the password',
    says: 'The password is not asked for, though the shopper has not supplied it.',
    response: spoiling(check, 'result.password', () => false),
  }),
  faulty({
    requirement: 'exchange-payments.validation-same-object-always',
    name: 'less to say of a missing whitelist entry',
    says: 'Where the address is not whitelisted, the check says only that.',
    response: spoiling(check, 'result', (result) =>
      Object(result).showWhitelistElement === true ? { showWhitelistElement: true, password: false } : result,
    ),
  }),
  faulty({
    requirement: 'exchange-payments.validation-same-object-always',
    name: 'no rates on one exchange',
    says: 'On the second exchange the check has no newRate.',
    response: spoiling(check, 'result.newRate', (rate, { world, request }) =>
      request.path.endsWith(`/${nameOf(world, 1)}`) ? absent : rate,
    ),
  }),
  faulty({
    requirement: 'exchange-payments.validation-low-balance-is-no-error',
    name: 'refuses a low balance',
    says: 'The check of a balance that does not cover the payment is refused.',
    handlers: (real) => ({
      [check]: (call) => {
        const held = call.world.balancesOf(call.shopper, call.exchange)[call.payload.assets]
        return Number(held) < 0.0001 ? refuse('transactions.unknown-coin') : real[check](call)
      },
    }),
  }),
]
