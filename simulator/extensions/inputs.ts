// Where an input of x-paytwin-behavior is in the request. The form of the response is a template: core/template.ts.

import { UsageError } from '../../core/errors.ts'
import { isObject } from '../../core/json.ts'
import { atPointer } from '../../core/json-pointer.ts'
import type { EncryptionScheme } from '../service/decrypt-payload.ts'

/** A request to an operation of an extension. */
export interface ExtensionRequest {
  readonly body: unknown
  readonly query: Readonly<Record<string, string>>
  readonly params: Readonly<Record<string, string>>
  header: (name: string) => string | undefined
}

/** Where an input is. */
export interface Input {
  readonly name: string
  readonly readsBody: boolean
  /** Reads a text from a request; undefined when it is absent or neither a text nor a number. */
  readonly read: (request: ExtensionRequest) => string | undefined
  /** The decryption of the text, and the place of the input in the decrypted JSON; undefined for the whole text. */
  readonly encrypted?: { readonly scheme: EncryptionScheme; readonly at: string | undefined }
}

const expressions =
  'Use $request.body#/POINTER, $request.query.NAME, $request.path.NAME or $request.header.NAME.'
const sources = /^\$request\.(?:(body)(?:#(\/.+))?|query\.(.+)|path\.(.+)|header\.(.+))$/
const schemes = ['passphrase', 'merchant-key', 'service-key'] as const satisfies EncryptionScheme[]

/**
 * The input of an expression such as `$request.body#/clientId`, or of `{ "in": EXPRESSION, "decrypt": SCHEME, "at": POINTER }`.
 * `place` is named in errors.
 */
export function inputAt(name: string, expression: unknown, path: string, place: string): Input {
  if (!isObject(expression)) return { name, ...plainInput(expression, path, place) }
  const { in: source, decrypt, at, ...others } = expression
  const [unknown] = Object.keys(others)
  const scheme = schemes.find((one) => one === decrypt)
  if (unknown !== undefined || scheme === undefined || (at !== undefined && !isPointer(at)))
    throw new UsageError(
      `Invalid encrypted input for ${place}.`,
      unknown !== undefined
        ? `It has no setting "${unknown}".`
        : scheme === undefined
          ? `"decrypt" must be one of ${schemes.join(', ')}.`
          : `"at" must be a JSON pointer into the decrypted text, but it is ${JSON.stringify(at)}.`,
      'Use, for example, { "in": "$request.body#/data", "decrypt": "passphrase", "at": "/orderId" }.',
    )
  return { name, ...plainInput(source, path, place), encrypted: { scheme, at } }
}

function isPointer(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith('/')
}

function plainInput(expression: unknown, path: string, place: string): Pick<Input, 'readsBody' | 'read'> {
  const match = typeof expression === 'string' ? sources.exec(expression) : null
  const [, body, pointer, query, param, header] = match ?? []
  if (body !== undefined)
    return {
      readsBody: true,
      read: (request) => textOf(pointer === undefined ? request.body : atPointer(request.body, pointer)),
    }
  const readsBody = false
  if (query !== undefined) return { readsBody, read: (request) => request.query[query] }
  if (header !== undefined) return { readsBody, read: (request) => request.header(header.toLowerCase()) }
  if (param !== undefined && path.includes(`{${param}}`))
    return { readsBody, read: ({ params }) => params[param] }
  throw new UsageError(
    `Invalid expression ${JSON.stringify(expression)} for ${place}.`,
    param === undefined ? 'Expected a part of the request.' : `The path ${path} has no parameter "${param}".`,
    expressions,
  )
}

/** A text or a number as text. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined
}
