// Documents that say something else than the contract's: a mutant that is driven by one holds its clients to it.

import type { OpenApiDocument } from '../../spec/openapi/document.ts'
import { contractDocument } from '../checks/contract-document.ts'

/** A copy of the contract's document, changed. */
export function documentWith(change: (document: OpenApiDocument) => void): OpenApiDocument {
  const document = structuredClone(contractDocument)
  change(document)
  return document
}

/** A document in which the lines of one payload's cart need not have a field. */
export function linesMayLack(payload: string, key: string): OpenApiDocument {
  return documentWith(({ components: { schemas } }) => {
    const cart = schemas[payload]?.properties?.cart
    const [line] = [cart?.items].flatMap((items) => schemas[items?.$ref?.split('/').at(-1) ?? ''] ?? [])
    if (cart === undefined || line === undefined) throw new Error(`${payload} has no cart of lines.`)
    cart.items = { ...line, required: (line.required ?? []).filter((name) => name !== key) }
  })
}
