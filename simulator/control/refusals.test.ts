// Calls of the control API that the state or the arguments do not allow: each says what is the matter, and what would help.

import { beforeAll, expect, it } from 'vitest'
import {
  createInvoice,
  createQr,
  createSubscription,
  magazine,
  payByExchange,
} from '../test-support/requests.ts'
import { openShop } from '../test-support/shop.ts'

/** Ids of records in each state, which the calls below refer to. */
const ids: Record<string, string> = {}
let call: (operation: string, options: unknown) => Promise<unknown>
let digest: () => Promise<string>

beforeAll(async () => {
  const { simulator, control, shop } = await openShop()
  const half = await createQr(shop, 'half')
  await control.payFromWallet({ params: { id: half }, body: { share: '0.5' } })
  const done = (await payByExchange(shop, 'done')).id
  await control.completeTransaction({ params: { id: done } })
  await control.requestRefund({ params: { id: done } })
  const manual = await createSubscription(shop, 'manual', { autoRenewal: false })
  const canceled = await createSubscription(shop, 'canceled')
  await shop.result('cancelSubscription', { body: { subscriptionId: canceled } })
  const paid = (await createInvoice(shop, 'paid')).uuid
  await control.payInvoice({ params: { uuid: paid }, body: { by: 'bank', as: 'shopper-ready' } })
  const withItem = (await createInvoice(shop, 'item', { amount: '12.50', cart: [magazine] })).uuid
  for (let count = 0; count < 100; count += 1)
    await control.injectFault({ body: { operationId: 'getStore', action: { do: 'drop' } } })
  Object.assign(ids, {
    waiting: await createQr(shop, 'waiting'),
    half,
    done,
    manual,
    canceled,
    paid,
    withItem,
  })
  Object.assign(ids, { open: (await createInvoice(shop, 'open')).uuid })
  call = (operation, options) => Reflect.get(control, operation)(options)
  digest = async () => (await simulator.snapshot()).digest
})

const merchantId = '8a4d1c55-0000-4000-8000-000000000001'
const transaction = (id: string, body?: object) => ({ params: { id }, ...(body && { body }) })
const pay = (uuid: string, by: string, as = 'ready', more = {}) => ({
  params: { uuid },
  body: { by, as: `shopper-${as}`, ...more },
})
const balance = (id: string, exchange: string, coin: string, amount: string) => ({
  params: { id },
  body: { exchange, coin, amount },
})
const webhook = (url: string, id = merchantId) => ({ params: { id }, body: { url } })
const assumption = (id: string, body: object) => ({ params: { id }, body })
const encrypt = (operationId: string, of = merchantId) => ({
  body: { operationId, merchantId: of, payload: {} },
})
const part = (text: string) => expect.stringContaining(text)

