// Who may call an operation: access tokens, and the source header of QR transactions. The contract does not show how a
// service refuses a caller, so any refusal passes.

import { accessToken, type RequestOptions } from '../../../client/operation-request.ts'
import { closing, invoice, qrTransaction } from '../../../client/sample-requests.ts'
import type { Harm } from '../../../spec/operation.ts'
import { operations } from '../../../spec/operations.ts'
import type { RequirementId } from '../../../spec/requirements.ts'
import { accepts, refusesEach, sentWith } from '../../steps/acceptance.ts'
import { closeConfirmed } from '../../steps/closings.ts'
import type { Context } from '../../steps/context.ts'
import { atEachExchange } from '../../steps/exchanges.ts'
import { partlyPaidQrOrder, payThroughExchange } from '../../steps/orders.ts'
import { properties, property } from '../../steps/property.ts'
import { completeRequests, newInvoice, sendComplete } from '../../steps/requests.ts'

/** The harm of an operation includes that of what its request needs. */
type TokenOperation = readonly [operationId: keyof typeof completeRequests, requirement: RequirementId, Harm]

/** The operations for which the contract requires an access token. It does not name the credential of others. */
const tokenOperations: readonly TokenOperation[] = [
  ['getStore', 'authentication.store-needs-token', 'read'],
  ['listCurrencies', 'authentication.currencies-need-token', 'read'],
  ['getInvoice', 'authentication.order-info-needs-token', 'write'],
  ['createQrTransaction', 'authentication.qr-needs-token', 'write'],
  ['getShopper', 'authentication.shopper-needs-token', 'read'],
  ['listBanks', 'authentication.banks-need-token', 'read'],
  ['checkExchangeBalance', 'authentication.balances-need-token', 'read'],
  ['validateExchangePayment', 'authentication.exchange-check-needs-token', 'read'],
  ['createExchangePayment', 'authentication.exchange-payment-needs-token', 'money'],
  ['createTransfers', 'authentication.transfers-need-token', 'money'],
]

/** Invalid tokens, most of them similar to a valid one; null omits the header. */
function invalidTokens(valid: string, merchantId: string): [because: string, token: string | null][] {
  // bcrypt ignores what follows 72 bytes.
  const middle = Math.min(Math.floor(valid.length / 2), 71)
  const other = valid[middle]?.toLowerCase() === 'a' ? 'b' : 'a'
  const oneCharacterOff = valid.slice(0, middle) + other + valid.slice(middle + 1)
  return [
    ['there is no Authorization header', null],
    ['the token is empty', ''],
    ['the token is unknown', 'pt-made-up'],
    ['the token is the first half of a valid one', valid.slice(0, middle)],
    // Many decoders of base64 ignore what follows the padding.
    ...(valid.endsWith('=') || Buffer.byteLength(valid) >= 72
      ? []
      : [['the token is a valid one twice', `${valid}${valid}`] satisfies [string, string]]),
    ['the token differs from a valid one in one character', oneCharacterOff],
    ['the token is the id of a merchant', merchantId],
  ]
}

const requiredTokens = tokenOperations.map(([operationId, requirement, level]) =>
  property({
    level,
    title: `${operationId} refuses a missing or invalid token`,
    checks: [requirement],
    async run(it) {
      const valid = accessToken(operationId, it.target) ?? it.merchant.accessToken
      const request = await completeRequests[operationId](it)
      const invalid = invalidTokens(valid, it.merchant.id)
        .filter(([, token]) => token !== valid)
        .map(([because, token]) => [because, { ...request, token }] as const)
      await refusesEach(
        it,
        requirement,
        () => sendComplete(it, operationId),
        sentWith(atEachExchange(it, operationId, invalid), (options) => it.client.call(operationId, options)),
      )
    },
  }),
)

