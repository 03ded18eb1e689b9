// Checks which payees are added and which transfers are accepted, what the response has of them, and with which messages others
// are refused. The contract does not specify the number of the first row, which keys of a payee other than the email are
// required, or messages for errors in fields of a transfer other than the email.

import fc from 'fast-check'
import type { RequestOptions } from '../../client/operation-request.ts'
import { payee, transfer } from '../../client/sample-requests.ts'
import type { RequirementId } from '../../spec/requirements.ts'
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

const invalidEmails = ['', 'grace', 'grace.example', 'not an address', null, 7] as const
/** More rows than a deployment looks at that checks the first ten only. */
const longList = 13
const withoutEmail = (row: Payee) => without(row, 'email')

/** Adds the payees and sends the transfers. */
async function sendTo(it: Context, transfers: readonly Payee[]) {
  await addPayeesOf(it, transfers)
  return it.client.call('createTransfers', { payload: transfers })
}

type RowError = readonly [RequirementId, because: string, rows: (complete: Payee, other: Payee) => object[]]

interface PayoutOperation {
  operationId: 'addPayees' | 'createTransfers'
  level: 'write' | 'money'
  /** The name of its rows. */
  rows: 'payees' | 'transfers'
  /** The requirement of an access token, if the contract states it. */
  needsToken?: RequirementId
  rowOf: (transfer: Transfer) => Payee
  /** Sends complete rows as a conforming service accepts them. */
  sendAccepted: (it: Context, rows: readonly Payee[]) => Promise<ApiResponse<'addPayees' | 'createTransfers'>>
  /** The labels in the response, and the fields of a row. */
  labels: Readonly<Record<string, keyof Transfer>>
  /** Requests without an encrypted payload where it belongs. */
  unencrypted: (rows: readonly Payee[]) => readonly RequestOptions[]
  notAnArray: RegExp
  invalidRow: RegExp
  /** Errors of two rows, each request with fewer of them. */
  errors: readonly RowError[]
  /** Functions that make a row invalid. */
  invalidating: fc.Arbitrary<(row: Payee) => unknown>
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
    errors: [
      [
        'payouts.payees-missing-key',
        'no payee has an email',
        (one, other) => [withoutEmail(one), withoutEmail(other)],
      ],
      ['payouts.payees-missing-key', 'a payee has no email', (one, other) => [one, withoutEmail(other)]],
    ],
    invalidating: fc.constant(withoutEmail),
  },
  {
    operationId: 'createTransfers',
    level: 'money',
    rows: 'transfers',
    needsToken: 'authentication.transfers-need-token',
    rowOf: (transfer) => transfer,
    sendAccepted: sendTo,
    labels: { ...labelsOfBoth, Amount: 'amount', Descriptor: 'descriptor', Currency: 'currency' },
    unencrypted: () => [{ field: null }, { field: 'note' }],
    notAnArray: invalidEncryptedData,
    invalidRow: invalidEmail,
    errors: [
      [
        'payouts.transfers-missing-email',
        'a transfer has no email',
        (one, other) => [withoutEmail(one), { ...other, email: 'nowhere' }],
      ],
      [
        'payouts.transfers-invalid-email',
        'an email is not an address',
        (one, other) => [one, { ...other, email: 'nowhere' }],
      ],
    ],
    invalidating: fc.constantFrom<(row: Payee) => unknown>(
      withoutEmail,
      ...invalidEmails.map((email) => (row: Payee) => ({ ...row, email })),
    ),
  },
]

