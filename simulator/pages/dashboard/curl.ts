// Commands for a shell: a request of the journal with curl, and the check of a webhook's signature with openssl.

import { isObject, parseJson } from '../../../core/json.ts'
import type { ControlRecord } from '../../../spec/control/kinds.ts'
import { credentialsOf } from '../../control/handlers/accounts.ts'
import type { World } from '../../world/world.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is escaped.
const control = /[\x00-\x1f\x7f-\x9f]/g

/** A word that every shell passes on as it is, and no terminal takes for a command: control characters are escaped. */
function quoted(text: string): string {
  if (text.search(control) < 0) return `'${text.replaceAll("'", "'\\''")}'`
  const code = (one: string) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`
  return `$'${text.replace(/[\\']/g, '\\$&').replace(control, code)}'`
}

/**
 * The request as a command, with the token of its account; undefined if the journal has only the start of its body. `--data-raw` sends a body
 * that begins with @ as it is, and -g a URL with brackets.
 */
export function curlOf(world: World, line: ControlRecord<'journal'>): string | undefined {
  const { method, path, headers, account, body } = line
  const text = withSecrets(world, body)
  if (/… \(\d+ characters\)$/.test(text)) return undefined
  const { merchants, shoppers } = credentialsOf(world)
  const sender = [...merchants, ...shoppers].find(({ id }) => id === account)
  const sent = Object.entries(headers).map(([name, value]) =>
    name === 'authorization' && sender !== undefined
      ? `${name}: Bearer ${sender.accessToken}`
      : `${name}: ${value}`,
  )
  if (method !== 'GET') sent.push('content-type: application/json')
  return [
    `curl -g -X ${quoted(method)} ${quoted(new URL(world.options.publicUrl).origin + path)}`,
    ...sent.map((header) => `-H ${quoted(header)}`),
    ...(text === '' ? [] : [`--data-raw ${quoted(text)}`]),
  ].join(' \\\n  ')
}

/** A body with the merchantAuth that the journal hides, and with the tokens of shoppers that it shows by name. */
function withSecrets(world: World, shown: string): string {
  const { merchants, shoppers } = credentialsOf(world)
  const tokenOf = (name: string) => shoppers.find((one) => one.name === name)?.accessToken
  const body = shown.replace(/<shopper ([^<>]+)>/g, (whole, name) => tokenOf(name) ?? whole)
  const value = parseJson(body)
  if (!isObject(value) || value.merchantAuth === undefined) return body
  const merchant = merchants.find(
    ({ id, clientId }) => id === value.merchantId || clientId === value.merchantId,
  )
  return merchant === undefined ? body : JSON.stringify({ ...value, merchantAuth: merchant.merchantAuth })
}

/** The signature of a webhook request and the text that it signs; undefined where the request has only one of them. */
export function signatureIn({ method, url, body }: ControlRecord<'events'>['request']) {
  if (method === 'GET') {
    const [, text, signature] = /\?(.*)&signature=(.*)$/s.exec(url ?? '') ?? []
    return text === undefined || signature === undefined
      ? undefined
      : { signature: decodeURIComponent(signature), text, signed: 'the query before &signature=' }
  }
  const { data, signature } = Object(parseJson(body))
  const text = Object(data).data
  return typeof text === 'string' && typeof signature === 'string'
    ? { signature, text, signed: 'the text in data.data' }
    : undefined
}

/** The check of a signature as a command of bash. */
export function checkOf(world: World, { signature, text }: { signature: string; text: string }): string {
  return [
    `openssl dgst -sha256 -verify <(printf %s ${quoted(world.accounts.serviceKey.publicKeyPem)})`,
    `-signature <(printf %s ${quoted(signature)} | base64 -d)`,
    `<(printf %s ${quoted(text)})`,
  ].join(' \\\n  ')
}
