// A run that cannot reach a verdict because the target does not answer.

import { UsageError } from '../../core/errors.ts'

/** The target gave no answer that a verdict could rest on. */
export class Unreachable extends UsageError {
  override name = 'Unreachable'
}
