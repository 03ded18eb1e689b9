// The examples of docs/guide/encryption.md in several languages: the service accepts what each encrypts.

import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { decryptPassphrase } from '../simulator/encryption/passphrase.ts'
import { exchangePayment } from '../simulator/test-support/requests.ts'
import { TestClient } from '../simulator/test-support/test-client.ts'
import { blocksOf, readDocuments } from './documents.ts'

const directory = mkdtempSync(join(tmpdir(), 'paytwin-encryption-'))
afterAll(() => rmSync(directory, { recursive: true }))

const examples = readDocuments()
  .filter(({ path }) => path === 'docs/guide/encryption.md')
  .flatMap(({ text }) => blocksOf(text))
  .filter(({ info }) => info.startsWith('encrypt.'))

const runners: Readonly<Record<string, [program: string, ...args: string[]]>> = {
  'encrypt.mjs': ['node'],
  'encrypt.php': ['php'],
  'encrypt.go': ['go', 'run'],
  'encrypt.py': ['python3'],
  'encrypt.sh': ['bash'],
}

/** Whether this machine lacks what an example needs. A continuous build installs it, except for the package of Python. */
function isMissing(name: string): boolean {
  const [program = ''] = runners[name] ?? []
  if (name === 'encrypt.py') return spawnSync('python3', ['-c', 'import cryptography']).status !== 0
  return process.env.CI !== 'true' && spawnSync('which', [program]).status !== 0
}

it('the document has an example for each language', () => {
  expect(examples.map(({ info }) => info)).toEqual(Object.keys(runners))
})

describe.each(examples)('$info', ({ info, body }) => {
  const client = new TestClient()
  const run = (payload: unknown): string[] => {
    const path = join(directory, info)
    writeFileSync(path, body)
    const [program = '', ...args] = runners[info] ?? []
    const env = {
      ...process.env,
      PAYLOAD: JSON.stringify(payload),
      PAYTWIN_MERCHANT_PUBLIC_KEY: client.accountOf(client.merchant).publicKey,
      PAYTWIN_MERCHANT_CLIENT_SECRET: client.merchant.clientSecret,
    }
    return execFileSync(program, [...args, path], { env, encoding: 'utf8', timeout: 100_000 }).split('\n')
  }

  it.skipIf(isMissing(info))('encrypts in both schemes', { timeout: 120_000 }, async () => {
    await client.ask('createInvoice')
    const payload = exchangePayment(client, 'Größe 1')
    const [rsa = '', passphrase = ''] = run(payload)
    expect(await client.ask('createExchangePayment', { encrypted: rsa })).toMatchObject({ succeeded: true })
    expect(decryptPassphrase(passphrase, client.merchant.clientSecret)).toEqual({
      ok: true,
      text: JSON.stringify(payload),
    })
  })
})
