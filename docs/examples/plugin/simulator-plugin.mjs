// What plugin.mjs expects of the service beyond the contract, as a plugin of paytwin.

/** The webhook in the form that the shop reads. */
const assumptions = {
  'webhooks.payload': {
    use: 'template',
    value: {
      body: {
        status: '{paymentStatus}',
        orderId: '{offerId}',
        total: '{amount} {currency}',
        subscriptions: '{subscription}',
        custom: '{customParameter}',
      },
      query: {
        orderId: '{offerId}',
        status: '{paymentStatus}',
        subscription: '{merchantSubscriptionId}',
      },
    },
  },
  'webhooks.signature': 'none',
}

export default ({ service, sandboxOf, bodyOf, changeBody }) => {
  service.post('/auth/login', async (context) => {
    const sandbox = await sandboxOf(context)
    const { data } = await bodyOf(context)
    const { merchant } = sandbox.decrypt(data, 'passphrase')
    return context.json({ status: true, data: { token: sandbox.issueToken(merchant).accessToken } })
  })

  service.post('/orders/rename', async (context) => {
    const sandbox = await sandboxOf(context)
    const { data } = await bodyOf(context)
    const { merchant, value } = sandbox.decrypt(data, 'passphrase')
    const { orderId: previousOrder, newOrderId } = value
    const { order } = sandbox.renameOrder({ merchant, previousOrder, order: newOrderId })
    return context.json({ status: true, data: { orderId: order } })
  })

  service.get('/orders/:order', async (context) => {
    const sandbox = await sandboxOf(context)
    const merchant = sandbox.merchantOf({ token: context.req.header('authorization') })
    const order = context.req.param('order')
    const { payment, paymentStatus } = sandbox.readInvoice({ merchant, order })
    return context.json({
      orderId: order,
      status: paymentStatus,
      partial: payment?.status === 'partially-paid',
    })
  })

  // The plugin sends the amount as a number, and no shipping address.
  service.post(
    '/hosted-page',
    changeBody((invoice) => ({ shippingAddress: null, ...invoice, amount: String(invoice.amount) })),
  )

  return {
    assumptions,
    world: {
      merchants: [
        {
          id: '17171717-0000-4000-8000-000000000017',
          clientId: 'shop-17',
          clientSecret: 'secret-of-shop-17',
          accessToken: 'token-of-shop-17',
        },
      ],
    },
  }
}
