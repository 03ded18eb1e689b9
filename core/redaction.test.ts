// Redaction: no known secret and no value of a secret field is left, however it is written, and in linear time.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Redactor } from './redaction.ts'

/** The redaction with a few secret names, so that it is tested without those of the contract. */
const policy = {
  isSecretField: (name: string) => /^(?:access_?token|privateKey|authorization|(?:set-)?cookie)$/i.test(name),
  isOpaqueField: (name: string) => name === 'id',
  isUrlField: (name: string) => name === 'url',
  shownHeaders: new Set(['content-type']),
}

function redactor(secrets: readonly (readonly [string, string])[]): (text: string) => string {
  const redactor = new Redactor(policy, { show: (name) => name })
  for (const [secret, name] of secrets) redactor.learn(secret, name)
  return (text) => redactor.text(text)
}

describe('a known secret', () => {
  const redact = redactor([['shopper-ready', 'ready']])
  const escaped = (text: string) =>
    [...text].map((letter) => `\\u00${letter.charCodeAt(0).toString(16)}`).join('')

  it.each([
    ['plainly', 'token shopper-ready, twice shopper-ready', 'token ready, twice ready'],
    ['with JSON escapes', `{"note":"${escaped('shopper-ready')}"}`, '{"note":"ready"}'],
    ['with nested JSON escapes', JSON.stringify(escaped('shopper-ready')), '"ready"'],
    ['percent-encoded in part', '/x?a=shopper%2Dready&b=1', '/x?a=ready&b=1'],
    ['percent-encoded in lower case', '/x?a=shopper%2dready', '/x?a=ready'],
    [
      'not at all',
      String.raw`{"path":"C:\\u0041bc","rate":"100%41"}`,
      String.raw`{"path":"C:\\u0041bc","rate":"100%41"}`,
    ],
  ])('is replaced when it is written %s', (_, text, shown) => {
    expect(redact(text)).toBe(shown)
  })

  it('is replaced by the longest that fits', () => {
    const secrets: [string, string][] = [
      ['secret-1', 'short'],
      ['secret-10', 'long'],
    ]
    expect(redactor(secrets)('secret-1 secret-10 secret-11')).toBe('short long short1')
  })

  it('is left when it is as short as a word', () => {
    expect(redactor([['token', '•••']])('a token')).toBe('a token')
  })

  it('is removed from JSON, from JSON inside JSON and from URLs, whatever it consists of', () => {
    const secret = fc.string({ unit: 'binary', minLength: 6 })
    fc.assert(
      fc.property(secret, (secret) => {
        const redact = redactor([[secret, '•••']])
        for (const text of [JSON.stringify({ a: secret }), JSON.stringify(JSON.stringify([secret])), secret])
          expect(redact(text)).toContain('•••')
        if (!/\p{Surrogate}/u.test(secret)) expect(redact(encodeURIComponent(secret))).toBe('•••')
      }),
    )
  })
})

describe('a secret field', () => {
  const redact = redactor([])

  it('shows nothing of its value, however it is written', () => {
    const secret = fc.string({ minLength: 1 }).map((text) => `${text}SECRET`)
    const spaces = fc.constantFrom('', ' ', '\n  ')
    const names = fc.constantFrom('accessToken', 'privateKey', String.raw`\u0061ccessToken`)
    fc.assert(
      fc.property(names, secret, spaces, fc.nat(1), (name, value, space, depth) => {
        let text = `{${space}"${name}"${space}:${space}${JSON.stringify(value)},"order":"o-1"}`
        for (let level = 0; level < depth; level += 1) text = JSON.stringify({ data: text })
        expect(redact(text)).not.toContain('SECRET')
        expect(redact(text)).toContain('o-1')
        expect(() => JSON.parse(redact(text))).not.toThrow()
      }),
    )
  })

  it('shows nothing of a value that was cut', () => {
    expect(redact('{"accessToken":"abc')).toBe('{"accessToken":"•••"')
    expect(redact(String.raw`"{\"accessToken\":\"abc`)).toBe(String.raw`"{\"accessToken\":\"•••\"`)
  })

  it('is left when it is empty', () => {
    expect(redact('{"accessToken":""}')).toBe('{"accessToken":""}')
  })
})

