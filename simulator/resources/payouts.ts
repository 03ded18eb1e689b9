// Adding payees and paying them. A request is accepted whole or not at all; its first invalid row decides the refusal.

import { derivedUuid } from '../../core/derived-uuid.ts'
import type { Merchant } from '../world/accounts.ts'
import { plainText, rateOf } from '../world/money.ts'
import type { World } from '../world/world.ts'
import { fieldsOf } from './carts.ts'
import type { Handler, PayloadRefusals } from './handler-types.ts'
import { type Refusal, refuse } from './refusals.ts'

const payeeFields = ['id', 'fname', 'lname', 'email', 'label', 'businessname'] as const
const transferFields = [...payeeFields, 'currency', 'descriptor'] as const

type TransferRow = {
  id: string
  fname: string
  lname: string
  email: string
  amount: number
  currency: string
}

const keyLabels: Readonly<Record<string, string>> = {
  id: 'Id',
  fname: 'First Name',
  lname: 'Last Name',
  email: 'Email',
  label: 'Label',
  businessname: 'Business Name',
  amount: 'Amount',
  currency: 'Currency',
  descriptor: 'Descriptor',
}

function rowNumber(world: World, index: number): number {
  // payouts.transfers-row-number, payouts.payees-row-number
  return world.assumptions.value('payouts.row-numbers').first + index
}

function refuseTransferRow(world: World, index: number, key: string): Refusal<'payouts.transfer-row'> {
  const known = Object.hasOwn(keyLabels, key) ? keyLabels[key] : undefined
  const label = world.assumptions.is('payouts.transfer-key-label', 'email') ? 'Email' : (known ?? key)
  return refuse('payouts.transfer-row', '', [rowNumber(world, index), label])
}

/** True if a text can be an email. Assumption `payouts.invalid-values`. */
function looksLikeEmail({ assumptions }: World, email: unknown): boolean {
  const pattern = assumptions.is('payouts.invalid-values', 'email')
    ? /^[^\s@]+@[^\s@]+$/
    : /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/
  return typeof email === 'string' && pattern.test(email)
}

/** Refuses an undecryptable or invalid request for transfers. Contract: Errors, 2. */
export const refuseTransfers: PayloadRefusals['createTransfers'] = (world, failure) => {
  // payouts.transfers-undecryptable
  if (failure.reason === 'undecryptable') return refuse('payouts.transfer-malformed')
  const { payload, path, key } = failure
  // payouts.transfers-not-an-array
  if (!Array.isArray(payload) || path.length === 0) return refuse('payouts.transfer-not-array')
  const row = Number(path[0])
  // payouts.transfers-missing-email
  const keys = [
    ...invalidKeys(world, payload.slice(0, row)),
    key || 'email',
    ...payload.slice(row + 1).map((later) => (looksLikeEmail(world, later?.email) ? undefined : 'email')),
  ]
  return refuseFirst(world, keys) ?? refuseTransferRow(world, row, key || 'email')
}

/** Refuses one of the rows that have an invalid key. Assumption `payouts.several-errors`. */
function refuseFirst(
  world: World,
  keys: readonly (string | undefined)[],
): Refusal<'payouts.transfer-row'> | undefined {
  const email = world.assumptions.is('payouts.several-errors', 'email-first') ? keys.indexOf('email') : -1
  const row = email >= 0 ? email : keys.findIndex((key) => key !== undefined)
  return row < 0 ? undefined : refuseTransferRow(world, row, keys[row] ?? 'email')
}

/** Refuses an undecryptable or invalid request to add payees. Contract: Errors, 2. */
export const refusePayees: PayloadRefusals['addPayees'] = (world, failure) => {
  // payouts.payees-undecryptable
  if (failure.reason === 'undecryptable') return refuse('payouts.payee-malformed')
  const { payload, path, key } = failure
  // payouts.payees-not-an-array
  if (!Array.isArray(payload) || path.length === 0) return refuse('payouts.payee-not-array')
  // payouts.payees-missing-key, payouts.payees-key-name
  return refusePayeeRow(world, Number(path[0]), key || payeeFields[0])
}

/** Assumption `payouts.payee-key-name`. */
function refusePayeeRow(world: World, index: number, key: string): Refusal<'payouts.payee-row'> {
  const title = Object.hasOwn(keyLabels, key) ? keyLabels[key] : undefined
  const isTitle = world.assumptions.is('payouts.payee-key-name', 'title')
  return refuse('payouts.payee-row', '', [rowNumber(world, index), (isTitle ? title : undefined) ?? key])
}

function emptyRefused(world: World, rows: readonly unknown[]): boolean {
  return rows.length === 0 && world.assumptions.is('payouts.empty-list', 'refused')
}

/** The first of a row's keys that is empty and must not be. */
function emptyKey(row: { id: string; fname: string; lname: string }): string | undefined {
  return (['id', 'fname', 'lname'] as const).find((key) => row[key] === '')
}

