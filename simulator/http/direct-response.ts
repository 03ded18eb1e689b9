// The response to an ordinary request in process. As a rule only its status, its headers, and its text or JSON are read, and making and
// reading a Response of the Fetch API takes longer than the whole pipeline. So that one is made when anything else is used.

import { hasNoBody, type OutgoingResponse } from '../pipeline/pipeline.ts'

/** The one of Node. */
let Native: typeof Response | undefined

/** A response of a pipeline as one of the Fetch API. */
export function responseOf({ status, headers, body }: OutgoingResponse): Response {
  const text = typeof body === 'string' ? body : [...body].join('')
  const init = { status, headers }
  if (hasNoBody(status)) return new Response(null, init)
  // A program may replace the global one, as the server of Hono does. Such a class reads private members of its instances.
  if (Object.getPrototypeOf(Response.prototype) !== Object.prototype) return new Response(text, init)
  Native ??= DirectResponse.like(Response)
  const direct = new DirectResponse(text, init)
  return direct instanceof Response ? direct : new Response(text, init)
}

/** The common uses of a Response. Everything else is that of a native one. */
class DirectResponse implements Pick<Response, 'status' | 'ok' | 'headers' | 'text' | 'json'> {
  readonly #text: string
  readonly #init: Pick<OutgoingResponse, 'status' | 'headers'>
  #native: Response | undefined
  /** True if the text was read without the native response. */
  #isRead = false
  /** True if it may have been read with it. */
  #isExposed = false

  constructor(text: string, init: Pick<OutgoingResponse, 'status' | 'headers'>) {
    this.#text = text
    this.#init = init
  }

  /** Makes its instances those of a class as well, by their prototypes: the constructor of that class, which takes time, does not run. */
  static like(native: typeof Response): typeof Response {
    const { prototype } = DirectResponse
    Object.setPrototypeOf(prototype, native.prototype)
    for (const name of Reflect.ownKeys(native.prototype)) {
      const { get, value } = Object.getOwnPropertyDescriptor(native.prototype, name) ?? {}
      if (name === 'constructor') Object.defineProperty(prototype, name, { value })
      else if (Object.hasOwn(prototype, name)) continue
      else if (get !== undefined)
        Object.defineProperty(prototype, name, {
          get(this: DirectResponse) {
            return get.call(this.#exposed())
          },
        })
      else if (typeof value === 'function')
        Object.defineProperty(prototype, name, {
          value(this: DirectResponse, ...args: unknown[]) {
            return value.apply(this.#exposed(), args)
          },
        })
    }
    return native
  }

  get status(): number {
    return this.#init.status
  }

  get ok(): boolean {
    return this.#init.status < 300
  }

  get headers(): Headers {
    return this.#made().headers
  }

  async text(): Promise<string> {
    return this.#unread() ?? this.#exposed().text()
  }

  async json(): Promise<unknown> {
    const text = this.#unread()
    return text === undefined ? this.#exposed().json() : JSON.parse(text)
  }

  /** The text, when it is read first; undefined if only the native response knows whether it can be read. */
  #unread(): string | undefined {
    if (this.#isRead || this.#isExposed) return undefined
    this.#isRead = true
    return this.#text
  }

  #exposed(): Response {
    this.#isExposed = true
    const native = this.#made()
    if (this.#isRead && !native.bodyUsed) void native.text()
    return native
  }

  #made(): Response {
    this.#native ??= new (Native ?? Response)(this.#text, this.#init)
    return this.#native
  }
}
