// What any deployment must do about transfers: which it takes, what comes back of them, and in which words it refuses the
// others. The number of the first row, and words for faults other than an email, are open.

import fc from 'fast-check'
import type { Asked } from '../client.ts'
import type { Context } from '../context.ts'
import {
  checkRowNumber,
  checkRows,
  drawnTransfers,
  type FaultyRows,
  faultyRows,
  noArrays,
  payeeOf,
  refusedInWords,
  said,
  someFaultyRows,
  type Transfer,
  transfersOf,
  unopenable,
  without,
} from '../payout-rows.ts'
import { property } from '../property.ts'
import { payee, transfer } from '../samples.ts'

const noun = 'payouts'
const money = { noun, level: 'money' } as const
const malformed = /^Invalid Encrypted Data$/
const wrongEmail = /^Invalid Email: Raw - (\d+)$/

const send = (it: Context, plain: unknown, asked: Asked = {}) =>
  it.client.call('createTransfers', { plain, ...asked })

/** Sends transfers to payees that were added before; whether they must be is open. */
async function sendTo(it: Context, transfers: readonly Transfer[]) {
  await it.client.call('addPayees', { plain: transfers.map(payeeOf) })
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
    checks: ['transfers.accepted', 'transfers.fiat-taken', 'transfers.crypto-taken'],
    async run(it) {
      const fiat = await sendTo(it, [transfer(payee(it), { currency: 'USD' })])
      const { known, limits } = it.target
      const coins = { currency: known.coin, amount: Number(limits.coinAmount) }
      const crypto = await sendTo(it, [transfer(payee(it), coins)])
      it.succeeds('transfers.accepted', fiat.outcome === 'refusal' ? crypto : fiat)
      it.succeeds('transfers.fiat-taken', fiat)
      it.succeeds('transfers.crypto-taken', crypto)
    },
  }),
  property({
    ...money,
    title: 'whatever transfers say, they are taken, counted, and come back as they are, in their order',
    kind: 'property',
    checks: [
      'transfers.accepted',
      'transfers.receivers-as-sent',
      'transfers.receivers-in-order',
      'transfers.inserted-count',
      'transfers.form',
      'transfers.row-labels',
      'transfers.no-error-message',
    ],
    async run(it) {
      await it.forAll(drawnTransfers, async (it, drawn) => {
        const sent = transfersOf(it, drawn)
        const answer = await sendTo(it, sent)
        if (answer.outcome === 'refusal') await bothKindsAlike(it, drawn)
        const { result } = it.succeeds('transfers.accepted', answer)
        if (!('receivers' in result)) return
        it.check('transfers.inserted-count', result.insertedCount === sent.length, {
          lawful: String(sent.length),
          came: String(result.insertedCount),
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
        const inOrder = 'transfers.receivers-in-order'
        checkRows(it, { inOrder, asSent: 'transfers.receivers-as-sent' }, rows, result.receivers)
      })
    },
  }),
  property({
    ...money,
    title: 'what cannot be opened is refused in its words; sealed, it is taken',
    kind: 'ladder',
    checks: ['transfers.malformed-text'],
    async run(it) {
      const whole = [transfer(payee(it))]
      for (const [because, asked] of unopenable(it, 'createTransfers', whole))
        refusedInWords(it, 'transfers.malformed-text', await send(it, whole, asked), malformed, because)
      for (const field of [null, 'transfers'])
        it.refuses('transfers.malformed-text', await send(it, whole, { field }), 'there is no encryptedReq')
      it.given(await sendTo(it, whole))
    },
  }),
  property({
    ...money,
    title: 'what is sealed and no array is refused in its words',
    kind: 'ladder',
    checks: ['transfers.not-an-array'],
    async run(it) {
      const whole = transfer(payee(it))
      for (const plain of noArrays(whole)) {
        const because = `${JSON.stringify(plain).slice(0, 40)} is no array`
        refusedInWords(it, 'transfers.not-an-array', await send(it, plain), malformed, because)
      }
      it.given(await sendTo(it, [whole]))
    },
  }),
  property({
    ...money,
    title: 'a transfer without an email, or with none that is one, is refused in its words',
    kind: 'ladder',
    checks: ['transfers.missing-email', 'transfers.invalid-email'],
    async run(it) {
      const whole = transfer(payee(it))
      it.given(await sendTo(it, [whole]))
      for (const before of [[], [transfer(payee(it))]]) {
        const lacking = await send(it, [...before, without(whole, 'email')])
        refusedInWords(it, 'transfers.missing-email', lacking, wrongEmail, 'a transfer has no email')
      }
      for (const email of noAddresses) {
        const because = `${JSON.stringify(email)} is no address`
        const answer = await send(it, [{ ...whole, email }])
        refusedInWords(it, 'transfers.invalid-email', answer, wrongEmail, because)
      }
    },
  }),
  property({
    ...money,
    title: 'the number is that of a row at fault, wherever it stands and however many there are',
    kind: 'property',
    checks: ['transfers.row-number', 'transfers.missing-email', 'transfers.invalid-email'],
    async run(it) {
      const numbers = async (it: Context, faults: FaultyRows, spoil: (whole: Transfer) => unknown) =>
        checkRowNumber(it, 'transfers.row-number', faults, async (wholeness) => {
          const rows = wholeness.map((whole) => (whole ? transfer(payee(it)) : spoil(transfer(payee(it)))))
          return said(await send(it, rows), wrongEmail)?.[0]
        })
      for (const faults of someFaultyRows) await numbers(it, faults, (whole) => without(whole, 'email'))
      await it.forAll(fc.record({ faults: faultyRows, spoil: broken }), (it, { faults, spoil }) =>
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
      'transfers.malformed-text',
      'transfers.not-an-array',
      'transfers.invalid-email',
      'transfers.missing-email',
    ],
    async run(it) {
      const whole = transfer(payee(it))
      const other = transfer(payee(it))
      it.given(await sendTo(it, [transfer(payee(it))]))
      const [, noise = {}] = unopenable(it, 'createTransfers', [whole])[0] ?? []
      const stranger = await send(it, [whole], { ...noise, token: null })
      it.refuses('authentication.transfers-need-token', stranger, 'there is no token, and nothing is sealed')
      refusedInWords(it, 'transfers.malformed-text', await send(it, [whole], noise), malformed, 'it is noise')
      const object = { rows: [without(whole, 'email')] }
      refusedInWords(it, 'transfers.not-an-array', await send(it, object), malformed, 'it is no array')
      const both = [without(whole, 'email'), { ...other, email: 'nowhere' }]
      refusedInWords(it, 'transfers.missing-email', await send(it, both), wrongEmail, 'one has no email')
      const one = [whole, { ...other, email: 'nowhere' }]
      refusedInWords(it, 'transfers.invalid-email', await send(it, one), wrongEmail, 'one is no address')
      it.given(await sendTo(it, [whole, other]))
    },
  }),
]

/** Takes it that the same transfers are taken in both kinds of currency, or in neither: else it is a matter of the kind. */
async function bothKindsAlike(it: Context, drawn: Parameters<typeof transfersOf>[1]): Promise<void> {
  const kinds: boolean[] = []
  for (const crypto of [true, false]) {
    const answer = await sendTo(
      it,
      transfersOf(
        it,
        drawn.map((one) => ({ ...one, crypto })),
      ),
    )
    kinds.push(answer.outcome === 'refusal')
  }
  it.premise(kinds[0] === kinds[1], 'transfers were to be taken in both kinds of currency')
}
