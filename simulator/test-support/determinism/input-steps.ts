// The steps of generated inputs: one input each, lawful more often than not, for which it remembers what later ones need.

import { type Inputs, merchantId } from './inputs.ts'

const merchantToken = 'merchant-lamp-shop'
const tokens = [merchantToken, 'merchant-tea-house', 'shopper-ready', 'nobody']
const personas = [
  'ready',
  'ready',
  'ready',
  'low-balance',
  'not-whitelisted',
  'abroad',
  'no-bank',
  'asks-password',
]
const coins = ['BTC', 'BTC', 'ETH', 'LTC', 'USDC', 'DOGE']
const amounts = ['0.5', '7', '12.50', '40.00', '129.95', '99999999']
const spans = ['PT1M', 'PT7M', 'PT45M', 'PT2H', 'PT5H', 'P1D', 'P3D']
const maxSubscriptions = 12

function line(run: Inputs) {
  return { id: 'lamp', name: 'Desk lamp', price: 20, quantity: run.random.between(1, 3) }
}

async function createInvoice(run: Inputs, more: object = {}): Promise<void> {
  const body = {
    amount: run.one(amounts),
    currency: run.one(['USD', 'EUR']),
    order: run.order(),
    cart: [line(run)],
    customerInfo: run.one([undefined, { name: 'Ada', email: 'ada@shop.example' }]),
    shippingAddress: run.one([null, null, null, undefined]),
    customParameter: parameters(run),
    ...more,
  }
  const { json } = await run.send('POST', '/api/hosted-page', body, run.one([merchantToken, undefined]))
  run.remember('invoices', json.result?.uuid)
}

function parameters(run: Inputs) {
  const params = [{ name: 'basket', value: `b ${run.state.steps}` }]
  return run.one([undefined, { returnMethod: 'GET', params }, { returnMethod: 'POST', params }])
}

async function subscribe(run: Inputs): Promise<void> {
  if (run.state.subscriptions.length >= maxSubscriptions) return renew(run)
  const id = `subscription ${run.state.steps}`
  const item = {
    ...line(run),
    isSubscription: true,
    frequency: run.one(['weekly', 'monthly', 'quarterly']),
    subscriptionPeriod: run.one(['8w', '6m', '1y']),
    merchantSubscriptionId: id,
    autoRenewal: run.one([true, true, false]),
  }
  await createInvoice(run, { cart: [item], shippingAddress: null })
  await exchangePayment(run, run.state.orders.at(-1) ?? '', 'ready', 'BTC', '40.00')
}

async function readInvoice(run: Inputs): Promise<void> {
  const uuid = encodeURIComponent(run.oneOf(run.state.invoices))
  await run.send('GET', `/api/invoices?uuid=${uuid}`, undefined, run.one(tokens))
}

async function createQr(run: Inputs): Promise<void> {
  const body = {
    amount: run.one(amounts),
    currency: 'USD',
    cryptoCurrency: run.one(coins),
    orderId: run.order(),
    cart: [line(run)],
    customerInfo: { name: 'Ada', email: 'ada@shop.example' },
    customParameter: parameters(run),
  }
  const { json } = await run.send('POST', '/api/purchase/qr/generate', body, merchantToken)
  run.remember('wallets', json.result?.id)
  run.remember('transactions', json.result?.id)
}

async function payFromWallet(run: Inputs): Promise<void> {
  const body = { share: run.one(['0.25', '0.5', '0.75', '1', '1.5']) }
  await run.control('POST', `/transactions/${run.oneOf(run.state.wallets)}/pay`, body)
}

async function closePartial(run: Inputs): Promise<void> {
  await run.encrypted('closePartialPayment', '/closePartialTx', { offerId: run.oneOf(run.state.orders) })
}

async function payThroughExchange(run: Inputs): Promise<void> {
  const order = run.random.below(3) === 0 ? run.oneOf(run.state.orders) : run.order()
  await exchangePayment(run, order, run.one(personas), run.one(coins), run.one(amounts))
}

