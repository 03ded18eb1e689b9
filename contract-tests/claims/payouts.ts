// Checks which payees are added and which transfers are accepted, what the response has of them, and with which messages others
// are refused. The contract does not specify the number of the first row, which keys of a payee other than the email are
// required, or messages for errors in fields of a transfer other than the email.

import fc from 'fast-check'
import type { RequestOptions } from '../../client/operation-request.ts'
import { payee, transfer } from '../../client/sample-requests.ts'
import type { ApiResponse } from '../observe/client.ts'
import { payoutMessages } from '../observe/payout-messages.ts'
import { firstAcceptedOf } from '../steps/acceptance.ts'
import type { Context } from '../steps/context.ts'
import { otherwiseEncryptedPayouts, undecryptablePayouts } from '../steps/invalid-payloads.ts'
import {
  addPayeesOf,
  checkForm,
  checkRowNumber,
  checkRows,
  exampleInvalidRows,
  expectNoErrors,
  type InvalidRows,
  invalidRows,
  matchMessage,
  maxShortList,
  nonArrays,
  type Payee,
  payeeOf,
  plainly,
  refusesWithMessage,
  type Transfer,
  transferInputs,
  transferOf,
  transfersOf,
  withLettersOnly,
  without,
} from '../steps/payout-rows.ts'
import { properties } from '../steps/property.ts'

const {
  undecryptable: invalidEncryptedData,
  notAnArray: invalidDecryptedData,
  missingKey,
  invalidEmail,
} = payoutMessages
const eitherInvalid = /^Invalid (Encrypted|Formate of Decrypted) Data$/

/** More rows than a deployment looks at that checks the first ten only. */
const longList = 13
/** More rows than a batch of fifty has. */
const veryLongList = 57
/** The errors of the rows in a response. */
const rowErrorsIn = ({
  result,
}: ApiResponse<'addPayees' | 'createTransfers'>['success']): readonly unknown[] =>
  'payees' in result
    ? result.payees.map((row) => row['Error(s)'])
    : 'errorData' in result
      ? result.errorData
      : []

const withoutEmail = (row: Payee) => without(row, 'email')

async function sendTo(it: Context, transfers: readonly Payee[]) {
  await addPayeesOf(it, transfers)
  return it.client.call('createTransfers', { payload: transfers })
}

interface PayoutOperation {
  operationId: 'addPayees' | 'createTransfers'
  level: 'write' | 'money'
  rows: 'payees' | 'transfers'
  rowOf: (transfer: Transfer) => Payee
  /** Sends complete rows as a conforming service accepts them. */
  sendAccepted: (it: Context, rows: readonly Payee[]) => Promise<ApiResponse<'addPayees' | 'createTransfers'>>
  /** The labels in the response, and the fields of a row. */
  labels: Readonly<Record<string, keyof Transfer>>
  /** Requests without an encrypted payload where it belongs. */
  unencrypted: (rows: readonly Payee[]) => readonly RequestOptions[]
  notAnArray: RegExp
  invalidRow: RegExp
  withoutEmail: 'payouts.payees-missing-key' | 'payouts.transfers-missing-email'
  /** Values that are no email, if the contract says that they are refused. */
  invalidEmails: readonly unknown[]
}

const labelsOfBoth = { 'First Name': 'fname', 'Last Name': 'lname', Email: 'email', Label: 'label' } as const

const operations: readonly PayoutOperation[] = [
  {
    operationId: 'addPayees',
    level: 'write',
    rows: 'payees',
    rowOf: payeeOf,
    sendAccepted: (it, payload) => it.client.call('addPayees', { payload }),
    labels: labelsOfBoth,
    unencrypted: (rows) => [{ rawBody: JSON.stringify(rows) }],
    notAnArray: invalidDecryptedData,
    invalidRow: missingKey,
    withoutEmail: 'payouts.payees-missing-key',
    invalidEmails: [],
  },
  {
    operationId: 'createTransfers',
    level: 'money',
    rows: 'transfers',
    rowOf: (transfer) => transfer,
    sendAccepted: sendTo,
    labels: { ...labelsOfBoth, Amount: 'amount', Descriptor: 'descriptor', Currency: 'currency' },
    unencrypted: () => [{ field: null }, { field: 'note' }],
    notAnArray: invalidEncryptedData,
    invalidRow: invalidEmail,
    withoutEmail: 'payouts.transfers-missing-email',
    invalidEmails: ['', 'grace', 'grace.example', 'not an address', null, 7],
  },
]

