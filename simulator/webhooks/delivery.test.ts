// The request of a delivery: its method, content and limits.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { verifyWebhookSignature } from '../../client/webhook-signature.ts'
import type { SimulatorOptions } from '../simulator.ts'
import { createInvoice, payByExchange, subscribe } from '../test-support/requests.ts'
import { begin, deliveredRequest, deliveriesOf } from '../test-support/status-changes.ts'
import { TestClient } from '../test-support/test-client.ts'
import type { TransactionState } from '../world/state.ts'
import { Delivery } from './delivery.ts'
import { describeNote } from './delivery-records.ts'

function recording(options: SimulatorOptions = {}) {
  const client = new TestClient(options)
  return { client, deliveries: deliveriesOf(client) }
}

/** The first status change of a transaction, as a delivery. */
function deliveryOf(client: TestClient, changes: Partial<TransactionState>): Delivery {
  return new Delivery(client.world, begin(client, 'o1', changes))
}

describe('the signature of a GET delivery', () => {
  it.each(['custom-first', 'custom-last'] as const)(
    'is valid if the URL has a query and a custom parameter is called signature, %s',
    async (order) => {
      for (const url of ['http://127.0.0.1:1/', "http://127.0.0.1:1/?wc-api=a shop's?&signature=x"]) {
        const client = new TestClient({ assumptions: { 'webhooks.colliding-parameters': order } })
        const { publicKey } = client.world.accounts.serviceKey
        const key = publicKey.export({ type: 'spki', format: 'pem' }).toString()
        client.world.registerWebhook(client.merchant, url)
        const params = [{ name: 'signature', value: "it's mine" }]
        const sent = await deliveredRequest(client, { returnMethod: 'GET', params })
        expect(verifyWebhookSignature(sent, key)).toBe('valid')
        const changed = { ...sent, url: sent.url.replace('o1', 'o2') }
        expect(verifyWebhookSignature(changed, key)).toBe('invalid')
      }
    },
  )
})

const params = [
  { name: 'basket', value: 'b 17 & more' },
  { name: 'basket', value: 'ü' },
]

describe('custom parameters', () => {
  it('of an invoice determine the method, and are in the query of each GET of the transaction that pays it', async () => {
    const { client, deliveries } = recording()
    await createInvoice(client, 'o1', { customParameter: { returnMethod: 'GET', params } })
    await payByExchange(client, 'o1')
    await client.advance(7_200_000)
    const requests = deliveries.map(({ request }) => request)
    for (const { method, body } of requests) expect([method, body]).toEqual(['GET', ''])
    const queries = requests.map(({ url }) => new URL(url).searchParams)
    expect(queries.map((query) => query.get('paymentStatus'))).toEqual(['0', '0', '1'])
    for (const query of queries) expect(query.getAll('basket')).toEqual(['b 17 & more', 'ü'])
  })

  it('are added to the query of the webhook URL', async () => {
    const client = new TestClient()
    client.world.registerWebhook(client.merchant, 'http://127.0.0.1:1/hook?shop=7#part')
    const { url } = deliveryOf(client, { customParameter: { returnMethod: 'GET', params } }).request
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:1\/hook\?shop=7&basket=/)
    expect(url).not.toContain('#')
  })
})

describe('the payload', () => {
  it('is the same at every delivery of an event, whatever happened to the transaction later', async () => {
    const { client, deliveries } = recording()
    await payByExchange(client, 'o1')
    await client.advance(7_200_000)
    const again = [...client.world.events].map((event) => new Delivery(client.world, event).request)
    expect(again).toEqual(deliveries.map(({ request }) => request))
  })
})

