// The throughput of several workers, compared with that of one. Unlike in most benchmarks, the servers and their client share all
// cores, and what counts is the time that passes. So that the client needs little of it, each request is more than half a millisecond
// of decryption for the server, and one prepared text for the client.

import { availableParallelism } from 'node:os'
import { encryptRsa } from '../../client/encryption.ts'
import { exchangePayment } from '../../client/sample-requests.ts'
import { Simulator } from '../simulator.ts'
import { workerOf } from '../workers/routing.ts'
import { type Figure, shown } from './figure.ts'
import { compareInRealTime } from './real-time.ts'
import { benchSamples } from './shop.ts'

const workers = Math.min(4, availableParallelism())
const sandboxesOfEach = 4
const connectionsOfEach = 2
const paymentCount = 200

export async function workersAgainstOne(): Promise<Figure[]> {
  const figure = {
    name: `Exchange payments with ${workers} workers`,
    unit: `of ${workers} times those with one`,
    bound: { atLeast: 0.9 },
  }
  if (workers === 1) return [{ ...figure, value: null, detail: 'There is only one core.' }]
  const bodies = preparedPayments()
  const connections = sandboxes.flatMap((name) =>
    Array.from({ length: connectionsOfEach }, () => ({
      path: `/sandboxes/${name}/api/exchanges/payments/alphaexchange`,
      headers: { authorization: 'Bearer shopper-ready' },
      bodies,
    })),
  )
  const flags = [
    ['--workers', String(workers)],
    ['--workers', '1'],
  ] as const
  const { ratio, ours, other, clientShare } = await compareInRealTime(flags, sandboxes, connections)
  return [
    {
      ...figure,
      value: ratio / workers,
      detail: `${shown(ours)} against ${shown(other)} in a second, of two RSA-2048 blocks; the client took ${Math.round(100 * clientShare)} % of all cores`,
    },
  ]
}

/** Bodies of payments in the default world. */
function preparedPayments(): string[] {
  const { accounts } = new Simulator().defaultSandbox.world
  const { publicKeyPem } = accounts.keysOf(accounts.firstMerchant)
  const samples = benchSamples(accounts.firstMerchant.id)
  return Array.from({ length: paymentCount }, (_, index) => {
    const payment = exchangePayment(samples, { offerId: `order-${index}`, nativeAmount: '1.00' })
    return JSON.stringify({ data: encryptRsa(payment, publicKeyPem) })
  })
}

/** As many sandboxes for each worker. */
const sandboxes = Array.from({ length: workers }, (_, worker) =>
  Array.from({ length: 1000 }, (_, index) => `bench-${index}`)
    .filter((name) => workerOf(name, workers) === worker)
    .slice(0, sandboxesOfEach),
).flat()
