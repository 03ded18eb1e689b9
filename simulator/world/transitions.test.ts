// The transition tables: the world permits what they have and nothing else.

import { describe, expect, it } from 'vitest'
import { statusNames } from '../../spec/control/values.ts'
import { begin } from '../test-support/status-changes.ts'
import { TestClient } from '../test-support/test-client.ts'
import { isFinal, type TransactionEvent, transactionTransitions } from './transitions.ts'

const events = [...new Set(transactionTransitions.map(({ event }) => event))].filter(
  (event): event is TransactionEvent => event !== 'create',
)

describe.each(statusNames)('a transaction that is %s', (status) => {
  const rows = transactionTransitions.filter(({ from }) => from === status)

  it.each(events)('changes as the table says: %s', (event) => {
    const client = new TestClient()
    const { transaction: id } = begin(client, 'order-1')
    const transaction = client.transaction(id)
    Object.assign(transaction, { status, updatedAt: 0 })
    const row = rows.find((one) => one.event === event)
    const recorded = client.world.events.length
    const change = () => client.world.transition(transaction, event)
    if (row === undefined) {
      expect(change).toThrow(`is ${status} and does not permit ${event}`)
      expect(transaction).toMatchObject({ status, updatedAt: 0 })
      return
    }
    change()
    expect(transaction).toMatchObject({ status: row.to, updatedAt: client.world.now })
    const reported = client.world.events.slice(recorded).map((one) => one.status)
    expect(reported).toEqual(row.to === status ? [] : [row.to])
  })

  it(`is ${rows.length === 0 ? '' : 'not '}final`, () => {
    expect(isFinal({ status })).toBe(rows.length === 0)
  })
})

it('a transaction cannot be created in a status that only a change leads to', () => {
  const client = new TestClient()
  expect(() => begin(client, 'order-1', { status: 'closed' })).toThrow('cannot be created as closed')
})
