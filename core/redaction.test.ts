// Redaction: a table of texts with what is shown of them, in linear time.

import { expect, it } from 'vitest'
import { Redactor } from './redaction.ts'

/** A few secret names, so that redaction is tested without those of the contract. */
const policy = {
  isSecretField: (name: string) => /^(?:access_?token|privateKey|authorization|(?:set-)?cookie)$/i.test(name),
  shownHeaders: new Set(['content-type']),
}
const secret = String.raw`k9-"a/+=b\c'é☃`
const known = new Redactor(policy, { show: (name) => `<${name}>` })
const secrets = { ready: 'shopper-ready', first: 'secret-1', tenth: 'secret-10', odd: secret, otp: '123456' }
for (const [name, text] of Object.entries(secrets)) known.learn(text, name)
known.name('http://127.0.0.1:8080', 'origin')

const base64 = (text: string) => Buffer.from(text).toString('base64')
const json = (value: unknown) => JSON.stringify(value)
const escaped = String.raw`\u0073hopper\u002dready`

it.each([
  ['several secrets', 'shopper-ready, twice shopper-ready', '<ready>, twice <ready>'],
  ['the longest that fits', 'secret-1 secret-10 secret-11', '<first> <tenth> <first>1'],
  ['escapes of JSON', `{"note":"${escaped}"}`, '{"note":"<ready>"}'],
  ['escapes of JSON inside JSON', json({ a: json({ b: secret }) }), json({ a: json({ b: '<odd>' }) })],
  ['slashes and letters escaped as PHP does', String.raw`["k9-\"a\/+=b\\c'\u00e9\u2603"]`, '["<odd>"]'],
  [
    'JSON in a URL',
    encodeURIComponent(json([secret])),
    encodeURIComponent('["<>"]').replace('%3C%3E', '<odd>'),
  ],
  ['percent-encoding', `/x?a=${encodeURIComponent(secret)}&b=1`, '/x?a=<odd>&b=1'],
  ['percent-encoding in part, in small letters', '/x?a=shopper%2dready', '/x?a=<ready>'],
  ['percent-encoding twice', encodeURIComponent(encodeURIComponent(secret)), '<odd>'],
  ['a form', String(new URLSearchParams({ a: 'x', b: secret })), 'a=x&b=<odd>'],
  ['base64', `a ${base64(`user:${secret}`)} b`, /^a \w+<odd>[\w=]* b$/],
  ['base64 for URLs', Buffer.from(`us:${secret}`).toString('base64url'), /^\w+<odd>\w*$/],
  ['the start of a secret that was shortened', 'shopper-r... and shopper-r', '•••... and shopper-r'],
  ['a short number', 'code 123456, amount 0.1234567', 'code <otp>, amount 0.1234567'],
  ['an address', 'GET http://127.0.0.1:8080/api', 'GET <origin>/api'],
  [
    'a secret field',
    '{"order":"o-1", "accessToken" : "abc\\"d","b":1}',
    '{"order":"o-1", "accessToken" : "•••","b":1}',
  ],
  [
    'a secret field inside JSON',
    json({ a: json({ accessToken: 'a"\\', b: 1 }) }),
    json({ a: json({ accessToken: '•••', b: 1 }) }),
  ],
  [
    'a secret field with an escaped name',
    String.raw`{"\u0061ccessToken":"abc"}`,
    String.raw`{"\u0061ccessToken":"•••"}`,
  ],
  ['a secret field that was cut', '{"accessToken":"abc', '{"accessToken":"•••"'],
  [
    'a secret field with an object',
    '{"access_token":{"a":["x",{"b":1}]},"id":2}',
    '{"access_token":"•••","id":2}',
  ],
  ['a secret field with a number', '{"privateKey":12.5}', '{"privateKey":"•••"}'],
  [
    'a secret field without a value',
    '{"accessToken":"","privateKey":true}',
    '{"accessToken":"","privateKey":true}',
  ],
  ['a URL with a user', 'http://shop:pa-s@s@host/x', 'http://•••@host/x'],
  ['a query parameter', '/x?uuid=1&access_token=a%20b#c', '/x?uuid=1&access_token=•••#c'],
  ['a line of a header', 'GET /\nCookie: a=b\nA: c', 'GET /\nCookie: •••\nA: c'],
  ['a scheme', 'got Bearer a1b2c3d4.', 'got Bearer •••'],
  ['a JSON Web Token', 'is eyJhbGciOiJub25l.eyJzdWIi.c2ln!', 'is •••!'],
  ['a private key', '-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----.', '•••.'],
  ['ordinary words', 'the Bearer token, basic credentials: a@b', 'the Bearer token, basic credentials: a@b'],
  [
    'other escapes',
    String.raw`{"path":"C:\\u0041bc","rate":"100%41"}`,
    String.raw`{"path":"C:\\u0041bc","rate":"100%41"}`,
  ],
])('redacts %s', (_, text, shown) => {
  if (typeof shown === 'string') expect(known.text(text)).toBe(shown)
  else expect(known.text(text)).toMatch(shown)
})

