// Places read off the OpenAPI document: where its `x-requirements` marks put a requirement. A mark is for the marked node and
// for everything inside it up to the next mark.

import { jsonOf, type ListedOperation, listOperations } from '../../../../spec/openapi/reading.ts'
import type { Schema } from '../../../../spec/openapi/schema.ts'
import type { OperationId } from '../../../../spec/operations.ts'
import type { RequirementId } from '../../../../spec/requirements.ts'
import { componentNamed, contractDocument } from '../../../observe/contract-document.ts'
import { valuesAt } from '../json-path.ts'
import type { Mutation, Operator } from '../mutation.ts'

interface SchemaPlace {
  path: string
  schema?: Schema
  required?: boolean
  /** True if the requirement is marked on this node itself. */
  marked?: boolean
}

/** A place in the responses of operations; those that are read off the document have a schema. */
export interface Place extends SchemaPlace {
  operations: readonly OperationId[]
}

/** A field of a request body or of an encrypted payload, with its value in the document's example. */
export interface Field extends SchemaPlace {
  operation: OperationId
  example?: unknown
}

const listed = listOperations(contractDocument)

/** The JSON types of a place; none where the document leaves them open. */
export function typesOf({ schema }: SchemaPlace): readonly string[] {
  if (schema === undefined) return []
  const { type = schema.properties === undefined ? [] : ['object' as const] } = schema
  return [
    ...[type].flat(),
    ...(schema.oneOf ?? schema.anyOf ?? []).flatMap((branch) =>
      typesOf({ path: '', schema: resolved(branch) }),
    ),
  ]
}

/**
 * The places in responses that a requirement is marked on. Operations that share a schema share its places. A requirement that is
 * marked on whole responses is meant for these only, also where they share components with others.
 */
export function responsePlaces(requirement: RequirementId): Place[] {
  const schemaOf = ({ operation }: ListedOperation) =>
    JSON.stringify(jsonOf(operation.responses['200'])?.schema)
  const whole = listed.filter(({ operation }) =>
    operation.responses['200']['x-requirements']?.includes(requirement),
  )
  const meant = whole.length > 0 ? whole : listed
  return [...new Set(meant.map(schemaOf))].flatMap((shared) => {
    const sharing = meant.filter((one) => schemaOf(one) === shared)
    const response = sharing[0]?.operation.responses['200']
    return placesOf(requirement, jsonOf(response)?.schema, response?.['x-requirements']).map((place) => ({
      ...place,
      operations: sharing.map(({ operationId }) => operationId as OperationId),
    }))
  })
}

export function placesInResponses(id: OperationId): Place[] {
  const [own] = listed.filter(({ operationId }) => operationId === id)
  const schema = jsonOf(own?.operation.responses['200'])?.schema
  const all = schema === undefined ? [] : walk(schema, { path: '', own: [], marks: [] })
  return all.map(({ own: _, marks: __, ...place }) => ({ ...place, operations: [id] }))
}

/** The fields of the payload of an operation, or else of its body. */
export function fieldsInRequests(): (Field & { isInPayload: boolean })[] {
  return listed.flatMap(({ operationId, operation: { requestBody, 'x-encrypted-payload': payload } }) => {
    const schema = (payload ?? jsonOf(requestBody))?.schema
    const all = schema === undefined ? [] : walk(schema, { path: '', own: [], marks: [] })
    return all.map(({ own: _, marks: __, ...place }) => ({
      ...{ ...place, operation: operationId as OperationId, isInPayload: payload !== undefined },
    }))
  })
}

/** The fields of requests that a requirement is marked on. The pre-payment check is left out: its requirements are separate. */
export function requestFields(requirement: RequirementId): Field[] {
  return listed.flatMap(({ operationId, operation: { requestBody, 'x-encrypted-payload': payload } }) => {
    const operation = operationId as OperationId
    if (operation === 'validateExchangePayment') return []
    const media = jsonOf(requestBody)
    const [sample] = Object.values(media?.examples ?? {})
    const parts = [
      [media?.schema, requestBody?.['x-requirements'], sample?.value],
      [payload?.schema, payload?.['x-requirements'], payload?.example],
    ] as const
    return parts.flatMap(([schema, marks, example]) =>
      placesOf(requirement, schema, marks).map((place) => ({
        ...place,
        operation,
        example: valuesAt(example, place.path)[0],
      })),
    )
  })
}

