// What any deployment must do about who may call. How it refuses is open; operations whose credential the contract does
// not name are left alone.

import fc from 'fast-check'
import type { RequestOptions } from '../../../client/operation-request.ts'
import { closing, qrTransaction } from '../../../client/sample-requests.ts'
import type { RequirementId } from '../../../spec/requirements.ts'
import { refusesEach } from '../../checks/acceptance.ts'
import type { Context } from '../../engine/context.ts'
import { property } from '../../engine/property.ts'
import { doors, invoiceOf, tokenOf } from '../../inputs/token-operations.ts'

const resource = 'authentication'

/** Tokens that nobody was given, near to one that somebody was. */
function madeUp(token: string, beside: readonly string[]): [because: string, token: string | null][] {
  const middle = Math.floor(token.length / 2)
  const other = token[middle] === 'a' ? 'b' : 'a'
  return [
    ['there is no Authorization header', null],
    ['the token is empty', ''],
    ['the token is made up', 'pt-made-up'],
    ['the token is the first half of one', token.slice(0, middle)],
    ['the token is one twice over', `${token}${token}`],
    ['one character of the token is another', token.slice(0, middle) + other + token.slice(middle + 1)],
    ...beside.map((text): [string, string] => ['an identifier or a secret stands for the token', text]),
  ]
}

const closedDoors = doors.map((door) =>
  property({
    resource,
    level: door.level,
    title: `${door.operationId} is closed to whoever bears no token, or a made-up one`,
    kind: 'ladder',
    checks: [door.requirement],
    async run(it) {
      const { requirement, operationId } = door
      const rows = madeUp(tokenOf(it, door), [it.merchant.id, it.merchant.clientSecret])
      const ask = async (token?: string | null) =>
        it.client.call(operationId, { ...(await door.asked(it)), ...(token === undefined ? {} : { token }) })
      await refusesEach(
        it,
        requirement,
        () => ask(),
        rows.map(([because, token]) => [because, () => ask(token)]),
      )
    },
  }),
)

/** A property for each level, so that what only reads is checked where nothing else may be done. */
function wrongKind(
  requirement: RequirementId,
  whose: 'merchant' | 'shopper',
  other: (it: Context) => string,
  title: string,
) {
  return (['read', 'write', 'money'] as const).flatMap((level) => {
    const these = doors.filter((door) => door.opens === whose && door.level === level)
    if (these.length === 0) return []
    return property({
      resource,
      level,
      title: `${title}: ${these.map(({ operationId }) => operationId).join(', ')}`,
      kind: 'example',
      checks: [requirement],
      async run(it) {
        for (const door of these) {
          const ask = async (token?: string) =>
            it.client.call(door.operationId, {
              ...(await door.asked(it)),
              ...(token === undefined ? {} : { token }),
            })
          const own = await ask()
          // Where even the right token does not open it, nothing is known of the wrong one.
          if (own.outcome === 'refusal') continue
          it.refuses(
            requirement,
            await ask(other(it)),
            `${door.operationId} asks for a token of the ${whose}`,
          )
        }
      },
    })
  })
}

const madeUpTokens = fc.stringMatching(/^[A-Za-z0-9._~+/-]{1,60}=?$/)

export const authentication = [
  ...closedDoors,
  ...wrongKind(
    'authentication.shopper-token-is-not-a-merchants',
    'merchant',
    (it) => it.target.shoppers.ready.accessToken,
    "a shopper's token does not serve for a merchant's",
  ),
  ...wrongKind(
    'authentication.merchant-token-is-not-a-shoppers',
    'shopper',
    (it) => it.merchant.accessToken,
    "a merchant's token does not serve for a shopper's",
  ),
  property({
    resource,
    level: 'read',
    title: 'no look-up is open to a made-up token, whatever it looks like',
    kind: 'property',
    checks: doors.filter(({ level }) => level === 'read').map(({ requirement }) => requirement),
    async run(it) {
      await it.forAll(
        madeUpTokens,
        async (it, token) => {
          const { merchants, shoppers } = it.target
          const known = [...merchants, ...Object.values(shoppers)].map((one) => one?.accessToken)
          if (known.includes(token)) return
          for (const { operationId, requirement, asked } of doors.filter(({ level }) => level === 'read'))
            it.refuses(
              requirement,
              await it.client.call(operationId, { ...(await asked(it)), token }),
              `nobody was given the token ${token}`,
            )
        },
        { share: 0.5 },
      )
    },
  }),
  property({
    resource,
    level: 'write',
    title: 'a wallet transaction is made through the API only with the header that says so',
    kind: 'ladder',
    checks: ['authentication.qr-needs-source-header'],
    async run(it) {
      const ask = (source?: string | null) =>
        it.client.call('createQrTransaction', {
          body: qrTransaction(it),
          ...(source === undefined ? {} : { headers: { 'x-transaction-source': source } }),
        })
      await refusesEach(it, 'authentication.qr-needs-source-header', ask, [
        ['the header is missing', () => ask(null)],
        ['the header is empty', () => ask('')],
        ['the header has another value', () => ask('hosted-page')],
        ['the header has a part of the value', () => ask('qr-code')],
        ['the header has more than the value', () => ask('qr-code-api-2')],
        ['the value has capital letters', () => ask('QR-CODE-API')],
      ])
    },
  }),
  property({
    resource,
    level: 'write',
    title: 'of a wallet transaction that lacks everything, each thing must be mended',
    kind: 'ladder',
    checks: [
      'authentication.qr-needs-token',
      'authentication.qr-needs-source-header',
      'qr-transactions.required-fields-refused',
    ],
    async run(it) {
      const { orderId, ...nameless } = qrTransaction(it)
      const source = { 'x-transaction-source': null }
      const rows: [RequirementId, string, RequestOptions][] = [
        [
          'authentication.qr-needs-token',
          'it has no token',
          { body: nameless, token: null, headers: source },
        ],
        ['authentication.qr-needs-source-header', 'it has no source', { body: nameless, headers: source }],
        ['qr-transactions.required-fields-refused', 'it has no orderId', { body: nameless }],
      ]
      for (const [requirement, because, asked] of rows)
        it.refuses(requirement, await it.client.call('createQrTransaction', asked), because)
      it.given(await it.client.call('createQrTransaction', { body: { ...nameless, orderId } }))
    },
  }),
  property({
    resource,
    level: 'write',
    title: "a merchant's order is not shown to another merchant",
    kind: 'example',
    needs: ['secondMerchant'],
    checks: ['authentication.order-info-for-its-merchant'],
    async run(it) {
      const query = { uuid: await invoiceOf(it) }
      it.given(await it.client.call('getInvoice', { query }))
      const response = await it.client.call('getInvoice', { query, merchant: it.secondMerchant })
      it.refuses('authentication.order-info-for-its-merchant', response, 'the invoice is of another merchant')
    },
  }),
  property({
    resource,
    level: 'money',
    title: 'a closing is not asked for a header',
    kind: 'example',
    needs: ['shopper'],
    checks: ['authentication.closing-needs-no-header'],
    async run(it) {
      const order = qrTransaction(it)
      const { result } = it.given(await it.client.call('createQrTransaction', { body: order }))
      await it.pay(result.id, '0.5')
      const asked = closing(it, { offerId: order.orderId })
      const response = await it.client.call('closePartialPayment', asked)
      // Where a token does not help either, it is not the header that is wanting.
      if (response.outcome === 'refusal') {
        const { accessToken: token } = it.merchant
        it.given(await it.client.call('closePartialPayment', { ...asked, token }))
      }
      it.succeeds('authentication.closing-needs-no-header', response)
    },
  }),
]
