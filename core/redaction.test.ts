// Redaction: no known secret and no value of a secret field is left, however it is written, and in linear time.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Redactor } from './redaction.ts'

/** The redaction with a few secret names, so that it is tested without those of the contract. */
const policy = {
  isSecretField: (name: string) => /^(?:access_?token|privateKey|authorization|cookie)$/i.test(name),
  isOpaqueField: (name: string) => name === 'id',
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
])('takes linear time on many %s', (_, part) => {
  const secrets: [string, string][] = Array.from({ length: 100 }, (_, at) => [`shopper-ready-${at}\\\\x`, ''])
  const redact = redactor(secrets)
  const duration = (characters: number) => {
    const text = part.repeat(characters / part.length)
    const start = performance.now()
    redact(text)
    return performance.now() - start
  }
  duration(20_000)
  expect(duration(400_000)).toBeLessThan(120 * Math.max(duration(20_000), 2))
})