const ofEither = operations.flatMap((operation) => {
  const { operationId, level, rows, rowOf, sendAccepted, labels, unencrypted, notAnArray, invalidRow } =
    operation
  const shared = { level } as const
  const undecryptable = `payouts.${rows}-undecryptable` as const
  const needsToken = operation.needsToken === undefined ? [] : [operation.needsToken]
  const rowNumber = `payouts.${rows}-row-number` as const
  const sample = (it: Context) => rowOf(transferOf(it))
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
          const rowErrors =
            'payees' in result ? result.payees.map((row) => row['Error(s)']) : result.errorData
          if (result.insertedCount < sent.length) expectNoErrors(it, rowErrors)
          it.checkEqual(`payouts.${rows}-inserted-count`, result.insertedCount, sent.length)
          const expected = sent.map((one) =>
            Object.fromEntries(Object.entries(labels).map(([label, key]) => [label, one[key]])),
          )
          const actual = 'payees' in result ? result.payees : result.receivers
          const requirements = {
            inOrder: `payouts.${rows}-in-order`,
            asSent: `payouts.${rows}-as-sent`,
          } as const
          checkRows(it, requirements, expected, actual)
        })
      },
    },
    [`refuses undecryptable ${rows} with the documented message, and accepts encrypted ones`]: {
      checks: [undecryptable],
      async run(it) {
        const complete = [sample(it)]
        for (const [because, options] of undecryptablePayouts(it, operationId, complete)) {
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
        const checkNumber = (it: Context, faults: InvalidRows, invalidate: (row: Payee) => unknown) =>
          checkRowNumber(it, rowNumber, faults, async (validity) => {
            const complete = validity.map(() => sample(it))
            if (rows === 'transfers') await addPayeesOf(it, complete)
            const sent = complete.map((row, at) => (validity[at] === true ? row : invalidate(row)))
            return matchMessage(await send(it, sent), invalidRow)?.[0]
          })
        for (const faults of exampleInvalidRows) await checkNumber(it, faults, withoutEmail)
        const cases = fc.record({ faults: invalidRows, invalidate: operation.invalidating })
        await it.forAll(cases, (it, { faults, invalidate }) => checkNumber(it, faults, invalidate))
      },
    },
    [`refuses ${rows} with several errors until each of them is fixed`]: {
      checks: [
        ...needsToken,
        undecryptable,
        `payouts.${rows}-not-an-array`,
        ...operation.errors.map(([requirement]) => requirement),
      ],
      async run(it) {
        const [complete, other] = [sample(it), sample(it)]
        // permitted: payouts.limits
        it.given(await sendAccepted(it, [sample(it), sample(it)]))
        const [, randomData = {}] = undecryptablePayouts(it, operationId, [complete])[0] ?? []
        for (const requirement of needsToken) {
          const response = await send(it, [complete], { ...randomData, token: null })
          it.refuses(requirement, response, 'the token is missing, and the payload is random data')
        }
        const unreadable = await send(it, [complete], randomData)
        refusesWithMessage(it, undecryptable, unreadable, malformed(it), 'the payload is random data')
        const object = await send(it, { rows: [withoutEmail(complete)] })
        refusesWithMessage(it, `payouts.${rows}-not-an-array`, object, notAnArray, 'it is not an array')
        if (rows === 'transfers') await addPayeesOf(it, [complete, other])
        for (const [requirement, because, rowsOf] of operation.errors) {
          const response = await send(it, rowsOf(complete, other))
          refusesWithMessage(it, requirement, response, invalidRow, because)
        }
        it.given(await sendAccepted(it, [complete, other]))
      },
    },
    [`refuses ${rows} with \`ok: true\` and a result with the message`]: {
      checks: ['payouts.refusal-keeps-ok', 'payouts.refusal-shape'],
      async run(it) {
        const complete = sample(it)
        for (const [, options] of undecryptablePayouts(it, operationId, [complete]))
          checkForm(it, await it.client.call(operationId, options), malformed(it))
        checkForm(it, await send(it, complete), notAnArray)
        for (const [, , rowsOf] of operation.errors) {
          const more = Array.from({ length: it.style?.lines ?? 1 }, () => sample(it))
          const response = await send(it, rowsOf(complete, sample(it)).concat(more))
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
    'refuses a missing payee email with the documented message, and accepts the complete payee': {
      checks: ['payouts.payees-missing-key', 'payouts.payees-key-name'],
      async run(it) {
        const complete = payee(it)
        const add = (...payload: object[]) => it.client.call('addPayees', { payload })
        const takesTwo = (await add(payee(it), payee(it))).outcome !== 'refusal'
        for (const before of takesTwo ? [[], [payee(it)]] : [[]]) {
          const response = await add(...before, withoutEmail(complete))
          const because = 'a payee has no email'
          const [, key] = refusesWithMessage(it, 'payouts.payees-missing-key', response, missingKey, because)
          it.checkEqual('payouts.payees-key-name', key, 'email')
        }
        const many = () => Array.from({ length: longList - 1 }, () => payee(it))
        // permitted: payouts.limits
        const accepted = await add(...many(), payee(it))
        if (accepted.outcome !== 'refusal') {
          it.given(accepted)
          const response = await add(...many(), withoutEmail(complete))
          const because = `payee ${longList} has no email`
          refusesWithMessage(it, 'payouts.payees-missing-key', response, missingKey, because)
        }
        it.given(await add(complete))
      },
    },
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
    'refuses a missing or invalid transfer email with the documented message': {
      level: 'money',
      checks: ['payouts.transfers-missing-email', 'payouts.transfers-invalid-email'],
      async run(it) {
        const [complete, other] = [transferOf(it), transferOf(it)]
        it.given(await sendTo(it, [transferOf(it)]))
        const takesTwo = (await sendTo(it, [transferOf(it), transferOf(it)])).outcome !== 'refusal'
        // permitted: payouts.known-payees
        await addPayeesOf(it, [complete, other])
        const send = (...payload: object[]) => it.client.call('createTransfers', { payload })
        for (const before of takesTwo ? [[], [other]] : [[]]) {
          const response = await send(...before, withoutEmail(complete))
          refusesWithMessage(it, 'payouts.transfers-missing-email', response, invalidEmail, 'it has no email')
        }
        const many = Array.from({ length: longList }, () => transferOf(it))
        // permitted: payouts.limits
        const accepted = await sendTo(it, many)
        if (accepted.outcome !== 'refusal') {
          it.given(accepted)
          const others = many.map(() => transferOf(it))
          await addPayeesOf(it, others)
          const response = await send(...others.slice(1), withoutEmail(complete))
          const because = `transfer ${longList} has no email`
          refusesWithMessage(it, 'payouts.transfers-missing-email', response, invalidEmail, because)
        }
        for (const email of invalidEmails) {
          const because = `${JSON.stringify(email)} is not an email address`
          const response = await send({ ...complete, email })
          refusesWithMessage(it, 'payouts.transfers-invalid-email', response, invalidEmail, because)
        }
      },
    },
  }),
]
