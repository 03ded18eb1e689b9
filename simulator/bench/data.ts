// The cost of keeping sandboxes in a directory: a response waits until what it says is durable.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Figure, shown } from './figure.ts'
import { compareInRealTime } from './real-time.ts'
import { newInvoice } from './throughput.ts'

const sandboxes = Array.from({ length: 24 }, (_, index) => `bench-${index}`)

export async function dataAgainstMemory(): Promise<Figure[]> {
  const directory = await mkdtemp(join(tmpdir(), 'paytwin-bench-'))
  try {
    const { authorization } = newInvoice.headers
    const connections = sandboxes.map((name) => ({
      path: `/sandboxes/${name}/api${newInvoice.path}`,
      headers: { authorization },
      bodies: [newInvoice.body],
    }))
    const flags = [['--data', directory], []] as const
    const { ratio, ours, other } = await compareInRealTime(flags, sandboxes, connections)
    return [
      {
        name: `POST /hosted-page with --data, ${sandboxes.length} clients of ${sandboxes.length} sandboxes`,
        value: ratio,
        unit: 'of the same in memory',
        bound: { atLeast: 0.6 },
        detail: `${shown(ours)} against ${shown(other)} in a second`,
      },
    ]
  } finally {
    await rm(directory, { recursive: true })
  }
}
