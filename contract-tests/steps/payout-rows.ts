// Generated payees and transfers, invalid rows, and checks of the rows in responses. The contract shows only the labels of
// a row, so amounts are compared as decimals and texts as texts.

import fc from 'fast-check'
import { payee, transfer } from '../../client/sample-requests.ts'
import { Decimal } from '../../core/decimal.ts'
import { valueAt } from '../../core/json.ts'
import type { RequirementId } from '../../spec/requirements.ts'
import type { ApiResponse } from '../observe/client.ts'
import { sameDecimal } from '../observe/decimals.ts'
import { areMixedUp, isCut, isMisread } from '../observe/differences.ts'
import { messagesIn } from '../observe/payout-messages.ts'
import { scalarsOf } from '../observe/response-outcome.ts'
import { lettersOf } from './acceptance.ts'
import type { Context } from './context.ts'

export type Payee = ReturnType<typeof payee>
export type Transfer = ReturnType<typeof transfer>

interface TransferInput {
  person: Omit<Payee, 'id' | 'email'> & { descriptor: string }
  /** The amount as a share of the target's limit, in hundredths of a percent. */
  share: number
  crypto: boolean
  /** True if it has the texts of the sample and the largest amount. */
  plain?: boolean
}

const words = fc.constantFrom(
  ...['Grace', 'Li', "O'Neil", 'Ann-Marie', 'van der Berg', '"Q"', 'A & B <C>', '007', 'null'],
)
/** So many rows any deployment accepts. (permitted: payouts.limits) */
export const maxShortList = 7
const person = fc.record({ fname: words, lname: words, label: words, businessname: words, descriptor: words })
const share = fc.integer({ min: 1000, max: 9999 })

/** A transfer of the amount that the target declares. (permitted: payouts.limits) */
export const transferOf = (it: Context, to = payee(it)) => transfer(to, { amount: Number(it.amount) })

/** Adds the payees of transfers: the contract does not say whether they must be added first. */
export const addPayeesOf = (it: Context, transfers: readonly Payee[]) =>
  it.client.call('addPayees', { payload: transfers.map(payeeOf) })

const transferInput: fc.Arbitrary<TransferInput> = fc.record({ person, share, crypto: fc.boolean() })

/** One to seven transfers without their payees, which `transfersOf` adds, and now and then twelve or thirteen. */
export const transferInputs = fc.oneof(
  { arbitrary: fc.array(transferInput, { minLength: 1, maxLength: maxShortList }), weight: 6 },
  { arbitrary: fc.array(transferInput, { minLength: 12, maxLength: 13 }), weight: 1 },
)

/**
 * Transfers to new payees, all in crypto or in fiat currencies if so requested. No two fields have the same text. Large amounts of coins
 * have six decimals.
 */
export function transfersOf(it: Context, inputs: readonly TransferInput[], allCrypto?: boolean): Transfer[] {
  return inputs.map(({ person, share, crypto: isCrypto, plain: isPlain = false }, row) => {
    const crypto = allCrypto ?? isCrypto
    const texts = Object.entries(isPlain ? {} : person).map(([key, word]) => [
      key,
      `${word} ${key} ${'ABCDEFGHIJKLM'.charAt(row)}`,
    ])
    const amount = amountOf(it, isPlain ? undefined : share, crypto)
    const currency = crypto ? it.target.known.coin : 'USD'
    return { ...transferOf(it), ...Object.fromEntries(texts), amount, currency }
  })
}

/** A share of the largest amount in a coin, or from the known amount on in dollars, or the largest one. (permitted: payouts.limits) */
function amountOf(it: Context, share: number | undefined, crypto: boolean): number {
  const { amount, coinAmount } = it.target.limits
  const min = new Decimal(crypto ? 0 : it.amount)
  const max = new Decimal(crypto ? coinAmount : amount)
  if (share === undefined) return max.toNumber()
  const tiny = crypto && max.gte(1) ? new Decimal(share).div(1_000_000) : 0
  const inRange = max.minus(min).times(share).div(10_000).plus(min).minus(tiny)
  return inRange.toDecimalPlaces(crypto ? 8 : 2, Decimal.ROUND_DOWN).toNumber()
}

