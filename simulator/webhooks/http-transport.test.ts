// Deliveries over real sockets: receivers that accept, refuse, hang or do not exist.

import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:https'
import forge from 'node-forge'
import { afterEach, describe, expect, it } from 'vitest'
import { type Respond, WebhookReceiver } from '../../client/webhook-receiver.ts'
import { listenOn } from '../../core/listening.ts'
import { exchangePayment, qrTransaction } from '../test-support/requests.ts'
import { TestClient } from '../test-support/test-client.ts'
import { defaultWorld } from '../world/default-world.ts'
import { reasonOf } from './delivery-records.ts'
import { checkWebhookUrl } from './http-transport.ts'

const open: WebhookReceiver[] = []

afterEach(async () => {
  await Promise.all(open.splice(0).map((receiver) => receiver.close()))
})

async function receiver(
  respond: Respond = (response) => void response.end('thanks'),
): Promise<WebhookReceiver> {
  const made = await WebhookReceiver.listen({ respond })
  open.push(made)
  return made
}

/** A client whose merchant has a webhook. */
function reporting(url: string, options: ConstructorParameters<typeof TestClient>[0] = {}): TestClient {
  const client = new TestClient(options)
  client.world.registerWebhook(client.merchant, url)
  return client
}

/** Three status changes of one payment. */
async function payThrough(client: TestClient): Promise<void> {
  await client.ask('createExchangePayment', { payload: exchangePayment(client, 'o1') })
  await client.advance(7_200_000)
}

function attempts(client: TestClient) {
  return [...client.world.events].map(({ delivery, attempts: [attempt] }) => ({
    delivery,
    ...attempt,
    at: undefined,
  }))
}

describe('a receiver over HTTP', () => {
  it('gets every status change in order, and its response is recorded', async () => {
    const { url, received } = await receiver()
    const client = reporting(url)
    await payThrough(client)
    expect(received.map((webhook) => `${webhook.method} ${webhook.url}`)).toEqual(
      Array(3).fill('POST /webhook'),
    )
    expect(received.map(({ body }) => JSON.parse(body).data.paymentStatus)).toEqual(['0', '0', '1'])
    for (const { at, attempts } of client.world.events)
      expect(attempts).toEqual([{ at, url, outcome: 'accepted', httpStatus: 200, response: 'thanks' }])
  })

  it('is the webhook of the merchant of the transaction', async () => {
    const [one, other] = [await receiver(), await receiver()]
    const client = reporting(one.url)
    client.world.registerWebhook(client.otherMerchant, other.url)
    await client.ask('createQrTransaction', { merchant: client.otherMerchant, body: qrTransaction('o1') })
    await client.sandbox.settled()
    expect([one.received.length, other.received.length]).toEqual([0, 1])
  })
})

describe('a receiver with a name below localhost', () => {
  it('is this machine', async () => {
    const { url, received } = await receiver()
    const named = url.replace('127.0.0.1', 'shop.localhost')
    expect(() => checkWebhookUrl(named, false)).not.toThrow()
    await payThrough(reporting(named))
    expect(received).toHaveLength(3)
  })
})

describe('a receiver whose host is not found', () => {
  it('is reported so', async () => {
    const transport = async () => ({
      ...{ outcome: 'unreachable' as const, httpStatus: null },
      response: 'getaddrinfo ENOTFOUND shop.example',
    })
    const client = reporting('http://127.0.0.1:1/', { transport })
    await payThrough(client)
    const [event] = client.world.events
    expect(event && reasonOf(event)).toBe(
      'The host of the webhook URL is not found. Correct its name, or register a URL of this machine.',
    )
  })
})

describe('a receiver behind a gate', () => {
  it('gets the user and the password of its URL as basic authentication', async () => {
    const { url, received } = await receiver()
    const client = reporting(url.replace('//', '//user:p%40ss@'))
    await payThrough(client)
    expect(attempts(client)).toMatchObject(Array(3).fill({ delivery: 'delivered' }))
    expect(received[0]?.headers.authorization).toBe(`Basic ${Buffer.from('user:p@ss').toString('base64')}`)
  })

  it('with a certificate that nobody trusts is unreachable, with the way to trust it', async () => {
    const server = createServer(selfSigned(), (_, response) => void response.end())
    const origin = await listenOn(server, { host: '127.0.0.1', port: 0 })
    const client = reporting(origin.replace('http:', 'https:'))
    await payThrough(client)
    const [event] = client.world.events
    expect(event && reasonOf(event)).toMatch(
      /^The receiver cannot be reached: self-signed certificate\. Start paytwin with NODE_EXTRA_CA_CERTS=FILE,/,
    )
    server.close()
  })
})

