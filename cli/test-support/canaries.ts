// Secrets that a test plants, and the search for them in what the built program prints and writes.

/** The ends of secrets, by what is difficult about them. Each begins with ten characters that no other has. */
export const kinds = {
  plain: '-9fQ2',
  'base64 characters': '/+=a/b+c==',
  quotes: `'q"r'`,
  backslashes: String.raw`\x\\u0041\n`,
  percent: '%41%zz100%',
  parentheses: '(a)[b]{c}!*',
  long: 'Lw7'.repeat(650),
} as const
export const unicode = 'é☃😀 x'
export const canaries = new Map<string, string>()

/** A new secret, by the place where it is planted. */
export function canary(place: string, end: string = kinds.plain): string {
  const value = `Cy${String(100 + canaries.size)}Qx7Zk${end}`
  canaries.set(place, value)
  return value
}

const kindNames = Object.keys(kinds) as (keyof typeof kinds)[]
/** A secret for a place, of each kind in turn. */
export const varied = (place: string): string =>
  canary(place, kinds[kindNames[canaries.size % kindNames.length] ?? 'plain'])

export const base64 = (text: string) => Buffer.from(text).toString('base64')
const nestedJson = (value: unknown) => JSON.stringify(JSON.stringify(value))

/** A text that repeats a secret in each encoding, and cut. */
export function repeated(value: string): Record<string, string> {
  return {
    note: `before ${value} after`,
    description: `${base64(value)} ${base64(`user:${value}`)} ${Buffer.from(value).toString('base64url')}`,
    redirectUrl: `https://shop.example/${encodeURIComponent(value)}?next=${encodeURIComponent(encodeURIComponent(value))}`,
    nested: nestedJson({ text: value }),
    cut: `it began with ${value.slice(0, 10)}...`,
  }
}

/** The secrets that an output contains. */
export function leaks(name: string, output: string): string[] {
  return [...canaries].flatMap(([place, value]) => {
    const forms = {
      plain: value.slice(0, 10),
      percent: encodeURIComponent(value),
      json: JSON.stringify(value).slice(1, -1),
      base64: base64(value).slice(0, 12),
      'base64 of a pair': base64(`user:${value}`).slice(8, 18),
    }
    return Object.entries(forms)
      .filter(([, form]) => output.includes(form))
      .map(([form]) => `${name}: ${place} (${form})`)
  })
}
