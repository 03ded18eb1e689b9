// The name of a place in a value, and several messages in one text.

const maxListed = 8

/** A place in a value: the value's name and the steps to the place, such as `body.cart[0]["First Name"]`. */
export function placeName(name: string, steps: readonly (string | number)[]): string {
  return steps.reduce<string>((place, step) => {
    if (/^\d+$/.test(String(step))) return `${place}[${step}]`
    return /^[\w$-]+$/.test(String(step)) ? `${place}.${step}` : `${place}[${JSON.stringify(step)}]`
  }, name)
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
