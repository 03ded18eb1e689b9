// Requests of a client that has a secret in each place where a client can put one.

import { base64, canary, kinds, repeated, varied } from './canaries.ts'

/** An identifier, which must stay readable. */
export const uuid = '8a4d1c55-1111-4000-8000-00000000abcd'

/** Requests of a client with a secret in each place: headers, path, query, and fields at several depths. */
export async function sendPlanted(base: string, prefix: string): Promise<string[]> {
  const names: string[] = []
  const plant = (place: string, end?: string) => {
    names.push(`${prefix}: ${place}`)
    return end === undefined ? varied(`${prefix}: ${place}`) : canary(`${prefix}: ${place}`, end)
  }
  const headerValues: [string, (value: string) => string][] = [
    ['authorization', (value) => `Bearer ${value}`],
    ['authorization', (value) => `PT-Key ${value}`],
    ['cookie', (value) => `theme=dark; sid=${value}`],
    ['x-api-key', (value) => value],
  ]
  const json = { 'content-type': 'application/json' }
  const invoice = {
    amount: '40.00',
    currency: 'USD',
    order: 'walk-order-17',
    cart: [],
    shippingAddress: null,
  }
  const post = (body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${base}/hosted-page`, {
      method: 'POST',
      headers: { ...json, ...headers },
      body: JSON.stringify(body),
    })
  for (const [index, [name, form]] of headerValues.entries()) {
    const value = plant(`header ${name} ${index}`, index === 0 ? kinds['base64 characters'] : kinds.plain)
    await post({ ...invoice, ...repeated(value) }, { [name]: form(value) })
  }
  const basic = plant('basic password', kinds.quotes)
  await post({ ...invoice, ...repeated(basic) }, { authorization: `Basic ${base64(`shop:${basic}`)}` })
  const secretNames = [
    'access_token',
    'refreshToken',
    'apiKey',
    'x-api-key',
    'password',
    'code2fa',
    'otp',
    'client-secret',
    'PRIVATE_KEY',
    'merchantAuth',
  ]
  for (const name of secretNames) {
    const value = plant(`field ${name}`)
    await post({
      ...invoice,
      siteInfo: { a: [{ [name]: value }], text: JSON.stringify({ [name]: value }) },
      ...repeated(value),
    })
  }
  const straddling = plant('field across the cut', kinds.long)
  await post({ pad: 'y'.repeat(3950), password: straddling, again: straddling })
  const query = plant('query', kinds['base64 characters'])
  await fetch(`${base}/invoices?uuid=${uuid}&access_token=${encodeURIComponent(query)}`)
  const link = plant('URL user info')
  await post({ ...invoice, redirectUrl: `https://shop:${encodeURIComponent(link)}@shop.example/done` })
  return names
}
