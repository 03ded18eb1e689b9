// Words of a shell command.

/** A word quoted for a POSIX shell, if it needs quotes. */
export function shellQuoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}

/** Flags as they are typed. Flags without a value are left out. */
export function flagWords(flags: Readonly<Record<string, string | number | undefined>>): string {
  return Object.entries(flags)
    .filter(([, value]) => value !== undefined)
    .map(([flag, value]) => ` ${flag} ${shellQuoted(String(value))}`)
    .join('')
}
