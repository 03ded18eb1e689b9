// Adding payees and paying them. A request is taken whole or not at all; its first fault, row by row, is its answer.

import type { Handler } from '../call.ts'
import { type Refusal, refuse } from '../refusals.ts'
import { plainText } from '../world/money.ts'
import type { World } from '../world/world.ts'
import { fieldsOf } from './stored-fields.ts'
import { derivedUuid } from './transaction-records.ts'

/** The first place at which a plain text breaks its schema: the path to it, and the key at fault; empty where a row is none. */
export interface PayloadError {
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
  return world.assumptions.value('payouts.row-numbers').first + index
}

/** The row at fault; undefined where it is the list itself. */
function rowOf(payload: unknown, { path: [row] }: PayloadError): number | undefined {
  return Array.isArray(payload) && row !== undefined ? Number(row) : undefined
}

function transferFault(world: World, index: number, key: string): Refusal<'payouts.transfer-row'> {
  const known = Object.hasOwn(keyLabels, key) ? keyLabels[key] : undefined
  const label = world.assumptions.is('payouts.transfer-key-label', 'email') ? 'Email' : (known ?? key)
  return refuse('payouts.transfer-row', '', [rowNumber(world, index), label])
}

function looksLikeEmail(email: unknown): boolean {
  return typeof email === 'string' && /^[^\s@]+@[^\s@]+$/.test(email)
}

/** What a transfer request that breaks its schema is refused with. Contract: Errors, 2. */
export function transferRefusal(world: World, payload: unknown, fault: PayloadError) {
  const row = rowOf(payload, fault)
  if (!Array.isArray(payload) || row === undefined) return refuse('payouts.transfer-not-array')
  const earlier = payload.slice(0, row).findIndex((transfer) => !looksLikeEmail(transfer?.email))
  return earlier >= 0
    ? transferFault(world, earlier, 'email')
    : transferFault(world, row, fault.key || 'email')
}

/** What a payee request that breaks its schema is refused with. Contract: Errors, 2. */
export function payeeRefusal(world: World, payload: unknown, fault: PayloadError) {
  const row = rowOf(payload, fault)
  if (row === undefined) return refuse('payouts.payee-not-array')
  return refuse('payouts.payee-row', '', [rowNumber(world, row), fault.key || payeeFields[0]])
}

function emptyRefused(world: World, rows: readonly unknown[]): boolean {
  return rows.length === 0 && world.assumptions.is('payouts.empty-list', 'refused')
}

export const createTransfers: Handler<'createTransfers'> = ({ world, merchant, payload }) => {
  if (emptyRefused(world, payload)) return refuse('payouts.transfer-not-array')
  const invalid = payload.findIndex(({ email }) => !looksLikeEmail(email))
  if (invalid >= 0) return transferFault(world, invalid, 'email')
  for (const transfer of payload) {
    world.transfers.push({
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
      receivers: payload.map((transfer) => ({
        Email: transfer.email,
        Amount: transfer.amount,
        'Last Name': transfer.lname,
        'First Name': transfer.fname,
        Descriptor: transfer.descriptor,
        Currency: transfer.currency,
        Label: transfer.label,
      })),
      insertedCount: payload.length,
      result: batch ? { batchId: derivedUuid(`batch ${merchant.id} ${world.transfers.length}`) } : {},
      errorData: [],
      errorMsg: '',
    },
  }
}

export const addPayees: Handler<'addPayees'> = ({ world, merchant, payload }) => {
  if (emptyRefused(world, payload)) return refuse('payouts.payee-not-array')
  for (const payee of payload)
    world.payees.push({ ...fieldsOf(payee, payeeFields), merchant: merchant.id, addedAt: world.now })
  return {
    ok: true,
    result: {
      success: true,
      payees: payload.map((payee) => ({
        'First Name': payee.fname,
        'Last Name': payee.lname,
        Email: payee.email,
        Label: payee.label,
        'Error(s)': world.assumptions.is('payouts.row-errors', 'empty') ? '' : null,
      })),
      insertedCount: payload.length,
      errorMsg: '',
    },
  }
}
