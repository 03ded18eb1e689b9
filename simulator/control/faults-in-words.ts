// What is wrong with a value, in words: each place with what is asked for there. Of several forms that a value may have,
// only the one that was meant is told.

import type { Ajv2020, AnySchemaObject, ErrorObject } from 'ajv/dist/2020.js'
import { meantForm } from '../../spec/openapi/choices.ts'
import type { Schema } from '../../spec/openapi/document.ts'

/** The faults of a value that a schema refuses. The compiler must be a verbose one, with every error. */
export function faultsIn(ajv: Ajv2020, schema: AnySchemaObject, value: unknown, place = ''): string[] {
  const validate = ajv.compile(schema)
  if (validate(value)) return []
  const errors = validate.errors ?? []
  const choices = errors.filter(isChoice)
  const outer = choices.filter(
    ({ instancePath }) => !choices.some((other) => lies(instancePath, other, 'below')),
  )
  return errors.flatMap((error) => {
    if (outer.includes(error)) return choiceFaults(ajv, error, place)
    // What each of the forms of a choice lacks is told for the one that was meant, by itself.
    if (outer.some((choice) => lies(error.instancePath, choice, 'at or below'))) return []
    return [faultText(error, place)]
  })
}

function isChoice({ keyword }: ErrorObject): boolean {
  return keyword === 'oneOf' || keyword === 'anyOf'
}

function lies(path: string, { instancePath }: ErrorObject, where: 'below' | 'at or below'): boolean {
  return path.startsWith(`${instancePath}/`) || (where === 'at or below' && path === instancePath)
}

function choiceFaults(ajv: Ajv2020, { schema, data, instancePath }: ErrorObject, around: string): string[] {
  const place = around + steps(instancePath)
  const forms = (schema as Schema[]).map((form) => followed(ajv, form))
  const meant = meantForm(forms, data)
  return 'form' in meant
    ? faultsIn(ajv, meant.form, data, place)
    : [meant.fault.startsWith('.') ? named(`${place}${meant.fault}`) : `${named(place)} ${meant.fault}`]
}

function followed(ajv: Ajv2020, form: Schema): Schema {
  const target = form.$ref === undefined ? undefined : ajv.getSchema(form.$ref)?.schema
  return typeof target === 'object' ? (target as Schema) : form
}

function faultText(
  { instancePath, keyword, params, parentSchema, message }: ErrorObject,
  around: string,
): string {
  const place = named(around + steps(instancePath))
  switch (keyword) {
    case 'enum':
      return `${place} must be ${params.allowedValues.length > 1 ? 'one of ' : ''}${params.allowedValues.join(', ')}`
    case 'type':
      return `${place} must be ${[params.type].flat().join(' or ')}`
    case 'additionalProperties':
      return `${place} has no field "${params.additionalProperty}"`
    case 'required':
      return `${place} lacks "${params.missingProperty}"`
    case 'pattern':
      return `${place} must be ${patternWords(parentSchema, message)}`
    default:
      return `${place} ${message ?? 'is not accepted'}`
  }
}

/** What a pattern asks for, as its schema says it to people; the pattern itself says it to programs. */
function patternWords({ description, examples }: AnySchemaObject = {}, message = 'otherwise'): string {
  if (typeof description !== 'string') return message
  const words = `${description.charAt(0).toLowerCase()}${description.slice(1).replace(/\.$/, '')}`
  return Array.isArray(examples) ? `${words}, such as ${examples[0]}` : words
}

/** A place within a value, as people write it: `.rules.0`. */
function steps(instancePath: string): string {
  return instancePath.replaceAll('/', '.')
}

function named(place: string): string {
  return place === '' ? 'it' : place.slice(1)
}
