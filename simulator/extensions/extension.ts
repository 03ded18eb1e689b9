// An extension of the service.

import type { AssumptionChoices } from '../world/assumptions.ts'

/** An overlay that was read: what `--extend FILE` and the option `extend` give to a simulator. */
export interface Extension {
  /** The title of the overlay, in printable ASCII, because headers have it. */
  readonly name: string
  /** Options of unspecified behaviors. */
  readonly assumptions: AssumptionChoices
  /** A copy of a document with the actions applied. Throws a UsageError for a target that matches nothing. */
  readonly apply: <Document extends object>(document: Document) => Document
}
