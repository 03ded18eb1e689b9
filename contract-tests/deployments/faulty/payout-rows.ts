// Deployments that take other payees and transfers than they should, or answer with other rows than those that were sent.

import type { OperationId } from '../../../spec/operations.ts'
import type { RequirementId } from '../../../spec/requirements.ts'
import { refuse } from '../../targets/in-process.ts'
import { type FaultyDeployment, faulty } from '../graded-deployment.ts'
import { spoiling } from '../spoiling.ts'

type Row = Readonly<Record<string, unknown>>
type Rows = readonly Row[]

const asDrawn = (rows: unknown): Rows => (Array.isArray(rows) ? rows : [])
const rotated = (rows: Rows, label: string): Rows =>
  rows.map((row, index) => ({ ...row, [label]: rows[(index + 1) % rows.length]?.[label] }))
const mapped = (change: (row: Row) => Row) => (rows: Rows) => rows.map(change)

/** Faults of the rows in the answer of either operation. */
const rowFaults: readonly [
  suffix: 'as-sent' | 'in-order' | 'row-labels',
  name: string,
  change: (rows: Rows) => unknown,
][] = [
  [
    'as-sent',
    'names swapped',
    mapped((r) => ({ ...r, 'First Name': r['Last Name'], 'Last Name': r['First Name'] })),
  ],
  ['as-sent', 'labels of the next row', (rows) => rotated(rows, 'Label')],
  ['as-sent', 'the label in small letters', mapped((r) => ({ ...r, Label: String(r.Label).toLowerCase() }))],
  [
    'as-sent',
    'only ASCII in names',
    mapped((r) => ({ ...r, 'First Name': String(r['First Name']).replace(/[^ -~]/g, '?') })),
  ],
  ['as-sent', 'emails without their host', mapped((r) => ({ ...r, Email: String(r.Email).split('@')[0] }))],
  ['in-order', 'backwards', (rows) => rows.toReversed()],
  [
    'in-order',
    'by last name',
    (rows) => rows.toSorted((a, b) => (String(a['Last Name']) < String(b['Last Name']) ? -1 : 1)),
  ],
  ['in-order', 'without the last one', (rows) => (rows.length > 1 ? rows.slice(0, -1) : rows)],
  ['in-order', 'the first one twice', (rows) => [...rows.slice(0, 1), ...rows]],
  [
    'row-labels',
    'labels without a blank',
    mapped(({ 'First Name': FirstName, ...row }) => ({ ...row, FirstName })),
  ],
  ['row-labels', 'labels in small letters', mapped(({ Email: email, ...row }) => ({ ...row, email }))],
  ['row-labels', 'no label', mapped(({ Label: _, ...row }) => row)],
]

const transferFaults: typeof rowFaults = [
  ['as-sent', 'amounts of the next row', (rows) => rotated(rows, 'Amount')],
  ['as-sent', 'whole amounts', mapped((r) => ({ ...r, Amount: Math.round(Number(r.Amount)) }))],
  ['as-sent', 'amounts in cents', mapped((r) => ({ ...r, Amount: Number(r.Amount) * 100 }))],
  ['as-sent', 'no descriptor', mapped((r) => ({ ...r, Descriptor: '' }))],
  ['as-sent', 'all in dollars', mapped((r) => ({ ...r, Currency: 'USD' }))],
]

const payeeFaults: typeof rowFaults = [
  ['row-labels', 'Errors in its place', mapped(({ 'Error(s)': Errors, ...row }) => ({ ...row, Errors }))],
]

function rowFault(operation: 'transfers' | 'payees') {
  const [operationId, rows]: [OperationId, string] =
    operation === 'transfers' ? ['createTransfers', 'receivers'] : ['addPayees', 'payees']
  return ([suffix, name, change]: (typeof rowFaults)[number]): FaultyDeployment => {
    const requirement =
      `${operation}.${suffix === 'row-labels' ? suffix : `${rows}-${suffix}`}` as RequirementId
    return faulty({
      requirement,
      name: `${operation}: ${name}`,
      says: `The rows of ${operation} come back otherwise: ${name}.`,
      response: spoiling(operationId, `result.${rows}`, (all) => change(asDrawn(all))),
    })
  }
}

export const faultyPayoutRows: readonly FaultyDeployment[] = [
  ...[...rowFaults, ...transferFaults].map(rowFault('transfers')),
  ...[...rowFaults, ...payeeFaults].map(rowFault('payees')),
  faulty({
    requirement: 'payouts.transfers-accepted',
    name: 'five transfers at most',
    says: 'More than five transfers at once are refused.',
    handlers: (real) => ({
      createTransfers: (call) =>
        call.payload.length > 5 ? refuse('payouts.transfer-not-array') : real.createTransfers(call),
    }),
  }),
  faulty({
    requirement: 'payouts.transfers-accepted',
    name: 'no transfer at all',
    says: 'Every transfer is refused.',
    handlers: () => ({ createTransfers: () => refuse('payouts.transfer-malformed') }),
  }),
  faulty({
    requirement: 'payouts.transfers-fiat-accepted',
    name: 'crypto only',
    says: 'A transfer in a fiat currency is refused.',
    handlers: (real) => ({
      createTransfers: (call) =>
        call.payload.some(({ currency }) => call.world.accounts.currency(currency)?.isFiat)
          ? refuse('payouts.transfer-malformed')
          : real.createTransfers(call),
    }),
  }),
  faulty({
    requirement: 'payouts.transfers-crypto-accepted',
    name: 'fiat only',
    says: 'A transfer in a crypto currency is refused.',
    handlers: (real) => ({
      createTransfers: (call) =>
        call.payload.some(({ currency }) => call.world.accounts.currency(currency)?.isFiat === false)
          ? refuse('payouts.transfer-malformed')
          : real.createTransfers(call),
    }),
  }),
  faulty({
    requirement: 'payouts.payees-accepted',
    name: 'plain letters only',
    says: 'A payee is refused because of letters beyond ASCII.',
    handlers: (real) => ({
      addPayees: (call) =>
        /[^ -~]/.test(JSON.stringify(call.payload))
          ? refuse('payouts.payee-malformed')
          : real.addPayees(call),
    }),
  }),
  faulty({
    requirement: 'payouts.payees-accepted',
    name: 'one payee at a time',
    says: 'More than one payee at once are refused.',
    handlers: (real) => ({
      addPayees: (call) =>
        call.payload.length > 1 ? refuse('payouts.payee-not-array') : real.addPayees(call),
    }),
  }),
]
