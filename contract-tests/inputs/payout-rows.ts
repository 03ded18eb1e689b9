// Payees and transfers as they are drawn, the malformed requests for either, and the rows that come back. The form of
// what a row holds is open beyond its labels, so amounts are compared as decimals and texts as texts.

import fc from 'fast-check'
import { encrypt } from '../../client/encryption.ts'
import type { RequestOptions } from '../../client/operation-request.ts'
import { payee, transfer } from '../../client/sample-requests.ts'
import { Decimal } from '../../core/decimal.ts'
import type { RequirementId } from '../../spec/requirements.ts'
import { sameDecimal } from '../checks/decimals.ts'
import { scalarsOf } from '../checks/response-outcome.ts'
import type { ApiResponse } from '../engine/client.ts'
import type { Context } from '../engine/context.ts'
import { strangersPublicKey } from './unknown-key.ts'

export type Payee = ReturnType<typeof payee>
export type Transfer = ReturnType<typeof transfer>
export type PayoutOperation = 'createTransfers' | 'addPayees'

const words = fc.constantFrom(
  ...[
    'Grace',
    'José',
    '李',
    "O'Neil",
    'Ann-Marie',
    'van der Berg',
    '"Q"',
    'A & B <C>',
    '007',
    'null',
    'Łukasz 💡',
  ],
)
const person = fc.record({ fname: words, lname: words, label: words, businessname: words, descriptor: words })
/** How much of the most that a target allows is sent, in hundredths of a per cent. */
const shares = fc.integer({ min: 1000, max: 9999 })

/** What makes a transfer its own; the payee is added when it is made. */
export const drawnTransfers = fc.array(fc.record({ person, share: shares, crypto: fc.boolean() }), {
  minLength: 1,
  maxLength: 7,
})

/** Transfers to payees that nobody has yet, no two fields alike in any two rows. */
export function transfersOf(
  it: Context,
  drawn: readonly {
    person: Omit<Payee, 'id' | 'email'> & { descriptor: string }
    share: number
    crypto: boolean
  }[],
): Transfer[] {
  return drawn.map(({ person, share, crypto }, row) => {
    const texts = Object.entries(person).map(([key, word]) => [key, `${word} ${key} ${row + 1}`])
    const { amount: usd, coinAmount } = it.target.limits
    const max = new Decimal(crypto ? coinAmount : usd)
    const amount = max
      .times(share)
      .div(10_000)
      .toDecimalPlaces(crypto ? 8 : 2, Decimal.ROUND_DOWN)
      .toNumber()
    const currency = crypto ? it.target.known.coin : 'USD'
    return { ...transfer(payee(it)), ...Object.fromEntries(texts), amount, currency }
  })
}

/** The payee of a transfer, as it is added. */
export function payeeOf({ id, fname, lname, email, label, businessname }: Transfer): Payee {
  return { id, fname, lname, email, label, businessname }
}

/** The same without one of its fields. */
export function without<Row extends object>(row: Row, key: keyof Row): Partial<Row> {
  return Object.fromEntries(Object.entries(row).filter(([name]) => name !== key)) as Partial<Row>
}

/** Requests whose encrypt text no merchant's secret or key opens. */
export function unopenable(
  it: Context,
  operationId: PayoutOperation,
  payload: unknown,
): [because: string, asked: RequestOptions][] {
  const usual = it.client.encryption(operationId)
  const text = JSON.stringify(payload)
  const inPlace = (standing: string): RequestOptions => ({
    payload,
    encryption: { scheme: 'none', text: standing },
  })
  const secret = 'a secret of nobody'
  const publicKey = strangersPublicKey
  return [
    ['it is noise', inPlace('bm9pc2U=')],
    ['it is no base64', inPlace('?? not encrypt ??')],
    ['it is the plain text', inPlace(text)],
    ['it is the plain text in base64', inPlace(Buffer.from(text).toString('base64'))],
    ['its end is cut off', inPlace(encrypt(text, usual, 'cut off').slice(0, -30))],
    ['another secret encrypt it', { payload, encryption: { scheme: 'passphrase', passphrase: secret } }],
    ['another key encrypt it', { payload, encryption: { scheme: 'rsa', publicKey } }],
  ]
}

