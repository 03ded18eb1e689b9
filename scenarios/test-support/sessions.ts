// Sessions of clients, one kind each: requests of the contract, and the control API as the other parties.

import { type ControlClient, controlClient } from '../../client/control-client.ts'
import {
  bankPayment,
  exchangePayment,
  invoice,
  payee,
  qrTransaction,
  type SampleSource,
  sampleSource,
  subscriptionItem,
  transfer,
} from '../../client/sample-requests.ts'
import { type ServiceClient, serviceClient } from '../../client/service-client.ts'
import { readSimulatorTarget } from '../../client/simulator-target.ts'
import { WebhookReceiver } from '../../client/webhook-receiver.ts'

interface Client {
  service: ServiceClient
  control: ControlClient
  samples: SampleSource
}

/** A client of the simulator at an origin, with the accounts that its control API lists. */
async function clientOf(url: string, prefix: string): Promise<Client> {
  const control = controlClient({ url })
  const target = await readSimulatorTarget(control)
  return { service: serviceClient(target), control, samples: sampleSource(target, prefix) }
}

const advance = ({ control }: Client, by: string) => control.advanceClock({ body: { by } })

/** Pays a share of a new wallet transaction, and returns its order id. */
async function payWallet({ service, control, samples }: Client, share: string): Promise<string> {
  const { id, meta } = (await service.createQrTransaction({ body: qrTransaction(samples) })).result
  await control.payFromWallet({ params: { id }, body: { share } })
  return meta.offerId
}

const steps: Readonly<Record<string, (client: Client) => Promise<void>>> = {
  'invoice and order': async (client) => {
    const { service, samples } = client
    const { uuid } = (await service.createInvoice({ body: invoice(samples, { order: 'order-1' }) })).result
    await service.getInvoice({ query: { uuid } })
    const payload = exchangePayment(samples, { offerId: 'order-1' })
    const { id } = (await service.createExchangePayment({ payload })).result
    await advance(client, 'PT2H')
    await client.control.getTransaction({ params: { id } })
    await client.control.listInvoices({})
  },
  'wallet payment': async (client) => {
    await payWallet(client, '1')
    await advance(client, 'PT2H')
  },
  'exchange payment': async (client) => {
    const { service, samples } = client
    const payload = exchangePayment(samples)
    await service.createExchangePayment({ payload })
    await advance(client, 'PT2H')
  },
  'bank payment': async (client) => {
    const { service, samples, control } = client
    await service.listBanks()
    await service.createBankPayment({ payload: bankPayment(samples) })
    await control.advanceClock({ body: { bankingDays: 4 } })
  },
  payout: async ({ service, samples }) => {
    const grace = payee(samples)
    await service.addPayees({ payload: [grace] })
    await service.createTransfers({ payload: [transfer(grace, { amount: 5 })] })
  },
  subscription: async (client) => {
    const { service, samples, control } = client
    const cart = [subscriptionItem(samples, { autoRenewal: false })]
    await service.createInvoice({ body: invoice(samples, { order: 'order-2', cart }) })
    await service.createExchangePayment({ payload: exchangePayment(samples, { offerId: 'order-2' }) })
    await advance(client, 'PT2H')
    const { subscriptions } = await control.listSubscriptions({})
    const subscriptionId = subscriptions[0]?.id ?? ''
    const amount = Number(samples.amount)
    await service.debitSubscription({ body: { subscriptionId, amount, currency: 'USD' } })
    await service.cancelSubscription({ body: { subscriptionId } })
  },
  'partial payment and closing': async (client) => {
    const offerId = await payWallet(client, '0.5')
    await client.service.closePartialPayment({ payload: { offerId } })
  },
  webhooks: async (client) => {
    const { control, samples } = client
    const receiver = await WebhookReceiver.listen()
    await control.registerWebhook({ params: { id: samples.merchant.id }, body: { url: receiver.url } })
    await payWallet(client, '1')
    await advance(client, 'PT3H')
    await control.listEvents({ query: { account: samples.merchant.id } })
    await receiver.close()
  },
}

/** Each session with the simulator at an origin, by its name. */
export const sessions = Object.fromEntries(
  Object.entries(steps).map(([name, run]) => [
    name,
    async (url: string) => run(await clientOf(url, name.replaceAll(' ', '-'))),
  ]),
)
