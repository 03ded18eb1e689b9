// Words that every validation message is made of: places, types, permitted values and names.

const maxListed = 8

/** A place in a value: the value's name and the steps to the place, such as `body.cart[0]["First Name"]`. */
export function placeName(name: string, steps: readonly (string | number)[]): string {
  return steps.reduce<string>((place, step) => {
    if (/^\d+$/.test(String(step))) return `${place}[${step}]`
    return /^[\w$-]+$/.test(String(step)) ? `${place}.${step}` : `${place}[${JSON.stringify(step)}]`
  }, name)
}

/** JSON types in words: `a string or null`. */
export function typeNames(types: readonly string[]): string {
  const article = (type: string) => (type === 'null' ? '' : /^[aio]/.test(type) ? 'an ' : 'a ')
  return listed(
    [...new Set(types)].map((type) => `${article(type)}${type}`),
    'or',
  )
}

/** Permitted values: `"GET"`, or `one of "GET", "POST"`. */
export function oneOf(values: readonly unknown[]): string {
  const words = values.map((value) => JSON.stringify(value) ?? 'undefined')
  return words.length === 1 ? words.join() : `one of ${words.join(', ')}`
}

/** A bound of a number, or of the size of a value in those units: `must be more than 2`, `must have at most 1 element`. */
export function boundWords(
  isLeast: boolean,
  limit: number | bigint,
  unit: 'element' | 'character' | undefined,
  isInclusive = true,
): string {
  const bound = isLeast ? 'least' : 'most'
  if (unit === undefined)
    return isInclusive ? `must be at ${bound} ${limit}` : `must be ${isLeast ? 'more' : 'less'} than ${limit}`
  if (isLeast && Number(limit) === 1) return 'must not be empty'
  return `must have at ${bound} ${limit} ${unit}${Number(limit) === 1 ? '' : 's'}`
}

/** Property names that a schema does not permit, the first of them when there are many. */
export function unknownFields(names: readonly string[]): string {
  const shown = names.slice(0, maxListed).map((name) => JSON.stringify(name))
  const more = names.length - maxListed
  const all = more > 0 ? `${shown.join(', ')} and ${more} more` : listed(shown, 'and')
  return `the unknown field${names.length === 1 ? '' : 's'} ${all}`
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
