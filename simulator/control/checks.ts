// Holds control requests and answers to the control document. Each schema is compiled when it is first needed, so that a
// start pays for none of them.

import { Ajv2020, type AnySchemaObject, type ErrorObject } from 'ajv/dist/2020.js'
import type { Schema } from '../../spec/openapi/document.ts'
import type { ControlDocument } from './document.ts'

/** The faults of a value, in words; undefined when the schema accepts it. */
export type Check = (value: unknown) => string | undefined

/** A check that is compiled at its first use. `reading` turns the texts of a URL into numbers. */
export type CheckMaker = (schema: Schema, reading?: 'reading') => Check

const documentId = 'control'

/** Makes checks of one document's schemas. */
export function checkMaker({ components }: ControlDocument): CheckMaker {
  const compilers = new Map<boolean, Ajv2020>()
  const compiler = (coerceTypes: boolean) => {
    const known = compilers.get(coerceTypes)
    if (known !== undefined) return known
    const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true, coerceTypes })
    ajv.addVocabulary(['components'])
    ajv.addSchema(pointed({ components: { schemas: components.schemas } }), documentId)
    compilers.set(coerceTypes, ajv)
    return ajv
  }
  return (schema, reading) => {
    let validate: ReturnType<Ajv2020['compile']> | undefined
    return (value) => {
      validate ??= compiler(reading === 'reading').compile(pointed(schema))
      return validate(value) ? undefined : inWords(validate.errors ?? [])
    }
  }
}

/** The schema with references that start at the document. */
function pointed(schema: unknown): AnySchemaObject {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' && value.startsWith('#') ? `${documentId}${value}` : value,
  )
}

function inWords(errors: readonly ErrorObject[]): string {
  return nearest(errors)
    .slice(0, 3)
    .map((error) => {
      const place = error.instancePath === '' ? 'it' : error.instancePath.slice(1).replaceAll('/', '.')
      switch (error.keyword) {
        case 'enum':
          return `${place} must be one of ${error.params.allowedValues.join(', ')}`
        case 'additionalProperties':
          return `${place} has no field "${error.params.additionalProperty}"`
        case 'required':
          return `${place} lacks "${error.params.missingProperty}"`
        case 'oneOf':
          return `${place} has none of the forms that it may have`
        default:
          return `${place} ${error.message ?? 'is not accepted'}`
      }
    })
    .join('; ')
}

// Of the forms that a value may have, the one with the fewest faults is most likely meant; of two, neither.
function nearest(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const choice = errors.findLast(({ keyword }) => keyword === 'oneOf')
  if (choice === undefined) return errors
  const forms = new Map<string, ErrorObject[]>()
  for (const error of errors) {
    const [, form] = /oneOf\/(\d+)\//.exec(error.schemaPath) ?? []
    if (form !== undefined) forms.set(form, [...(forms.get(form) ?? []), error])
  }
  const [best, second] = [...forms.values()].sort((a, b) => a.length - b.length)
  return best === undefined || best.length === second?.length ? [choice] : best
}
