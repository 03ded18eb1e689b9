// Calls of the sixteen operations, as a merchant's program makes them. It sends what its caller asks for within the
// allowance of the run, writes down all that it does, and judges nothing. What requests usually bear is in
// usual-requests.ts.

import { createHash } from 'node:crypto'
import { parseJson } from '../core/json.ts'
import type { ResponseOf } from '../spec/operation.ts'
import { type OperationId, type Operations, operations } from '../spec/operations.ts'
import type { Deployment } from './deployment.ts'
import { encryptPassphrase, encryptRsa, type RandomBytes, type RsaScheme } from './encryption.ts'
import { type Outcome, outcomeOf } from './expect.ts'
import type { Allowance } from './run-budget.ts'
import type { TargetMerchant, TargetShopper } from './target.ts'
import type { Call } from './transcript.ts'
import { headersOf, pathOf, usualEncryption, usualField } from './usual-requests.ts'

/** How a payload is encrypted. With a seed, the same payload is encrypted to the same text, so that runs can be compared. */
export type Encryption = (
  | { with: 'rsa'; publicKey: string; padding?: RsaScheme }
  | { with: 'passphrase'; secret: string }
  /** Not encrypted at all: this text stands in its place. */
  | { with: 'nothing'; text: string }
) & { seed?: string }

/** What a call differs in from the usual one of its operation. */
export interface Asked {
  merchant?: TargetMerchant
  shopper?: TargetShopper
  /** The name of the exchange in the path. */
  exchange?: string
  query?: Readonly<Record<string, string>>
  /** The body; or what stands in it beside the encrypted payload. */
  body?: unknown
  /** What is encrypted. */
  payload?: unknown
  encryption?: Encryption
  /** Under which field the encrypted payload stands; `null` leaves it out. */
  field?: string | null
  /** The access token of the Authorization header; `null` leaves the header out. */
  token?: string | null
  /** Further headers; `null` leaves one out that the operation usually bears. */
  headers?: Readonly<Record<string, string | null>>
  /** A body as it stands, whatever it is. */
  rawBody?: string
}

/** What came. */
export interface ApiResponse<Id extends OperationId = OperationId> {
  operationId: Id
  /** 0 where no answer came. */
  status: number
  headers: Readonly<Record<string, string>>
  text: string
  /** The body read as JSON; undefined where it is none. */
  json: unknown
  outcome: Outcome
  /** The body as the document describes success; meaningful for an outcome of success only. */
  success: ResponseOf<Operations[Id]>
}

const encryptedTexts = new Map<string, string>()
const maxEncryptedTexts = 20_000
const maxResponseBytes = 8_000_000

/** Encrypts, and remembers: public-key encryption is dear, and a suite that runs often encrypts the same texts again. */
export function encrypted(payload: unknown, encryption: Encryption): string {
  if (encryption.with === 'nothing') return encryption.text
  const text = JSON.stringify(payload)
  const { seed } = encryption
  const key = `${encryption.with === 'rsa' ? `${encryption.publicKey}${encryption.padding ?? ''}` : encryption.secret}${seed}${text}`
  const known = encryptedTexts.get(key)
  if (known !== undefined) return known
  const random = seed === undefined ? undefined : bytesFrom(`${seed} ${text}`)
  const done =
    encryption.with === 'rsa'
      ? encryptRsa(payload, encryption.publicKey, encryption.padding ?? 'oaep', random)
      : encryptPassphrase(payload, encryption.secret, random)
  if (encryptedTexts.size >= maxEncryptedTexts) encryptedTexts.clear()
  encryptedTexts.set(key, done)
  return done
}

/** Bytes that follow from a text. */
function bytesFrom(text: string): RandomBytes {
  let drawn = 0
  return (outputLength) => {
    drawn += 1
    return createHash('shake256', { outputLength }).update(`${drawn} ${text}`).digest()
  }
}

export class Client {
  private readonly deployment: Deployment
  private readonly allowance: Allowance
  private readonly answered: (response: ApiResponse, call: Call) => void

