// Requests that try to block the event loop: at each place of a valid body is a list, an object, a text or a number of a given size, so
// that a cost that grows faster than its input shows. URLs and headers are as long as a server reads them.

import { bodyCredentials, operationRequest } from '../client/operation-request.ts'
import type { Target } from '../client/target.ts'
import { defaultWorld } from '../simulator/world/default-world.ts'
import { listControlOperations, readControlDocument } from '../spec/control/document.ts'
import { jsonOf } from '../spec/openapi/reading.ts'
import type { Operation } from '../spec/operation.ts'
import { operationIds, operations } from '../spec/operations.ts'
import { placesIn, replaced } from '../spec/test-support/edits.ts'
import { sampleOf } from './samples.ts'
import { type Sent, sampleStep } from './service-requests.ts'

/** One request to a sandbox, made when it is sent. */
export interface LargeInput {
  name: string
  request: () => Omit<Sent, 'content'>
}

/** A list of as many elements as have that many bytes. */
const listOf = (element: string) => (bytes: number) =>
  `[${Array(Math.floor(bytes / (element.length + 1)))
    .fill(element)
    .join()}]`

const fieldsOf = (bytes: number) =>
  Array.from({ length: Math.floor(bytes / 25) }, (_, index) => `"unknown field ${index}":[1]`).join()

/** Values of a number of bytes, as JSON or what is left of it. */
const large: Readonly<Record<string, (bytes: number) => string>> = {
  numbers: listOf('1'),
  texts: listOf('"x"'),
  objects: listOf('{"a":1}'),
  'wrong objects': listOf('{"id":7,"price":{},"do":"x","x":[],"frequency":"x"}'),
  'unknown fields': (bytes) => `{${fieldsOf(bytes)}}`,
  'deep arrays': (bytes) => `${'['.repeat(bytes / 2)}1${']'.repeat(bytes / 2)}`,
  'deep objects': (bytes) => `${'{"a":'.repeat(bytes / 6)}1${'}'.repeat(bytes / 6)}`,
  'open arrays': (bytes) => '['.repeat(bytes),
  'one key many times': (bytes) => `{${'"cart":[],'.repeat(bytes / 10)}"cart":1}`,
  'a long key': (bytes) => `{"${'k'.repeat(bytes)}":1}`,
  'a long number': (bytes) => '9'.repeat(bytes),
  'a long exponent': (bytes) => `1e${'9'.repeat(bytes)}`,
  digits: (bytes) => `"${'9'.repeat(bytes)}"`,
  zeros: (bytes) => `"${'0'.repeat(bytes)}"`,
  decimals: (bytes) => `"0.${'9'.repeat(bytes)}"`,
  'digits and a letter': (bytes) => `"${'9'.repeat(bytes)}x"`,
  'a duration': (bytes) => `"PT${'9'.repeat(bytes)}H"`,
  'a fraction of a second': (bytes) => `"2026-01-01T00:00:00.${'9'.repeat(bytes)}Z"`,
  'a URL': (bytes) => `"http://127.0.0.1/${'a'.repeat(bytes)}"`,
  spaces: (bytes) => `"${' '.repeat(bytes)}"`,
  ats: (bytes) => `"${'a@'.repeat(bytes / 2)} "`,
  base64: (bytes) => `"${'A'.repeat(bytes - (bytes % 4))}"`,
  'no base64': (bytes) => `"${'!'.repeat(bytes)}"`,
  backslashes: (bytes) => `"${'\\\\'.repeat(bytes / 2)}"`,
  quotes: (bytes) => `"${'\\"'.repeat(bytes / 2)}"`,
  'control characters': (bytes) => `"${'\\u0001'.repeat(bytes / 6)}"`,
  surrogates: (bytes) => `"${'\\ud83d'.repeat(bytes / 6)}"`,
  'zero bytes': (bytes) => '\0'.repeat(bytes),
}

/** The text of a value, for each place in it and each large value at that place. */
function largeTexts(value: unknown, bytes: number): { name: string; text: () => string }[] {
  const marker = '⟨large⟩'
  return placesIn(value).flatMap(([path, at]) => {
    const text = JSON.stringify(replaced(value, path, marker))
    const element = JSON.stringify(Array.isArray(at) ? (at[0] ?? 1) : at)
    return Object.entries({ ...large, copies: listOf(element) }).map(([name, make]) => ({
      name: `${name} at ${path.join('.') || 'the top'}`,
      text: () => text.replace(`"${marker}"`, () => make(bytes)),
    }))
  })
}