/** Gives each place one of the operators that fit it, in turn. Each operator is used at least once. */
export function rotate<At extends SchemaPlace>(
  operators: readonly Operator<At>[],
  places: readonly At[],
): Mutation[] {
  const fits = fitting(places)
  const used = new Set<Operator<At>>()
  const inTurn = places.flatMap((place, index) => {
    const operator = [...operators.slice(index % operators.length), ...operators].find((one) =>
      fits(one, place),
    )
    if (operator === undefined) return []
    used.add(operator)
    return operator(place)
  })
  const others = operators.flatMap((operator) => {
    const place = used.has(operator) ? undefined : places.find((one) => fits(operator, one))
    return place === undefined ? [] : operator(place)
  })
  return [...inTurn, ...others]
}

export function everywhere<At extends SchemaPlace>(
  operators: readonly Operator<At>[],
  places: readonly At[],
): Mutation[] {
  const fits = fitting(places)
  return operators.flatMap((operator) =>
    places.filter((place) => fits(operator, place)).map((place) => operator(place)),
  )
}

/** Operators that are not deep apply to the marked nodes only. */
function fitting<At extends SchemaPlace>(places: readonly At[]) {
  const marked = places.filter((place) => place.marked)
  const shallow = new Set(marked.length > 0 ? marked : places)
  return (operator: Operator<At>, place: At) =>
    operator.fits(place) && (operator.deep === true || shallow.has(place))
}

/** A place with the marks of its node, or else those around it. */
interface MarkedPlace extends SchemaPlace {
  own: readonly string[]
  marks: readonly string[]
}

function placesOf(requirement: RequirementId, schema?: Schema, marks: readonly string[] = []): SchemaPlace[] {
  const all = schema === undefined ? [] : walk(schema, { path: '', required: true, own: [], marks })
  return all
    .filter((place) => place.path !== '' && place.marks.includes(requirement))
    .map(({ own, marks: _, ...place }) => ({ ...place, marked: own.includes(requirement) }))
}

const isScalar = ({ properties, items, oneOf, anyOf }: Schema) =>
  (properties ?? items ?? oneOf ?? anyOf) === undefined

const below = (path: string, key: string) => (path === '' ? key : `${path}.${key}`)

function walk(schema: Schema, at: MarkedPlace): MarkedPlace[] {
  const own = [...at.own, ...(schema['x-requirements'] ?? [])]
  const here = { ...at, own, marks: own.length > 0 ? own : at.marks }
  if (schema.$ref !== undefined) {
    const component = resolved(schema)
    if (!isScalar(component)) return walk(component, here)
    // The marks of a scalar component are added to those of the place.
    const marks = component['x-requirements'] ?? []
    return [{ ...here, own: [...own, ...marks], marks: [...here.marks, ...marks], schema: component }]
  }
  const { properties = {}, required = [], items, oneOf, anyOf } = schema
  const inside = { own: [], marks: schema['x-requirements'] ?? here.marks }
  const [branch] = oneOf ?? anyOf ?? []
  return [
    { ...here, schema },
    ...(branch === undefined ? [] : walk(branch, { ...here, ...inside }).slice(1)),
    ...Object.entries(properties).flatMap(([key, property]) =>
      walk(property, { ...inside, path: below(at.path, key), required: required.includes(key) }),
    ),
    ...(items === undefined ? [] : walk(items, { ...inside, path: below(at.path, '*'), required: false })),
  ]
}

function resolved(schema: Schema): Schema {
  return schema.$ref === undefined ? schema : componentNamed(schema.$ref).schema
}
