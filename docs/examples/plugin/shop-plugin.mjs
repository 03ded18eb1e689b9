// Routes that plugins of shops often need, as a plugin of paytwin.

const frameMessages = {
  completed: { type: 'paid', order: '{order}', status: '{paymentStatus}' },
  resized: { type: 'size', width: 480, height: '{height}' },
  closed: { type: 'close' },
}

export default ({ service, sandboxOf, bodyOf, changeBody }) => {
  // A token for a client id, or the id of the merchant, with its secret.
  service.post('/auth/token', async (context) => {
    const sandbox = await sandboxOf(context)
    const { client_id: id, client_secret: secret } = await bodyOf(context)
    const { accessToken, expiresInSeconds } = sandbox.issueToken(sandbox.merchantOf({ id, secret }))
    return context.json({ access_token: accessToken, expires_in: expiresInSeconds })
  })

  // A login that proves the secret by encrypting with it. With 'service-key', the text names the merchant.
  service.post('/auth/login', async (context) => {
    const sandbox = await sandboxOf(context)
    const { data } = await bodyOf(context)
    const { merchant } = sandbox.decrypt(data, 'passphrase')
    return context.json({ token: sandbox.issueToken(merchant).accessToken })
  })

  // The order gets its number when it is placed, or when it is paid.
  service.patch('/orders/:uuid', async (context) => {
    const sandbox = await sandboxOf(context)
    const merchant = sandbox.merchantOf({ token: context.req.header('authorization') })
    const { order } = await bodyOf(context)
    return context.json(sandbox.renameOrder({ merchant, uuid: context.req.param('uuid'), order }))
  })

  // The page of the shop asks without a token whether its invoice is paid.
  service.get('/orders/:uuid', async (context) => {
    const sandbox = await sandboxOf(context)
    const { invoice, payment } = sandbox.readInvoice({ uuid: context.req.param('uuid') })
    return context.json({ order: invoice.order, payment: payment && sandbox.transactionRecord(payment) })
  })

  // Looser fields of an operation of the contract.
  const complete = (invoice) => ({ shippingAddress: null, ...invoice, amount: String(invoice.amount) })
  service.post('/hosted-page', changeBody(complete))

  // Defaults. What the user chooses takes precedence.
  return {
    assumptions: {
      'authentication.token-issue': 'expiring',
      'invoices.frame-messages': { use: 'template', value: frameMessages },
    },
    validation: 'report',
    world: { merchants: [{ clientId: 'shop-17', clientSecret: 'secret-17' }] },
  }
}
