// A simulator on a socket, for tests.

import { afterAll, beforeAll } from 'vitest'
import { type Listening, type ListenOptions, listen } from '../server/listening.ts'
import { Simulator, type SimulatorOptions } from '../simulator.ts'

/** Serves a simulator on a free port of this machine. */
export function serve(
  options: SimulatorOptions = {},
  listening: Partial<ListenOptions> = {},
): Promise<Listening> {
  const make = (publicUrl: string) => new Simulator({ publicUrl, ...options })
  return listen({ host: '127.0.0.1', port: 0, ...listening }, make)
}

/** Serves a simulator for the tests of a suite. */
export function servedForSuite(...how: Parameters<typeof serve>): { url: string } {
  const served = { url: '', close: async () => {} }
  beforeAll(async () => void Object.assign(served, await serve(...how)))
  afterAll(() => served.close())
  return served
}
