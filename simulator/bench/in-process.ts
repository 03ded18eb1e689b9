// Requests in process, without a socket, compared with those over a socket. A request in process includes what its client does: it
// makes the request and reads the response.

import { createSimulator } from '../embedding/create-simulator.ts'
import type { Figure } from './figure.ts'
import { paytwin, ServerProcess } from './server-process.ts'
import { newInvoice, type Rate, rateFigure, rateOf } from './throughput.ts'

const requestsInBatch = 500

export async function inProcess(): Promise<Figure[]> {
  const simulator = createSimulator()
  const { path, ...request } = newInvoice
  const inProcess: Rate = async (seconds) => {
    const before = process.cpuUsage()
    let requests = 0
    let worked = 0
    while (worked < seconds) {
      for (let index = 0; index < requestsInBatch; index += 1) {
        const response = await simulator.fetch(`/api${path}`, request)
        await response.json()
        if (response.status !== 200) throw new Error(`A request was refused with ${response.status}.`)
      }
      requests += requestsInBatch
      const { user, system } = process.cpuUsage(before)
      worked = (user + system) / 1e6
    }
    return requests / worked
  }
  const server = await ServerProcess.start(paytwin)
  const figure = await rateFigure(inProcess, rateOf(server, newInvoice), {
    name: 'POST /hosted-page in process',
    unit: 'of the same over a socket',
    bound: { atLeast: 1.5 },
  })
  await server.end()
  return [figure]
}
