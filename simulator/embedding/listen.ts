// A socket for a simulator in process, for browsers and other processes.

import { ConflictError } from '../../core/errors.ts'
import type { Simulator } from '../simulator.ts'

/** Where to listen, as the flags of `serve`. */
export interface ListenOptions {
  /** By default 0, which takes any free port. */
  port?: number
  /** 127.0.0.1 by default. */
  host?: string
  /** The token of the control API; random by default if other machines can reach it. */
  controlToken?: string
}

/** A simulator in process that listens on a socket: `await using server = await simulator.listen()`. */
export interface ListeningSimulator extends AsyncDisposable {
  /** The origin that this machine reaches it at, such as `http://127.0.0.1:41234`. */
  readonly url: string
  /** The token of the control API, if it requires one. */
  readonly controlToken: string | undefined
  /** Closes the socket and every connection. The simulator works on in process. */
  readonly close: () => Promise<void>
}

/** A function that lets a simulator listen, on one socket at a time. Links start with the URL, or with a chosen public URL. */
export function listener(
  simulator: Simulator,
  hasPublicUrl: boolean,
): (options?: ListenOptions) => Promise<ListeningSimulator> {
  let listening = false
  return async ({ port = 0, host = '127.0.0.1', controlToken } = {}) => {
    if (listening)
      throw new ConflictError(
        'The simulator listens already.',
        'It has one socket, whose URL is in the links of its responses.',
        'Close that one, or create another simulator.',
      )
    listening = true
    try {
      const { listen } = await import('../server/listening.ts')
      const server = await listen({ host, port, controlToken, keepGlobals: true }, (url) => {
        if (!hasPublicUrl) simulator.sandboxes.setPublicUrl(url)
        return simulator
      })
      const close = async () => {
        await server.close()
        listening = false
      }
      return { url: server.url, controlToken: server.controlToken, close, [Symbol.asyncDispose]: close }
    } catch (error) {
      listening = false
      throw error
    }
  }
}
