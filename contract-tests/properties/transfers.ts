// What any deployment must do about transfers: which it takes, what comes back of them, and in which words it refuses the
// others. The number of the first row, and words for faults other than an email, are open.

import fc from 'fast-check'
import type { Asked } from '../client.ts'
import type { Context } from '../context.ts'
import {
  checkRows,
  drawnTransfers,
  noArrays,
  payeeOf,
  refusedInWords,
  said,
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
      const crypto = await sendTo(it, [transfer(payee(it), { currency: it.target.known.coin, amount: 0.25 })])
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
        if (answer.outcome === 'refusal' && drawn.some(({ crypto }) => crypto)) {
          const fiatOnly = drawn.map((one) => ({ ...one, crypto: false }))
          const others = await sendTo(it, transfersOf(it, fiatOnly))
          it.premise(others.outcome === 'refusal', 'transfers were to be taken in both kinds of currency')
        }
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
      const lacking = await send(it, [without(whole, 'email')])
      refusedInWords(it, 'transfers.missing-email', lacking, wrongEmail, 'a transfer has no email')
      for (const email of noAddresses) {
        const because = `${JSON.stringify(email)} is no address`
        const answer = await send(it, [{ ...whole, email }])
        refusedInWords(it, 'transfers.invalid-email', answer, wrongEmail, because)
      }
      it.given(await sendTo(it, [whole]))
    },
  }),
  property({
    ...money,
    title: 'the number is that of a row at fault, wherever it stands and however many there are',
    kind: 'property',
    checks: ['transfers.row-number', 'transfers.missing-email', 'transfers.invalid-email'],
    async run(it) {
      const cases = fc.record({
        before: fc.oneof(fc.constantFrom(1, 2, 9, 10, 12), fc.integer({ min: 0, max: 15 })),
        between: fc.integer({ min: 0, max: 3 }),
        alsoLast: fc.boolean(),
        spoil: broken,
      })
      await it.forAll(cases, async (it, { before, between, alsoLast, spoil }) => {
        const whole = (count: number) => Array.from({ length: count }, () => transfer(payee(it)))
        const bad = () => spoil(transfer(payee(it)))
        const [first] = said(await send(it, [bad()]), wrongEmail) ?? []
        const rows = [...whole(before), bad(), ...whole(between), ...(alsoLast ? [bad()] : [])]
        const [number] = said(await send(it, rows), wrongEmail) ?? []
        it.premise(
          first !== undefined && number !== undefined,
          'a row at fault was to be named by its number',
        )
        const lawful = alsoLast ? [before, before + between + 1] : [before]
        it.check('transfers.row-number', lawful.includes(Number(number) - Number(first)), {
          lawful: `${lawful.map((row) => row + Number(first)).join(' or ')}, where the first row is ${first}`,
          came: String(number),
        })
      })
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
      'transfers.accepted',
    ],
    async run(it) {
      const whole = transfer(payee(it))
      const other = transfer(payee(it))
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
      it.succeeds('transfers.accepted', await sendTo(it, [whole, other]))
    },
  }),
]
