// Unusual values of a deployment or a client neither get into the scenario nor make it invalid.

import { expect, it } from 'vitest'
import { simulatorInProcess } from '../in-process.ts'
import { proxyTo } from '../test-support/proxied.ts'
import { serveRequests } from './recorder.ts'

const here = { host: '127.0.0.1', port: 0 }
const token = 'CANARY+Ab9/x7Q=zz-M0'
const uuid = '3f0c9d52-7d1e-4f5c-9a55-0d6a2b1c7e10'

/** The scenario of two calls, the second of which uses a text of the first response. */
async function recorded(response: unknown, headers: Record<string, string> = {}) {
  const real = await serveRequests(here, async () => Response.json(response))
  const recorder = await proxyTo(real.url)
  const authorization = `Bearer ${token}`
  await fetch(`${recorder.url}/stores`, { headers: { ...headers, authorization } })
  await fetch(`${recorder.url}/invoices?uuid=ref-77712345`, { headers: { authorization } })
  const { scenario } = await recorder.stop()
  await real.close()
  return scenario.workflows[0]?.steps ?? []
}

const conditions = ({ successCriteria = [] }: { successCriteria?: { condition: string }[] }) =>
  successCriteria.map(({ condition }) => condition)

it('writes a header that contains a secret with an input', async () => {
  const [step] = await recorded({ ok: true }, { 'x-transaction-source': `web ${token}` })
  expect(step?.parameters).toContainEqual({
    name: 'x-transaction-source',
    in: 'header',
    value: 'web {$inputs.accessToken1}',
  })
})

it('recognizes a short access token of the target in the place of one only', async () => {
  const { accounts } = await simulatorInProcess().open(undefined)
  const { ready } = accounts.shoppers
  const shoppers = { ...accounts.shoppers, ready: { ...ready, accessToken: 's1' } }
  const merchants = accounts.merchants.map((merchant, at) => ({ ...merchant, accessToken: `m${at}` }))
  const real = await serveRequests(here, async () => Response.json({ ok: true }))
  const recorder = await proxyTo(real.url, { target: { ...accounts, merchants, shoppers } })
  const paths = { m0: '/invoices?uuid=m0', m1: '/stores', s1: '/users/me', x1: '/stores' }
  for (const [token, path] of Object.entries(paths))
    await fetch(recorder.url + path, { headers: { authorization: `Bearer ${token}` } })
  const { scenario } = await recorder.stop()
  await real.close()
  const values = scenario.workflows[0]?.steps.flatMap(({ parameters = [] }) =>
    parameters.map((one) => one.value),
  )
  expect(values?.sort()).toEqual([
    'Bearer {$inputs.accessToken1}',
    'Bearer {$inputs.merchant.accessToken}',
    'Bearer {$inputs.otherMerchant.accessToken}',
    'Bearer {$inputs.ready.accessToken}',
    'm0',
  ])
})

it('asserts nothing that the contract does not show', async () => {
  const [step] = await recorded({ ok: true, message: 'Done', result: { success: true, status: 3 } })
  expect(step && conditions(step)).toEqual([
    '$statusCode >= 200 && $statusCode < 300',
    '$response.body#/ok == true',
  ])
})

it.each(["it's", `unknown token ${token}`, '', false])(
  'says of a refusal for an open reason that any response passes: %j',
  async (ok) => {
    const [step] = await recorded({ ok })
    expect(step && conditions(step)).toEqual(['$statusCode >= 200'])
    expect(step?.description).toMatch(/^Refused when it was recorded\./)
  },
)

it('makes no output of a key that is a secret', async () => {
  const steps = await recorded({ ok: true, result: { uuid, [token]: 'ref-77712345' } })
  expect(JSON.stringify(steps)).toContain('ref-77712345')
  expect(JSON.stringify(steps)).not.toMatch(/CANARY|x7Q/)
  const [step] = await recorded({ ok: true, result: { uuid, reference: 'ref-77712345' } })
  expect(step?.outputs).toEqual({ reference: '$response.body#/result/reference' })
})