/** A key with a certificate that it signs itself. */
function selfSigned(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = forge.pki.publicKeyFromPem(
    publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  )
  certificate.validity.notBefore = new Date(0)
  certificate.validity.notAfter = new Date('2100-01-01')
  certificate.sign(forge.pki.privateKeyFromPem(key))
  return { key, cert: forge.pki.certificateToPem(certificate) }
}

describe('a receiver that fails', () => {
  it.each<[string, Respond, object]>([
    [
      'with a 500',
      (response) => void response.writeHead(500).end('broken'),
      { delivery: 'failed', outcome: 'refused', httpStatus: 500, response: 'broken' },
    ],
    [
      'with a redirect, which is not followed',
      (response) => void response.writeHead(302, { location: 'http://192.0.2.1/' }).end(),
      { delivery: 'failed', outcome: 'refused', httpStatus: 302, response: '' },
    ],
    [
      'by closing the connection',
      (response) => void response.socket?.destroy(),
      { delivery: 'failed', outcome: 'unreachable', httpStatus: null },
    ],
    [
      'by never responding',
      () => undefined,
      { delivery: 'failed', outcome: 'timed-out', httpStatus: null, response: 'No response within 400 ms.' },
    ],
    [
      'by never ending its response',
      (response) => void response.write('so'),
      { delivery: 'failed', outcome: 'timed-out', httpStatus: null },
    ],
  ])('%s is recorded, and later deliveries still come', async (_, respond, record) => {
    let count = 0
    const failing = await receiver((response, webhook) =>
      ++count === 2 ? respond(response, webhook) : void response.end(),
    )
    const client = reporting(failing.url, { webhookTimeoutMs: 400 })
    const before = client.world.now
    await payThrough(client)
    expect(client.world.now).toBe(before + 7_200_000)
    expect(attempts(client)).toMatchObject([{ delivery: 'delivered' }, record, { delivery: 'delivered' }])
    expect(client.world.transactions.size).toBe(1)
  })

  it('because it does not exist is recorded as unreachable', async () => {
    const gone = await WebhookReceiver.listen()
    const { url } = gone
    await gone.close()
    const client = reporting(url)
    await payThrough(client)
    expect(attempts(client)).toMatchObject(Array(3).fill({ delivery: 'failed', outcome: 'unreachable' }))
    expect(attempts(client)[0]?.response).toMatch(/ECONNREFUSED/)
  })

  it('with an endless response is read only at the start', async () => {
    const endless = await receiver((response) => {
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(10_000)));
        if (!response.destroyed) response.once('drain', more)
      }
      more()
    })
    const client = reporting(endless.url, { webhookTimeoutMs: 30_000 })
    await payThrough(client)
    expect(attempts(client)).toMatchObject(
      Array(3).fill({ delivery: 'delivered', httpStatus: 200, response: 'x'.repeat(1000) }),
    )
  })
})

describe('webhooks of other machines', () => {
  const elsewhere = 'http://shop.example/webhook'

  it('are called only when this is allowed, wherever the URL comes from', async () => {
    expect(() => checkWebhookUrl(elsewhere, false)).toThrow(/not sent to shop\.example/)
    expect(() => checkWebhookUrl(elsewhere, true)).not.toThrow()
    for (const url of ['http://127.0.0.1:1', 'https://localhost/x', 'http://[::1]:1/'])
      expect(() => checkWebhookUrl(url, false)).not.toThrow()
    for (const url of ['nonsense', 'ftp://127.0.0.1/', ''])
      expect(() => checkWebhookUrl(url, true)).toThrow(/Invalid webhook URL/)

    const called: string[] = []
    const transport = async ({ url }: { url: string }) => {
      called.push(url)
      return { outcome: 'accepted', httpStatus: 200, response: '' } as const
    }
    const world = {
      ...defaultWorld,
      merchants: defaultWorld.merchants.map((merchant) => ({ ...merchant, webhookUrl: elsewhere })),
    }
    const client = new TestClient({ world, transport })
    await payThrough(client)
    expect(called).toEqual([])
    expect([...client.world.events]).toMatchObject(
      Array(3).fill({
        delivery: 'withheld',
        note: { withheld: 'forbidden-url', message: expect.stringMatching(/not sent to shop\.example/) },
      }),
    )
    await payThrough(new TestClient({ world, transport, allowAnyWebhookHost: true }))
    expect(called).toEqual(Array(3).fill(elsewhere))
  })
})
