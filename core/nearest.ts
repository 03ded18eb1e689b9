// Suggestions for a misspelled name.

/** The known names that need the fewest edits to become the wanted one, best first. */
export function nearest(wanted: string, known: readonly string[], count = 3): string[] {
  return known
    .map((name) => ({ name, edits: edits(name.toLowerCase(), wanted.toLowerCase()) }))
    .sort((a, b) => a.edits - b.edits)
    .slice(0, count)
    .map(({ name }) => name)
}

/** The known name that was probably meant: about a third of the characters may differ. Undefined without one. */
export function likely(wanted: string, known: readonly string[]): string | undefined {
  // Long names take long to compare.
  const [best = ''] = wanted.length > 100 ? [] : nearest(wanted, known, 1)
  const isNear = edits(best.toLowerCase(), wanted.toLowerCase()) <= Math.round(wanted.length / 3)
  return best !== '' && isNear ? best : undefined
}

/** The Levenshtein distance. */
function edits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1]
    for (let at = 0; at < to.length; at += 1) {
      const replaced = (row[at] ?? 0) + (letter === to[at] ? 0 : 1)
      next.push(Math.min((next[at] ?? 0) + 1, (row[at + 1] ?? 0) + 1, replaced))
    }
    row = next
  }
  return row[to.length] ?? 0
}
