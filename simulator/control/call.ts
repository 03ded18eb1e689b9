// What a control handler gets and gives. It knows no HTTP; it may wait, because an advance, a snapshot or a delivery does.

import type { OpenApiDocument } from '../../spec/openapi/document.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { Sandboxes } from '../sandbox/sandboxes.ts'
import type { BodyOf, ParamsOf, QueryOf, ResponseOf } from './operation.ts'
import type { ControlOperationId, ControlOperations } from './operations.ts'

type Row<Id extends ControlOperationId> = ControlOperations[Id]

/** A control request that has the form the document asks for. */
export interface ControlCall<Id extends ControlOperationId> {
  sandbox: Sandbox
  /** All sandboxes, for the operations that make and remove them. */
  sandboxes: Sandboxes
  /** The document that drives the service. */
  document: OpenApiDocument
  params: ParamsOf<Row<Id>>
  query: QueryOf<Row<Id>>
  body: BodyOf<Row<Id>>
}

/** Does what is asked for and answers, or throws a UsageError that says why not. */
export type ControlHandler<Id extends ControlOperationId> = (
  call: ControlCall<Id>,
) => ResponseOf<Row<Id>> | Promise<ResponseOf<Row<Id>>>

/** One handler for each control operation: a missing one is a compile error that names it. */
export type ControlHandlers = { readonly [Id in ControlOperationId]: ControlHandler<Id> }
