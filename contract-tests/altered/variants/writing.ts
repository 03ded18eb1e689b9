// The notation of responses: of JSON, of the order of keys and lists, and of headers. The contract says only that they are JSON.

import { isObject } from '../../../core/json.ts'
import type { ResponseSeam, WireResponse } from '../../observe/in-process.ts'
import { isSuccess } from '../mutants/operators/response.ts'
import { afterOthers, all, everywhere, responding, withHeaders, written } from './rows.ts'

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

const withoutHeader =
  (name: string): ResponseSeam =>
  ({ headers, ...response }) => ({
    ...response,
    headers: Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name)),
  })

const withBody =
  (change: (json: object) => object): ResponseSeam =>
  (response: WireResponse) =>
    isSuccess(response) && isObject(response.json) ? { ...response, json: change(response.json) } : response

/** Responds with another successful status to some operations, whose sections show no status. */
const status = (code: number, when: (operationId: string) => boolean): ResponseSeam =>
  afterOthers((response, { operationId }) =>
    isSuccess(response) && operationId !== 'createQrTransaction' && when(operationId)
      ? { ...response, status: code }
      : response,
  )

const day = 86_400_000
const date =
  (shift: number): ResponseSeam =>
  (response) =>
    withHeaders({ date: new Date(Date.UTC(2026, 0, 5) + shift).toUTCString() })(response)

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
    'JSON with tabs and carriage returns': written(
      (json) => `\r\n\t${JSON.stringify(json, null, '\t').replaceAll('\n', '\r\n')} \r\n\r\n`,
    ),
    'JSON after 100,000 spaces': written((json) => `${' '.repeat(100_000)}${JSON.stringify(json)}`),
    'JSON with spaces around every sign': written((json) =>
      JSON.stringify(json, null, 1).replaceAll(/\n */g, ' '),
    ),
    'keys in alphabetical order': sorted((a, b) => (a < b ? -1 : 1)),
    'keys in the order of their lengths': sorted((a, b) => b.length - a.length),
    'keys in another order each time': (response, request, world) => {
      const draw = world.now % 7
      return sorted((a, b) => ((a.length * 31 + draw) % 5) - ((b.length * 17 + draw) % 5))(
        response,
        request,
        world,
      )
    },
    'keys that are numbers before all others': everywhere((value) =>
      isObject(value) ? { 0: null, 1: 'x', ...value } : value,
    ),
    'a field of 200,000 characters in every response': withBody((json) => ({
      debug: 'd'.repeat(200_000),
      ...json,
    })),
    'a field with unpaired surrogates': withBody((json) => ({ ...json, note: 'a\ud800b\u0000c' })),
    'a field with every kind of JSON value': withBody((json) => ({
      ...json,
      extra: [null, true, 1e300, -0, '', {}, [[{}]], { '': '' }],
    })),
    'a list of fields with null': everywhere((value) =>
      isObject(value) ? { ...value, next: null, meta_: {}, list_: [] } : value,
    ),
  },
  'Conventions: the envelope is `{ ok, result }`, and nothing says that it has no other fields.': {
    'envelopes with a status and a message': withBody((json) => ({
      statusCode: 200,
      status: 200,
      message: 'Success',
      ...json,
    })),
    'envelopes with an error of null': withBody((json) => ({
      ...json,
      error: null,
      errors: null,
      errorMsg: '',
    })),
    'envelopes with an error of false': withBody((json) => ({ error: false, failed: 0, ...json })),
    'envelopes with paging': withBody((json) => ({
      ...json,
      meta: { page: 1, of: 1, next: null },
      total: 1,
    })),
    'envelopes with the request': (response, request, world) =>
      withBody((json) => ({ ...json, request: { method: request.method, path: request.path }, id: '17' }))(
        response,
        request,
        world,
      ),
    'envelopes with the time of the service': withBody((json) => ({
      time: 1767603600,
      ...json,
      took: 0.003,
    })),
  },
  'Shared conventions: no media type of responses is stated.': {
    'a vendor media type': withHeaders({ 'content-type': 'application/vnd.payments.v2+json' }),
    'the media type text/json': withHeaders({ 'content-type': 'text/json;charset=UTF-8' }),
    'the media type of HTML': withHeaders({ 'content-type': 'text/html' }),
    'a media type of bytes': withHeaders({ 'content-type': 'application/octet-stream' }),
    'no media type': withoutHeader('content-type'),
    'an invalid media type': withHeaders({ 'content-type': 'json' }),
    'a media type with several parameters': withHeaders({
      'content-type': 'application/json ; charset="UTF-8" ; profile="https://a.example/b"',
    }),
  },
  'Endpoints: headers of responses are not shown, so any may be sent.': {
    'responses that set cookies': withHeaders({
      'set-cookie': 'session=abc; Path=/; HttpOnly; Expires=Wed, 21 Oct 2037 07:28:00 GMT',
    }),
    'responses that may be cached': withHeaders({
      'cache-control': 'public, max-age=3600',
      age: '1800',
      etag: 'W/"1"',
      vary: '*',
    }),
    'responses with security headers': withHeaders({
      'strict-transport-security': 'max-age=1',
      'content-security-policy': "default-src 'none'",
      'x-frame-options': 'DENY',
    }),
    'responses with a rate that is used up': withHeaders({
      'x-ratelimit-remaining': '0',
      'ratelimit-reset': '60',
      'retry-after': '120',
    }),
    'responses with a location': withHeaders({
      location: 'https://pay.example/invoices/1',
      link: '<https://a.example>; rel="next"',
    }),
    'responses that are deprecated': withHeaders({
      deprecation: 'true',
      sunset: 'Sat, 01 Jan 2028 00:00:00 GMT',
      warning: '299 - "old"',
    }),
    'responses as a download': withHeaders({
      'content-disposition': 'attachment; filename="a.json"',
      'content-language': 'de',
    }),
    'responses with a header of 8,000 characters': withHeaders({ 'x-trace': 'a'.repeat(8000) }),
    'responses dated an hour later': date(day + 3_600_000),
    'responses dated in 1999': date(-27 * 365 * day),
    'responses without a date': withoutHeader('date'),
    'responses with an invalid date': withHeaders({ date: 'yesterday' }),
  },
  'Errors: "HTTP status codes other than 200 … not shown"; only Endpoints, 2 states 200.': {
    'HTTP 201 for whatever creates': status(201, (id) => /^(create|add)/.test(id)),
    'HTTP 202 for whatever takes time': status(202, (id) => /Payment$|Subscription$|Transfers$/.test(id)),
    'HTTP 203 from a proxy': status(203, () => true),
    'HTTP 206 for lists': status(206, (id) => /^(list|check)/.test(id)),
    'HTTP 299 for everything': status(299, () => true),
  },
  'Shared conventions: several of these differences at once.': {
    'another notation, media type and order at once': all([
      sorted((a, b) => (a < b ? 1 : -1)),
      withBody((json) => ({ errors: null, ...json })),
      withHeaders({
        'content-type': 'application/hal+json',
        'set-cookie': 'a=b',
        'cache-control': 'max-age=60',
      }),
      written(escapeAll),
    ]),
  },
})