it.each([
  ['backslashes', '\\'],
  ['starts of a secret', 'shopper-read'],
  ['starts of a field', '"accessToken":'],
  ['starts of a nested field', String.raw`\"accessToken\":\"`],
  ['percent signs', '%'],
  ['references of HTML', '&amp;'],
  ['starts of references', '&#'],
  ['plus signs', '+%2'],
])('takes linear time on many %s', (_, part) => {
  const secrets: [string, string][] = Array.from({ length: 100 }, (_, at) => [`shopper-ready-${at}\\\\x`, ''])
  const redact = redactor(secrets)
  // The time of this process alone: other programs may take the processor meanwhile.
  const once = (text: string) => {
    const start = process.cpuUsage()
    redact(text)
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1000
  }
  const duration = (characters: number) => {
    const text = part.repeat(characters / part.length)
    return Math.min(once(text), once(text), once(text))
  }
  duration(20_000)
  expect(duration(400_000)).toBeLessThan(120 * Math.max(duration(20_000), 2))
})

describe('a redactor', () => {
  const secret = `k9-"a/+=b\\\\c'é`
  const base64 = (text: string) => Buffer.from(text).toString('base64')

  it('hides a known secret inside base64, whatever is around it', () => {
    const redact = redactor([[secret, '•••']])
    for (const before of ['', 'u', 'us', 'user:'])
      for (const after of ['', 'x', 'xy']) {
        const encoded = base64(`${before}${secret}${after}`)
        expect(redact(`a ${encoded} b`)).not.toContain(base64(secret).slice(4, -4))
        expect(redact(`a ${encoded} b`)).toContain('•••')
      }
  })

  it('hides the start of a secret where a text was cut, and nowhere else', () => {
    const redactor = new Redactor(policy)
    redactor.learn('shopper-ready-1234')
    expect(redactor.cutText('it is shopper-rea')).toBe('it is •••')
    expect(redactor.cutText(String.raw`it is shopper-rea\u00`)).toBe('it is •••')
    expect(redactor.text('it is shopper-rea...')).toBe('it is •••...')
    expect(redactor.text('it is a shopper-read')).toBe('it is a shopper-read')
  })

  it('redacts before it cuts', () => {
    const redactor = new Redactor(policy)
    redactor.learn('shopper-ready-1234')
    expect(redactor.shortened(`${'x'.repeat(10)}shopper-ready-1234`, 13)).toBe(`${'x'.repeat(10)}•••`)
    expect(redactor.shortened('x'.repeat(20), 13)).toBe(`${'x'.repeat(13)}… (20 characters)`)
  })

  it('hides the values of headers that are not shown, and learns credentials from them', () => {
    const redactor = new Redactor(policy)
    expect(redactor.header('Content-Type', 'text/plain')).toBe('text/plain')
    expect(redactor.header('authorization', 'Bearer abc')).toBe('Bearer •••')
    expect(redactor.header('x-other', 'abc')).toBe('•••')
    redactor.learnHeader('authorization', `Basic ${base64('shop:hunter-2')}`)
    redactor.learnHeader('cookie', 'theme=dark; sid=session-77')
    redactor.learnHeader(
      'set-cookie',
      'sid=session-88; Path=/; Expires=Wed, 21 Oct 2026 07:28:00 GMT, b=session-99',
    )
    expect(redactor.text('hunter-2 session-77 session-88 session-99 2026')).toBe('••• ••• ••• ••• 2026')
  })

  it('hides a short number only where it is no part of another', () => {
    const redact = redactor([['123456', '•••']])
    expect(redact('code 123456, amounts 0.123456 and 1234567')).toBe('code •••, amounts 0.123456 and 1234567')
  })

  it('hides every text and number below a secret field, and no booleans', () => {
    expect(redactor([])('{"access_token":{"a":["x",{"b":1}]},"privateKey":true,"id":2}')).toBe(
      '{"access_token":{"a":["•••",{"b":"•••"}]},"privateKey":true,"id":2}',
    )
  })

  it.each([
    ['a URL with a user', 'http://shop:pa-ss@host/x', 'http://•••@host/x'],
    ['a query parameter', '/x?uuid=1&access_token=a%20b#c', '/x?uuid=1&access_token=•••#c'],
    ['a line of a header', 'GET /\nCookie: a=b\nA: c', 'GET /\nCookie: •••\nA: c'],
    ['a scheme', 'got Bearer a1b2c3d4.', 'got Bearer •••'],
    [
      'ordinary words',
      'the Bearer token, basic credentials: a@b',
      'the Bearer token, basic credentials: a@b',
    ],
  ])('redacts %s', (_, text, shown) => {
    expect(redactor([])(text)).toBe(shown)
  })

  it('hides tokens of unknown origin on request, and no identifiers, instants or names', () => {
    const redactor = new Redactor(policy, { hideTokens: true, isKnownField: (name) => name !== 'visit' })
    const token = 'f3a91b7c2d4e5f60718293a4b5c6d7e8'
    const uuid = '0b0e7a36-77aa-4c1e-9d55-0123456789ab'
    const shown = {
      order: 'walk-order-2026-17',
      at: '2026-01-05T09:00:00.000Z',
      uuid,
      id: token,
      amount: '1250.00',
    }
    expect(redactor.json(shown)).toEqual(shown)
    expect(redactor.json({ note: `a ${token} b`, visit: uuid })).toEqual({ note: 'a ••• b', visit: '•••' })
    expect(new Redactor(policy).json({ note: token })).toEqual({ note: token })
  })

  it.each([
    ['HTML with numbers', '<p>tok&#43;Ab9/x7Q&#61;zz&amp;p&#34;q\\</p>'],
    ['HTML with names', '<p>tok&#x2B;Ab9&#x2F;x7Q&#x3D;zz&amp;p&quot;q\\</p>'],
    ['HTML inside JSON', String.raw`tok\u0026#43;Ab9/x7Q=zz\u0026amp;p\u0026quot;q\\`],
    ['JSON inside HTML', '&quot;tok\\u002bAb9/x7Q=zz&amp;p\\&quot;q\\\\&quot;'],
    ['a string of JavaScript', String.raw`tok\x2BAb9/x7Q=zz\x26p\x22q\\`],
    [
      'percent-encoded JSON',
      encodeURIComponent(JSON.stringify(JSON.stringify({ a: 'tok+Ab9/x7Q=zz&p"q\\' }))),
    ],
  ])('hides a known secret in %s', (_, text) => {
    const shown = redactor([['tok+Ab9/x7Q=zz&p"q\\', '•••']])(text)
    expect(shown).toContain('•••')
    expect(shown).not.toMatch(/tok|Ab9|x7Q/)
  })

  it('hides a known secret with spaces in a form', () => {
    expect(redactor([['my pass+phrase 12', '•••']])('a=1&note=my+pass%2Bphrase+12&b=2')).toBe(
      'a=1&note=•••&b=2',
    )
  })

  it('hides a secret in HTML that was cut inside a reference', () => {
    const redactor = new Redactor(policy)
    redactor.learn('tok+Ab9/x7Q=zz')
    expect(redactor.cutText('<p>tok&#43;Ab9&#47;x7Q&#6')).toBe('<p>•••')
  })

  it('hides tokens in the path and the query of a URL, and neither its host nor its words', () => {
    const redactor = new Redactor(policy, { hideTokens: true })
    const host = 'https://a1b2c3d4e5f6g7h8i9j0k1l2.example'
    const token = 'a1B2c3D4e5F6g7H8i9J0k1L2'
    const uuid = '0b0e7a36-77aa-4c1e-9d55-0123456789ab'
    const url = `${host}/orders/2026/thank-you-for-your-order?uuid=${uuid}&lang=en`
    expect(redactor.json(url, 'url')).toBe(url)
    expect(redactor.json(`${url}&state=${token}#top`, 'url')).toBe(`${url}&state=•••#top`)
    expect(redactor.json(`${host}/hooks/T0AB12/${token}`, 'url')).toBe(`${host}/hooks/T0AB12/•••`)
  })

  it.each([
    '"accessToken":"',
    '?access_token=',
    'Bearer 1',
    'http://',
    'eyJ1',
    '-----BEGIN PRIVATE KEY-----',
  ])('reads a secret of any length after %s', (start) => {
    expect(redactor([])(start + 'x'.repeat(3_000_000)).length).toBeLessThan(3_000_100)
  })
})