const ofEither = operations.flatMap((operation) => {
  const { operationId, level, rows, rowOf, sendAccepted, labels, unencrypted, notAnArray, invalidRow } =
    operation
  const shared = { level } as const
  const undecryptable = `payouts.${rows}-undecryptable` as const
  const rowNumber = `payouts.${rows}-row-number` as const
  const sample = (it: Context) => rowOf(transferOf(it))
  const invalidating = [
    withoutEmail,
    ...operation.invalidEmails.map((email) => (row: Payee) => ({ ...row, email })),
  ]
  const send = (it: Context, payload: unknown, options: RequestOptions = {}) =>
    it.client.call(operationId, { payload, ...options })
  // A stream cipher decrypts any text. Then the service can only see that the decrypted data is no array.
  const malformed = (it: Context) =>
    it.client.encryption(operationId).scheme === 'custom' && notAnArray === invalidDecryptedData
      ? eitherInvalid
      : invalidEncryptedData
  return properties(shared)({
    [`accepts ${rows} with any values, and returns their number and their rows, unchanged and in order`]: {
      checks: [
        `payouts.${rows}-accepted`,
        `payouts.${rows}-as-sent`,
        `payouts.${rows}-in-order`,
        `payouts.${rows}-inserted-count`,
        `payouts.${rows}-response-shape`,
        `payouts.${rows}-row-labels`,
        `payouts.${rows}-no-error-message`,
      ],
      async run(it) {
        await it.forAll(transferInputs, async (it, drawn) => {
          // permitted: service.plain-names
          const few = drawn.slice(0, maxShortList)
          const simpler = [drawn, few, few.map(withLettersOnly), few.map(plainly)]
          const { value: sent, response } = await firstAcceptedOf(
            simpler.map((rows) => transfersOf(it, rows)),
            (rows) => sendAccepted(it, rows.map(rowOf)),
          )
          if (response.outcome === 'refusal') {
            // A refusal of one kind of currency only violates other requirements.
            const refused = async (crypto: boolean) => {
              const ofKind = transfersOf(it, few, crypto)
              return (await sendAccepted(it, ofKind.map(rowOf))).outcome === 'refusal'
            }
            const isSame = (await refused(true)) === (await refused(false))
            it.precondition(isSame, 'the service refused the rows in one of the two kinds of currency')
          }
          const { result } = it.succeeds(`payouts.${rows}-accepted`, response)
          if (!('insertedCount' in result)) return
          const actual = 'payees' in result ? result.payees : result.receivers
          if (Math.min(result.insertedCount, actual.length) < sent.length)
            expectNoErrors(it, rowErrorsIn(response.success))
          it.checkEqual(`payouts.${rows}-inserted-count`, result.insertedCount, sent.length)
          const expected = sent.map((one) =>
            Object.fromEntries(Object.entries(labels).map(([label, key]) => [label, one[key]])),
          )
          const requirements = {
            inOrder: `payouts.${rows}-in-order`,
            asSent: `payouts.${rows}-as-sent`,
          } as const
          checkRows(it, requirements, expected, actual, result.insertedCount === sent.length)
        })
      },
    },
    [`refuses undecryptable ${rows} with the documented message, and accepts encrypted ones`]: {
      checks: [undecryptable],
      async run(it) {
        const complete = [sample(it)]
        for (const [because, options] of it.inTurn(undecryptablePayouts(it, operationId, complete))) {
          if (it.afterAcceptances) it.given(await sendAccepted(it, complete))
          const response = await send(it, complete, options)
          refusesWithMessage(it, undecryptable, response, malformed(it), because)
        }
        for (const [because, options] of otherwiseEncryptedPayouts(complete))
          it.refuses(undecryptable, await send(it, complete, options), because)
        for (const options of unencrypted(complete))
          it.refuses(undecryptable, await send(it, complete, options), 'the encrypted text is missing')
        it.given(await sendAccepted(it, complete))
      },
    },
    [`refuses a payload that is not an array of ${rows} with the documented message`]: {
      checks: [`payouts.${rows}-not-an-array`],
      async run(it) {
        const complete = sample(it)
        for (const payload of nonArrays(complete)) {
          const because = `${JSON.stringify(payload).slice(0, 40)} is not an array`
          const response = await send(it, payload)
          refusesWithMessage(it, `payouts.${rows}-not-an-array`, response, notAnArray, because)
        }
        it.given(await sendAccepted(it, [complete]))
      },
    },
    [`names the number of an invalid row of ${rows}, at any position and with any number of them`]: {
      checks: [rowNumber],
      async run(it) {
        const numberOf = async (
          it: Context,
          validity: readonly boolean[],
          invalidate: (row: Payee) => unknown,
          rowAt: (at: number) => Payee = () => sample(it),
        ) => {
          const complete = validity.map((_, at) => rowAt(at))
          if (rows === 'transfers') await addPayeesOf(it, complete)
          const sent = complete.map((row, at) => (validity[at] === true ? row : invalidate(row)))
          return matchMessage(await send(it, sent), invalidRow)?.[0]
        }
        const checkNumber = (it: Context, faults: InvalidRows, invalidate: (row: Payee) => unknown) =>
          checkRowNumber(it, rowNumber, faults, (validity) => numberOf(it, validity, invalidate))
        for (const faults of exampleInvalidRows) await checkNumber(it, faults, withoutEmail)
        if (rows === 'transfers') {
          const coins = { currency: it.coin, amount: Number(it.target.limits.coinAmount) }
          const inEither = (at: number) => (at === 1 ? transfer(payee(it), coins) : sample(it))
          const number = await numberOf(it, [true, true, false], withoutEmail, inEither)
          if (number !== undefined)
            await checkRowNumber(it, rowNumber, { before: 2, between: 0, alsoLast: false }, (validity) =>
              numberOf(it, validity, withoutEmail, inEither),
            )
        }
        // permitted: payouts.limits
        const validity = Array.from({ length: veryLongList }, () => true)
        if ((await numberOf(it, [...validity, false], withoutEmail)) !== undefined)
          await checkNumber(it, { before: veryLongList, between: 2, alsoLast: false }, withoutEmail)
        // The contract does not say which other keys are required.
        for (const key of ['lname', 'label'] as const) {
          const invalidate = (row: Payee) => without(row, key)
          const faults = { before: 1, between: 1, alsoLast: false }
          if ((await numberOf(it, [false], invalidate)) !== undefined)
            await checkNumber(it, faults, invalidate)
        }
        const cases = fc.record({ faults: invalidRows, invalidate: fc.constantFrom(...invalidating) })
        await it.forAll(cases, (it, { faults, invalidate }) => checkNumber(it, faults, invalidate))
      },
    },
    [`refuses ${rows} without a valid email with the documented message, and accepts complete ones`]: {
      checks: [
        operation.withoutEmail,
        rows === 'payees' ? 'payouts.payees-key-name' : 'payouts.transfers-invalid-email',
      ],
      async run(it) {
        const complete = sample(it)
        const samples = (count: number) => Array.from({ length: count }, () => sample(it))
        // permitted: payouts.known-payees
        const known = async (row: Payee[]) => {
          if (rows === 'transfers') await addPayeesOf(it, row)
          return row
        }
        await known([complete])
        for (const count of [0, 1, longList - 1]) {
          // permitted: payouts.limits
          if (count > 0 && (await sendAccepted(it, samples(count + 1))).outcome === 'refusal') continue
          const response = await send(it, [...(await known(samples(count))), withoutEmail(complete)])
          const because = `row ${count + 1} has no email`
          // The refusal of the row alone shows that the key is required.
          if (count > 0 && response.outcome === 'success') {
            expectNoErrors(it, rowErrorsIn(response.success))
            it.check(operation.withoutEmail, false, {
              expected: `a refusal, as of the row alone, because ${because}`,
              actual: `HTTP ${response.status}: ${response.text.slice(0, 300)}`,
              gross: true,
            })
          }
          const [, key] = refusesWithMessage(it, operation.withoutEmail, response, invalidRow, because)
          if (rows === 'payees') it.checkEqual('payouts.payees-key-name', key, 'email')
        }
        for (const email of operation.invalidEmails) {
          const because = `${JSON.stringify(email)} is not an email address`
          const response = await send(it, [{ ...complete, email }])
          refusesWithMessage(it, 'payouts.transfers-invalid-email', response, invalidRow, because)
        }
        it.given(await sendAccepted(it, [sample(it)]))
      },
    },
    [`refuses ${rows} with \`ok: true\` and a result with the message`]: {
      checks: ['payouts.refusal-keeps-ok', 'payouts.refusal-shape'],
      async run(it) {
        const complete = sample(it)
        for (const [, options] of undecryptablePayouts(it, operationId, [complete]))
          checkForm(it, await it.client.call(operationId, options), malformed(it))
        checkForm(it, await send(it, complete), notAnArray)
        for (const invalidate of invalidating.slice(0, 2)) {
          const more = Array.from({ length: it.style?.lines ?? 1 }, () => sample(it))
          const response = await send(it, [complete, invalidate(sample(it)), ...more])
          // Which rows have this message is not always stated.
          if (matchMessage(response, invalidRow) !== undefined) checkForm(it, response, invalidRow)
        }
      },
    },
  })
})

