// Checks which transfers are accepted, what the response contains, and which messages refuse the others. The
// contract does not specify the number of the first row, or messages for errors in fields other than the email.

import fc from 'fast-check'
import type { RequestOptions } from '../../../client/operation-request.ts'
import { payee, transfer } from '../../../client/sample-requests.ts'
import type { RequirementId } from '../../../spec/requirements.ts'
import type { Context } from '../../engine/context.ts'
import { property } from '../../engine/property.ts'
import { undecryptablePayouts } from '../../inputs/invalid-payloads.ts'
import {
  checkRowNumber,
  checkRows,
  exampleInvalidRows,
  type InvalidRows,
  invalidRows,
  matchMessage,
  nonArrays,
  payeeOf,
  refusesWithMessage,
  type Transfer,
  transferInputs,
  transfersOf,
  without,
} from '../../inputs/payout-rows.ts'
import { invalidEmail, invalidEncryptedData } from './messages.ts'

const resource = 'payouts'
const money = { resource, level: 'money' } as const

const send = (it: Context, payload: unknown, options: RequestOptions = {}) =>
  it.client.call('createTransfers', { payload, ...options })

/** Adds the payees and sends the transfers. The contract does not say whether payees must be added first. */
async function sendTo(it: Context, transfers: readonly Transfer[]) {
  await it.client.call('addPayees', { payload: transfers.map(payeeOf) })
  return send(it, transfers)
}

const invalidEmails = ['', 'grace', 'grace.example', 'not an address', null, 7] as const

/** Functions that remove the email of a transfer or make it invalid. */
const emailErrors = fc.constantFrom<(complete: Transfer) => unknown>(
  (complete) => without(complete, 'email'),
  ...invalidEmails.map((email) => (complete: Transfer) => ({ ...complete, email })),
)

