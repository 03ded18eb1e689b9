// Transfers and payees.

import { CHOICES } from './choices.ts'
import { decimal, units } from './money.ts'
import { decryptWithPassphrase } from './payloads.ts'
import { type Call, isFields, shopperOf } from './requests.ts'
import type { Fields } from './world.ts'

const native = (value: unknown): bigint => units(value) ?? 0n
const missing = (row: unknown, name: string): boolean =>
  !isFields(row) || typeof row[name] !== 'string' || row[name] === ''

/** The rows of a payout, which a merchant's secret decrypts; the token says nothing about the merchant. */
function rowsOf(call: Call, field: string): unknown {
  const text = isFields(call.body) ? call.body[field] : undefined
  for (const { secret } of call.world.accounts.merchants) {
    const rows = decryptWithPassphrase(secret, text)
    if (rows !== undefined) return rows
  }
  return undefined
}

function createTransfers(call: Call): Fields {
  shopperOf(call)
  const rows = rowsOf(call, 'encryptedReq')
  if (!Array.isArray(rows)) return { success: false, errorMsg: 'Invalid Encrypted Data' }
  const invalid = (row: unknown) =>
    CHOICES.requiredOfTransfer.some((name) =>
      name === 'amount' ? !isFields(row) || native(row[name]) <= 0n : missing(row, name),
    ) || !/^\S+@\S+$/.test(String((row as Fields).email))
  const bad = rows.findIndex(invalid)
  if (bad >= 0) return { success: false, errorMsg: `Invalid Email: Raw - ${bad + CHOICES.firstRow}` }
  const receivers = (rows as Fields[]).toReversed().map((row) => ({
    Label: row.label ?? '',
    Currency: row.currency,
    Descriptor: row.descriptor ?? '',
    'First Name': row.fname ?? '',
    'Last Name': row.lname ?? '',
    Amount: decimal(native(row.amount), CHOICES.decimals.crypto),
    Email: row.email,
  }))
  return {
    errorMsg: '',
    errorData: [],
    result: { batch: call.world.nextId('batch') },
    insertedCount: rows.length,
    receivers,
    success: true,
  }
}

function addPayees(call: Call): Fields {
  const rows = rowsOf(call, CHOICES.payeeField)
  if (rows === undefined) return { success: false, errorMsg: 'Invalid Encrypted Data' }
  if (!Array.isArray(rows)) return { success: false, errorMsg: 'Invalid Formate of Decrypted Data' }
  for (const [index, row] of rows.entries())
    for (const key of CHOICES.requiredOfPayee)
      if (missing(row, key))
        return { success: false, errorMsg: `Invalid Data: Row - ${index + CHOICES.firstRow}, Key - ${key}` }
  const payees = (rows as Fields[]).toReversed().map((row) => ({
    'Error(s)': [],
    Label: row.label ?? '',
    Email: row.email,
    'Last Name': row.lname,
    'First Name': row.fname,
  }))
  return { errorMsg: '', insertedCount: rows.length, payees, success: true }
}

export const payouts: Readonly<Record<string, (call: Call) => unknown>> = {
  'POST /payout/transfer': createTransfers,
  'POST /payout/payee': addPayees,
}
