// Recording through a proxy: violations of either side are reported, and the scenario has no secrets.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { callService } from '../../client/service-client.ts'
import { resolveTarget } from '../../client/target-file.ts'
import { deployment } from '../http-targets.ts'
import { replayScenario } from '../run/replay.ts'
import { temporaryDirectory } from '../test-support/changed-scenario.ts'
import { deployed, proxyTo } from '../test-support/proxied.ts'
import { startedRecording } from '../test-support/started-recording.ts'
import { targetFileOf } from '../test-support/target-file.ts'

const directory = temporaryDirectory()

describe('a recording through a proxy', () => {
  it('forwards requests, checks both sides against the contract, and hides secrets', async () => {
    // A deployment that violates the contract: its store lacks a field.
    const { opened, baseUrl, close } = await deployed(async (response) => {
      const text = (await response.text()).replace('"walletPaymentEnabled":true,', '')
      return new Response(text, { status: response.status, headers: { 'content-type': 'application/json' } })
    })
    const recorder = await proxyTo(baseUrl, { directory })
    const shop = { ...opened.accounts, baseUrl: recorder.url }
    const [merchant] = shop.merchants
    if (merchant === undefined) throw new Error('The world has no merchant.')
    const store = await callService('getStore', shop)
    expect(store.success.result.merchant.id).toBe(merchant.id)
    const body = { amount: 40, currency: 'USD', order: 'p-1', cart: [], shippingAddress: null }
    await callService('createInvoice', shop, { body, token: null })
    const { scenario, violations, calls } = await recorder.stop()

    expect(calls).toBe(2)
    expect(violations.map(({ call, by, message }) => `${call} ${by}: ${message}`)).toEqual([
      '1 response: response.result.settings.walletPaymentEnabled is missing',
      '2 request: body.amount must be a string',
    ])
    const text = JSON.stringify(scenario)
    expect(text).not.toContain(merchant.accessToken)
    expect(text).toContain('Bearer {$inputs.accessToken1}')

    // The hidden secrets are inputs.
    const file = join(directory, 'proxied.json')
    writeFileSync(file, text)
    const targetFile = targetFileOf(opened, { baseUrl, level: 'write' })
    const target = deployment(resolveTarget(targetFile, {}))
    const without = await replayScenario(file, { target })
    expect(without.verdict).toBe('not applicable')
    expect(without.reasons.join()).toContain('Set it with --input accessToken1=...')
    const replay = await replayScenario(file, { target, inputs: { accessToken1: merchant.accessToken } })
    expect(replay.reasons).toEqual([
      expect.stringContaining('response.result.settings.walletPaymentEnabled is missing'),
    ])
    await close()
  })

  it('keeps what it has, whatever the deployment responds, and a replay has a verdict', async () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
    const title = 'Nested \u001b[2J deep'
    let isDeep = true
    const { opened, baseUrl, close } = await deployed(async (response) =>
      isDeep ? new Response(deep) : response,
    )
    const recorder = await proxyTo(baseUrl, { title, directory })
    const shop = { ...opened.accounts, baseUrl: recorder.url }
    isDeep = false
    await callService('getStore', shop)
    isDeep = true
    await callService('getStore', shop)
    const { scenario, calls, violations, transcript } = await recorder.stop()
    expect(calls).toBe(2)
    expect(violations).toMatchObject([{ call: 2, by: 'response' }])
    expect(transcript).toContain('Nested \\u001b[2J deep')

    const file = join(directory, 'deep.json')
    writeFileSync(file, JSON.stringify(scenario))
    const targetFile = targetFileOf(opened, { baseUrl, level: 'write' })
    const [{ accessToken: accessToken1 } = { accessToken: '' }] = opened.accounts.merchants
    const replay = await replayScenario(file, {
      target: deployment(resolveTarget(targetFile, {})),
      inputs: { accessToken1 },
    })
    expect(replay.verdict).toBe('fail')
    await close()
  })

  it('prints the level that a replay against the deployment needs', async () => {
    const { opened, baseUrl, close } = await deployed()
    const target = join(directory, 'target.json')
    writeFileSync(target, JSON.stringify(targetFileOf(opened, { baseUrl })))
    const out = join(directory, 'leveled.json')
    const { url, printed, stop } = await startedRecording(out, { proxy: baseUrl, target })
    const shop = { ...opened.accounts, baseUrl: url }
    await callService('createInvoice', shop)
    await callService('getStore', shop)
    await stop()
    expect(printed.at(-1)).toBe(`Replay it with: npx paytwin replay ${out} --target ${target} --level write`)
    await close()
  })

  it('decrypts payloads with the keys of the target file', async () => {
    const { opened, baseUrl, close } = await deployed()
    const target = resolveTarget(targetFileOf(opened, { baseUrl }), {})
    const recorder = await proxyTo(baseUrl, { target, directory })
    const payload = { offerId: 'nothing-here' }
    await callService('closePartialPayment', { ...target, baseUrl: recorder.url }, { payload })
    const { scenario } = await recorder.stop()
    expect(scenario.workflows[0]?.steps[0]?.requestBody?.payload).toEqual({
      clientId: '$inputs.merchant.id',
      encryptedReq: { offerId: 'nothing-here' },
    })
    await close()
  })
})
