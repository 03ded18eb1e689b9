// The shape of one row of the control API's table, and the types read off it. The service's own table is in spec/; the two
// are never mixed.

import type { z } from 'zod'

export type ControlMethod = 'get' | 'post' | 'put' | 'delete'

/** What the rows are grouped by in the document. */
export type Topic =
  | 'credentials'
  | 'clock'
  | 'transactions'
  | 'subscriptions'
  | 'settlements'
  | 'shoppers'
  | 'payouts'
  | 'webhooks'
  | 'faults'
  | 'encryption'
  | 'sandbox'
  | 'sandboxes'

/** One endpoint of the control API, as data. */
export interface ControlOperation {
  method: ControlMethod
  path: string
  topic: Topic
  summary: string
  /** What the summary cannot hold. */
  description?: string
  params?: z.AnyZodObject
  query?: z.AnyZodObject
  body?: z.ZodTypeAny
  /** Bodies by what they are an example of; the first is shown to whoever sends a wrong one. */
  bodyExamples?: Readonly<Record<string, unknown>>
  response: z.ZodTypeAny
}

/** Declares a row and keeps its literal types, so that handlers and the client are typed from it. */
export function controlOperation<const Row extends ControlOperation>(row: Row): Row {
  return row
}

type Parsed<Schema> = Schema extends z.ZodTypeAny ? z.output<Schema> : undefined
type Sent<Schema> = Schema extends z.ZodTypeAny ? z.input<Schema> : undefined

/** The path parameters of a row. */
export type ParamsOf<Row extends ControlOperation> = Parsed<Row['params']>
/** The query of a row, numbers read. */
export type QueryOf<Row extends ControlOperation> = Parsed<Row['query']>
/** The body of a row, as a handler sees it. */
export type BodyOf<Row extends ControlOperation> = Parsed<Row['body']>
/** The body of a row, as a client sends it. */
export type SentBodyOf<Row extends ControlOperation> = Sent<Row['body']>
/** The answer of a row. */
export type ResponseOf<Row extends ControlOperation> = z.output<Row['response']>
