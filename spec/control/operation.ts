// The shape of one row of the control API's table, and the types derived from it. The table of the service is in spec/.

import type { z } from 'zod'

export type ControlMethod = 'get' | 'post' | 'put' | 'delete'

/** The tags of the document, with their descriptions. */
export const topics = {
  credentials: 'Test accounts with their credentials, and the assumptions in force.',
  clock: 'The virtual clock, the schedule, and the calendar of banking days.',
  invoices: 'Paying invoices as shoppers do on the checkout page.',
  transactions: 'Transactions, and the actions of wallets, shoppers, exchanges and banks.',
  subscriptions: 'Subscriptions and their next bills.',
  settlements: 'Amounts credited to merchants.',
  shoppers: 'Balances and emails of shoppers.',
  payouts: 'Payees and transfers.',
  webhooks: 'Webhooks, their deliveries, and fault rules for deliveries.',
  'injected-faults': 'Failures that a user plans for requests of the service.',
  encryption: 'Encrypting payloads for clients that cannot.',
  sandbox: 'Snapshot, restore, reset, fork and journal of one sandbox.',
  sandboxes: 'Creating, listing and deleting sandboxes.',
}
export type Topic = keyof typeof topics

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
  /**
   * JSON pointer to the part of a body that may be as large as a snapshot. A body without it has the usual limit. By default
   * no part may be so large.
   */
  largePart?: string
  response: z.ZodTypeAny
  /** True if the response is sent in pieces, because it may be too long for one text. */
  isStreamed?: boolean
  /** True if it creates or deletes sandboxes, and changes nothing inside one. */
  changesSandboxes?: boolean
  /** Extensions of the document beyond OpenAPI. */
  extensions?: Readonly<Record<`x-${string}`, unknown>>
}

type Row = Omit<ControlOperation, 'topic'>
type Parts = Omit<Row, 'method' | 'path' | 'summary'>

/** Declares rows with a method. They keep their literal types, so that handlers and the client are typed from the table. */
const rowsOf =
  <const Method extends ControlMethod>(method: Method) =>
  <const Given extends Parts>(path: string, summary: string, parts: Given) => ({
    method,
    path,
    summary,
    ...parts,
  })
export const get = rowsOf('get')
export const post = rowsOf('post')
export const put = rowsOf('put')
export const del = rowsOf('delete')

/** The rows of a topic by operationId. */
export function topicOperations<const Name extends Topic, const Rows extends Record<string, Row>>(
  topic: Name,
  rows: Rows,
): { readonly [Id in keyof Rows]: Rows[Id] & { topic: Name } } {
  const entries = Object.entries(rows).map(([id, row]) => [id, { ...row, topic }])
  return Object.fromEntries(entries)
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
export type ResponseOf<Row extends ControlOperation> = z.output<Row['response']>
