// Suggestions for a misspelled name.

/** The known names that need the fewest edits to become the wanted one, best first. */
export function nearest(wanted: string, known: readonly string[], count = 3): string[] {
  return known
    .map((name) => ({ name, edits: edits(name.toLowerCase(), wanted.toLowerCase()) }))
    .sort((a, b) => a.edits - b.edits)
    .slice(0, count)
    .map(({ name }) => name)
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
