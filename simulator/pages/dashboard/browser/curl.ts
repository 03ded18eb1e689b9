// Commands for a shell: a request of the timeline, and the check of a signature.

import { accounts, merchantOf } from './accounts-data.ts'
import { parsed } from './dom.ts'
import type { Line, StatusChange } from './timeline-data.ts'

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

/** The request as a command, with the token of its account; undefined if the journal has only the start of its body. */
export function curlOf({ method, path, headers, account, body }: Line): string | undefined {
  const text = withSecrets(body)
  if (/… \(\d+ characters\)$/.test(text)) return undefined
  const { merchants, shoppers } = accounts()
  const sender = [...merchants, ...shoppers].find(({ id }) => id === account)
  const sent = Object.entries(headers).map(([name, value]) =>
    name === 'authorization' && sender !== undefined
      ? `${name}: Bearer ${sender.accessToken}`
      : `${name}: ${value}`,
  )
  if (method !== 'GET') sent.push('content-type: application/json')
  return [
    `curl -X ${method} ${quoted(location.origin + path)}`,
    ...sent.map((header) => `-H ${quoted(header)}`),
    ...(text === '' ? [] : [`-d ${quoted(text)}`]),
  ].join(' \\\n  ')
}

/** A body with the merchantAuth that the journal hides, and with the tokens of shoppers that it shows by name. */
function withSecrets(shown: string): string {
  const tokenOf = (name: string) => accounts().shoppers.find((one) => one.name === name)?.accessToken
  const body = shown.replace(/<shopper ([^<>]+)>/g, (whole, name) => tokenOf(name) ?? whole)
  const value = parsed(body)
  const merchant = merchantOf(value?.merchantId)
  return value?.merchantAuth === undefined || merchant === undefined
    ? body
    : JSON.stringify({ ...value, merchantAuth: merchant.merchantAuth })
}

/** The signature of a webhook request and the text that it signs; undefined where the request has only one of them. */
export function signatureIn({
  method,
  url,
  body,
}: StatusChange['request']): { signature: string; text: string; signed: string } | undefined {
  if (method === 'GET') {
    const [, text, signature] = /\?(.*)&signature=(.*)$/s.exec(url ?? '') ?? []
    return text === undefined || signature === undefined
      ? undefined
      : { signature: decodeURIComponent(signature), text, signed: 'the query before &signature=' }
  }
  const { data, signature } = parsed(body) ?? {}
  const text = typeof data === 'object' && data !== null && 'data' in data ? data.data : undefined
  return typeof text === 'string' && typeof signature === 'string'
    ? { signature, text, signed: 'the text in data.data' }
    : undefined
}

/** The check of a signature as a command of bash. */
export function checkOf({ signature, text }: { signature: string; text: string }): string {
  return [
    `openssl dgst -sha256 -verify <(printf %s ${quoted(accounts().servicePublicKey)})`,
    `-signature <(printf %s ${quoted(signature)} | base64 -d)`,
    `<(printf %s ${quoted(text)})`,
  ].join(' \\\n  ')
}