/** The invalid one of what a transfer pays. Assumptions `payouts.invalid-values` and `currencies.unknown`. */
function invalidKey(
  world: World,
  { amount, currency }: { amount: number; currency: string },
): 'amount' | 'currency' | undefined {
  if (amount <= 0 && !world.assumptions.is('payouts.invalid-values', 'email')) return 'amount'
  // With the assumption encryption.required-payload-fields: fewest, an absent currency is an empty text.
  return currency !== '' && rateOf(world, currency) === undefined ? 'currency' : undefined
}

/** Of each row of transfers, its first invalid key. */
function invalidKeys(
  world: World,
  rows: readonly TransferRow[],
  mayReceive = (_: string) => true,
): (string | undefined)[] {
  const repeated = repeatedRows(world, rows)
  return rows.map((row, index) =>
    // payouts.transfers-invalid-email
    !looksLikeEmail(world, row.email) || !mayReceive(row.email)
      ? 'email'
      : ((isStrict(world) ? emptyKey(row) : undefined) ??
        invalidKey(world, row) ??
        (repeated.has(index) ? 'id' : undefined)),
  )
}

/** The rows with the id of an earlier one. Assumption `payouts.repeated-rows`. */
function repeatedRows(world: World, rows: readonly { id: string }[]): ReadonlySet<number> {
  if (world.assumptions.is('payouts.repeated-rows', 'accepted')) return new Set()
  const first = new Map<string, number>()
  for (const [index, { id }] of rows.entries()) if (!first.has(id)) first.set(id, index)
  // With the assumption encryption.required-payload-fields: fewest, an absent id is an empty text.
  return new Set(rows.flatMap(({ id }, index) => (id === '' || first.get(id) === index ? [] : [index])))
}

function isStrict(world: World): boolean {
  return world.assumptions.is('payouts.invalid-values', 'email-amount-empty')
}

/** True if a merchant can make transfers to an email. Assumption `payouts.unknown-payee`. */
function receivers(world: World, { id }: Merchant): (email: string) => boolean {
  if (world.assumptions.is('payouts.unknown-payee', 'accepted')) return () => true
  const added = new Set(world.payees.filter(({ merchant }) => merchant === id).map(({ email }) => email))
  return (email) => added.has(email)
}

// payouts.transfers-accepted
export const createTransfers: Handler<'createTransfers'> = ({ world, merchant, payload }) => {
  if (emptyRefused(world, payload)) return refuse('payouts.transfer-not-array')
  const mayReceive = receivers(world, merchant)
  const refused = refuseFirst(world, invalidKeys(world, payload, mayReceive))
  if (refused !== undefined) return refused
  for (const transfer of payload) {
    world.transfers.push({
      // payouts.transfers-fiat-accepted, payouts.transfers-crypto-accepted
      ...fieldsOf(transfer, transferFields),
      merchant: merchant.id,
      amount: plainText(transfer.amount),
      createdAt: world.now,
    })
  }
  const batch = world.assumptions.is('payouts.transfer-result', 'batch')
  return {
    ok: true,
    result: {
      success: true,
      // payouts.transfers-as-sent, payouts.transfers-in-order
      receivers: payload.map((transfer) => ({
        Email: transfer.email,
        Amount: world.assumptions.is('payouts.receiver-amount', 'text')
          ? plainText(transfer.amount)
          : transfer.amount,
        'Last Name': transfer.lname,
        'First Name': transfer.fname,
        Descriptor: transfer.descriptor,
        Currency: transfer.currency,
        Label: transfer.label,
      })),
      insertedCount: payload.length, // payouts.transfers-inserted-count
      result: batch ? { batchId: derivedUuid(`batch ${merchant.id} ${world.transfers.length}`) } : {},
      errorData: [],
      errorMsg: '',
    },
  }
}

// payouts.payees-accepted
export const addPayees: Handler<'addPayees'> = ({ world, merchant, payload }) => {
  if (emptyRefused(world, payload)) return refuse('payouts.payee-not-array')
  const repeated = repeatedRows(world, payload)
  for (const [index, payee] of payload.entries()) {
    const key = (isStrict(world) ? emptyKey(payee) : undefined) ?? (repeated.has(index) ? 'id' : undefined)
    if (key !== undefined) return refusePayeeRow(world, index, key)
  }
  for (const payee of payload)
    world.payees.push({ ...fieldsOf(payee, payeeFields), merchant: merchant.id, addedAt: world.now })
  return {
    ok: true,
    result: {
      success: true,
      // payouts.payees-as-sent, payouts.payees-in-order
      payees: payload.map((payee) => ({
        'First Name': payee.fname,
        'Last Name': payee.lname,
        Email: payee.email,
        Label: payee.label,
        'Error(s)': world.assumptions.is('payouts.row-errors', 'empty') ? '' : null,
      })),
      insertedCount: payload.length, // payouts.payees-inserted-count
      errorMsg: '',
    },
  }
}
