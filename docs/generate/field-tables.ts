// Tables of the fields of components and operations.

import { componentName } from '../../core/json-schema.ts'
import type { OpenApiDocument, OperationNode } from '../../spec/openapi/document.ts'
import { jsonOf } from '../../spec/openapi/reading.ts'
import type { Schema } from '../../spec/openapi/schema.ts'
import type { LeftOpen, UnspecifiedBehavior } from '../../spec/statements.ts'
import { unspecifiedBehaviors } from '../../spec/unspecified.ts'
import { anchor, code, link, table } from './markdown.ts'

export interface FieldTables {
  /** The table of a component, with its anchor. Returns an empty text the second time. */
  ofComponent: (name: string) => string
  /** Parameters, body, encrypted payload and response, each followed by the components that were not shown before. */
  ofOperation: (operation: OperationNode) => string[]
}

/** Creates the tables of one page. Each component is shown once. */
export function createFieldTables(document: OpenApiDocument): FieldTables {
  const { schemas } = document.components
  const shown = new Set<string>()

  function ofComponent(name: string): string {
    const schema = schemas[name]
    if (schema === undefined || shown.has(name)) return ''
    shown.add(name)
    const heading = `${anchor(componentAnchor(name))}**${name}**: ${schema.description ?? ''}`
    if (schema.properties === undefined) return `${heading} Type: ${typeText(schema)}.`
    return `${heading}\n\n${fieldTable(name, schema)}`
  }

  /** A component and those that it refers to. */
  function withReferences(schema: Schema): string[] {
    return referencesIn(schema).flatMap((name) => {
      const text = ofComponent(name)
      return text === '' ? [] : [text, ...withReferences(schemas[name] ?? {})]
    })
  }

  function ofOperation(operation: OperationNode): string[] {
    const { operationId, parameters = [], requestBody, responses } = operation
    const encrypted = operation['x-encrypted-payload']
    const body = jsonOf(requestBody)?.schema
    const response = jsonOf(responses['200'])?.schema ?? {}
    return [
      ...(parameters.length === 0 ? [] : ['**Parameters**', parameterTable(operationId, parameters)]),
      ...(body === undefined ? [] : [`**Body**: ${bodyText(body)}`, ...withReferences(body)]),
      ...(encrypted === undefined
        ? []
        : [`**Encrypted payload**: ${payloadText(encrypted)}`, ...withReferences(encrypted.schema)]),
      '**Response**',
      response.properties === undefined ? `${typeText(response)}.` : fieldTable('', response),
      ...withReferences(response),
    ]
  }

  return { ofComponent, ofOperation }
}

function parameterTable(operationId: string, parameters: NonNullable<OperationNode['parameters']>): string {
  const rows = parameters.map(({ name, in: place, required, description = '', schema }) => [
    code(name),
    place,
    typeText(schema),
    requiredText(`${operationId}/${name}`, required),
    description,
  ])
  return table(['Parameter', 'In', 'Type', 'Required', 'Meaning'], rows)
}

function bodyText(schema: Schema): string {
  return Object.keys(schema).length === 0 ? 'its form is not shown.' : `${typeText(schema)}.`
}

function payloadText({
  field,
  scheme,
  key,
  schema,
}: NonNullable<OperationNode['x-encrypted-payload']>): string {
  const where = field === null ? 'in a field that is not shown' : `in ${code(field)}`
  const how = { rsa: 'RSA', passphrase: 'AES with a passphrase', unknown: 'not shown' }[scheme ?? 'unknown']
  const keys = {
    merchantPublicKey: "the merchant's public key",
    clientSecret: "the merchant's client secret",
    unknown: 'not shown',
  }
  return `${typeText(schema)}, ${where}. Algorithm: ${how}. Key: ${keys[key ?? 'unknown']}.`
}

/** The table of an object. Nested objects without a name are flattened. */
function fieldTable(component: string, schema: Schema): string {
  const rows = fieldRows(schema, '')
  // The contract does not say which fields of most payloads are required.
  const withRequired = !(schema['x-unspecified'] ?? []).includes('encryption.required-payload-fields')
  const head = withRequired ? ['Field', 'Type', 'Required', 'Meaning'] : ['Field', 'Type', 'Meaning']
  return table(
    head,
    rows.map(({ field, type, required, meaning }) => [
      code(field),
      type,
      ...(withRequired ? [requiredText(`${component}.${field}`, required)] : []),
      meaning,
    ]),
  )
}

interface FieldRow {
  field: string
  type: string
  required: boolean
  meaning: string
}

function fieldRows({ properties = {}, required = [] }: Schema, prefix: string): FieldRow[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const field = `${prefix}${name}`
    const own = {
      field,
      type: typeText(schema),
      required: required.includes(name),
      meaning: schema.description ?? '',
    }
    const nested = schema.items?.properties === undefined ? schema : schema.items
    return [own, ...fieldRows(nested, schema === nested ? `${field}.` : `${field}[].`)]
  })
}

/** The answer whether a field must be sent: yes, no, or the unspecified behavior. Nested fields follow their parent. */
function requiredText(field: string, required: boolean): string {
  const [place] = field.split('[')

  const behavior = Object.entries<UnspecifiedBehavior>(unspecifiedBehaviors).find(([, { leftOpen }]) =>
    leftOpen?.some((condition: LeftOpen) =>
      'optional' in condition
        ? condition.optional === place
        : 'parameter' in condition && condition.parameter.join('/') === place && !required,
    ),
  )
  if (behavior !== undefined) return link('unspecified', `assumptions.md#${behavior[0]}`)
  return required ? 'yes' : 'no'
}

function typeText(schema: Schema): string {
  const { $ref, type, items, enum: values, oneOf, anyOf } = schema
  if ($ref !== undefined) return componentLink($ref)
  if (values !== undefined) return values.map((value) => code(JSON.stringify(value))).join(' or ')
  const branches = oneOf ?? anyOf
  if (branches !== undefined) return branches.map(typeText).join(' or ')
  if (type === undefined) return 'not stated'
  const types = [type].flat().map((name) => (name === 'array' ? `array of ${typeText(items ?? {})}` : name))
  return types.join(' or ').replace('array of not stated', 'array')
}

function componentLink($ref: string): string {
  const name = componentName($ref)
  return link(name, `#${componentAnchor(name)}`)
}

function componentAnchor(name: string): string {
  return `schema-${name.toLowerCase()}`
}

function referencesIn(schema: Schema): string[] {
  return [...JSON.stringify(schema).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(
    ([, name = '']) => name,
  )
}
