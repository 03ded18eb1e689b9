// Words that every validation message is made of: places, types, permitted values and names.

const maxListed = 8

/** A place in a value: the value's name and the steps to the place, such as `body.cart[0]["First Name"]`. */
export function placeName(name: string, steps: readonly (string | number)[]): string {
  return steps.reduce<string>((place, step) => {
    if (/^\d+$/.test(String(step))) return `${place}[${step}]`
    return /^[\w$-]+$/.test(String(step)) ? `${place}.${step}` : `${place}[${JSON.stringify(step)}]`
  }, name)
}

const typeWords: Readonly<Record<string, string>> = {
  array: 'an array',
  boolean: 'a boolean',
  integer: 'an integer',
  null: 'null',
  number: 'a number',
  object: 'an object',
  string: 'a string',
}

/** JSON types in words: `a string or null`. */
export function typeNames(types: readonly string[]): string {
  const words = [...new Set(types)].map((type) => typeWords[type] ?? type)
  return listed(words, 'or')
}

/** Permitted values: `"GET"`, or `one of "GET", "POST"`. */
export function oneOf(values: readonly unknown[]): string {
  const words = values.map((value) => JSON.stringify(value) ?? 'undefined')
  return words.length === 1 ? words.join() : `one of ${words.join(', ')}`
}

/** A bound of a number, or of the size of a value in those units: `must be more than 2`, `must have at most 1 element`. */
export function boundWords(
  bound: 'least' | 'most',
  limit: number | bigint,
  unit: 'element' | 'character' | undefined,
  isInclusive = true,
): string {
  if (unit === undefined) {
    const beyond = bound === 'least' ? 'more' : 'less'
    return isInclusive ? `must be at ${bound} ${limit}` : `must be ${beyond} than ${limit}`
  }
  if (bound === 'least' && Number(limit) === 1) return 'must not be empty'
  return `must have at ${bound} ${limit} ${unit}${Number(limit) === 1 ? '' : 's'}`
}

/** Names in quotes, the first of them when there are many: `"by", "to" and 12 more`. */
export function quoted(names: readonly string[]): string {
  const shown = names.slice(0, maxListed).map((name) => JSON.stringify(name))
  return names.length > maxListed
    ? `${shown.join(', ')} and ${names.length - maxListed} more`
    : listed(shown, 'and')
}

/** Property names that a schema does not permit. */
export function unknownFields(names: readonly string[]): string {
  return `the unknown field${names.length === 1 ? '' : 's'} ${quoted(names)}`
}

function listed(words: readonly string[], conjunction: 'and' | 'or'): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${conjunction} ${words.at(-1)}`
}

/** Messages in one text, the first of them when there are many. There are even more when the messages are not complete. */
export function listMessages(
  messages: readonly string[],
  { max = maxListed, separator = '; ', isComplete = true } = {},
): string {
  const more = messages.length - max
  const rest = isComplete ? `and ${more} more` : `and at least ${more} more`
  return [...messages.slice(0, max), ...(more > 0 ? [rest] : [])].join(separator)
}