/** The sizes of payloads: RSA takes them block by block, and a passphrase makes them base64. */
const payloadBytes = { rsa: 40_000, passphrase: 1_300_000 }

/** Requests of the service; the contract permits bodies of about 2 MB. */
export function serviceInputs(target: Target): LargeInput[] {
  return operationIds.flatMap((operationId) => {
    const { body, payload, ...rest } = sampleOf(sampleStep(operationId), target)
    const { encrypted }: Operation = operations[operationId]
    const credentials = bodyCredentials(operationId, target)
    const bodies = encrypted === undefined ? body : { data: '', encryptedReq: '' }
    const inputs = (part: 'rawBody' | 'payloadText', value: unknown, bytes: number): LargeInput[] =>
      largeTexts(value, bytes).map(({ name, text }) => ({
        name: `${operationId}: ${name} of the ${part === 'rawBody' ? 'body' : 'payload'}`,
        request: () => {
          const request = operationRequest(operationId, target, { ...rest, [part]: text() })
          return { ...request, path: `/api${request.path}` }
        },
      }))
    return [
      ...(bodies === undefined ? [] : inputs('rawBody', { ...credentials, ...bodies }, 1_990_000)),
      ...(payload === undefined
        ? []
        : inputs('payloadText', payload, payloadBytes[encrypted?.scheme ?? 'passphrase'])),
    ]
  })
}

/** Requests of the control API with bodies of 1 MB. Those with a snapshot may be larger: they are parsed in one go, up to 60 ms for each MB. */
export function controlInputs(): LargeInput[] {
  const headers = { 'content-type': 'application/json' }
  return listControlOperations(readControlDocument()).flatMap(({ method, path, operation }) => {
    const examples = Object.values(jsonOf(operation.requestBody)?.examples ?? {}).map(({ value }) => value)
    const values = operation.operationId === 'putSandbox' ? [...examples, { world: defaultWorld }] : examples
    return values.flatMap((value) =>
      largeTexts(value, 1_000_000).map(({ name, text }) => ({
        name: `${operation.operationId}: ${name}`,
        request: () => ({
          ...{ method: method.toUpperCase(), path: path.replace(/\{\w+\}/g, 'watchdog'), headers },
          body: text(),
        }),
      })),
    )
  })
}

/** Requests without a body: what a URL and headers can have. */
export function urlInputs(): LargeInput[] {
  const get = (name: string, path: string, headers: Record<string, string> = {}): LargeInput => ({
    name,
    request: () => ({ method: 'GET', path, headers, body: undefined }),
  })
  const long = 14_000
  return [
    get('many query parameters', `/api/currencies?${'a=1&'.repeat(long / 4)}`),
    get('many query parameters of the control API', `/control/events?${'a=1&'.repeat(long / 4)}`),
    get(
      'different query parameters',
      `/control/events?${Array.from({ length: 1500 }, (_, index) => `a${index}=1`).join('&')}`,
    ),
    get('a query of percent signs', `/control/events?transaction=${'%'.repeat(long)}`),
    get('a percent-encoded query', `/control/events?transaction=${'%25'.repeat(long / 3)}`),
    get('a long path', `/api/${'a'.repeat(long)}`),
    get('a path of slashes', `/control/${'/'.repeat(long)}`),
    get('a path of dots', `/control/${'../'.repeat(long / 3)}`),
    get('a path of percent signs', `/control/transactions/${'%'.repeat(long)}`),
    get('a long logo', `/logos/${'.svg'.repeat(long / 4)}x`),
    get('a long sandbox name', `/sandboxes/${'a'.repeat(long)}/api/stores`),
    get('a token of spaces', '/api/stores', { authorization: `Bearer ${' '.repeat(long)}x y` }),
    get('a long token', '/api/stores', { authorization: `Bearer ${'a '.repeat(long / 2)}` }),
    get('a long content type', '/api/stores', { 'content-type': `application/${'a+'.repeat(long / 2)}` }),
    get('a long count of banking days', '/control/calendar?bankingDays=10000'),
    get('a huge count of banking days', `/control/calendar?bankingDays=${'9'.repeat(long)}`),
    get('a long date', `/control/calendar/${'9'.repeat(long)}`),
    get('events after a huge number', `/control/events?after=${'9'.repeat(300)}&limit=10000`),
  ]
}