async function exchangePayment(
  run: Inputs,
  offerId: string,
  persona: string,
  assets: string,
  nativeAmount: string,
) {
  const payload = {
    clientId: merchantId,
    assets,
    cart: [line(run)],
    shippingAddress: null,
    offerId,
    nativeAmount,
    savepassword: run.one([true, false]),
    code2fa: '',
    merchantStoreCurrency: 'USD',
  }
  const path = `/exchanges/payments/${run.one(run.state.exchanges)}`
  const { json } = await run.encrypted('createExchangePayment', path, payload, `shopper-${persona}`)
  run.remember('transactions', json.result?.id)
  for (const id of json.result?.subscriptionIds ?? []) run.remember('subscriptions', id)
}

async function validate(run: Inputs): Promise<void> {
  const payload = {
    clientId: merchantId,
    assets: run.one(coins),
    cart: [line(run)],
    offerId: run.oneOf(run.state.orders),
    confirmation: 'true',
    nativeAmount: run.one(amounts),
  }
  const path = `/exchanges/payment-validate/${run.one(run.state.exchanges)}`
  await run.encrypted('validateExchangePayment', path, payload, `shopper-${run.one(personas)}`)
}

async function payByBank(run: Inputs): Promise<void> {
  const persona = run.one(personas)
  const payload = {
    clientId: merchantId,
    amount: run.random.between(1, 500),
    accountId: 'merchant-account-lamp-shop',
    cart: [line(run)],
    stockId: `linked-bank-${persona}`,
    offerId: run.order(),
    merchantStoreCurrency: 'USD',
    hostedPageId: '',
    shippingAddress: null,
  }
  const { json } = await run.encrypted('createBankPayment', '/purchases', payload, `shopper-${persona}`)
  run.remember('transactions', json.result?.id)
}

function party(run: Inputs): object {
  const email = run.one(['g@payee.example', 'not an address', undefined])
  return { id: String(run.state.steps), fname: 'G', lname: 'E', email, label: 'l', businessname: 'b' }
}

async function payees(run: Inputs): Promise<void> {
  await run.encrypted(
    'addPayees',
    '/payout/payee',
    run.one([[party(run), party(run)], {}, []]),
    merchantToken,
  )
}

async function transfers(run: Inputs): Promise<void> {
  const transfer = {
    ...party(run),
    amount: run.random.between(1, 900),
    currency: 'USD',
    descriptor: 'd',
  }
  await run.encrypted('createTransfers', '/payout/transfer', run.one([[transfer], 'none']), merchantToken)
}

async function garbage(run: Inputs): Promise<void> {
  const body = run.one(['{', '[]', '{"data":"no base64"}', `{"data":"${'QUJD'.repeat(64)}"}`, 'null'])
  const path = run.one([
    '/purchases',
    '/exchanges/payments/alphaexchange',
    '/hosted-page',
    '/nothing',
    '/payout/payee',
  ])
  await run.send('POST', `/api${path}`, body, run.one(tokens))
}

async function look(run: Inputs): Promise<void> {
  const path = run.one([
    '/currencies?amount=10&currency=USD',
    `/exchanges/check-balance/${run.one(run.state.exchanges)}?merchantId=${merchantId}`,
    '/banks/my',
    '/stores',
    '/users/me',
  ])
  await run.send('GET', `/api${path}`, undefined, run.one(tokens))
}

function auth(run: Inputs) {
  const subscriptionId = run.oneOf(run.state.subscriptions)
  return {
    merchantId,
    merchantAuth: run.one([run.state.merchantAuth, run.state.merchantAuth, 'wrong']),
    subscriptionId,
  }
}

async function debit(run: Inputs): Promise<void> {
  const body = { ...auth(run), amount: run.random.between(1, 40), currency: 'USD' }
  const { json } = await run.send('POST', '/api/subscription/debit', body)
  run.remember('transactions', json.result?.data?.[0]?.transactionId)
}

