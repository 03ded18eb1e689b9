// The notation of responses: of JSON, of the order of keys, and of headers. The contract says only that they are JSON.

import { isObject } from '../../../core/json.ts'
import type { ResponseSeam } from '../../observe/in-process.ts'
import { isSuccess } from '../mutants/operators/response.ts'
import { afterOthers, everywhere, responding, withHeaders, written } from './rows.ts'

const sorted = (compare: (a: string, b: string) => number): ResponseSeam =>
  everywhere((value) =>
    isObject(value) ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => compare(a, b))) : value,
  )

const escaped = (text: string) =>
  [...Array(text.length).keys()]
    .map((at) => `\\u${text.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0')}`)
    .join('')

/** Escapes every character of the texts and keys of a JSON text. */
const escapeAll = (json: unknown) =>
  JSON.stringify(json).replace(/"((?:[^"\\]|\\.)*)"/g, (whole) => `"${escaped(JSON.parse(whole))}"`)

/** Rewrites the numbers of a JSON text, not those inside texts or with an exponent. */
const numbers = (write: (digits: string) => string) => (json: unknown) =>
  JSON.stringify(json).replace(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/g, (token) =>
    /^"|e/.test(token) ? token : write(token),
  )

const withoutHeaders: ResponseSeam = (response) => ({ ...response, headers: {} })

/** Fields of the envelope, before and after the others. */
const envelope =
  (before: object, after: object = {}): ResponseSeam =>
  (response) =>
    isSuccess(response) && isObject(response.json)
      ? { ...response, json: { ...before, ...response.json, ...after } }
      : response

/** Headers on which clients wait, go elsewhere, or take a response from a cache. */
const headers = {
  ...{ 'set-cookie': 'session=abc; Path=/; HttpOnly; Expires=Wed, 21 Oct 2037 07:28:00 GMT' },
  ...{ 'cache-control': 'public, max-age=3600', age: '1800', etag: 'W/"1"', vary: '*' },
  ...{
    'x-ratelimit-remaining': '0',
    'ratelimit-reset': '60',
    'retry-after': '120',
    'x-trace': 'a'.repeat(8000),
  },
  ...{ location: 'https://pay.example/invoices/1', link: '<https://a.example>; rel="next"' },
  ...{ deprecation: 'true', sunset: 'Sat, 01 Jan 2028 00:00:00 GMT', warning: '299 - "old"' },
  ...{ 'content-disposition': 'attachment; filename="a.json"', 'content-language': 'de', server: 'gate' },
}

const media = (type: string) => withHeaders({ 'content-type': type })

export const writingVariants = responding({
  'Shared conventions: responses are JSON, and JSON has many notations of the same value.': {
    'JSON with every character escaped': written(escapeAll),
    'JSON with numbers in scientific notation': written(
      numbers((digits) =>
        digits.includes('.')
          ? `${digits.replace('.', '').replace(/^(-?)0+(?=\d)/, '$1')}E-${digits.split('.')[1]?.length}`
          : `${digits}e+0`,
      ),
    ),
    'JSON with integers that have a decimal point': written(
      numbers((digits) => (digits.includes('.') ? `${digits}00` : `${digits}.0`)),
    ),
    'JSON with tabs and carriage returns, after 100,000 spaces': written(
      (json) => `${' '.repeat(100_000)}${JSON.stringify(json, null, '\t').replaceAll('\n', '\r\n')} \r\n\r\n`,
    ),
    'keys in alphabetical order': sorted((a, b) => (a < b ? -1 : 1)),
    'keys in another order each time': (response, request, world) => {
      const draw = world.now % 7
      return sorted((a, b) => ((a.length * 31 + draw) % 5) - ((b.length * 17 + draw) % 5))(
        response,
        request,
        world,
      )
    },
  },
  'Conventions: the envelope is `{ ok, result }`, and nothing says that it has no other fields.': {
    'envelopes with a status and a message': envelope({ statusCode: 200, status: 200, message: 'Success' }),
    'envelopes with empty errors': envelope(
      { error: null, errors: [], code: 0 },
      { errorMsg: '', failed: 0 },
    ),
    'envelopes with 200,000 characters': envelope(
      { debug: 'd'.repeat(200_000) },
      { note: 'a\ud800b\u0000c' },
    ),
    'envelopes of both kinds': envelope({ ok: true, error: false }, { took: 0.003, meta: { next: null } }),
  },
  'Shared conventions: no media type of responses is stated.': {
    'the media type of HTML': media('text/html'),
    'an invalid media type': media('json'),
    'a media type with several parameters': media(
      'Application/JSON ; charset="UTF-8" ; profile="https://a/b"',
    ),
  },
  'Endpoints: headers of responses are not shown, so any may be sent.': {
    'responses with headers that clients may act on': withHeaders(headers),
    'responses without headers': withoutHeaders,
    'responses dated in 1999': withHeaders({ date: 'Sun, 07 Feb 1999 00:00:00 GMT' }),
    'responses with an invalid date': withHeaders({ date: 'yesterday' }),
  },
  'Errors: "HTTP status codes other than 200 … not shown"; only Endpoints, 2 states 200.': {
    'HTTP 299 for everything': afterOthers((response, { operationId }) =>
      isSuccess(response) && operationId !== 'createQrTransaction' ? { ...response, status: 299 } : response,
    ),
  },
})
