// Test results as JUnit XML, which CI systems read.

interface JunitReport {
  name: string
  seconds: number
  suites: readonly JunitSuite[]
}

interface JunitSuite {
  name: string
  cases: readonly JunitCase[]
}

export interface JunitCase {
  classname: string
  name: string
  seconds?: number
  /** Output of a test that passed. */
  output?: string
  /** Why the test did not pass. Absent when it passed. */
  outcome?:
    | { kind: 'failure' | 'error' | 'skipped'; type?: string; message: string; text?: string }
    | undefined
}

/** The report as an XML document. */
export function junitXml({ name, seconds, suites }: JunitReport): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name, time: seconds.toFixed(3) })}>`,
    ...suites.flatMap((suite) => {
      const count = (kind: string) => suite.cases.filter(({ outcome }) => outcome?.kind === kind).length
      const counts = { failures: count('failure'), errors: count('error'), skipped: count('skipped') }
      const time = suite.cases.reduce((sum, one) => sum + (one.seconds ?? 0), 0).toFixed(3)
      return [
        `  <testsuite${attributes({ name: suite.name, tests: suite.cases.length, ...counts, time })}>`,
        ...suite.cases.map(caseXml),
        '  </testsuite>',
      ]
    }),
    '</testsuites>',
    '',
  ].join('\n')
}

function caseXml({ classname, name, seconds, output, outcome }: JunitCase): string {
  const open = `    <testcase${attributes({ classname, name, time: seconds?.toFixed(3) })}`
  if (outcome === undefined)
    return output === undefined
      ? `${open}/>`
      : `${open}><system-out>${escaped(output)}</system-out></testcase>`
  const { kind, type, message, text = '' } = outcome
  return `${open}><${kind}${attributes({ type, message })}>${escaped(text)}</${kind}></testcase>`
}

function attributes(values: Readonly<Record<string, string | number | undefined>>): string {
  return Object.entries(values)
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${attribute(String(value))}"`))
    .join('')
}

// A parser turns line breaks and tabs of an attribute into spaces unless they are escaped.
function attribute(text: string): string {
  return escaped(text).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
}

/** A text for an element. What XML 1.0 cannot contain, such as control characters and lone surrogates, becomes `?`. */
function escaped(text: string): string {
  return text
    .replace(/[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '?')
    .replace(/[&<>"\r]/g, (character) => entities[character] ?? character)
}
