// Starts the service, with or without a regression.

import type { AddressInfo } from 'node:net'
import { type Accounts, newAccounts } from './accounts.ts'
import { controlOf } from './control.ts'
import type { Call } from './requests.ts'
import { createService, handlers } from './server.ts'
import { World } from './world.ts'

/** A change of the service. */
export interface Change {
  /** Changes a world before its first request. */
  readonly world?: (world: World) => void
  /** Stands around the handler of each operation, by method and path. */
  readonly handle?: (route: string, call: Call, next: (call: Call) => unknown) => unknown
}

export interface RunningService {
  readonly origin: string
  readonly accounts: Accounts
  close(): Promise<void>
}

/** Starts the service on a free port of this machine. New accounts take a while, because of their keys. */
export async function startService(
  { world: prepare, handle }: Change = {},
  accounts: Accounts = newAccounts(),
): Promise<RunningService> {
  const newWorld = () => {
    const world = new World(accounts)
    prepare?.(world)
    return world
  }
  const state = {
    world: newWorld(),
    origin: 'http://127.0.0.1',
    reset: () => {
      state.world = newWorld()
    },
  }
  const next = (route: string) => (call: Call) => handlers[route]?.(call)
  const server = createService(
    () => state.world,
    (route, call) => (handle === undefined ? next(route)(call) : handle(route, call, next(route))),
    controlOf(state),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  state.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  // Events become due as real time passes, too.
  const clock = setInterval(() => void state.world.advance(0), 1000)
  return {
    origin: state.origin,
    accounts,
    close: () =>
      new Promise((resolve) => {
        clearInterval(clock)
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
