// A profile is learned from a remote deployment, printed, saved, and not learned twice.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { testDirectory } from '../../core/test-support/test-directory.ts'
import { mutants } from '../altered/mutants/all.ts'
import type { Mutant } from '../altered/mutants/mutation.ts'
import { contractVariants } from '../altered/variants/contract-only.ts'
import { verify } from '../commands/verify.ts'
import { formOf } from '../observe/delivery-form.ts'
import { type InProcessOptions, inProcess } from '../observe/in-process.ts'
import { outcomeOf } from '../observe/response-outcome.ts'
import { profileOf } from './profile.ts'
import { refusalOf } from './refusal-form.ts'

const directory = testDirectory('profile')

async function asRemote(options: InProcessOptions, profile?: string) {
  const simulator = inProcess(options)
  await simulator.fresh()
  const target = profile === undefined ? simulator.target : { ...simulator.target, profile }
  return { ...simulator, remote: true, target, profile: profileOf(target) }
}

const time = { now: Date.now, wait: async (_ms: number) => {} }

async function learned(
  assumptions: NonNullable<InProcessOptions['simulator']>['assumptions'] = {},
  profile?: string,
) {
  const deployment = await asRemote({ simulator: { assumptions } }, profile)
  const only = ['stores', 'invoices.created', 'subscriptions.cancel-accepted', 'webhooks.partial-payments']
  const report = await verify(deployment, { only, runs: 1, level: 'disruptive', time })
  return { report, deployment }
}

it('names the options that the deployment has in force', async () => {
  const { report } = await learned()
  expect(report.failures).toEqual([])
  expect(report.profile?.options).toEqual({
    'errors.envelope': 'message',
    'errors.subscription-form': 'common',
    'webhooks.payment-status': 'integer-text',
  })
  const others = {
    'errors.envelope': 'error-object',
    'errors.subscription-form': 'in-body',
    'webhooks.payment-status': 'words',
  } as const
  expect((await learned(others)).report.profile?.options).toEqual(others)
})

it('says in words what it learned', async () => {
  const { lines = [] } = (await learned()).report.profile ?? {}
  expect(lines.join('\n')).toMatch(/refuses by HTTP 401 with ok, statusCode, message: .*getStore/)
  expect(lines.join('\n')).toMatch(/webhooks have the status in \w+: .*completed is 1/)
})

it('learns from invoices how addresses are written, before payments need one', async () => {
  const { why: _, ...byName } =
    contractVariants['payments with the address of their invoice, whose country is a name'] ?? {}
  const deployment = await asRemote(byName)
  const report = await verify(deployment, {
    only: ['exchange-payments.accepted'],
    runs: 1,
    level: 'money',
    time,
  })
  expect(report.profile?.lines.join()).toContain(
    'addresses with codes of states and the country United States',
  )
  expect(report.counts).toMatchObject({ pass: 1, inconclusive: 0 })
})

it('names the operations that answer like a success where they must refuse', async () => {
  const simulator = await asRemote({})
  const send: typeof simulator.send = async (...request) => {
    const response = await simulator.send(...request)
    return response.status === 401 ? Response.json({ ok: true, result: [] }) : response
  }
  const { profile, counts } = await verify(
    { ...simulator, send },
    { only: ['stores'], runs: 1, time, level: 'write' },
  )
  expect(profile?.lines).toContain('refuses by HTTP 200 like a success: getStore')
  expect(profile?.options).toEqual({})
  expect(counts).toMatchObject({ fail: 0, inconclusive: 0 })
})

it('is saved and given back, and then nothing is learned twice', async () => {
  const { deployment, report } = await learned()
  const path = join(directory, 'profile.json')
  writeFileSync(path, JSON.stringify(deployment.profile))
  const again = await learned({}, path)
  expect(again.deployment.profile).toEqual(deployment.profile)
  expect(again.report.requests).toBeLessThan(report.requests)
  writeFileSync(path, '{"paytwin":"profile","refusals":{"getStore":{"status":"no"}}}')
  await expect(learned({}, path)).rejects.toThrow(/Cannot read the profile .*refusals\.getStore/)
})

it('takes what only a refusal has for the sign of one', () => {
  const success = { ok: true, result: { id: '7', cause: null, trace: 'a' } }
  const refused = { ok: true, result: { id: '8', cause: 'no such order', trace: 'b' } }
  const refusal = refusalOf({ status: 200, json: refused }, success)
  expect(refusal).toEqual({ status: 200, fields: ['result.cause'] })
  const body = { ok: true, result: { cause: 'too late', trace: 'c' } }
  expect(outcomeOf('createInvoice', 200, body)).toBe('flawed')
  expect(outcomeOf('createInvoice', 200, body, refusal)).toBe('refusal')
})

const update = (fields: object) => ({
  method: 'POST',
  url: '/webhook/0',
  body: JSON.stringify({ ref: 'tx-1', ...fields }),
})

it('reads the status from a field of any name, in any words', () => {
  const updates = [update({ phase: 'opened', at: 6 }), update({ phase: 'settled', at: 7 })]
  expect(formOf(updates, 'tx-1')).toEqual({
    transactionField: 'ref',
    statusField: 'phase',
    statusWords: { completed: ['settled'] },
  })
})

it('reads the status from a field of any name that has one of the declared integers', () => {
  const updates = [update({ phaseCode: 35, attempt: 1 }), update({ phaseCode: 12, attempt: 2 })]
  const integers = { pending: 70, processing: 35, canceled: -1, completed: 12 }
  expect(formOf(updates, 'tx-1', integers)).toMatchObject({
    statusField: 'phaseCode',
    statusWords: { processing: ['35'], completed: ['12'] },
  })
  expect(formOf(updates, 'tx-1')).toEqual({ transactionField: 'ref' })
})

it.each(['webhooks.exchange-status-changes', 'webhooks.invoice-parameters'] as const)(
  'finds faults of %s where the status has another name',
  async (requirement) => {
    const phased = (fault: InProcessOptions): InProcessOptions => ({
      ...fault,
      simulator: { assumptions: { 'webhooks.payload': 'flat' } },
      delivery: (...[sent, world]: Parameters<NonNullable<InProcessOptions['delivery']>>) =>
        (fault.delivery?.(sent, world) ?? [sent]).map((one) => ({
          ...one,
          url: one.url.replace(/(?<=[?&])(payment_)?status(?==)/g, 'phaseCode'),
          body: one.body.replace(/(?<=")(payment_)?status(?=":)/g, 'phaseCode'),
        })),
    })
    const failed = async (fault: InProcessOptions) => {
      const deployment = await asRemote(phased(fault))
      const report = await verify(deployment, { only: [requirement], runs: 1, level: 'disruptive', time })
      expect(deployment.profile.deliveries.statusField).toBe('phaseCode')
      return report.failures.length
    }
    expect(await failed({})).toBe(0)
    // A run without situations has at most ten parameters, and no order id of another merchant.
    const isSeen = ({ name }: Mutant) => !/first ten|of any merchant/.test(name)
    const faults = mutants.filter((one) => one.requirement === requirement && isSeen(one))
    for (const mutant of faults) expect([mutant.id, await failed(mutant)]).not.toEqual([mutant.id, 0])
  },
)
