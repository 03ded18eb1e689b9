// What is said of an operation that does not exist: which ones might have been meant.

import { listedOperations } from '../documents.ts'

/** Why a step's operationId names no operation. */
export function unknownOperation(reference: string): string {
  const [, document = '', name = ''] = reference.split('.')
  if (document !== 'service' && document !== 'control')
    return `"${document}" is no document that paytwin knows. Write $sourceDescriptions.service.… or $sourceDescriptions.control.….`
  const nearest = listedOperations
    .map((operation) => ({
      operation,
      distance: distance(operation.operationId.toLowerCase(), name.toLowerCase()),
    }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ operation }) => `${operation.document}.${operation.operationId}`)
  return `There is no operation "${document}.${name}". Did you mean ${nearest.join(', ')}?`
}

/** How many letters must change to make one word of another. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1]
    for (const [column, other] of [...to].entries())
      next.push(
        Math.min(
          (next[column] ?? 0) + 1,
          (row[column + 1] ?? 0) + 1,
          (row[column] ?? 0) + (letter === other ? 0 : 1),
        ),
      )
    row = next
  }
  return row[to.length] ?? 0
}
