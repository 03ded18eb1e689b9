// The input and the result of a control handler. It knows no HTTP. It may be asynchronous: advances, snapshots and deliveries are.

import type {
  ControlOperationId,
  ControlOperations,
  OperationsOf,
  OtherTopic,
} from '../../spec/control/operations.ts'
import type { OpenApiDocument } from '../../spec/openapi/document.ts'
import type { BodyOf, ParamsOf, QueryOf, ResponseOf } from '../../spec/operation.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { Sandboxes } from '../sandbox/sandboxes.ts'
import type { RemarksOn } from '../service/remarks.ts'
import type { World } from '../world/world.ts'

/** A request as it was sent, with its response. */
export interface SentRequest {
  operation: string | null
  method: string
  path: string
  /** Those that a scenario repeats. */
  headers: Readonly<Record<string, string>>
  /** True if it arrived while the clock was advancing. */
  duringAdvance: boolean
  body: string
  /** False: bodies are whole. */
  isCut: false
  status: number
  response: string
}

/** The source of a scenario. */
export interface ScenarioSource {
  title: string
  /** The origin of the sandbox. */
  url: string
  simulator: { seed: string; start: string; assumptions: Record<string, unknown> }
  credentials: ResponseOf<ControlOperations['getCredentials']>
  assumptions: ResponseOf<ControlOperations['getAssumptions']>['assumptions']
  /** PEM. */
  privateKeys: string[]
  requests: SentRequest[]
}

/** Writes a scenario. The simulator does not know their format, so the command line provides it. */
export type ScenarioWriter = (source: ScenarioSource) => Promise<ResponseOf<ControlOperations['getScenario']>>

type Row<Id extends ControlOperationId> = ControlOperations[Id]

/** The subject of a control request. */
export interface ControlSubject {
  sandbox: Sandbox
  /** All sandboxes, for the operations that create and delete them. */
  sandboxes: Sandboxes
  /** The document that drives the service. */
  document: OpenApiDocument
  /** The remarks of the journal about a request of the service. */
  remarksOn: (world: World) => RemarksOn
  /** The names of the plugins that are loaded. */
  plugins: readonly string[]
  /** Writes scenarios; undefined where nothing does. */
  writeScenario: ScenarioWriter | undefined
}

/** A control request whose parameters and body are valid. */
export interface ControlInput<Id extends ControlOperationId> extends ControlSubject {
  params: ParamsOf<Row<Id>>
  query: QueryOf<Row<Id>>
  body: BodyOf<Row<Id>>
}

export type ControlResult<Id extends ControlOperationId> = ResponseOf<Row<Id>>

/** Returns the response, or throws a UsageError. */
type ControlHandler<Id extends ControlOperationId> = (
  input: ControlInput<Id>,
) => ControlResult<Id> | Promise<ControlResult<Id>>

/** One handler for each control operation of a topic: a missing one is a compile error that names it. */
export type TopicHandlers<Name extends OtherTopic> = {
  readonly [Id in keyof OperationsOf<Name> & ControlOperationId]: ControlHandler<Id>
}
