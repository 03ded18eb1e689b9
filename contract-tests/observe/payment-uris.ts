// Reads payment URIs of any scheme: whether it is a URI, whether it has an address, and which numbers it has.

/** True if a text is a URI: a scheme, a colon, and no blanks. */
export function isUri(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:[^\s]+$/i.test(text)
}

/** True if a URI has an address as a whole word, ignoring case. */
export function hasAddress(uri: string, address: string): boolean {
  const payload = decoded(uri).toLowerCase()
  const wanted = address.toLowerCase()
  if (wanted === '') return false
  const isWordAt = (at: number) => /[a-z0-9]/.test(payload.charAt(at))
  for (let at = payload.indexOf(wanted); at >= 0; at = payload.indexOf(wanted, at + 1))
    if (!isWordAt(at - 1) && !isWordAt(at + wanted.length)) return true
  return false
}

/** The numbers of a payment URI except its receiver, each with the name of its parameter or its place in the path. */
export function numbersIn({ qrString, receiverAddress }: { qrString: string; receiverAddress: string }) {
  const [path = '', query = ''] = decoded(qrString).split(/\?(.*)/s, 2)
  const named = [...new URLSearchParams(query)]
  const placed = path
    .split(/[:/@;,]/)
    .filter((part) => part !== receiverAddress)
    .map((part, index) => [`place ${index}`, part] as const)
  return [...named, ...placed].flatMap(([name, text]): [name: string, value: number][] =>
    /^\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) ? [[name, Number(text)]] : [],
  )
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