/** Values that are no array, though each says something of a row or two. */
export function noArrays(row: object): unknown[] {
  return [row, { 0: row }, { rows: [row] }, {}, 'text', 12, true, null]
}

/** Checks that a request is not taken, and that its refusal says these words somewhere; gives what they leave open. */
export function refusedInWords(
  it: Context,
  requirement: RequirementId,
  response: ApiResponse,
  form: RegExp,
  because: string,
): string[] {
  it.refuses(requirement, response, because)
  const found = said(response, form)
  it.check(requirement, found !== undefined, {
    expected: `a refusal that says ${form.source.replace(/[$^\\]/g, '')}, because ${because}`,
    actual: `HTTP ${response.status}: ${response.text.slice(0, 300)}`,
    of: { response, expects: { says: form.source } },
  })
  return found ?? []
}

/** What stands in the places that the form of a message leaves open; undefined where no text has that form. */
export function said(response: ApiResponse, form: RegExp): string[] | undefined {
  return scalarsOf(response.json).flatMap((text) => {
    const match = form.exec(text)
    return match === null ? [] : [match.slice(1)]
  })[0]
}

/** Where rows at fault stand among whole ones. */
export interface FaultyRows {
  /** Whole rows before the first that is at fault. */
  before: number
  /** Whole rows after it. */
  between: number
  /** Whether the last row is at fault, too. */
  alsoLast: boolean
}

export const someFaultyRows: readonly FaultyRows[] = [
  { before: 1, between: 0, alsoLast: false },
  { before: 2, between: 1, alsoLast: true },
  { before: 12, between: 2, alsoLast: false },
]

export const faultyRows = fc.record({
  before: fc.integer({ min: 0, max: 15 }),
  between: fc.integer({ min: 0, max: 3 }),
  alsoLast: fc.boolean(),
})

/** Checks the number that is answered: as far from that of a first row at fault as the row is from the first. */
export async function checkRowNumber(
  it: Context,
  requirement: RequirementId,
  { before, between, alsoLast }: FaultyRows,
  ask: (wholeness: readonly boolean[]) => Promise<string | undefined>,
): Promise<void> {
  const whole = (count: number) => Array.from({ length: count }, () => true)
  const first = await ask([false])
  const number = await ask([...whole(before), false, ...whole(between), ...(alsoLast ? [false] : [])])
  it.precondition(first !== undefined && number !== undefined, 'a row at fault was to be named by its number')
  const expected = alsoLast ? [before, before + between + 1] : [before]
  it.check(requirement, expected.includes(Number(number) - Number(first)), {
    expected: `${expected.map((row) => row + Number(first)).join(' or ')}, where the first row is ${first}`,
    actual: String(number),
  })
}

/** Checks the rows that came back: one for each that was sent, in their order, each with what was sent. */
export function checkRows(
  it: Context,
  requirements: { inOrder: RequirementId; asSent: RequirementId },
  sent: readonly Readonly<Record<string, string | number>>[],
  actual: readonly object[],
): void {
  const emails = (rows: readonly object[]) => rows.map((row) => String(Reflect.get(row, 'Email')))
  const [expected, found] = [emails(sent), emails(actual)]
  it.check(requirements.inOrder, actual.length === sent.length, {
    expected: `${sent.length} rows`,
    actual: `${actual.length}`,
  })
  const sameEmails = expected.toSorted().join() === found.toSorted().join()
  it.check(requirements.inOrder, !sameEmails || expected.join() === found.join(), {
    expected: expected.join(', '),
    actual: found.join(', '),
  })
  for (const [row, values] of sent.entries()) {
    for (const [label, value] of Object.entries(values)) {
      const other: unknown = Reflect.get(actual[row] ?? {}, label)
      // That a label is missing is another requirement's.
      if (other === undefined) continue
      it.check(requirements.asSent, isSame(value, other), {
        expected: `"${label}" of row ${row + 1} is ${JSON.stringify(value)}`,
        actual: JSON.stringify(other),
      })
    }
  }
}

function isSame(sent: string | number, actual: unknown): boolean {
  return typeof sent === 'number' ? sameDecimal(sent, actual) : sent === actual
}
