// The shape of one row of the table of operations, and the types read off it. It knows no operation by name.

import type { z } from 'zod'

/** Who may call: the five ways that the contract names, and `notShown` where it names none. Contract: Authentication. */
export type Credential =
  | 'merchantToken'
  | 'shopperToken'
  | 'unstatedToken'
  | 'merchantAuth'
  | 'clientSecret'
  | 'notShown'

/** An encrypted request payload. `null` stands where the contract leaves the field, the scheme or the key open. */
export interface EncryptedPayload<Payload extends z.ZodTypeAny = z.ZodTypeAny> {
  field: string | null
  scheme: 'rsa' | 'passphrase' | null
  key: 'merchantPublicKey' | 'clientSecret' | null
  payload: Payload
  example: z.input<Payload>
}

/** One endpoint of the contract, as data. */
export interface Operation {
  method: 'get' | 'post'
  path: string
  section: string
  summary: string
  credential: Credential
  headers?: z.AnyZodObject
  query?: z.AnyZodObject
  params?: z.AnyZodObject
  body?: z.ZodTypeAny
  bodyExample?: unknown
  encrypted?: EncryptedPayload
  response: z.ZodTypeAny
  responseExample: unknown
  /** What a handler may refuse, most decisive first: ids of `errors.ts`. */
  refusals: readonly string[]
}

/** Declares an operation and keeps its literal types, so that handlers and clients are typed from the row. */
export function operation<const Row extends Operation>(row: Row): Row {
  return row
}

type Parsed<Schema> = Schema extends z.ZodTypeAny ? z.output<Schema> : undefined
type Sent<Schema> = Schema extends z.ZodTypeAny ? z.input<Schema> : undefined

/** The query of a row, as a handler sees it. */
export type QueryOf<Row extends Operation> = Parsed<Row['query']>
/** The body of a row, as a handler sees it (defaults applied). */
export type BodyOf<Row extends Operation> = Parsed<Row['body']>
/** The body of a row, as a client sends it. */
export type SentBodyOf<Row extends Operation> = Sent<Row['body']>
/** The plain text of a row's encrypted payload. */
export type PayloadOf<Row extends Operation> = Row['encrypted'] extends {
  payload: infer Payload extends z.ZodTypeAny
}
  ? z.output<Payload>
  : undefined
/** The answer of a row. */
export type ResponseOf<Row extends Operation> = z.output<Row['response']>
/** The ids of what a row's handler may refuse. */
export type RefusalOf<Row extends Operation> = Row['refusals'][number]