/** The same transfer as plain as the sample. (permitted: service.plain-names) */
export const plainly = (input: TransferInput): TransferInput => ({ ...input, plain: true })

/** The same transfer with only the letters of its names and texts. */
export function withLettersOnly({ person, ...rest }: TransferInput): TransferInput {
  const { fname, lname, label, businessname, descriptor } = person
  const texts = { fname, lname, label, businessname, descriptor }
  const letters = Object.entries(texts).map(([key, text]) => [key, lettersOf(text) || key])
  return { ...rest, person: { ...texts, ...Object.fromEntries(letters) } }
}

/** The payee of a transfer, as an element of addPayees. */
export function payeeOf({ id, fname, lname, email, label, businessname }: Payee): Payee {
  return { id, fname, lname, email, label, businessname }
}

/** A row without one of its fields. */
export function without<Row extends object>(row: Row, key: keyof Row): Partial<Row> {
  return Object.fromEntries(Object.entries(row).filter(([name]) => name !== key)) as Partial<Row>
}

/** Values that are not arrays. Some of them contain a row. */
export function nonArrays(row: object): unknown[] {
  return [row, { rows: [row] }, 'text', 12, true]
}

/** Checks that a response is a refusal with a stated message, and returns the groups that the pattern captures. */
export function refusesWithMessage(
  it: Context,
  requirement: RequirementId,
  response: ApiResponse,
  pattern: RegExp,
  because: string,
): string[] {
  it.refuses(requirement, response, because)
  const groups = matchMessage(response, pattern)
  it.check(requirement, groups !== undefined, {
    expected: `a refusal with the message ${pattern.source.replace(/[$^\\]/g, '')}, because ${because}`,
    actual: `HTTP ${response.status}: ${response.text.slice(0, 300)}`,
    of: { response, expects: { says: pattern.source } },
  })
  return groups ?? []
}

/** Checks the form of a refusal. Other requirements cover a success. */
export function checkForm(it: Context, response: ApiResponse, message: RegExp): void {
  if (response.outcome === 'success') return
  const isFound = matchMessage(response, message) !== undefined
  const difference = {
    actual: `HTTP ${response.status}: ${response.text.slice(0, 300)}`,
    // Without the message, it may be a refusal for a moment.
    ...(isFound ? {} : { of: { response, expects: { says: message.source } } }),
  }
  it.check('payouts.refusal-keeps-ok', valueAt(response.json, 'ok') === true, {
    expected: '`ok: true`',
    ...difference,
  })
  const success = valueAt(response.json, 'result', 'success')
  const errorMsg = valueAt(response.json, 'result', 'errorMsg')
  const messages = typeof errorMsg === 'string' && errorMsg !== '' ? messagesIn(errorMsg) : []
  // The message in another field is a violation. Another message in `errorMsg` violates other requirements.
  const inPlace = messages.some((one) => !isFound || message.test(one))
  it.check('payouts.refusal-shape', success === false && inPlace, {
    expected: 'a result with `success: false` and the message as `errorMsg`',
    ...difference,
  })
}

/** The captured groups of the first text in a response that matches a pattern; undefined if no text does. */
export function matchMessage(response: ApiResponse, pattern: RegExp): string[] | undefined {
  return scalarsOf(response.json)
    .flatMap(messagesIn)
    .flatMap((text) => {
      const match = pattern.exec(text)
      return match === null ? [] : [match.slice(1)]
    })[0]
}

/** Where the invalid rows of a request are. */
export interface InvalidRows {
  /** The number of valid rows before the first invalid row. */
  before: number
  /** The number of valid rows after it. */
  between: number
  /** True if another invalid row follows at the end. */
  alsoLast: boolean
}