export const transfers = [
  property({
    ...money,
    title: 'accepts transfers to added payees, in a fiat and in a crypto currency',
    kind: 'example',
    checks: [
      'payouts.transfers-accepted',
      'payouts.transfers-fiat-accepted',
      'payouts.transfers-crypto-accepted',
    ],
    async run(it) {
      const fiat = await sendTo(it, [transfer(payee(it), { currency: 'USD' })])
      const { known, limits } = it.target
      const coins = { currency: known.coin, amount: Number(limits.coinAmount) }
      const crypto = await sendTo(it, [transfer(payee(it), coins)])
      it.succeeds('payouts.transfers-accepted', fiat.outcome === 'refusal' ? crypto : fiat)
      it.succeeds('payouts.transfers-fiat-accepted', fiat)
      it.succeeds('payouts.transfers-crypto-accepted', crypto)
    },
  }),
  property({
    ...money,
    title:
      'accepts transfers with any values, and returns their number and their rows, unchanged and in order',
    kind: 'property',
    checks: [
      'payouts.transfers-accepted',
      'payouts.transfers-as-sent',
      'payouts.transfers-in-order',
      'payouts.transfers-inserted-count',
      'payouts.transfers-response-shape',
      'payouts.transfers-row-labels',
      'payouts.transfers-no-error-message',
    ],
    async run(it) {
      await it.forAll(transferInputs, async (it, drawn) => {
        const sent = transfersOf(it, drawn)
        const response = await sendTo(it, sent)
        if (response.outcome === 'refusal') await sameForBothKinds(it, drawn)
        const { result } = it.succeeds('payouts.transfers-accepted', response)
        if (!('receivers' in result)) return
        it.check('payouts.transfers-inserted-count', result.insertedCount === sent.length, {
          expected: String(sent.length),
          actual: String(result.insertedCount),
        })
        const rows = sent.map((one) => ({
          Email: one.email,
          Amount: one.amount,
          'Last Name': one.lname,
          'First Name': one.fname,
          Descriptor: one.descriptor,
          Currency: one.currency,
          Label: one.label,
        }))
        const inOrder = 'payouts.transfers-in-order'
        checkRows(it, { inOrder, asSent: 'payouts.transfers-as-sent' }, rows, result.receivers)
      })
    },
  }),
  property({
    ...money,
    title: 'refuses undecryptable transfers with the documented message, and accepts encrypted ones',
    kind: 'ladder',
    checks: ['payouts.transfers-undecryptable'],
    async run(it) {
      const complete = [transfer(payee(it))]
      for (const [because, options] of undecryptablePayouts(it, 'createTransfers', complete))
        refusesWithMessage(
          it,
          'payouts.transfers-undecryptable',
          await send(it, complete, options),
          invalidEncryptedData,
          because,
        )
      for (const field of [null, 'transfers'])
        it.refuses(
          'payouts.transfers-undecryptable',
          await send(it, complete, { field }),
          'encryptedReq is missing',
        )
      it.given(await sendTo(it, complete))
    },
  }),
  property({
    ...money,
    title: 'refuses a payload that is not an array of transfers with the documented message',
    kind: 'ladder',
    checks: ['payouts.transfers-not-an-array'],
    async run(it) {
      const complete = transfer(payee(it))
      for (const payload of nonArrays(complete)) {
        const because = `${JSON.stringify(payload).slice(0, 40)} is not an array`
        refusesWithMessage(
          it,
          'payouts.transfers-not-an-array',
          await send(it, payload),
          invalidEncryptedData,
          because,
        )
      }
      it.given(await sendTo(it, [complete]))
    },
  }),
  property({
    ...money,
    title: 'refuses a missing or invalid transfer email with the documented message',
    kind: 'ladder',
    checks: ['payouts.transfers-missing-email', 'payouts.transfers-invalid-email'],
    async run(it) {
      const complete = transfer(payee(it))
      it.given(await sendTo(it, [complete]))
      for (const before of [[], [transfer(payee(it))]]) {
        const lacking = await send(it, [...before, without(complete, 'email')])
        refusesWithMessage(
          it,
          'payouts.transfers-missing-email',
          lacking,
          invalidEmail,
          'a transfer has no email',
        )
      }
      for (const email of invalidEmails) {
        const because = `${JSON.stringify(email)} is not an email address`
        const response = await send(it, [{ ...complete, email }])
        refusesWithMessage(it, 'payouts.transfers-invalid-email', response, invalidEmail, because)
      }
    },
  }),
  property({
    ...money,
    title: 'names the number of an invalid transfer row, at any position and with any number of them',
    kind: 'property',
    checks: [
      'payouts.transfers-row-number',
      'payouts.transfers-missing-email',
      'payouts.transfers-invalid-email',
    ],
    async run(it) {
      const checkNumber = (it: Context, faults: InvalidRows, invalidate: (complete: Transfer) => unknown) =>
        checkRowNumber(it, 'payouts.transfers-row-number', faults, async (validity) => {
          const rows = validity.map((valid) =>
            valid ? transfer(payee(it)) : invalidate(transfer(payee(it))),
          )
          return matchMessage(await send(it, rows), invalidEmail)?.[0]
        })
      for (const faults of exampleInvalidRows)
        await checkNumber(it, faults, (complete) => without(complete, 'email'))
      await it.forAll(
        fc.record({ faults: invalidRows, invalidate: emailErrors }),
        (it, { faults, invalidate }) => checkNumber(it, faults, invalidate),
      )
    },
  }),
  property({
    ...money,
    title: 'refuses transfers with several errors until each of them is fixed',
    kind: 'ladder',
    checks: [
      'authentication.transfers-need-token',
      'payouts.transfers-undecryptable',
      'payouts.transfers-not-an-array',
      'payouts.transfers-invalid-email',
      'payouts.transfers-missing-email',
    ],
    async run(it) {
      const complete = transfer(payee(it))
      const other = transfer(payee(it))
      it.given(await sendTo(it, [transfer(payee(it))]))
      const [, randomData = {}] = undecryptablePayouts(it, 'createTransfers', [complete])[0] ?? []
      const withoutToken = await send(it, [complete], { ...randomData, token: null })
      it.refuses(
        'authentication.transfers-need-token',
        withoutToken,
        'the token is missing, and the payload is random data',
      )
      const invalid = { ...other, email: 'nowhere' }
      const steps: [RequirementId, payload: unknown, RegExp, because: string, RequestOptions?][] = [
        [
          'payouts.transfers-undecryptable',
          [complete],
          invalidEncryptedData,
          'the payload is random data',
          randomData,
        ],
        [
          'payouts.transfers-not-an-array',
          { rows: [without(complete, 'email')] },
          invalidEncryptedData,
          'the payload is not an array',
        ],
        [
          'payouts.transfers-missing-email',
          [without(complete, 'email'), invalid],
          invalidEmail,
          'a transfer has no email',
        ],
        ['payouts.transfers-invalid-email', [complete, invalid], invalidEmail, 'an email is not an address'],
      ]
      for (const [requirement, payload, message, because, options] of steps)
        refusesWithMessage(it, requirement, await send(it, payload, options), message, because)
      it.given(await sendTo(it, [complete, other]))
    },
  }),
]

/**
 * A precondition: the service accepts the same transfers in fiat and in crypto currencies, or in neither. Otherwise the
 * refusal is about the kind of currency, which other requirements cover.
 */
async function sameForBothKinds(it: Context, drawn: Parameters<typeof transfersOf>[1]): Promise<void> {
  const kinds: boolean[] = []
  for (const crypto of [true, false]) {
    const response = await sendTo(
      it,
      transfersOf(
        it,
        drawn.map((one) => ({ ...one, crypto })),
      ),
    )
    kinds.push(response.outcome === 'refusal')
  }
  it.precondition(
    kinds[0] === kinds[1],
    'the service refused the transfers in one of the two kinds of currency',
  )
}