describe('the limits of a delivery', () => {
  it('withhold a GET of more than 2048 characters, and nothing else', async () => {
    const { client, deliveries } = recording({ assumptions: { 'webhooks.signature': 'none' } })
    const long = deliveryOf(client, {
      customParameter: { returnMethod: 'GET', params: [{ name: 'n', value: 'x'.repeat(2048) }] },
    })
    expect(long.tooLong).toMatch(
      /^The request would have 2\d{3} characters\. A GET request has at most 2048\.$/,
    )
    deliveryOf(client, {})
    client.sandbox.afterInput()
    const [withheld, sent] = client.world.events
    expect([withheld?.delivery, sent?.delivery]).toEqual(['withheld', 'delivered'])
    expect(describeNote(withheld?.note ?? null)).toBe(long.tooLong)
    expect(deliveries).toHaveLength(1)
  })

  it.each([
    ['GET', 2048, {}],
    ['POST', 20_000, { 'webhooks.payload': 'flat', 'limits.post-size': { value: { bytes: 20_000 } } }],
  ] as const)('of a %s permit %i characters or bytes', (returnMethod, max, assumptions) => {
    const client = new TestClient({ assumptions: { 'webhooks.signature': 'none', ...assumptions } })
    const delivery = (length: number) =>
      deliveryOf(client, {
        customParameter: { returnMethod, params: [{ name: 'n', value: 'x'.repeat(length) }] },
      })
    const sizeOf = ({ request: { url, body } }: Delivery) => (returnMethod === 'GET' ? url : body).length
    const longest = max - sizeOf(delivery(0))
    expect([sizeOf(delivery(longest)), delivery(longest).tooLong]).toEqual([max, undefined])
    expect(delivery(longest + 1).tooLong).toContain(`would have ${max + 1} `)
  })

  it('count the merchantSubscriptionId', async () => {
    const { client } = recording({ assumptions: { 'limits.post-size': { value: { bytes: 20_000 } } } })
    await subscribe(client, 'o1', { merchantSubscriptionId: 'x'.repeat(12_000) })
    expect(client.world.events[0]?.delivery).toBe('withheld')
  })

  const post = new TestClient({ assumptions: { 'limits.post-size': { value: { bytes: 20_000 } } } })
  const get = new TestClient()
  const getPath = new TestClient({ assumptions: { 'limits.get-measure': 'path-and-query' } })
  const piece = fc.constantFrom('x', '"', '\\', '\u0000', 'ü', '€', '😀', '\ud800')
  const nobody = { name: '', email: '' }

  it.each<
    [method: 'GET' | 'POST', client: TestClient, times: number, isTooLong: (delivery: Delivery) => boolean]
  >([
    ['POST', post, 3000, ({ request }) => Buffer.byteLength(request.body) > 20_000],
    ['GET', get, 400, ({ request }) => request.url.length > 2048],
    ['GET', getPath, 400, ({ request }) => request.url.length - new URL(request.url).origin.length > 2048],
  ])(
    'of a %s are measured exactly, whichever field is long (%#)',
    (returnMethod, client, times, isTooLong) => {
      const long = fc
        .tuple(piece, fc.integer({ min: 0, max: times }))
        .map(([text, count]) => text.repeat(count))
      const verdicts = new Set<boolean>()
      const changes = fc.constantFrom<(text: string) => Partial<TransactionState>>(
        (offerId) => ({ offerId }),
        (name) => ({ customer: { ...nobody, name } }),
        (address) => ({ customer: { ...nobody, address } }),
        (phone) => ({ customer: { ...nobody, phone } }),
        (name) => ({ customParameter: { returnMethod, params: [{ name, value: '' }] } }),
      )
      fc.assert(
        fc.property(changes, long, (change, text) => {
          const delivery = deliveryOf(client, {
            customParameter: { returnMethod, params: [] },
            ...change(text),
          })
          const tooLong = isTooLong(delivery)
          verdicts.add(tooLong)
          expect(delivery.tooLong !== undefined).toBe(tooLong)
        }),
        { numRuns: 150 },
      )
      expect(verdicts.size).toBe(2)
    },
  )
})
