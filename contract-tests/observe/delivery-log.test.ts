// A log of deliveries is read as it grows, and a line in another form is named.

import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { testDirectory } from '../../core/test-support/test-directory.ts'
import { deliveryLog } from './delivery-log.ts'

const directory = testDirectory('log')

const file = join(directory, 'deliveries.jsonl')
const lineAt = (receivedAt: string) =>
  `${JSON.stringify({ receivedAt, method: 'GET', url: '/webhook/0?a=b' })}\n`

it('returns the deliveries of a log, each always as the same object', async () => {
  const log = deliveryLog(file, 0, '')
  await expect(log.received()).rejects.toThrow('Cannot read the log of deliveries')
  appendFileSync(file, lineAt('2026-01-05T12:00:00Z'))
  const [first] = await log.received()
  expect(first).toMatchObject({ method: 'GET', body: '', receivedAt: Date.UTC(2026, 0, 5, 12) })
  appendFileSync(file, `${lineAt('2026-01-05T14:00:00+01:00')}{"receivedAt"`)
  const both = await log.waitFor(() => true, 2)
  expect(both.map(({ receivedAt }) => receivedAt)).toEqual([12, 13].map((hour) => Date.UTC(2026, 0, 5, hour)))
  expect(both[0]).toBe(first)
})

it('names a line that is no delivery', async () => {
  appendFileSync(file, ':1}\n')
  await expect(deliveryLog(file, 0, '').received()).rejects.toThrow(`Line 3 of ${file} is no delivery.`)
})
