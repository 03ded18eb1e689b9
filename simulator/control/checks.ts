// Holds control requests and answers to the control document. Each schema is compiled when it is first needed, so that a
// start pays for none of them.

import { Ajv2020, type AnySchemaObject } from 'ajv/dist/2020.js'
import type { Schema } from '../../spec/openapi/document.ts'
import type { ControlDocument } from './document.ts'
import { faultsIn } from './faults-in-words.ts'

/** The faults of a value, in words; undefined when the schema accepts it. */
export type Check = (value: unknown) => string | undefined

/** A check that is compiled at its first use. `reading` turns the texts of a URL into numbers. */
export type CheckMaker = (schema: Schema, reading?: 'reading') => Check

const documentId = 'control'
const maxTold = 8

/** Makes checks of one document's schemas. */
export function checkMaker({ components }: ControlDocument): CheckMaker {
  const compilers = new Map<boolean, Ajv2020>()
  const compiler = (coerceTypes: boolean) => {
    const known = compilers.get(coerceTypes)
    if (known !== undefined) return known
    const ajv = new Ajv2020({
      strict: true,
      strictTypes: false,
      allErrors: true,
      // Faults bring the schema that they break: which form was meant, and what an example is, stands there.
      verbose: true,
      coerceTypes,
    })
    ajv.addVocabulary(['components'])
    ajv.addSchema(pointed({ components: { schemas: components.schemas } }), documentId)
    compilers.set(coerceTypes, ajv)
    return ajv
  }
  return (schema, reading) => {
    let own: AnySchemaObject | undefined
    return (value) => {
      const ajv = compiler(reading === 'reading')
      own ??= pointed(schema)
      if (ajv.validate(own, value)) return undefined
      const faults = faultsIn(ajv, own, value)
      const shown = faults.slice(0, maxTold)
      if (faults.length > shown.length) shown.push(`and ${faults.length - shown.length} more`)
      return shown.join('; ')
    }
  }
}

/** The schema with references that start at the document. */
function pointed(schema: unknown): AnySchemaObject {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' && value.startsWith('#') ? `${documentId}${value}` : value,
  )
}
