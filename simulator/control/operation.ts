// The shape of one row of the control API's table, and the types derived from it. The table of the service is in spec/.

import type { z } from 'zod'

export type ControlMethod = 'get' | 'post' | 'put' | 'delete'

/** The tags of the document. */
export type Topic =
  | 'credentials'
  | 'clock'
  | 'transactions'
  | 'subscriptions'
  | 'settlements'
  | 'shoppers'
  | 'payouts'
  | 'webhooks'
  | 'injected-faults'
  | 'encryption'
  | 'sandbox'
  | 'sandboxes'

/** One endpoint of the control API, as data. */
export interface ControlOperation {
  method: ControlMethod
  path: string
  topic: Topic
  summary: string
  description?: string
  params?: z.AnyZodObject
  query?: z.AnyZodObject
  body?: z.ZodTypeAny
  /** Example bodies by name. Responses to invalid bodies show them. */
  bodyExamples?: Readonly<Record<string, unknown>>
  response: z.ZodTypeAny
  /** What the document says of the operation beyond OpenAPI. */
  extensions?: Readonly<Record<`x-${string}`, unknown>>
}

/** Declares a row and keeps its literal types, so that handlers and the client are typed from the row. */
export function controlOperation<const Row extends ControlOperation>(row: Row): Row {
  return row
}

type Parsed<Schema> = Schema extends z.ZodTypeAny ? z.output<Schema> : undefined
type Sent<Schema> = Schema extends z.ZodTypeAny ? z.input<Schema> : undefined

/** The path parameters of a row. */
export type ParamsOf<Row extends ControlOperation> = Parsed<Row['params']>
/** The query of a row, with numbers parsed. */
export type QueryOf<Row extends ControlOperation> = Parsed<Row['query']>
/** The body of a row, as a handler receives it. */
export type BodyOf<Row extends ControlOperation> = Parsed<Row['body']>
/** The body of a row, as a client sends it. */
export type SentBodyOf<Row extends ControlOperation> = Sent<Row['body']>
/** The response of a row. */
export type ResponseOf<Row extends ControlOperation> = z.output<Row['response']>