export const exampleInvalidRows: readonly InvalidRows[] = [
  { before: 1, between: 0, alsoLast: false },
  { before: 2, between: 1, alsoLast: true },
  { before: 12, between: 2, alsoLast: false },
]

export const invalidRows = fc.record({
  before: fc.integer({ min: 0, max: 15 }),
  between: fc.integer({ min: 0, max: 3 }),
  alsoLast: fc.boolean(),
})

/**
 * Checks the row number in a refusal. The contract does not say which number the first row has, so the number is compared
 * with that of a request whose first row is invalid. `rowNumber` sends rows by their validity and returns the number.
 */
export async function checkRowNumber(
  it: Context,
  requirement: RequirementId,
  { before, between, alsoLast }: InvalidRows,
  rowNumber: (validity: readonly boolean[]) => Promise<string | undefined>,
): Promise<void> {
  const valid = (count: number) => Array.from({ length: count }, () => true)
  const first = await rowNumber([false])
  const number = await rowNumber([...valid(before), false, ...valid(between), ...(alsoLast ? [false] : [])])
  it.precondition(first !== undefined && number !== undefined, 'a refusal names no row number')
  const expected = alsoLast ? [before, before + between + 1] : [before]
  it.check(requirement, expected.includes(Number(number) - Number(first)), {
    expected: `${expected.map((row) => row + Number(first)).join(' or ')}, where the first row is ${first}`,
    actual: String(number),
  })
}

/** Ends the run without a verdict if the service reports an error of a row. */
export function expectNoErrors(it: Context, errors: readonly unknown[]): void {
  const error = errors.find((one) => String(one ?? '') !== '')
  it.ruledOut('payouts.rejects-rows', error === undefined, JSON.stringify(error)?.slice(0, 300))
}

/** Assumed: a page of a list has at least so many rows. Pagination is not shown. */
const maxRowsOnPage = 3

/**
 * Checks the rows of a response: one for each row of the request, in the same order, with the same values. `isCounted` is true if
 * the response counts all of them: then it contradicts itself if one of a few, all in one currency, is missing.
 */
export function checkRows(
  it: Context,
  requirements: { inOrder: RequirementId; asSent: RequirementId },
  sent: readonly Readonly<Record<string, string | number>>[],
  actual: readonly object[],
  isCounted = false,
): void {
  const isOnePage = sent.length <= maxRowsOnPage && new Set(sent.map(({ Currency }) => Currency)).size === 1
  it.check(requirements.inOrder, actual.length === sent.length, {
    expected: `${sent.length} rows`,
    actual: `${actual.length}`,
    gross: isCounted && isOnePage && actual.length > 0 && actual.length < sent.length,
  })
  const emails = (rows: readonly object[]) => rows.map((row) => String(Reflect.get(row, 'Email')))
  const [expectedEmails, actualEmails] = [emails(sent), emails(actual)]
  const sameEmails = expectedEmails.toSorted().join() === actualEmails.toSorted().join()
  const other = expectedEmails.findIndex((email, row) => email !== actualEmails[row])
  it.check(requirements.inOrder, !sameEmails || other < 0, {
    expected: `row ${other + 1} of ${sent.length} for ${expectedEmails[other]}`,
    actual: `for ${actualEmails[other]}`,
  })
  const areMixed = areMixedUp(sent, actual, 'Email', ['First Name', 'Last Name', 'Label', 'Descriptor'])
  for (const [row, values] of sent.entries()) {
    for (const [label, value] of Object.entries(values)) {
      const other: unknown = Reflect.get(actual[row] ?? {}, label)
      // Another requirement covers missing labels.
      if (other === undefined) continue
      it.check(requirements.asSent, isSame(value, other), {
        expected: `"${label}" of row ${row + 1} is ${JSON.stringify(value)}`,
        actual: JSON.stringify(other),
        gross: areMixed || isMisread(value, other) || (typeof value === 'number' && isCut(value, other)),
      })
    }
  }
}

function isSame(sent: string | number, actual: unknown): boolean {
  return typeof sent === 'number' ? sameDecimal(sent, actual) : sent === actual
}
