// Checks which payees are added, what the response contains, and which messages refuse the others. The contract
// does not specify which keys other than the email are required, or the number of the first row.

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
import { invalidDecryptedData, invalidEncryptedData, missingKey } from './messages.ts'

const resource = 'payouts'
const write = { resource, level: 'write' } as const

const add = (it: Context, payload: unknown, options: RequestOptions = {}) =>
  it.client.call('addPayees', { payload, ...options })

const keys = ['id', 'fname', 'lname', 'email', 'label', 'businessname'] as const

export const payees = [
  property({
    ...write,
    title: 'adds payees with any values, and returns their number and their rows, unchanged and in order',
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
    title: 'refuses undecryptable payees with the documented message, and accepts encrypted ones',
    kind: 'ladder',
    checks: ['payouts.payees-undecryptable'],
    async run(it) {
      const complete = [payee(it)]
      for (const [because, options] of undecryptablePayouts(it, 'addPayees', complete))
        refusesWithMessage(
          it,
          'payouts.payees-undecryptable',
          await add(it, complete, options),
          invalidEncryptedData,
          because,
        )
      const unencrypted = await add(it, complete, { rawBody: JSON.stringify(complete) })
      it.refuses('payouts.payees-undecryptable', unencrypted, 'the body is the unencrypted array')
      it.given(await add(it, complete))
    },
  }),
  property({
    ...write,
    title: 'refuses a payload that is not an array of payees with the documented message',
    kind: 'ladder',
    checks: ['payouts.payees-not-an-array'],
    async run(it) {
      const complete = payee(it)
      for (const payload of nonArrays(complete)) {
        const because = `${JSON.stringify(payload).slice(0, 40)} is not an array`
        refusesWithMessage(
          it,
          'payouts.payees-not-an-array',
          await add(it, payload),
          invalidDecryptedData,
          because,
        )
      }
      it.given(await add(it, [complete]))
    },
  }),
  property({
    ...write,
    title: 'refuses a missing payee email with the documented message, and accepts the complete payee',
    kind: 'ladder',
    checks: ['payouts.payees-missing-key', 'payouts.payees-key-name'],
    async run(it) {
      const complete = payee(it)
      const because = 'a payee has no email'
      const response = await add(it, [without(complete, 'email')])
      const [, key] = refusesWithMessage(it, 'payouts.payees-missing-key', response, missingKey, because)
      it.check('payouts.payees-key-name', key === 'email', {
        expected: 'Key - email',
        actual: `Key - ${key}`,
      })
      const second = [payee(it), without(payee(it), 'email')]
      refusesWithMessage(it, 'payouts.payees-missing-key', await add(it, second), missingKey, because)
      it.given(await add(it, [complete]))
    },
  }),
  property({
    ...write,
    title: 'names a key that is missing, whichever keys are missing',
    kind: 'property',
    checks: ['payouts.payees-key-name'],
    async run(it) {
      for (const key of keys) await checkKeyName(it, [key])
      await it.forAll(fc.subarray([...keys], { minLength: 2, maxLength: 4 }), checkKeyName, { share: 0.5 })
    },
  }),
  property({
    ...write,
    title: 'names the number of an invalid payee row, at any position and with any number of them',
    kind: 'property',
    checks: ['payouts.payees-row-number', 'payouts.payees-missing-key'],
    async run(it) {
      const checkNumber = (it: Context, faults: InvalidRows) =>
        checkRowNumber(it, 'payouts.payees-row-number', faults, async (validity) => {
          const rows = validity.map((valid) => (valid ? payee(it) : without(payee(it), 'email')))
          return matchMessage(await add(it, rows), missingKey)?.[0]
        })
      for (const faults of exampleInvalidRows) await checkNumber(it, faults)
      await it.forAll(invalidRows, checkNumber)
    },
  }),
  property({
    ...write,
    title: 'refuses payees with several errors until each of them is fixed',
    kind: 'ladder',
    checks: [
      'payouts.payees-undecryptable',
      'payouts.payees-not-an-array',
      'payouts.payees-missing-key',
      'payouts.payees-accepted',
    ],
    async run(it) {
      const [complete, other] = [payee(it), payee(it)]
      const [, randomData = {}] = undecryptablePayouts(it, 'addPayees', [complete])[0] ?? []
      refusesWithMessage(
        it,
        'payouts.payees-undecryptable',
        await add(it, [complete], randomData),
        invalidEncryptedData,
        'the payload is random data',
      )
      const object = { rows: [without(complete, 'email')] }
      refusesWithMessage(
        it,
        'payouts.payees-not-an-array',
        await add(it, object),
        invalidDecryptedData,
        'the payload is not an array',
      )
      for (const rows of [
        [without(complete, 'email'), without(other, 'email')],
        [complete, without(other, 'email')],
      ])
        refusesWithMessage(
          it,
          'payouts.payees-missing-key',
          await add(it, rows),
          missingKey,
          'a payee has no email',
        )
      it.succeeds('payouts.payees-accepted', await add(it, [complete, other]))
    },
  }),
]

/** Checks that the refusal of a payee without these keys names one of them. A refusal for a missing key is a precondition. */
async function checkKeyName(it: Context, missing: readonly (typeof keys)[number][]): Promise<void> {
  const rest = Object.entries(payee(it)).filter(([key]) => !missing.some((one) => one === key))
  const [, named] = matchMessage(await add(it, [Object.fromEntries(rest)]), missingKey) ?? []
  it.precondition(
    named !== undefined,
    'the service did not refuse the payee with the message for missing keys',
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
