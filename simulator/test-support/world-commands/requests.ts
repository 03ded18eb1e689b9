// Commands that send other requests, many of them invalid, and commands that disturb what follows: injected faults, webhook
// fault rules and redeliveries.

import fc from 'fast-check'
import type { ControlClient } from '../../../client/control-client.ts'
import { done, nextOrder, recordAt, type System, type WorldCommand, worldOf } from './world-command.ts'

type Encrypted = Parameters<ControlClient['encryptPayload']>[0]['body']
type FaultRule = Parameters<ControlClient['setWebhookFaultRules']>[0]['body']['rules'][number]

/** A command whose outcome is only recorded. */
function request(text: string, send: (system: System) => Promise<unknown>): WorldCommand {
  return {
    check: () => true,
    perform: async (system) => {
      await send(system)
      return { done: true }
    },
    toString: () => text,
  }
}

async function sendEncrypted(
  { shop }: System,
  path: string,
  { operationId, payload }: Pick<Encrypted, 'operationId' | 'payload'>,
  token?: string,
): Promise<void> {
  const { body } = await shop.control.encryptPayload({
    body: { operationId, merchantId: shop.merchant.id, payload },
  })
  await shop.send('POST', path, { body, ...(token === undefined ? {} : { token }) })
}

const createInvoice = (amount: string, currency: string, shippingAddress: null | undefined) =>
  request(`CreateInvoice(${amount} ${currency}, ${shippingAddress})`, (system) => {
    const body = {
      amount,
      currency,
      order: nextOrder(system),
      cart: [{ id: 'lamp', name: 'Desk lamp', price: 20, quantity: 1 }],
      shippingAddress,
    }
    return system.shop.send('POST', '/hosted-page', { body, token: system.shop.merchant.accessToken })
  })

const readInvoice = (place: number, token: string): WorldCommand => ({
  ...request(`ReadInvoice(invoice ${place}, ${token})`, (system) => {
    const { uuid } = recordAt(worldOf(system).invoices, place)
    return system.shop.send('GET', `/invoices?uuid=${uuid}`, { token })
  }),
  check: ({ invoices }) => -place <= invoices,
})

const read = (path: string, token: string) =>
  request(`Read(${path}, ${token})`, ({ shop }) =>
    shop.send('GET', path.replace('{exchange}', shop.target.exchanges[1] ?? ''), { token }),
  )

const sendGarbage = (path: string, body: unknown) =>
  request(`SendGarbage(${path}, ${JSON.stringify(body)})`, ({ shop }) =>
    shop.send('POST', path, { body, token: shop.merchant.accessToken }),
  )

const validatePayment = (assets: string, shopper: string) =>
  request(`ValidatePayment(${assets}, ${shopper})`, (system) => {
    const clientId = system.shop.merchant.id
    const payload = { clientId, assets, cart: [], offerId: 'o', confirmation: 'true', nativeAmount: '7' }
    const path = `/exchanges/payment-validate/${system.shop.target.exchanges[0]}`
    return sendEncrypted(system, path, { operationId: 'validateExchangePayment', payload }, shopper)
  })

const payout = (operationId: 'addPayees' | 'createTransfers', email: string | undefined) =>
  request(`${operationId === 'addPayees' ? 'AddPayees' : 'CreateTransfers'}(${email})`, (system) => {
    const party = { id: '1', fname: 'G', lname: 'E', email, label: 'l', businessname: 'b' }
    const transfer = { ...party, amount: 9, currency: 'USD', descriptor: 'd' }
    const path = operationId === 'addPayees' ? '/payout/payee' : '/payout/transfer'
    const payload = [operationId === 'addPayees' ? party : transfer]
    return sendEncrypted(system, path, { operationId, payload }, system.shop.merchant.accessToken)
  })

const injectFault = (times: number) =>
  request(`InjectFault(createInvoice, ${times} times)`, ({ shop }) =>
    shop.control.injectFault({
      body: {
        operationId: 'createInvoice',
        action: { do: 'respond', status: 503, body: { down: true } },
        times,
      },
    }),
  )

const setFaultRules = (rules: FaultRule[]) =>
  request(`SetFaultRules(${rules.map((rule) => rule.do)})`, ({ shop }) =>
    shop.control.setWebhookFaultRules({ body: { rules } }),
  )

const redeliver = (place: number): WorldCommand => ({
  ...request(`Redeliver(event ${place})`, (system) => {
    const { seq } = recordAt(worldOf(system).events, place)
    return done(system.shop.control.redeliver({ params: { seq } }))
  }),
  check: ({ events }) => -place <= events,
})

const places = fc.integer({ min: -20, max: -1 })
const tokens = fc.constantFrom('merchant-lamp-shop', 'merchant-tea-house', 'shopper-ready', 'nobody')
const paths = fc.constantFrom(
  '/currencies?amount=10&currency=USD',
  '/exchanges/check-balance/{exchange}?merchantId=8a4d1c55-0000-4000-8000-000000000001',
  '/banks/my',
  '/stores',
  '/users/me',
)
const emails = fc.constantFrom('g@payee.example', 'not an address', undefined)
const postPaths = fc.constantFrom(
  '/purchases',
  '/hosted-page',
  '/nothing',
  '/payout/payee',
  '/closePartialTx',
)
const faultRules: fc.Arbitrary<FaultRule> = fc.constantFrom<FaultRule[]>(
  { do: 'duplicate', every: 3 },
  { do: 'delay', by: 'PT10M', share: 0.3 },
  { do: 'reorder', every: 4 },
  { do: 'drop', share: 0.1 },
  { do: 'retry', times: 2, by: 'PT5M' },
)

export const requestCommands = {
  createInvoice: fc
    .tuple(
      fc.constantFrom('0.5', '12.50', '99999999'),
      fc.constantFrom('USD', 'EUR'),
      fc.constantFrom(null, undefined),
    )
    .map(([amount, currency, address]) => createInvoice(amount, currency, address)),
  readInvoice: fc.tuple(places, tokens).map(([place, token]) => readInvoice(place, token)),
  read: fc.tuple(paths, tokens).map(([path, token]) => read(path, token)),
  sendGarbage: fc
    .tuple(postPaths, fc.constantFrom({}, [], null, { data: 'no base64' }, { data: 'QUJD'.repeat(64) }))
    .map(([path, body]) => sendGarbage(path, body)),
  validatePayment: fc
    .tuple(fc.constantFrom('BTC', 'ETH', 'DOGE'), fc.constantFrom('shopper-ready', 'shopper-asks-password'))
    .map(([assets, shopper]) => validatePayment(assets, shopper)),
  addPayees: emails.map((email) => payout('addPayees', email)),
  createTransfers: emails.map((email) => payout('createTransfers', email)),
} satisfies Record<string, fc.Arbitrary<WorldCommand>>

/** After these, deliveries and requests do not have their usual outcomes. */
export const disturbanceCommands = {
  injectFault: fc.integer({ min: 1, max: 3 }).map(injectFault),
  setFaultRules: fc.array(faultRules, { maxLength: 2 }).map(setFaultRules),
  redeliver: places.map(redeliver),
} satisfies Record<string, fc.Arbitrary<WorldCommand>>
