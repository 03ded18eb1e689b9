// With a receiver, but without a clock and a shopper, the first updates of payments show how a deployment delivers.

import { describe, expect, it } from 'vitest'
import { mutants } from '../../altered/mutants/all.ts'
import { refusing } from '../../altered/variants/rows.ts'
import { verify } from '../../commands/verify.ts'
import { type InProcessOptions, inProcess, type WebhookRequest } from '../../observe/in-process.ts'
import { firstUpdates } from './first-updates.ts'

const verifyWithReceiver = (options: InProcessOptions = {}) => {
  const { clock: _, shopper: __, ...deployment } = inProcess(options)
  return verify(deployment, { properties: firstUpdates, level: 'money' })
}

const silent: InProcessOptions = { simulator: { assumptions: { 'webhooks.first-status': 'silent' } } }

const checked: readonly string[] = [...new Set(firstUpdates.flatMap(({ checks }) => checks))]

async function verdictsWith(options?: InProcessOptions): Promise<Set<string>> {
  const { requirements, errors } = await verifyWithReceiver(options)
  expect(errors).toEqual([])
  return new Set(requirements.filter(({ id }) => checked.includes(id)).map(({ verdict }) => verdict))
}

async function failuresWith(delivery: (request: WebhookRequest) => WebhookRequest[]): Promise<string[]> {
  return (await verifyWithReceiver({ delivery })).failures.map(({ requirement }) => requirement)
}

describe('the first updates of payments', () => {
  it('make six requirements checkable with a receiver alone', async () => {
    expect(checked.length).toBe(6)
    expect(await verdictsWith()).toEqual(new Set(['pass']))
  })

  it('are short enough where the service refuses an invoice that does not fit a GET', async () => {
    const refuses = refusing('createInvoice', ({ body }) => {
      const { returnMethod, params } = body.customParameter ?? {}
      return returnMethod === 'GET' && JSON.stringify(params).length > 2048
    })
    expect(await verdictsWith(refuses)).toEqual(new Set(['pass']))
  })

  it('prove nothing where a deployment does not send them, which needs patience or a clock', async () => {
    expect(await verdictsWith(silent)).toEqual(new Set(['inconclusive']))
    const { requirements } = await verifyWithReceiver(silent)
    for (const id of ['webhooks.invoice-parameters', 'webhooks.one-for-crypto-and-bank'])
      expect(requirements.find((one) => one.id === id)).toMatchObject({
        reasons: [expect.stringMatching(/A clock .* or --patience 3h\. \(webhooks.nothing-at-once\)$/)],
        permitted: ['webhooks.nothing-at-once'],
      })
  })

  it('show missing custom parameters', async () => {
    expect(
      await failuresWith((request) => [{ ...request, body: request.body.replaceAll('shop id', 'shop') }]),
    ).toContain('webhooks.invoice-parameters')
  })

  it('may be mere notices, which have another method or no custom parameters', async () => {
    const byPost = (request: WebhookRequest) => ({ ...request, method: 'POST' as const })
    const notice = (request: WebhookRequest) => {
      if (request.method === 'GET') return request
      const { transactionId } = JSON.parse(request.body).data
      return { ...request, body: JSON.stringify({ transactionId, status: 'pending' }) }
    }
    for (const change of [byPost, notice])
      expect(await failuresWith((request) => [change(request)])).toEqual([])
  })

  it('show a second URL', async () => {
    const failed = await failuresWith((request) => [
      request,
      { ...request, url: request.url.replace('/webhook/0', '/webhook/0/bank') },
    ])
    expect(failed).toContain('webhooks.one-for-crypto-and-bank')
  })

  it('show updates that are too long', async () => {
    const ids = ['webhooks.get-within-2048', 'webhooks.post-within-2m']
    // Only the properties of `firstUpdates` run, which pay no such invoice from a bank.
    const violated = mutants.filter(({ requirement, id }) => ids.includes(requirement) && !/bank/.test(id))
    expect(violated.length).toBeGreaterThan(1)
    for (const { requirement, ...options } of violated) {
      const { failures } = await verifyWithReceiver(options)
      expect([...new Set(failures.map((failure) => failure.requirement))]).toEqual([requirement])
    }
  })
})
