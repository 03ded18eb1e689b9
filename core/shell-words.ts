// Words of a shell command.

/** A word quoted for a POSIX shell, if it needs quotes. */
export function shellQuoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
