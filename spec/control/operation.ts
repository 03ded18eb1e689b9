// The shape of one row of the control API's table, which has the types that ../operation.ts derives. The table of the service is in spec/.

import { z } from 'zod'
import { pageFields, pageQuery } from './fields.ts'

export type ControlMethod = 'get' | 'post' | 'put' | 'delete'

/** One endpoint of the control API, as data. */
export interface ControlOperation {
  method: ControlMethod
  path: string
  summary: string
  description?: string
  params?: z.AnyZodObject
  query?: z.AnyZodObject
  body?: z.ZodTypeAny
  /** Example bodies by name. Responses to invalid bodies show them. */
  bodyExamples?: Readonly<Record<string, unknown>>
  /** True if a body may have a snapshot, which can be large. */
  takesSnapshot?: boolean
  response: z.ZodTypeAny
  /** True if the response is sent in pieces, because it may be too long for one text. */
  isStreamed?: boolean
  /** True if it creates or deletes sandboxes, and changes nothing inside one. */
  changesSandboxes?: boolean
  /** Extensions of the document beyond OpenAPI. */
  extensions?: Readonly<Record<`x-${string}`, unknown>>
}

type Parts = Omit<ControlOperation, 'method' | 'path' | 'summary'>

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

/** A list in pages: `filters` are in its query, and `entries` in its response. */
export function list<Entries extends z.ZodRawShape, Filters extends z.ZodRawShape>(
  path: string,
  summary: string,
  entries: Entries,
  filters: Filters,
) {
  return get(path, summary, {
    query: z.object({ ...filters, ...pageQuery }),
    response: z.object({ ...pageFields, ...entries }),
  })
}
