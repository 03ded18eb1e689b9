// Record storage: records are found by id and by their merchant's key, whatever was looked up before.

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { RecordStorage } from './record-storage.ts'

interface Row {
  id: string
  merchant: string
  order: string
}

const rows = fc.array(
  fc.record({ merchant: fc.constantFrom('a', 'b'), order: fc.constantFrom('x', 'y', '__proto__') }),
)

it('finds what an array finds, with lookups between additions', () => {
  fc.assert(
    fc.property(rows, (wanted) => {
      const storage = new RecordStorage<Row>({
        idOf: ({ id }) => id,
        keyOf: ({ order }) => order,
      })
      const all: Row[] = []
      for (const [index, row] of wanted.entries()) {
        const added = { id: String(index), ...row }
        storage.add(added)
        all.push(added)
        if (index % 3 === 0) expect(storage.group({ id: 'a' }, 'x')).toEqual(ofOrder(all, 'a', 'x'))
      }
      expect([...storage]).toEqual(all)
      expect(storage.size).toBe(all.length)
      for (const row of all) expect(storage.get(row.id)).toBe(row)
      for (const merchant of ['a', 'b', 'c'])
        for (const order of ['x', 'y', '__proto__', 'z'])
          expect(storage.group({ id: merchant }, order)).toEqual(ofOrder(all, merchant, order))
      expect(storage.get('none')).toBeUndefined()
    }),
  )
})

function ofOrder(all: readonly Row[], merchant: string, order: string): Row[] {
  return all.filter((row) => row.merchant === merchant && row.order === order)
}
