// What any deployment must do about payees: which it adds, what comes back of them, and in which words it refuses the
// others. Which keys beside the email are required, and the number of the first row, is open.

import fc from 'fast-check'
import type { RequestOptions } from '../../../client/operation-request.ts'
import { payee } from '../../../client/sample-requests.ts'
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
  transferInputs,
  transfersOf,
  without,
} from '../../inputs/payout-rows.ts'

const resource = 'payouts'
const write = { resource, level: 'write' } as const
const malformed = /^Invalid Encrypted Data$/
const noArray = /^Invalid Formate of Decrypted Data$/
const missingKey = /^Invalid Data: Row - (\d+), Key - (.+)$/

const add = (it: Context, payload: unknown, asked: RequestOptions = {}) =>
  it.client.call('addPayees', { payload, ...asked })

const keys = ['id', 'fname', 'lname', 'email', 'label', 'businessname'] as const

export const payees = [
  property({
    ...write,
    title: 'whatever payees say, they are added, counted, and come back as they are, in their order',
    kind: 'property',
    checks: [
      'payouts.payees-accepted',
      'payouts.payees-as-sent',
      'payouts.payees-in-order',
      'payouts.payees-inserted-count',
      'payouts.payees-response-shape',
      'payouts.payees-row-labels',
      'payouts.payees-no-error-message',
    ],
    async run(it) {
      await it.forAll(transferInputs, async (it, drawn) => {
        const sent = transfersOf(it, drawn).map(payeeOf)
        const { result } = it.succeeds('payouts.payees-accepted', await add(it, sent))
        if (!('payees' in result)) return
        it.check('payouts.payees-inserted-count', result.insertedCount === sent.length, {
          expected: String(sent.length),
          actual: String(result.insertedCount),
        })
        const rows = sent.map((one) => ({
          'First Name': one.fname,
          'Last Name': one.lname,
          Email: one.email,
          Label: one.label,
        }))
        const inOrder = 'payouts.payees-in-order'
        checkRows(it, { inOrder, asSent: 'payouts.payees-as-sent' }, rows, result.payees)
      })
    },
  }),
  property({
    ...write,
    title: 'what cannot be opened is refused in its words; encrypted, it is taken',
    kind: 'ladder',
    checks: ['payouts.payees-undecryptable'],
    async run(it) {
      const whole = [payee(it)]
      for (const [because, asked] of undecryptablePayouts(it, 'addPayees', whole))
        refusesWithMessage(
          it,
          'payouts.payees-undecryptable',
          await add(it, whole, asked),
          malformed,
          because,
        )
      const bare = await add(it, whole, { rawBody: JSON.stringify(whole) })
      it.refuses('payouts.payees-undecryptable', bare, 'the body is the array as it is')
      it.given(await add(it, whole))
    },
  }),
  property({
    ...write,
    title: 'what is encrypted and no array is refused in its words',
    kind: 'ladder',
    checks: ['payouts.payees-not-an-array'],
    async run(it) {
      const whole = payee(it)
      for (const payload of nonArrays(whole)) {
        const because = `${JSON.stringify(payload).slice(0, 40)} is no array`
        refusesWithMessage(it, 'payouts.payees-not-an-array', await add(it, payload), noArray, because)
      }
      it.given(await add(it, [whole]))
    },
  }),
  property({
    ...write,
    title: 'a payee without an email is refused in its words; with one, it is added',
    kind: 'ladder',
    checks: ['payouts.payees-missing-key', 'payouts.payees-key-name'],
    async run(it) {
      const whole = payee(it)
      const because = 'a payee has no email'
      const response = await add(it, [without(whole, 'email')])
      const [, key] = refusesWithMessage(it, 'payouts.payees-missing-key', response, missingKey, because)
      it.check('payouts.payees-key-name', key === 'email', {
        expected: 'Key - email',
        actual: `Key - ${key}`,
      })
      const second = [payee(it), without(payee(it), 'email')]
      refusesWithMessage(it, 'payouts.payees-missing-key', await add(it, second), missingKey, because)
      it.given(await add(it, [whole]))
    },
  }),
  property({
    ...write,
    title: 'the key that is named is one that is missing, whichever it is',
    kind: 'property',
    checks: ['payouts.payees-key-name'],
    async run(it) {
      for (const key of keys) await namesOneOf(it, [key])
      await it.forAll(fc.subarray([...keys], { minLength: 2, maxLength: 4 }), namesOneOf, { share: 0.5 })
    },
  }),
  property({
    ...write,
    title: 'the number is that of a row at fault, wherever it stands and however many there are',
    kind: 'property',
    checks: ['payouts.payees-row-number', 'payouts.payees-missing-key'],
    async run(it) {
      const numbers = (it: Context, faults: InvalidRows) =>
        checkRowNumber(it, 'payouts.payees-row-number', faults, async (wholeness) => {
          const rows = wholeness.map((whole) => (whole ? payee(it) : without(payee(it), 'email')))
          return matchMessage(await add(it, rows), missingKey)?.[0]
        })
      for (const faults of exampleInvalidRows) await numbers(it, faults)
      await it.forAll(invalidRows, numbers)
    },
  }),
  property({
    ...write,
    title: 'of payees with several faults each must be mended before they are added',
    kind: 'ladder',
    checks: [
      'payouts.payees-undecryptable',
      'payouts.payees-not-an-array',
      'payouts.payees-missing-key',
      'payouts.payees-accepted',
    ],
    async run(it) {
      const [whole, other] = [payee(it), payee(it)]
      const [, noise = {}] = undecryptablePayouts(it, 'addPayees', [whole])[0] ?? []
      refusesWithMessage(
        it,
        'payouts.payees-undecryptable',
        await add(it, [whole], noise),
        malformed,
        'it is noise',
      )
      const object = { rows: [without(whole, 'email')] }
      refusesWithMessage(it, 'payouts.payees-not-an-array', await add(it, object), noArray, 'it is no array')
      for (const rows of [
        [without(whole, 'email'), without(other, 'email')],
        [whole, without(other, 'email')],
      ])
        refusesWithMessage(
          it,
          'payouts.payees-missing-key',
          await add(it, rows),
          missingKey,
          'one has no email',
        )
      it.succeeds('payouts.payees-accepted', await add(it, [whole, other]))
    },
  }),
]

/** Checks that a payee without these keys, where it is refused for a missing key, is refused for one of them. */
async function namesOneOf(it: Context, missing: readonly (typeof keys)[number][]): Promise<void> {
  const whole = payee(it)
  const rest = Object.entries(whole).filter(([key]) => !missing.some((one) => one === key))
  const [, named] = matchMessage(await add(it, [Object.fromEntries(rest)]), missingKey) ?? []
  it.precondition(
    named !== undefined,
    'the payee that lacks a key was to be refused in the words of missing keys',
  )
  it.check(
    'payouts.payees-key-name',
    missing.some((key) => key === named),
    {
      expected: `Key - ${missing.join(' or ')}`,
      actual: `Key - ${named}`,
    },
  )
}
