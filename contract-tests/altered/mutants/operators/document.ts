// Operators on the OpenAPI document that drives the simulator: what a changed document no longer requires is accepted.

import type { OpenApiDocument } from '../../../../spec/openapi/document.ts'
import type { Schema } from '../../../../spec/openapi/schema.ts'
import { contractDocument } from '../../../observe/contract-document.ts'
import { copyLines, fillLineIds } from '../handler-seam.ts'
import type { Mutation } from '../mutation.ts'

function notRequired(
  place: string,
  key: string,
  change: (schemas: Record<string, Schema>) => void,
): Mutation {
  const document: OpenApiDocument = structuredClone(contractDocument)
  change(document.components.schemas)
  return { name: `not-required ${place}.${key}`, simulator: { document } }
}

/** Accepts objects of a component without a field that has a text, in every request. The simulator needs a default. */
export function acceptComponentWithout(component: string, key: string): Mutation {
  return notRequired(component, key, (schemas) => {
    drop(schemas[component], key)
    Object.assign(schemas[component]?.properties?.[key] ?? {}, { default: '' })
  })
}

/**
 * Accepts the lines of the cart in a payload without each of the fields that they must have; and without any of them, with a
 * record that has only the fields of the request.
 */
export function acceptIncompleteLines(payload: string): Mutation[] {
  const { required = [] } = contractDocument.components.schemas.PaymentCartItem ?? {}
  const dropFrom = (schemas: Record<string, Schema>, keys: readonly string[]) => {
    const cart = schemas[payload]?.properties?.cart
    const line = structuredClone(schemas.PaymentCartItem)
    for (const key of keys) drop(line, key)
    Object.assign(cart ?? {}, { items: line })
  }
  return [
    ...required.map((key) => ({
      ...notRequired(`${payload}.cart.*`, key, (schemas) => dropFrom(schemas, [key])),
      ...fillLineIds,
    })),
    {
      ...notRequired(`${payload}.cart.*`, '*', (schemas) => {
        dropFrom(schemas, required)
        for (const key of required) drop(schemas.TransactionLine, key)
      }),
      ...copyLines,
      name: `copy-incomplete ${payload}.cart.*`,
    },
  ]
}

function drop(schema: Schema | undefined, key: string): void {
  if (schema?.required?.includes(key) !== true) throw new RangeError(`The document does not require ${key}.`)
  schema.required = schema.required.filter((name) => name !== key)
}
