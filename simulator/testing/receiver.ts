// A merchant's server for the tests of this room: it listens on a port of its own, keeps what it hears, and answers as told.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A request as it came over the socket. */
export interface Heard {
  method: string
  /** Path and query. */
  path: string
  headers: IncomingMessage['headers']
  body: string
}

/** How a receiver answers; what it does not end stays open. */
export type Answering = (response: ServerResponse, heard: Heard) => void | Promise<void>

const thanks: Answering = (response) => {
  response.end('thanks')
}

export class Receiver {
  readonly heard: Heard[] = []
  answering: Answering
  private readonly server: Server

  private constructor(answering: Answering) {
    this.answering = answering
    this.server = createServer((request, response) => void this.receive(request, response))
  }

  static async listen(answering: Answering = thanks): Promise<Receiver> {
    const receiver = new Receiver(answering)
    await new Promise<void>((resolve) => receiver.server.listen(0, '127.0.0.1', resolve))
    return receiver
  }

  get url(): string {
    const { port } = this.server.address() as AddressInfo
    return `http://127.0.0.1:${port}/webhook`
  }

  private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url: path = '', headers } = request
    const heard = { method, path, headers, body: await text(request) }
    this.heard.push(heard)
    await this.answering(response, heard)
  }

  /** Stops, whoever is still connected. */
  async close(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }
}
