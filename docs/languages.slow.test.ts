// The examples of encryption in several languages: the service accepts what they encrypt.

import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { decryptPassphrase } from '../simulator/encryption/passphrase.ts'
import { exchangePayment } from '../simulator/test-support/requests.ts'
import { TestClient } from '../simulator/test-support/test-client.ts'

const folder = fileURLToPath(new URL('examples/encryption/', import.meta.url))

const runners: Readonly<Record<string, [program: string, ...args: string[]]>> = {
  '.go': ['go', 'run'],
  '.mjs': ['node'],
  '.php': ['php'],
  '.py': ['python3'],
  '.sh': ['bash'],
}

const runnerOf = (name: string) => runners[extname(name)] ?? ['']

/** True if this machine lacks a program of an example. A continuous build installs it, except for the package of Python. */
function isMissing(name: string): boolean {
  const [program] = runnerOf(name)
  if (program === 'python3') return spawnSync(program, ['-c', 'import cryptography']).status !== 0
  return process.env.CI !== 'true' && spawnSync('which', [program]).status !== 0
}

it('there is an example for each language', () => {
  expect(readdirSync(folder).map((name) => extname(name))).toEqual(Object.keys(runners))
})

describe.each(readdirSync(folder))('%s', (name) => {
  it.skipIf(isMissing(name))('encrypts in both schemes', async () => {
    const client = new TestClient()
    await client.ask('createInvoice')
    const payload = exchangePayment(client, 'Größe 1')
    const env = {
      ...process.env,
      PAYLOAD: JSON.stringify(payload),
      PAYTWIN_MERCHANT_PUBLIC_KEY: client.accountOf(client.merchant).publicKey,
      PAYTWIN_MERCHANT_CLIENT_SECRET: client.merchant.clientSecret,
    }
    const [program, ...args] = runnerOf(name)
    const output = execFileSync(program, [...args, `${folder}${name}`], { env, encoding: 'utf8' })
    const [rsa = '', passphrase = ''] = output.split('\n')
    expect(await client.ask('createExchangePayment', { encrypted: rsa })).toMatchObject({ succeeded: true })
    expect(decryptPassphrase(passphrase, client.merchant.clientSecret)).toEqual({
      ok: true,
      text: JSON.stringify(payload),
    })
  })
})
