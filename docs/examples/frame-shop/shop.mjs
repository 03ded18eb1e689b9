// A shop that shows the hosted checkout page in an inline frame, and reacts to its messages.

import { createServer } from 'node:http'

const { PORT = '3000', PAYTWIN_BASE_URL, PAYTWIN_MERCHANT_TOKEN } = process.env

const page = (url) => `<!doctype html><title>Frame shop</title><h1>Checkout</h1>
<iframe src="${url}" width="640" height="400" title="Checkout"></iframe><p role="status"></p>
<script>
  const frame = document.querySelector('iframe'), status = document.querySelector('[role=status]')
  addEventListener('message', ({ source, origin, data }) => {
    if (source !== frame.contentWindow || origin !== new URL(frame.src).origin) return
    if (data.event === 'resized') frame.height = data.height
    if (data.event === 'completed') status.textContent = 'Thank you. Your payment is ' + data.state + '.'
    if (data.event === 'closed') { frame.hidden = true; status.textContent = 'You left the checkout.' }
  })
</script>`

createServer(async (request, response) => {
  const [, action, order] = request.url.split('/')
  if (action !== 'buy') return response.writeHead(404).end()
  const invoice = {
    ...{ order, amount: '40.00', currency: 'USD', shippingAddress: null },
    cart: [{ id: 'lamp', name: 'Desk lamp', price: '40.00', quantity: 1 }],
  }
  const created = await fetch(`${PAYTWIN_BASE_URL}/hosted-page`, {
    method: 'POST',
    headers: { authorization: `Bearer ${PAYTWIN_MERCHANT_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify(invoice),
  })
  response.setHeader('content-type', 'text/html').end(page((await created.json()).result.url))
}).listen(PORT, '127.0.0.1')
