// Commands that reproduce a failure survive a shell and contain no secrets.

import { execFileSync } from 'node:child_process'
import { describe, expect, it, vi } from 'vitest'
import type { Call } from '../../client/transcript.ts'
import { Redactor } from '../../core/redaction.ts'
import { flagWords, shellQuoted } from '../../core/shell-words.ts'
import { redactionPolicy } from '../../spec/secret-fields.ts'
import { inProcess } from '../observe/in-process.ts'
import { property } from '../steps/property.ts'
import { curlCommand, reproduceCommand } from './reproduction.ts'

const secret = 'merchant-lamp-shop'
const call: Call = {
  operationId: 'createInvoice',
  method: 'POST',
  url: 'http://127.0.0.1:4020/api/invoices?a=1&b=2',
  headers: { authorization: `Bearer ${secret}` },
  body: `{"name":"Ada's $HOME","merchantAuth":"${secret}"}`,
  encryptedAsUsual: false,
  status: 200,
  response: '',
}
const redactor = new Redactor(redactionPolicy, { show: (name) => `<${name}>` })
redactor.learn(secret, 'merchant.accessToken')

function wordsOf(command: string, variables: NodeJS.ProcessEnv = {}): string[] {
  const program = 'console.log(JSON.stringify(process.argv.slice(1)))'
  const options = { encoding: 'utf8', env: { ...process.env, ...variables }, stdio: 'pipe' } as const
  return JSON.parse(execFileSync('sh', ['-c', `node -e '${program}' -- ${command}`], options))
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
  const { target } = inProcess()
  const baseUrl = 'http://127.0.0.1:4020/api'
  const address = { target: { ...target, baseUrl }, remote: true, redactor }
  const commandOf = (one: Partial<Call>, more: Partial<Parameters<typeof curlCommand>[2]> = {}) =>
    curlCommand([{ ...call, ...one }], 0, { ...address, ...more })

  it('sends the request, with secrets in variables that it says how to set', () => {
    const { curl = '' } = commandOf({})
    expect(curl).toContain(':?is merchants[0].accessToken of the target file}"')
    expect(() => wordsOf(curl)).toThrow('is merchants[0].accessToken of the target file')
    expect(wordsOf(curl, { MERCHANT_ACCESS_TOKEN: secret })).toEqual([
      ...['curl', '-X', 'POST', call.url],
      ...['-H', `authorization: Bearer ${secret}`],
      ...['--data-raw', call.body],
    ])
  })

  it('uses the variable of the environment that has the secret', () => {
    vi.stubEnv('SHOP_TOKEN', secret)
    expect(commandOf({ body: '' }).curl).toMatch(/-H 'authorization: Bearer '"\$SHOP_TOKEN"$/)
    vi.unstubAllEnvs()
  })

  it('shows a credential that was made up', () => {
    const headers = { authorization: 'Bearer made-up-token' }
    expect(commandOf({ headers, body: '' }).curl).toMatch(/-H 'authorization: Bearer made-up-token'$/)
  })

  it('is sent to the URL that lasts, unless it names what was in a sandbox', () => {
    const lasting = { lastingUrl: 'https://pay.example/api' }
    expect(commandOf({}, lasting).curl).toContain('https://pay.example/api/invoices')
    const order = { ...call, body: '{"orderId":"pt-1-order-1"}' }
    const { noCurl } = curlCommand([order, order], 1, { ...address, ...lasting })
    expect(noCurl).toBe('its records were in a sandbox that is deleted')
  })

  it.each([
    ['without a request', curlCommand([{ did: 'The clock advances.' }], 0, address)],
    ['without a deciding request', curlCommand([call], undefined, address)],
    ['in this process', commandOf({}, { remote: false })],
    ['with a body that is too long to paste', commandOf({ body: ' '.repeat(4001) })],
    ['that may move money again', commandOf({ operationId: 'createTransfers' })],
    ['that is refused the second time', commandOf({ operationId: 'cancelSubscription' })],
  ])('is replaced by a reason %s', (_, command) => {
    expect(command).toEqual({ noCurl: expect.any(String) })
  })
})
