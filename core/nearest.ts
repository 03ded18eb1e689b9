// Suggestions for a misspelled name.

/** The known names that need the fewest edits to become the wanted one, best first. */
export function nearest(wanted: string, known: readonly string[], count = 3): string[] {
  return known
    .map((name) => ({ name, edits: edits(name.toLowerCase(), wanted.toLowerCase()) }))
    .sort((a, b) => a.edits - b.edits)
    .slice(0, count)
    .map(({ name }) => name)
}

/** Longer names are not compared. */
const maxNameLength = 100

/** The known name that was probably meant: about a third of the characters may differ. Undefined without one. */
export function likely(wanted: string, known: readonly string[]): string | undefined {
  if (wanted.length > maxNameLength) return undefined
  const [best] = nearest(wanted, known, 1)
  const isNear =
    best !== undefined && edits(best.toLowerCase(), wanted.toLowerCase()) <= Math.round(wanted.length / 3)
  return isNear ? best : undefined
}

/** The Levenshtein distance. */
function edits(from: string, to: string): number {
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
