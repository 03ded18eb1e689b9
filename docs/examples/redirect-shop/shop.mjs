// A shop that sends its shoppers to the hosted checkout page, and learns from webhooks what became of their orders.

import { verify } from 'node:crypto'
import { createServer } from 'node:http'

const { PORT = '3000', PAYTWIN_BASE_URL, PAYTWIN_MERCHANT_TOKEN, PAYTWIN_WEBHOOK_PUBLIC_KEY } = process.env
const orders = new Map()

async function createInvoice(order) {
  const response = await fetch(`${PAYTWIN_BASE_URL}/hosted-page`, {
    method: 'POST',
    headers: { authorization: `Bearer ${PAYTWIN_MERCHANT_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ order, amount: '40.00', currency: 'USD', shippingAddress: null },
      cart: [{ id: 'lamp', name: 'Desk lamp', price: '40.00', quantity: 1 }],
      redirectUrl: `http://127.0.0.1:${PORT}/orders/${order}`,
    }),
  })
  return (await response.json()).result
}

function isValid(text, signature) {
  return verify('RSA-SHA256', Buffer.from(text), PAYTWIN_WEBHOOK_PUBLIC_KEY, Buffer.from(signature, 'base64'))
}

createServer(async (request, response) => {
  const [, page, order] = request.url.split('/')
  if (page === 'buy') {
    const { url } = await createInvoice(order)
    response.writeHead(303, { location: url }).end()
  } else if (page === 'webhook') {
    const { data, signature } = JSON.parse(Buffer.concat(await request.toArray()).toString())
    const valid = isValid(data.data, signature)
    if (valid) {
      // Only this text is signed, not the copies of its fields around it.
      const { offerId, paymentStatus } = JSON.parse(data.data)
      orders.set(offerId, paymentStatus === '1' ? 'completed' : 'pending')
    }
    response.writeHead(valid ? 204 : 400).end()
  } else response.end(`Order ${order}: ${orders.get(order) ?? 'not paid'}`)
}).listen(PORT, '127.0.0.1')
