// The shape of one row of the table of operations, and the types derived from it. It knows no operation by name.

import type { z } from 'zod'
import type { StatedError } from './stated-errors.ts'
import type { OptionName, UnspecifiedId } from './unspecified.ts'

/** The unspecified behaviors whose options all have one of these names. */
type BehaviorWith<Name extends string> = {
  [Id in UnspecifiedId]: OptionName<Id> extends Name ? Id : never
}[UnspecifiedId]

/** Who may call: the five ways that the contract names, and `notShown` where it names none. Contract: Authentication. */
export type Credential =
  | 'merchantToken'
  | 'shopperToken'
  | 'unstatedToken'
  | 'merchantAuth'
  | 'clientSecret'
  | 'notShown'

export type TokenKind = 'merchant' | 'shopper'

/** The access token of an operation whose credential the contract does not show, or shows only in part. */
export interface AssumedToken {
  /** The kind of token that a client sends. */
  kind: TokenKind
  /** Decides which kinds are accepted. Absent: only `kind`. */
  kindDecidedBy?: BehaviorWith<'merchant' | 'either' | 'shopper'>
  /** Decides whether a token is required. Absent: a token is required. */
  requirementDecidedBy?: BehaviorWith<'accepted' | 'demanded' | 'first-merchant'>
  /** The part of a request without a token that identifies its merchant. Absent: the encrypted payload. */
  withoutToken?: 'request'
}

type Authentication =
  | { credential: Exclude<Credential, 'unstatedToken' | 'notShown'> }
  | { credential: 'unstatedToken' | 'notShown'; assumedToken: AssumedToken }

/** The field of a request body that carries an encrypted payload. */
export type EncryptedField = 'data' | 'encryptedReq'

/** Decides the field of an encrypted payload; `bare` is a body that is the encrypted text itself. */
export type FieldBehavior = BehaviorWith<'any' | EncryptedField | 'bare'>

/** Decides the algorithm and the key of an encrypted payload. */
export type SchemeBehavior = BehaviorWith<'passphrase' | 'rsa' | 'merchant-key' | 'service-key'>

type PayloadField =
  | { field: EncryptedField }
  | { field: null; fieldDecidedBy: FieldBehavior; usualField: EncryptedField }

type PayloadScheme =
  | { scheme: 'rsa'; key: 'merchantPublicKey' }
  | { scheme: 'passphrase'; key: 'clientSecret' }
  | { scheme: null; key: null; schemeDecidedBy: SchemeBehavior }

/** An encrypted request payload. A part that the contract does not show is `null` and names what decides it. */
export type EncryptedPayload<Payload extends z.ZodTypeAny = z.ZodTypeAny> = PayloadField &
  PayloadScheme & {
    payload: Payload
    example: z.input<Payload>
    /** The refusals of an undecryptable or invalid payload. Absent: those that all operations share. */
    payloadRefusals?: readonly string[]
  }

/**
 * Effects of a call on a deployment, least first. The suite needs permission for each level above `read`. Moving the clock is
 * disruptive.
 */
export const harmLevels = ['read', 'write', 'money', 'disruptive'] as const
export type Harm = (typeof harmLevels)[number]

/** True if permission for one level includes another one. */
export function includesLevel(level: Harm, needed: Harm): boolean {
  return harmLevels.indexOf(needed) <= harmLevels.indexOf(level)
}

/** The marker of a success: `{ ok: true, result }` or `{ status: 200, result }`. Contract: Resources, conventions. */
export type Envelope = 'ok-result' | 'status-result'

interface Endpoint {
  method: 'get' | 'post'
  path: string
  section: string
  summary: string
  /** Its effect and its result, in a sentence or two. */
  description: string
  harm: Harm
  headers?: z.AnyZodObject
  query?: z.AnyZodObject
  params?: z.AnyZodObject
  body?: z.ZodTypeAny
  bodyExample?: unknown
  encrypted?: EncryptedPayload
  envelope: Envelope
  response: z.ZodTypeAny
  /** An example of the response, if it is not made from those of its fields. */
  responseExample?: unknown
  /** The errors whose texts the contract states. */
  statedErrors?: readonly StatedError[]
  /** The refusals of the handler, most decisive first. */
  refusals: readonly string[]
}

/** One endpoint of the contract, with everything that is special about it. */
export type Operation = Endpoint & Authentication

/** Declares an operation and keeps its literal types, so that handlers and clients are typed from the row. */
export function operation<const Row extends Operation>(row: Row): Row {
  return row
}

/** The headers whose value the contract fixes, by name. */
export function fixedHeaders(row: Pick<Operation, 'headers'>): Record<string, string> {
  const shape: z.ZodRawShape = row.headers?.shape ?? {}
  return Object.fromEntries(
    Object.entries(shape).flatMap(([name, { _def: type }]) =>
      typeof type.value === 'string' ? [[name, type.value]] : [],
    ),
  )
}

type Parsed<Schema> = Schema extends z.ZodTypeAny ? z.output<Schema> : undefined
type Sent<Schema> = Schema extends z.ZodTypeAny ? z.input<Schema> : undefined

/** A row of either table: of the service, or of the control API. */
type AnyRow = Pick<Endpoint, 'params' | 'query' | 'body' | 'response'>

/** The path parameters of a row. */
export type ParamsOf<Row extends AnyRow> = Parsed<Row['params']>
/** The query of a row, as a handler receives it. */
export type QueryOf<Row extends AnyRow> = Parsed<Row['query']>
/** The body of a row, as a handler receives it (defaults applied). */
export type BodyOf<Row extends AnyRow> = Parsed<Row['body']>
/** The body of a row, as a client sends it. */
export type SentBodyOf<Row extends AnyRow> = Sent<Row['body']>
/** The decrypted payload of a row, as a handler receives it: with every field, see `encryption.required-payload-fields`. */
export type PayloadOf<Row extends Operation> = Row['encrypted'] extends {
  payload: infer Payload extends z.ZodTypeAny
}
  ? Complete<z.output<Payload>>
  : undefined
type Complete<Payload> = Payload extends readonly (infer Row)[] ? WithAll<Row>[] : WithAll<Payload>
type WithAll<Fields> = { [Name in keyof Fields]-?: Exclude<Fields[Name], undefined> }
export type ResponseOf<Row extends AnyRow> = z.output<Row['response']>
/** The codes that a row's handler may refuse with. */
export type RefusalOf<Row extends Operation> = Row['refusals'][number]