  /** `answered` hears of each answer before its caller does. */
  constructor(
    deployment: Deployment,
    allowance: Allowance,
    answered: (response: ApiResponse, call: Call) => void = () => {},
  ) {
    this.deployment = deployment
    this.allowance = allowance
    this.answered = answered
  }

  /** Calls an operation; whatever comes is an answer, silence included. */
  async call<Id extends OperationId>(operationId: Id, asked: Asked = {}): Promise<ApiResponse<Id>> {
    const { target } = this.deployment
    const { rawBody } = asked
    const parts = [asked.body, asked.payload, rawBody === undefined ? undefined : parseJson(rawBody)]
    await this.allowance.admit(operationId, parts)
    const method = operations[operationId].method.toUpperCase()
    const url = `${target.baseUrl.replace(/\/$/, '')}${pathOf(target, operationId, asked)}`
    const headers = headersOf(target, operationId, asked)
    const body = method === 'GET' ? '' : (rawBody ?? JSON.stringify(this.body(operationId, asked)))
    const actual = await this.send(operationId, url, {
      method,
      headers,
      ...(method === 'GET' ? {} : { body }),
    })
    const json = actual.status === 0 ? undefined : parseJson(actual.text)
    const response = {
      operationId,
      ...actual,
      json,
      outcome: outcomeOf(operationId, actual.status, json),
      success: json,
    } as ApiResponse<Id>
    this.answered(response, {
      operationId,
      method,
      url,
      headers,
      body,
      ...(asked.payload === undefined ? {} : { payload: asked.payload }),
      encryptedAsUsual: asked.payload !== undefined && asked.encryption === undefined,
      status: actual.status,
      response: actual.text,
    })
    if (this.allowance.heard(operationId, actual.status === 0)) await this.seeIfItIsThere()
    return response
  }

  /** How an operation's payload is usually encrypted for that merchant. */
  encryption(operationId: OperationId, asked: Pick<Asked, 'merchant'> = {}): Encryption {
    return this.comparable(usualEncryption(this.deployment.target, operationId, asked))
  }

  private async send(operationId: OperationId, url: string, init: RequestInit) {
    const { send, remote } = this.deployment
    const timeout = this.allowance.timeoutMs(operationId)
    try {
      const response = await send(url, {
        ...init,
        redirect: 'manual',
        ...(remote ? { signal: AbortSignal.timeout(timeout) } : {}),
      })
      const text = remote ? await boundedText(response) : await response.text()
      return { status: response.status, headers: Object.fromEntries(response.headers), text }
    } catch (error) {
      return { status: 0, headers: {}, text: `no answer: ${reasonOf(error)}` }
    }
  }

  /** After so much silence, one look-up that any deployment answers. */
  private async seeIfItIsThere(): Promise<void> {
    const { target } = this.deployment
    const url = `${target.baseUrl.replace(/\/$/, '')}${pathOf(target, 'getStore', {})}`
    const headers = headersOf(target, 'getStore', {})
    const { status, text } = await this.send('getStore', url, { method: 'GET', headers })
    this.allowance.heard('getStore', status === 0)
    if (status === 0) this.allowance.end(`the target stopped answering (${text})`)
  }

  private body(operationId: OperationId, asked: Asked): unknown {
    if (!('encrypted' in operations[operationId])) return asked.body ?? {}
    const field = asked.field === undefined ? usualField(this.deployment.target, operationId) : asked.field
    const beside = typeof asked.body === 'object' && asked.body !== null ? asked.body : {}
    if (field === null) return beside
    const encryption = asked.encryption ?? usualEncryption(this.deployment.target, operationId, asked)
    const text = encrypted(asked.payload, this.comparable(encryption))
    if (field === 'bare') return text
    return { ...beside, [field]: text }
  }

  // A real deployment gets real randomness.
  private comparable(encryption: Encryption): Encryption {
    return this.deployment.isolates ? { seed: 'isolated', ...encryption } : encryption
  }
}

/** Why no answer came, in words; what the network says stands behind what fetch says. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  return cause instanceof Error && cause.message !== '' ? `${error.message}: ${cause.message}` : error.message
}

/** An answer's text, as far as anyone would read it. */
async function boundedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > maxResponseBytes) break
  }
  return Buffer.concat(chunks).toString('utf8')
}