it.each<[operation: string, options: object, status: number, refusal: object]>([
  ['getTransaction', transaction('none'), 404, { fact: 'No such transaction: "none".' }],
  ['getEvent', { params: { seq: 77 } }, 404, { fact: 'No such event: 77.' }],
  ['payFromWallet', transaction('waiting', { amount: '0' }), 400, { fact: 'Invalid amount 0 BTC.' }],
  ['payFromWallet', transaction('waiting', { share: '0.0' }), 400, { fact: 'Invalid amount 0 BTC.' }],
  [
    'payFromWallet',
    transaction('waiting', { amount: '0.000000001' }),
    400,
    { detail: 'BTC has 8 decimals.' },
  ],
  [
    'payFromWallet',
    transaction('waiting', { amount: '-1' }),
    400,
    { fact: 'Invalid body of payFromWallet.' },
  ],
  ['payFromWallet', transaction('done', { share: '1' }), 409, { remedy: part('Only transactions of POST') }],
  ['requestRefund', transaction('waiting'), 409, { remedy: part('Pay the transaction first') }],
  ['requestRefund', transaction('done'), 409, { remedy: 'A transaction can have one refund request.' }],
  ['completeTransaction', transaction('waiting'), 409, { state: 'awaiting', remedy: part('{"share":"1"}') }],
  [
    'cancelTransaction',
    transaction('half'),
    409,
    { state: 'partially-paid', remedy: part('closePartialTx') },
  ],
  ['processTransaction', transaction('done'), 409, { state: 'completed', allowedActions: [] }],
  ['renewSubscription', transaction('manual'), 409, { remedy: part('POST /api/subscription/debit') }],
  ['renewSubscription', transaction('canceled'), 409, { state: 'canceled', allowedActions: [] }],
  ['redeliver', { params: { seq: 77 } }, 404, {}],
  ['redeliver', { params: { seq: 0 } }, 409, { remedy: part('PUT /control/merchants/{id}/webhook') }],
  ['payInvoice', pay('none', 'bank'), 404, { fact: 'No such invoice: "none".' }],
  ['payInvoice', pay('open', 'bank', 'unknown'), 404, { fact: 'No such shopper: "shopper-unknown".' }],
  [
    'payInvoice',
    pay('open', 'exchange', 'ready', { exchange: 'bank' }),
    404,
    { fact: 'No such exchange: "bank".' },
  ],
  ['payInvoice', pay('paid', 'bank'), 409, { state: 'pending', fact: part('is being paid.') }],
  ['payInvoice', pay('withItem', 'wallet'), 409, { remedy: 'Pay by "exchange".' }],
  ['payInvoice', pay('withItem', 'bank'), 409, { remedy: 'Pay by "exchange".' }],
  ['payInvoice', pay('open', 'exchange', 'low-balance'), 409, { detail: part('419: Insufficient Balance') }],
  ['payInvoice', pay('open', 'exchange', 'below-minimum'), 409, { detail: part('by alphaexchange') }],
  ['payInvoice', pay('open', 'exchange', 'asks-password'), 409, { state: 'password-required' }],
  ['payInvoice', pay('open', 'bank', 'abroad'), 409, { state: 'bank-payments.us-only' }],
  ['payInvoice', pay('open', 'bank', 'no-bank'), 409, { detail: part('not a linked bank') }],
  [
    'payInvoice',
    pay('open', 'wallet', 'ready', { coin: 'XYZ' }),
    409,
    { state: 'qr-transactions.unknown-coin' },
  ],
  ['issueToken', { body: { accessToken: 'mine' } }, 404, { fact: 'No such access token: "mine".' }],
  ['setBalance', balance('nobody', 'alphaexchange', 'BTC', '1'), 404, {}],
  ['setBalance', balance('shopper-ready', 'nowhere', 'BTC', '1'), 404, {}],
  [
    'setBalance',
    balance('shopper-ready', 'alphaexchange', 'USD', '1'),
    404,
    { fact: 'No such coin: "USD".' },
  ],
  ['setBalance', balance('shopper-ready', 'alphaexchange', 'BTC', '0.000000001'), 400, {}],
  [
    'registerWebhook',
    webhook('http://elsewhere.example/'),
    400,
    { fact: part('not sent to elsewhere.example') },
  ],
  ['registerWebhook', webhook('ftp://127.0.0.1/'), 400, { fact: 'Invalid webhook URL "ftp://127.0.0.1/".' }],
  ['registerWebhook', webhook('http://127.0.0.1/', 'nobody'), 404, { detail: part(merchantId) }],
  ['setAssumption', assumption('settlements.never', { use: 'x' }), 400, {}],
  ['setAssumption', assumption('transactions.repeated-order', { use: 'never' }), 400, {}],
  ['setAssumption', assumption('transactions.repeated-order', { use: 'refused', value: 1 }), 400, {}],
  ['encryptPayload', encrypt('createInvoice'), 400, { fact: 'createInvoice takes no encrypted payload.' }],
  ['encryptPayload', encrypt('addPayees', 'nobody'), 404, {}],
  ['setWebhookFaultRules', { body: { rules: [{ do: 'drop', merchantId: 'zz' }] } }, 404, {}],
  ['injectFault', { body: { operationId: 'getStore', action: { do: 'refuse', code: 'x' } } }, 409, {}],
  ['explainDay', { params: { date: '2026-02-30' } }, 400, {}],
])('%s of %j is refused with %i and changes nothing', async (operation, options, status, refusal) => {
  const text = JSON.stringify(options)
  const named = JSON.parse(
    text.replace(/"(?:id|uuid)":"(\w+)"/g, (whole, name) => whole.replace(name, ids[name] ?? name)),
  )
  const before = await digest()
  await expect(call(operation, named)).rejects.toMatchObject({ status, ...refusal })
  expect(await digest()).toBe(before)
})
