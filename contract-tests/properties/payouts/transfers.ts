// What any deployment must do about transfers: which it takes, what comes back of them, and in which words it refuses the
// others. The number of the first row, and words for faults other than an email, are open.

import fc from 'fast-check'
import type { RequestOptions } from '../../../client/operation-request.ts'
import { payee, transfer } from '../../../client/sample-requests.ts'
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

const resource = 'payouts'
const money = { resource, level: 'money' } as const
const malformed = /^Invalid Encrypted Data$/
const wrongEmail = /^Invalid Email: Raw - (\d+)$/

const send = (it: Context, payload: unknown, asked: RequestOptions = {}) =>
  it.client.call('createTransfers', { payload, ...asked })

/** Sends transfers to payees that were added before; whether they must be is open. */
async function sendTo(it: Context, transfers: readonly Transfer[]) {
  await it.client.call('addPayees', { payload: transfers.map(payeeOf) })
  return send(it, transfers)
}

/** What is no address, in whichever way. */
const noAddresses = ['', 'grace', 'grace.example', 'not an address', null, 7] as const

/** Transfers of which some have no email, or none that is one. */
const broken = fc.constantFrom<(whole: Transfer) => unknown>(
  (whole) => without(whole, 'email'),
  ...noAddresses.map((email) => (whole: Transfer) => ({ ...whole, email })),
)

export const transfers = [
  property({
    ...money,
    title: 'transfers to added payees are taken, in a fiat and in a crypto currency',
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
    title: 'whatever transfers say, they are taken, counted, and come back as they are, in their order',
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
        if (response.outcome === 'refusal') await bothKindsAlike(it, drawn)
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
    title: 'what cannot be opened is refused in its words; encrypted, it is taken',
    kind: 'ladder',
    checks: ['payouts.transfers-undecryptable'],
    async run(it) {
      const whole = [transfer(payee(it))]
      for (const [because, asked] of undecryptablePayouts(it, 'createTransfers', whole))
        refusesWithMessage(
          it,
          'payouts.transfers-undecryptable',
          await send(it, whole, asked),
          malformed,
          because,
        )
      for (const field of [null, 'transfers'])
        it.refuses(
          'payouts.transfers-undecryptable',
          await send(it, whole, { field }),
          'there is no encryptedReq',
        )
      it.given(await sendTo(it, whole))
    },
  }),
  property({
    ...money,
    title: 'what is encrypted and no array is refused in its words',
    kind: 'ladder',
    checks: ['payouts.transfers-not-an-array'],
    async run(it) {
      const whole = transfer(payee(it))
      for (const payload of nonArrays(whole)) {
        const because = `${JSON.stringify(payload).slice(0, 40)} is no array`
        refusesWithMessage(it, 'payouts.transfers-not-an-array', await send(it, payload), malformed, because)
      }
      it.given(await sendTo(it, [whole]))
    },
  }),
  property({
    ...money,
    title: 'a transfer without an email, or with none that is one, is refused in its words',
    kind: 'ladder',
    checks: ['payouts.transfers-missing-email', 'payouts.transfers-invalid-email'],
    async run(it) {
      const whole = transfer(payee(it))
      it.given(await sendTo(it, [whole]))
      for (const before of [[], [transfer(payee(it))]]) {
        const lacking = await send(it, [...before, without(whole, 'email')])
        refusesWithMessage(
          it,
          'payouts.transfers-missing-email',
          lacking,
          wrongEmail,
          'a transfer has no email',
        )
      }
      for (const email of noAddresses) {
        const because = `${JSON.stringify(email)} is no address`
        const response = await send(it, [{ ...whole, email }])
        refusesWithMessage(it, 'payouts.transfers-invalid-email', response, wrongEmail, because)
      }
    },
  }),
  property({
    ...money,
    title: 'the number is that of a row at fault, wherever it stands and however many there are',
    kind: 'property',
    checks: [
      'payouts.transfers-row-number',
      'payouts.transfers-missing-email',
      'payouts.transfers-invalid-email',
    ],
    async run(it) {
      const numbers = async (it: Context, faults: InvalidRows, spoil: (whole: Transfer) => unknown) =>
        checkRowNumber(it, 'payouts.transfers-row-number', faults, async (wholeness) => {
          const rows = wholeness.map((whole) => (whole ? transfer(payee(it)) : spoil(transfer(payee(it)))))
          return matchMessage(await send(it, rows), wrongEmail)?.[0]
        })
      for (const faults of exampleInvalidRows) await numbers(it, faults, (whole) => without(whole, 'email'))
      await it.forAll(fc.record({ faults: invalidRows, spoil: broken }), (it, { faults, spoil }) =>
        numbers(it, faults, spoil),
      )
    },
  }),
  property({
    ...money,
    title: 'of transfers with several faults each must be mended before they are taken',
    kind: 'ladder',
    checks: [
      'authentication.transfers-need-token',
      'payouts.transfers-undecryptable',
      'payouts.transfers-not-an-array',
      'payouts.transfers-invalid-email',
      'payouts.transfers-missing-email',
    ],
    async run(it) {
      const whole = transfer(payee(it))
      const other = transfer(payee(it))
      it.given(await sendTo(it, [transfer(payee(it))]))
      const [, noise = {}] = undecryptablePayouts(it, 'createTransfers', [whole])[0] ?? []
      const stranger = await send(it, [whole], { ...noise, token: null })
      it.refuses(
        'authentication.transfers-need-token',
        stranger,
        'there is no token, and nothing is encrypted',
      )
      refusesWithMessage(
        it,
        'payouts.transfers-undecryptable',
        await send(it, [whole], noise),
        malformed,
        'it is noise',
      )
      const object = { rows: [without(whole, 'email')] }
      refusesWithMessage(
        it,
        'payouts.transfers-not-an-array',
        await send(it, object),
        malformed,
        'it is no array',
      )
      const both = [without(whole, 'email'), { ...other, email: 'nowhere' }]
      refusesWithMessage(
        it,
        'payouts.transfers-missing-email',
        await send(it, both),
        wrongEmail,
        'one has no email',
      )
      const one = [whole, { ...other, email: 'nowhere' }]
      refusesWithMessage(
        it,
        'payouts.transfers-invalid-email',
        await send(it, one),
        wrongEmail,
        'one is no address',
      )
      it.given(await sendTo(it, [whole, other]))
    },
  }),
]

/** Takes it that the same transfers are taken in both kinds of currency, or in neither: else it is a matter of the kind. */
async function bothKindsAlike(it: Context, drawn: Parameters<typeof transfersOf>[1]): Promise<void> {
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
  it.precondition(kinds[0] === kinds[1], 'transfers were to be taken in both kinds of currency')
}
