// The examples in several languages: the service accepts what those of docs/guide/encryption.md encrypt, and those of
// docs/guide/webhooks.md distinguish valid signatures from invalid ones.

import { execFileSync, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { testDirectory } from '../core/test-support/test-directory.ts'
import { decryptPassphrase } from '../simulator/encryption/passphrase.ts'
import { exchangePayment, qrTransaction } from '../simulator/test-support/requests.ts'
import { TestClient } from '../simulator/test-support/test-client.ts'
import type { WebhookRequest } from '../simulator/webhooks/delivery.ts'
import { type Block, blocksOf, readDocuments } from './documents.ts'

const directory = testDirectory('languages')

const runners: Readonly<Record<string, [program: string, ...args: string[]]>> = {
  mjs: ['node'],
  php: ['php'],
  go: ['go', 'run'],
  py: ['python3'],
  sh: ['bash'],
}

/** The examples of a guide that begin with a name, one for each language. */
function examplesOf(guide: string, name: string): Block[] {
  return readDocuments()
    .filter(({ path }) => path === `docs/guide/${guide}.md`)
    .flatMap(({ text }) => blocksOf(text))
    .filter(({ info }) => info.startsWith(`${name}.`))
}

const languageOf = ({ info }: Block) => info.split('.')[1] ?? ''

/** True if this machine lacks a program of an example. A continuous build installs it, except for the package of Python. */
function isMissing(language: string): boolean {
  const [program = ''] = runners[language] ?? []
  if (language === 'py') return spawnSync('python3', ['-c', 'import cryptography']).status !== 0
  return process.env.CI !== 'true' && spawnSync('which', [program]).status !== 0
}

function run(example: Block, env: Readonly<Record<string, string>>): string[] {
  const path = join(directory, example.info)
  writeFileSync(path, example.body)
  const [program = '', ...args] = runners[languageOf(example)] ?? []
  const options = { env: { ...process.env, ...env }, encoding: 'utf8', timeout: 100_000 } as const
  return execFileSync(program, [...args, path], options).split('\n')
}

const encrypting = examplesOf('encryption', 'encrypt')
const verifying = examplesOf('webhooks', 'verify')

it.each([
  ['encryption', encrypting, Object.keys(runners)],
  // The receiver that the guide starts is the example for Node.
  ['signatures', verifying, Object.keys(runners).slice(1)],
])('the guide about %s has an example for each language', (_, examples, languages) => {
  expect(examples.map(languageOf)).toEqual(languages)
})

describe.each(encrypting)('$info', (example) => {
  it.skipIf(isMissing(languageOf(example)))('encrypts in both schemes', { timeout: 120_000 }, async () => {
    const client = new TestClient()
    await client.ask('createInvoice')
    const payload = exchangePayment(client, 'Größe 1')
    const [rsa = '', passphrase = ''] = run(example, {
      PAYLOAD: JSON.stringify(payload),
      PAYTWIN_MERCHANT_PUBLIC_KEY: client.accountOf(client.merchant).publicKey,
      PAYTWIN_MERCHANT_CLIENT_SECRET: client.merchant.clientSecret,
    })
    expect(await client.ask('createExchangePayment', { encrypted: rsa })).toMatchObject({ succeeded: true })
    expect(decryptPassphrase(passphrase, client.merchant.clientSecret)).toEqual({
      ok: true,
      text: JSON.stringify(payload),
    })
  })
})

/** The first delivery for a QR transaction, by one of the two methods. */
async function deliveryOf(client: TestClient, returnMethod: 'GET' | 'POST'): Promise<WebhookRequest> {
  const customParameter = { returnMethod, params: [{ name: 'note', value: 'ü & more' }] }
  const received = new Promise<WebhookRequest>((resolve) => {
    client.sandbox.onWebhook(({ request }) => request.method === returnMethod && resolve(request))
  })
  await client.ask('createQrTransaction', {
    body: qrTransaction(`order-${returnMethod}`, { customParameter }),
  })
  return received
}

describe.each(verifying)('$info', (example) => {
  const client = new TestClient()
  const { publicKey } = client.world.accounts.serviceKey
  /** The answer of the example about the signature of a delivery. */
  const verdict = (text: string, signature: string) =>
    run(example, {
      SIGNED_TEXT: text,
      SIGNATURE: signature,
      PAYTWIN_WEBHOOK_PUBLIC_KEY: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    })[0]

  it.skipIf(isMissing(languageOf(example)))(
    'checks the signature of a POST and of a GET delivery',
    async () => {
      client.world.registerWebhook(client.merchant, 'http://127.0.0.1:1/?shop=7')
      const deliveries = await Promise.all([deliveryOf(client, 'POST'), deliveryOf(client, 'GET')])
      const body = JSON.parse(deliveries[0].body)
      const query = /\?(.*)&signature=(.*)$/.exec(deliveries[1].url)
      expect(verdict(body.data.data, body.signature)).toBe('valid')
      expect(verdict(query?.[1] ?? '', decodeURIComponent(query?.[2] ?? ''))).toBe('valid')
      expect(verdict(`${body.data.data} `, body.signature)).toBe('invalid')
    },
  )
})
