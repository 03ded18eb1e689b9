// An extension of the service.

import type { AssumptionChoices } from '../world/assumptions.ts'
import type { WorldFile } from '../world/world-file.ts'

/** An overlay that was read: what `--extend FILE` and the option `extend` give to a simulator. */
export interface Extension {
  /** The title of the overlay, in printable ASCII, because headers have it. */
  readonly name: string
  /** Its name in messages, such as `overlay shop.json`. */
  readonly file: string
  /** Options of unspecified behaviors. */
  readonly assumptions: AssumptionChoices
  readonly validation: 'strict' | 'report' | undefined
  readonly world: WorldFile | undefined
  /** A copy of a document with the actions applied. Throws a UsageError for a target that matches nothing. */
  readonly apply: <Document extends object>(document: Document) => Document
}