async function cancel(run: Inputs): Promise<void> {
  await run.send('POST', '/api/subscription/cancel', auth(run))
}

async function refund(run: Inputs): Promise<void> {
  await run.control('POST', `/transactions/${run.oneOf(run.state.transactions)}/request-refund`)
}

async function move(run: Inputs): Promise<void> {
  const body = { to: run.one(['processing', 'completed', 'canceled']) }
  await run.control('POST', `/transactions/${run.oneOf(run.state.transactions)}/move`, body)
}

async function settle(run: Inputs): Promise<void> {
  await run.control('POST', '/settle')
  await run.control('GET', '/settlements')
}

async function renew(run: Inputs): Promise<void> {
  await run.control('POST', `/subscriptions/${run.oneOf(run.state.subscriptions)}/renew`)
}

async function balance(run: Inputs): Promise<void> {
  const body = {
    exchange: 'alphaexchange',
    coin: run.one(coins),
    amount: run.one(['0', '0.0005', '3', '100']),
  }
  await run.control('PUT', '/shoppers/shopper-ready/balances', body)
}

async function fault(run: Inputs): Promise<void> {
  const operationId = run.one(['createInvoice', 'getStore', 'createExchangePayment'])
  const code = operationId === 'createExchangePayment' ? run.random.between(418, 422) : 'request.invalid'
  const action = run.one([
    { do: 'refuse', code },
    { do: 'answer', status: 503, body: { down: true } },
  ])
  await run.control('POST', '/faults', { operationId, action, after: run.random.below(3), times: 2 })
}

async function faultRules(run: Inputs): Promise<void> {
  const rules = [
    { do: 'duplicate', every: 3 },
    { do: 'delay', by: 'PT10M', share: 0.3 },
    { do: 'reorder', every: 4 },
    { do: 'drop', share: 0.1 },
    { do: 'retry', times: 2, by: 'PT5M' },
  ]
  if (run.random.below(3) === 0) await run.control('DELETE', '/webhook-lab')
  else await run.control('PUT', '/webhook-lab', { rules: [run.one(rules), run.one(rules)] })
}

async function redeliver(run: Inputs): Promise<void> {
  await run.control('POST', `/events/${run.random.below(200)}/redeliver`)
}

async function listen(run: Inputs): Promise<void> {
  await run.control(
    'GET',
    run.one(['/events?limit=5', '/clock', '/mailbox', '/schedule', '/payees', '/subscriptions']),
  )
}

async function advance(run: Inputs): Promise<void> {
  const transaction = run.oneOf(run.state.transactions)
  const body = run.one([
    { by: run.one(spans) },
    { by: run.one(spans) },
    { next: true },
    { bankingDays: 1 },
    { until: { transaction, status: 'completed' }, limit: 'PT2H' },
  ])
  await run.control('POST', '/clock/advance', body)
  // Where tokens expire, a merchant and a shopper who come back get fresh ones.
  for (const accessToken of [merchantToken, 'shopper-ready'])
    await run.control('POST', '/tokens', { accessToken })
}

const weights: readonly [step: (run: Inputs) => Promise<void>, weight: number][] = [
  [createInvoice, 10],
  [subscribe, 2],
  [readInvoice, 5],
  [createQr, 12],
  [payFromWallet, 14],
  [closePartial, 6],
  [payThroughExchange, 10],
  [validate, 3],
  [payByBank, 4],
  [payees, 3],
  [transfers, 3],
  [garbage, 3],
  [look, 10],
  [debit, 4],
  [cancel, 1],
  [refund, 4],
  [move, 5],
  [settle, 2],
  [renew, 2],
  [balance, 2],
  [fault, 2],
  [faultRules, 2],
  [redeliver, 2],
  [listen, 4],
  [advance, 14],
]

/** Every step, as often as it is to come. */
export const inputSteps = weights.flatMap(([step, weight]) => Array.from({ length: weight }, () => step))
