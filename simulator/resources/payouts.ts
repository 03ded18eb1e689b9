// Adding payees and paying them. A request is taken whole or not at all; its first fault, row by row, is its answer.

import type { Handler } from '../call.ts'
import { type Refusal, refuse } from '../refusals.ts'
import { plainText } from '../world/money.ts'
import type { World } from '../world/world.ts'
import { fieldsOf } from './kept.ts'
import { derivedUuid } from './transaction-records.ts'

/** The first place at which a plain text breaks its schema: the path to it, and the key at fault; empty where a row is none. */
export interface PlainFault {
  path: readonly string[]
  key: string
}

const payeeFields = ['id', 'fname', 'lname', 'email', 'label', 'businessname'] as const
const transferFields = [...payeeFields, 'currency', 'descriptor'] as const

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
  return world.standIns.value('payout.row-numbers').first + index
}

/** The row at fault; undefined where it is the list itself. */
function rowOf(plain: unknown, { path: [row] }: PlainFault): number | undefined {
  return Array.isArray(plain) && row !== undefined ? Number(row) : undefined
}

function transferFault(world: World, index: number, key: string): Refusal<'payout.transferRow'> {
  const known = Object.hasOwn(keyLabels, key) ? keyLabels[key] : undefined
  const label = world.standIns.is('payout.transfer-key-label', 'email') ? 'Email' : (known ?? key)
  return refuse('payout.transferRow', '', [rowNumber(world, index), label])
}

function looksLikeEmail(email: unknown): boolean {
  return typeof email === 'string' && /^[^\s@]+@[^\s@]+$/.test(email)
}

/** What a transfer request that breaks its schema is refused with. Contract: Errors, 2. */
export function transferRefusal(world: World, plain: unknown, fault: PlainFault) {
  const row = rowOf(plain, fault)
  if (!Array.isArray(plain) || row === undefined) return refuse('payout.transferNotArray')
  const earlier = plain.slice(0, row).findIndex((transfer) => !looksLikeEmail(transfer?.email))
  return earlier >= 0
    ? transferFault(world, earlier, 'email')
    : transferFault(world, row, fault.key || 'email')
}

/** What a payee request that breaks its schema is refused with. Contract: Errors, 2. */
export function payeeRefusal(world: World, plain: unknown, fault: PlainFault) {
  const row = rowOf(plain, fault)
  if (row === undefined) return refuse('payout.payeeNotArray')
  return refuse('payout.payeeRow', '', [rowNumber(world, row), fault.key || payeeFields[0]])
}

function emptyRefused(world: World, rows: readonly unknown[]): boolean {
  return rows.length === 0 && world.standIns.is('payout.empty-list', 'refused')
}

export const createTransfers: Handler<'createTransfers'> = ({ world, merchant, plain }) => {
  if (emptyRefused(world, plain)) return refuse('payout.transferNotArray')
  const invalid = plain.findIndex(({ email }) => !looksLikeEmail(email))
  if (invalid >= 0) return transferFault(world, invalid, 'email')
  for (const transfer of plain) {
    world.transfers.push({
      ...fieldsOf(transfer, transferFields),
      merchant: merchant.id,
      amount: plainText(transfer.amount),
      createdAt: world.now,
    })
  }
  const batch = world.standIns.is('payout.transfer-result', 'batch')
  return {
    ok: true,
    result: {
      success: true,
      receivers: plain.map((transfer) => ({
        Email: transfer.email,
        Amount: transfer.amount,
        'Last Name': transfer.lname,
        'First Name': transfer.fname,
        Descriptor: transfer.descriptor,
        Currency: transfer.currency,
        Label: transfer.label,
      })),
      insertedCount: plain.length,
      result: batch ? { batchId: derivedUuid(`batch ${merchant.id} ${world.transfers.length}`) } : {},
      errorData: [],
      errorMsg: '',
    },
  }
}

export const addPayees: Handler<'addPayees'> = ({ world, merchant, plain }) => {
  if (emptyRefused(world, plain)) return refuse('payout.payeeNotArray')
  for (const payee of plain)
    world.payees.push({ ...fieldsOf(payee, payeeFields), merchant: merchant.id, addedAt: world.now })
  return {
    ok: true,
    result: {
      success: true,
      payees: plain.map((payee) => ({
        'First Name': payee.fname,
        'Last Name': payee.lname,
        Email: payee.email,
        Label: payee.label,
        'Error(s)': world.standIns.is('payout.row-errors', 'empty') ? '' : null,
      })),
      insertedCount: plain.length,
      errorMsg: '',
    },
  }
}
