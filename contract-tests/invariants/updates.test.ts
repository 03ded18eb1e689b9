// Wrong updates of bank payments, in properties that look at no update.

import { expect, it } from 'vitest'
import { allProperties } from '../commands/all-claims.ts'
import { verify } from '../commands/verify.ts'
import { type InProcessOptions, inProcess, type WebhookRequest } from '../observe/in-process.ts'

/** Changes the updates of bank payments. */
const ofBankPayments =
  (change: (update: WebhookRequest) => Partial<WebhookRequest>): NonNullable<InProcessOptions['delivery']> =>
  (update, { transactions }) => {
    const text = `${update.url} ${update.body}`
    const isOfBank = [...transactions].some(({ id, kind }) => kind === 'bank' && text.includes(id))
    return [isOfBank ? { ...update, ...change(update) } : update]
  }

const properties = allProperties.filter(({ resource }) => resource === 'bank-payments')

it.each([
  [
    'at the webhook of another merchant',
    'webhooks.one-for-crypto-and-bank',
    ({ url }: WebhookRequest) => ({ url: url.replace(/(?<=\/webhook\/)\d+/, (at) => `${1 - Number(at)}`) }),
  ],
  [
    'without the parameters of the invoice',
    'webhooks.invoice-parameters',
    ({ url, body }: WebhookRequest) => ({
      ...{ url: url.replaceAll('shopref', 'ref'), body: body.replaceAll('shopref', 'ref') },
    }),
  ],
  ['by another method', 'webhooks.delivered-by-post', () => ({ method: 'GET' as const })],
])('finds updates %s, although no property looks at them', async (_, requirement, change) => {
  const options = { runs: 2, shrink: false, properties }
  const { failures } = await verify(inProcess({ delivery: ofBankPayments(change) }), options)
  expect(failures.map((one) => one.requirement)).toContain(requirement)
  expect((await verify(inProcess(), options)).failures).toEqual([])
})
