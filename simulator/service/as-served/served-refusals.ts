// The refusals of an operation, in the statuses and forms that the assumptions in force determine.

import { componentRef } from '../../../core/json-schema.ts'
import type { Schema } from '../../../spec/openapi/schema.ts'
import type { Operation } from '../../../spec/operation.ts'
import type { RefusalCode } from '../../../spec/operations.ts'
import { type OperationId, operationIds, operations } from '../../../spec/operations.ts'
import { refuse } from '../../resources/refusals.ts'
import type { World } from '../../world/world.ts'
import { tokenRule } from '../authenticate.ts'
import { refusalResponse } from '../respond.ts'
import { inferSchema } from './inferred-schema.ts'

/** One refusal as a client receives it. */
interface ServedRefusal {
  code: RefusalCode
  status: number
  body: unknown
}

/** The refusals of all operations, and a schema for each form that they have. */
export class ServedRefusals {
  private readonly refusals: ReadonlyMap<OperationId, readonly ServedRefusal[]>
  private readonly names = new Map<string, string>()
  readonly components: Record<string, Schema> = {}

  constructor(world: World) {
    this.refusals = new Map(operationIds.map((id) => [id, refusalsOf(world, id)]))
    const all = [...this.refusals.values()].flat().filter(({ code }) => !isInContract(code))
    for (const form of new Set(all.map(formOf))) {
      const name = this.names.size === 0 ? 'Refusal' : `Refusal${this.names.size + 1}`
      this.names.set(form, name)
      this.components[name] = {
        description: 'A refusal, in a form that the assumptions determine.',
        ...inferSchema(all.filter((refusal) => formOf(refusal) === form).map(({ body }) => body)),
      }
    }
  }

  of(operationId: OperationId): readonly ServedRefusal[] {
    return this.refusals.get(operationId) ?? []
  }

  /** The schema of a response that is one of these refusals, or a success. The schema of the success includes refusals of the contract. */
  schemaOf(refusals: readonly ServedRefusal[], success: Schema, isSuccessful: boolean): Schema {
    const forms = refusals.flatMap((refusal) => this.names.get(formOf(refusal)) ?? [])
    const schemas = [
      ...(isSuccessful || refusals.some(({ code }) => isInContract(code)) ? [success] : []),
      ...[...new Set(forms)].map((name): Schema => ({ $ref: componentRef(name) })),
    ]
    const [only = {}] = schemas
    return schemas.length === 1 ? only : { anyOf: schemas }
  }
}

/** Refusals with the same names and types have the same form. */
function formOf({ body }: ServedRefusal): string {
  return JSON.stringify(inferSchema([body]))
}

/** The contract's document has these refusals already. */
function isInContract(code: RefusalCode): boolean {
  return code.startsWith('payouts.')
}

/** The checks of the pipeline for all operations, then the refusals of the handler. */
function refusalsOf(world: World, operationId: OperationId): ServedRefusal[] {
  const row: Operation = operations[operationId]
  const codes = [...new Set([...pipelineCodes(world, row), ...(row.refusals as RefusalCode[])])]
  const [exchange] = world.accounts.exchanges
  return codes.map((code) => {
    const fill = isInContract(code) ? [1, 'email'] : [exchange?.name ?? '']
    return { code, ...refusalResponse(world.assumptions, row.envelope, refuse(code, '', fill)) }
  })
}

function pipelineCodes(world: World, row: Operation): RefusalCode[] {
  const rule = tokenRule(world, {
    credential: row.credential,
    assumedToken: 'assumedToken' in row ? row.assumedToken : undefined,
  })
  const { encrypted } = row
  const isInput = row.body !== undefined || row.query !== undefined || row.headers !== undefined
  return [
    ...(rule?.isRequired === true ? (['request.no-token'] as const) : []),
    ...(rule !== undefined ? (['request.unknown-token'] as const) : []),
    ...(row.credential === 'clientSecret' ? (['request.no-merchant'] as const) : []),
    ...(row.credential === 'merchantAuth' ? (['request.merchant-auth'] as const) : []),
    ...(isInput ? (['request.invalid'] as const) : []),
    ...(row.body === undefined ? [] : (['request.not-json', 'request.too-large'] as const)),
    ...(encrypted?.field === null ? (['encryption.missing'] as const) : []),
    ...(encrypted === undefined || encrypted.payloadRefusals !== undefined
      ? []
      : (['encryption.undecryptable', 'encryption.invalid'] as const)),
  ]
}