it('learns the credentials of headers and texts', () => {
  const redactor = new Redactor(policy)
  redactor.learnHeader('authorization', `Basic ${base64('shop:hunter-2')}`)
  redactor.learnHeader('cookie', 'theme=dark; sid=session-77')
  redactor.learnHeader(
    'set-cookie',
    'sid=session-88; Path=/; Expires=Wed, 21 Oct 2026 07:28:00 GMT, b=session-99',
  )
  redactor.learnText('{"accessToken":"learned-1"}')
  expect(redactor.text('hunter-2 session-77 session-88 session-99 learned-1 2026 dark')).toBe(
    '••• ••• ••• ••• ••• 2026 dark',
  )
  expect(redactor.resembles('session-')).toBe(true)
  expect(redactor.resembles('theme-77')).toBe(false)
})

it('shows headers of a list, and the schemes of others', () => {
  expect(known.header('Content-Type', 'text/plain')).toBe('text/plain')
  expect(known.header('authorization', 'Bearer shopper-ready')).toBe('Bearer <ready>')
  expect(known.header('x-other', 'abc')).toBe('•••')
})

it('redacts values of JSON', () => {
  const value = { accessToken: { a: 'x', b: [1, true, ''] }, text: 'a shopper-ready', 'shopper-ready': null }
  expect(known.json(value)).toEqual({
    accessToken: { a: '•••', b: ['•••', true, ''] },
    text: 'a <ready>',
    '<ready>': null,
  })
})

it('redacts before it shortens, and the start of a secret where it or the text was cut', () => {
  expect(known.shortened('xxxxxxxxxx shopper-ready', 13)).toBe('xxxxxxxxxx <r… (24 characters)')
  expect(known.text('it is shopper-rea', { cut: true })).toBe('it is •••')
  expect(known.text('shopper-rea is no token, shopper-reader is another one')).toBe(
    '••• is no token, shopper-reader is another one',
  )
  expect(known.text(String.raw`it is shopper-rea\u00`, { cut: true })).toBe(String.raw`it is •••\u00`)
})

it.each([
  '\\',
  '%',
  '%25',
  '+%2',
  'shopper-read',
  '"accessToken":',
  '"accessToken":"',
  '"accessToken":{',
  '"accessToken":[{',
  String.raw`\"accessToken\":\"`,
  '?access_token=',
  'Bearer 1',
  'http://',
  'eyJ1',
  '-----BEGIN PRIVATE KEY-----',
])('reads long texts of %j in linear time', (part) => {
  // Quadratic time would take hours, and fails by the limit of all tests.
  for (const text of [part.repeat(1_000_000 / part.length), part + 'x'.repeat(1_000_000)]) known.text(text)
})
