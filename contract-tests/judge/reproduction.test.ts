// Commands that reproduce a failure survive a shell and contain no secrets.

import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import type { Call } from '../../client/transcript.ts'
import { Redactor } from '../../core/redaction.ts'
import { flagWords, shellQuoted } from '../../core/shell-words.ts'
import { redactionPolicy } from '../../spec/secret-fields.ts'
import { property } from '../steps/property.ts'
import { curlCommand, reproduceCommand } from './reproduction.ts'

const call: Call = {
  operationId: 'createInvoice',
  method: 'POST',
  url: 'http://127.0.0.1:4020/api/invoices?a=1&b=2',
  headers: { authorization: 'Bearer secret-token' },
  body: `{"name":"Ada's $HOME","merchantAuth":"secret-token"}`,
  encryptedAsUsual: false,
  status: 200,
  response: '',
}
const redactor = new Redactor(redactionPolicy, { show: (name) => `<${name}>` })
redactor.learn('secret-token', 'merchant.accessToken')

function wordsOf(command: string): string[] {
  const program = 'console.log(JSON.stringify(process.argv.slice(1)))'
  const printed = execFileSync('sh', ['-c', `node -e '${program}' -- ${command}`], { encoding: 'utf8' })
  return JSON.parse(printed)
}

describe('quoting for a shell', () => {
  it('leaves plain words as they are', () => {
    expect(shellQuoted('http://127.0.0.1:4020/api')).toBe('http://127.0.0.1:4020/api')
  })

  it('passes any other word unchanged to the program', () => {
    const words = ["it's", '`id`', '$HOME', '"a" & b', '', 'two\nlines', '•••']
    expect(wordsOf(words.map(shellQuoted).join(' '))).toEqual(words)
  })

  it('omits flags without a value', () => {
    expect(flagWords({ '--target': 'my file.json', '--level': undefined, '--seed': 0 })).toBe(
      " --target 'my file.json' --seed 0",
    )
  })
})

describe('the command that reproduces a failure', () => {
  const checks = ['stores.tab-labels'] as const
  const found = property({ title: 'pays', checks, level: 'money', run: async () => {} })
  it.each([
    ['the requirement', { requirement: checks[0] }, ''],
    ['the failing input', { requirement: checks[0], path: '1/3' }, ' --property pays --path 1/3'],
    [
      'the property that violated what it does not check',
      { requirement: 'stores.response-shape' },
      ' --property pays',
    ],
  ] as const)('names %s', (_, violation, flags) => {
    const command = reproduceCommand('npx paytwin verify', found, violation)
    expect(command).toBe(`npx paytwin verify --only ${violation.requirement}${flags}`)
  })
})

describe('the curl command of a failure', () => {
  it('sends the last request, without secrets', () => {
    const command = curlCommand([{ ...call, method: 'GET' }, call, { did: 'The clock advances.' }], redactor)
    expect(wordsOf(command ?? '')).toEqual([
      ...['curl', '-X', 'POST', call.url],
      ...['-H', 'authorization: Bearer <merchant.accessToken>'],
      ...['--data-raw', `{"name":"Ada's $HOME","merchantAuth":"<merchant.accessToken>"}`],
    ])
  })

  it('is omitted without a request, or if the body is too long to paste', () => {
    expect(curlCommand([{ did: 'The clock advances.' }], redactor)).toBeUndefined()
    expect(curlCommand([{ ...call, body: ' '.repeat(4001) }], redactor)).toBeUndefined()
  })
})