const keys = ['id', 'fname', 'lname', 'email', 'label', 'businessname'] as const

/** Checks that the refusal of a payee without these keys names one of them. A refusal for a missing key is a precondition. */
async function checkKeyName(it: Context, missing: readonly (typeof keys)[number][]): Promise<void> {
  const isMissing = (key: unknown) => missing.some((one) => one === key)
  const rest = Object.fromEntries(Object.entries(payee(it)).filter(([key]) => !isMissing(key)))
  const response = await it.client.call('addPayees', { payload: [rest] })
  const [, named] = matchMessage(response, missingKey) ?? []
  it.ruledOut('payouts.fewer-required-keys', named !== undefined, response.text.slice(0, 300))
  it.check('payouts.payees-key-name', isMissing(named), {
    expected: `Key - ${missing.join(' or ')}`,
    actual: `Key - ${named}`,
  })
}

export const payouts = [
  ...ofEither,
  ...properties({ level: 'write' })({
    'names a key that is missing, whichever keys are missing': {
      checks: ['payouts.payees-key-name'],
      async run(it) {
        for (const key of keys) await checkKeyName(it, [key])
        await it.forAll(fc.subarray([...keys], { minLength: 2, maxLength: 4 }), checkKeyName, { share: 0.5 })
      },
    },
    'accepts transfers to added payees, in a fiat and in a crypto currency': {
      level: 'money',
      checks: [
        'payouts.transfers-accepted',
        'payouts.transfers-fiat-accepted',
        'payouts.transfers-crypto-accepted',
      ],
      async run(it) {
        const fiat = await sendTo(it, [transferOf(it)])
        const coins = { currency: it.coin, amount: Number(it.target.limits.coinAmount) }
        const crypto = await sendTo(it, [transfer(payee(it), coins)])
        it.succeeds('payouts.transfers-accepted', fiat.outcome === 'refusal' ? crypto : fiat)
        it.succeeds('payouts.transfers-fiat-accepted', fiat)
        it.succeeds('payouts.transfers-crypto-accepted', crypto)
      },
    },
  }),
]
