// JUnit XML: counts, and texts that no XML parser can misread.

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { junitXml } from './junit.ts'

const text = fc.string({ unit: 'binary' })

it('counts the outcomes of each suite', () => {
  const outcome = (kind: 'failure' | 'error' | 'skipped', message: string) => ({ outcome: { kind, message } })
  const cases = [
    { classname: 'a', name: 'passes', seconds: 0.25 },
    {
      classname: 'a',
      name: 'fails',
      outcome: { kind: 'failure', message: 'a & b', text: '1 < 2\n"x"' } as const,
    },
    { classname: 'a', name: 'breaks', ...outcome('error', 'line\nline') },
    { classname: 'a', name: 'is skipped', ...outcome('skipped', '') },
  ]
  expect(junitXml({ name: 'run', seconds: 1, suites: [{ name: 'suite', cases }] })).toBe(
    `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="run" time="1.000">
  <testsuite name="suite" tests="4" failures="1" errors="1" skipped="1" time="0.250">
    <testcase classname="a" name="passes" time="0.250"/>
    <testcase classname="a" name="fails"><failure message="a &amp; b">1 &lt; 2\n&quot;x&quot;</failure></testcase>
    <testcase classname="a" name="breaks"><error message="line&#10;line"></error></testcase>
    <testcase classname="a" name="is skipped"><skipped message=""></skipped></testcase>
  </testsuite>
</testsuites>
`,
  )
})

it('escapes every text', () => {
  fc.assert(
    fc.property(text, (name) => {
      const xml = junitXml({ name, seconds: 0, suites: [] })
      const [, written = ''] = /^<testsuites name="([^"]*)" time="0.000">$/m.exec(xml) ?? []
      expect(written).not.toMatch(/[<>"]|&(?!amp;|lt;|gt;|quot;|#(?:9|10|13);)/)
      const read = written
        .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&amp;', '&')
      const permitted = /^(?:[^\p{Cc}\p{Cs}\ufffe\uffff]|[\t\n\r\x7f-\x9f])$/u
      expect(read).toBe([...name].map((character) => (permitted.test(character) ? character : '?')).join(''))
    }),
  )
})
