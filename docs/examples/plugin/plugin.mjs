// The plugin of a shop that logs in with an encrypted client id, and gives an order its number when it is paid.

import { createCipheriv, createHash, publicEncrypt, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

const { PAYTWIN_BASE_URL, PUBLIC_KEY = '' } = process.env
const clientId = 'shop-17'
const clientSecret = 'secret-of-shop-17'
const merchantId = '17171717-0000-4000-8000-000000000017'

/** As CryptoJS.AES.encrypt(JSON.stringify(value), clientSecret).toString() does. */
function encryptWithSecret(value) {
  const salt = randomBytes(8)
  let key = Buffer.alloc(0)
  let block = Buffer.alloc(0)
  while (key.length < 48) {
    block = createHash('md5').update(block).update(clientSecret).update(salt).digest()
    key = Buffer.concat([key, block])
  }
  const cipher = createCipheriv('aes-256-cbc', key.subarray(0, 32), key.subarray(32, 48))
  const encrypted = [Buffer.from('Salted__'), salt, cipher.update(JSON.stringify(value)), cipher.final()]
  return Buffer.concat(encrypted).toString('base64')
}

/** With the merchant's public key, in blocks where the text is long. */
function encryptWithKey(value) {
  const bytes = Buffer.from(JSON.stringify(value))
  const blocks = []
  for (let at = 0; at < bytes.length; at += 200)
    blocks.push(publicEncrypt(PUBLIC_KEY, bytes.subarray(at, at + 200)))
  return Buffer.concat(blocks).toString('base64')
}

async function call(path, body, token) {
  const headers = {
    'content-type': 'application/json',
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  }
  const response = await fetch(PAYTWIN_BASE_URL + path, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  const result = await response.json()
  if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(result)}`)
  return result
}

const orders = new Map()
const states = { 0: 'on-hold', 1: 'completed', 101: 'partially-paid', '-1': 'failed' }
let lastNumber = 1000

const actions = {
  /** The shopper clicks "Pay": the order has a draft id until it is paid. */
  '/buy': async ({ draft, price, renews }) => {
    const { data } = await call('/auth/login', { data: encryptWithSecret({ clientId }) })
    const terms = { isSubscription: true, frequency: 'monthly', subscriptionPeriod: '0m', autoRenewal: true }
    const subscription = { ...terms, merchantSubscriptionId: `${draft}-magazine` }
    const cart = [{ id: 'magazine', name: 'Magazine', price, quantity: 1, ...(renews ? subscription : {}) }]
    const customParameter = { returnMethod: 'POST', params: [{ name: 'basket', value: draft }] }
    const invoice = { amount: price, currency: 'USD', order: draft, cart, redirectUrl: '', customParameter }
    const { result } = await call('/hosted-page', invoice, data.token)
    orders.set(draft, { state: 'new', paid: 0, cart, price })
    return result
  },
  /** The shopper pays in the shop from an exchange. The payload has the merchant's id, not the client id. */
  '/pay': async ({ draft, shopperToken, exchange, address }) => {
    const { cart, price } = orders.get(draft)
    const line = { ...cart[0], localAmount: price, localCurrency: 'USD' }
    const payload = {
      clientId: merchantId,
      assets: 'BTC',
      cart: [line],
      shippingAddress: address,
      offerId: draft,
    }
    const more = {
      nativeAmount: String(price),
      savepassword: false,
      code2fa: '',
      merchantStoreCurrency: 'USD',
    }
    return call(
      `/exchanges/payments/${exchange}`,
      { data: encryptWithKey({ ...payload, ...more }) },
      shopperToken,
    )
  },
  /** The receiver. An order that is paid for the first time gets its number, and the service is informed. */
  '/webhook': async ({ status, orderId, subscriptions }) => {
    const order = orders.get(orderId)
    if (order === undefined) throw new Error(`Unknown order ${orderId}`)
    order.state = states[status] ?? `unknown status ${status}`
    order.subscription = subscriptions[0]?.id
    if (status !== '1') return {}
    order.paid += 1
    if (order.paid > 1) return {}
    lastNumber += 1
    const number = String(lastNumber)
    orders.delete(orderId)
    orders.set(number, order)
    // After the response, as in most shops.
    setTimeout(() =>
      call('/orders/rename', { data: encryptWithSecret({ orderId, newOrderId: number }) }).catch(
        console.error,
      ),
    )
    return {}
  },
  '/cancel': async ({ number }) => {
    const { subscription: subscriptionId } = orders.get(number)
    return call('/subscription/cancel', {
      merchantId,
      merchantAuth: encryptWithKey({ subscriptionId }),
      subscriptionId,
    })
  },
  '/orders': async () =>
    Object.fromEntries([...orders].map(([id, { state, paid }]) => [id, { state, paid }])),
}

const server = createServer(async (request, response) => {
  try {
    const result = await actions[request.url](JSON.parse((await text(request)) || '{}'))
    response.end(JSON.stringify(result))
  } catch (error) {
    console.error(error.message)
    response.writeHead(500).end(JSON.stringify({ error: error.message }))
  }
})
server.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () =>
  console.log(`http://127.0.0.1:${server.address().port}`),
)