/** One property for each level, so that a target that allows only reading still gets the check of its read operations. */
function refusedTokenKind(
  requirement: RequirementId,
  required: 'merchant' | 'shopper',
  otherToken: (it: Context) => string,
) {
  return (['read', 'write', 'money'] as const).flatMap((level) => {
    const operationIds = tokenOperations
      .filter(([id, , harm]) => harm === level && operations[id].credential === `${required}Token`)
      .map(([id]) => id)
    if (operationIds.length === 0) return []
    const other = required === 'merchant' ? 'shopper' : 'merchant'
    return property({
      level,
      title: `refuses a ${other}'s token for ${operationIds.join(', ')}`,
      checks: [requirement],
      async run(it) {
        const { merchant, shopper } = it
        if (merchant.accessToken === shopper.accessToken)
          it.notApplicable('the merchant and the shopper have the same access token')
        for (const operationId of operationIds) {
          // If the right token is refused too, the refusal of the other one proves nothing.
          if ((await sendComplete(it, operationId)).outcome === 'refusal') continue
          const response = await sendComplete(it, operationId, { token: otherToken(it) })
          it.refuses(requirement, response, `${operationId} requires a token of the ${required}`)
        }
      },
    })
  })
}

export const authentication = [
  ...requiredTokens,
  ...refusedTokenKind(
    'authentication.shopper-token-is-not-a-merchants',
    'merchant',
    (it) => it.target.shoppers.ready.accessToken,
  ),
  ...refusedTokenKind(
    'authentication.merchant-token-is-not-a-shoppers',
    'shopper',
    (it) => it.merchant.accessToken,
  ),
  ...properties({ level: 'write' })({
    'createQrTransaction requires the value of the header x-transaction-source': {
      checks: ['authentication.qr-needs-source-header'],
      async run(it) {
        const create = (source?: string | null) =>
          it.client.call('createQrTransaction', {
            body: qrTransaction(it),
            ...(source === undefined ? {} : { headers: { 'x-transaction-source': source } }),
          })
        await refusesEach(it, 'authentication.qr-needs-source-header', create, [
          ['the header is missing', () => create(null)],
          ['the header is empty', () => create('')],
          // permitted: qr-transactions.further-sources
          ['the header has another value', () => create('pt-made-up')],
          ['the header has the beginning of the value', () => create('qr-code')],
          ['the header has the value and a suffix', () => create('qr-code-api-2')],
        ])
      },
    },
    'getInvoice refuses a missing or unknown token when the invoice is paid, too': {
      level: 'money',
      checks: ['authentication.order-info-needs-token'],
      async run(it) {
        const body = invoice(it)
        const { uuid } = it.given(await it.client.call('createInvoice', { body })).result
        await payThroughExchange(it, body)
        const read = (options: RequestOptions) => () =>
          it.client.call('getInvoice', { query: { uuid }, ...options })
        await refusesEach(it, 'authentication.order-info-needs-token', read({}), [
          ['there is no Authorization header', read({ token: null })],
          ['the token is unknown', read({ token: 'pt-made-up' })],
        ])
      },
    },
    "getInvoice refuses to return another merchant's invoice": {
      needs: ['secondMerchant'],
      checks: ['authentication.order-info-for-its-merchant'],
      async run(it) {
        const query = { uuid: (await newInvoice(it)).uuid }
        it.given(await it.client.call('getInvoice', { query }))
        const response = await it.client.call('getInvoice', { query, merchant: it.secondMerchant })
        const because = 'the invoice belongs to another merchant'
        it.refuses('authentication.order-info-for-its-merchant', response, because)
      },
    },
    'closePartialPayment accepts a request without an Authorization header': {
      level: 'money',
      needs: ['shopper'],
      checks: ['authentication.closing-needs-no-header'],
      async run(it) {
        const order = await partlyPaidQrOrder(it)
        // If a token does not help either, the header is not the cause.
        const withToken = async () =>
          it.client.call('closePartialPayment', {
            ...closing(it, { offerId: (await partlyPaidQrOrder(it)).id }),
            token: it.merchant.accessToken,
          })
        await accepts(
          it,
          'authentication.closing-needs-no-header',
          await closeConfirmed(it, order),
          withToken,
        )
      },
    },
  }),
]
