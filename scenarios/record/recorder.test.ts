// Recording a client of a simulator: the scenario passes with the same transcript.

import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { simulatorInProcess } from '../in-process.ts'
import { lintScenario } from '../lint/lint.ts'
import { openReceiver } from '../receiver.ts'
import { firstDifference, transcriptOf } from '../report/transcript.ts'
import { replayScenario } from '../run/replay.ts'
import { meetAccounts } from '../targets.ts'
import { at, customerInfo, lamp, Shop, walkThrough } from '../testing/shop.ts'
import { recordSimulator } from './recorder.ts'
import { serveRequests } from './serving.ts'

const here = { host: '127.0.0.1', port: 0 }
let directory = ''

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'paytwin-record-'))
})

describe('a recording of a simulator', () => {
  it('passes with the same transcript, byte for byte', async () => {
    const recorder = await recordSimulator({ ...here, title: 'A walk-through', directory })
    const receiver = await openReceiver()
    await walkThrough(recorder.url, receiver.url)
    const { scenario, transcript, violations, remarks } = await recorder.stop()
    await receiver.close()
    expect(remarks).toEqual([])
    expect(violations.map(({ operationId, by, message }) => `${operationId} ${by}: ${message}`)).toEqual([
      "addPayees request: the encrypted payload[0] must have required property 'email'",
    ])

    const file = join(directory, 'walk.json')
    const text = JSON.stringify(scenario, null, 2)
    writeFileSync(file, text)
    expect(lintScenario(file).errors).toEqual([])
    const replay = await replayScenario(file, {
      target: simulatorInProcess(),
      inputs: {},
      timeoutMs: 20_000,
    })
    expect(replay.reasons).toEqual([])
    expect(firstDifference(transcript, transcriptOf([replay]))).toBeUndefined()

    // The scenario has no identifiers of the recorded run.
    const other = simulatorInProcess({ seed: 'another' })
    expect((await replayScenario(file, { target: other, inputs: {}, timeoutMs: 20_000 })).reasons).toEqual([])
  })

  it('decrypts payloads, uses outputs of earlier steps, and has no secrets', async () => {
    const text = readFileSync(join(directory, 'walk.json'), 'utf8')
    const scenario = JSON.parse(text)
    const step = (id: string) =>
      scenario.workflows[0].steps.find(({ stepId }: { stepId: string }) => stepId === id)
    expect(step('create-exchange-payment').requestBody.payload.data).toMatchObject({
      clientId: '$inputs.merchant.id',
      offerId: 'walk-1',
      nativeAmount: '40.00',
    })
    expect(step('get-invoice').parameters[0].value).toBe('$steps.create-invoice.outputs.uuid')
    expect(step('close-partial-payment').requestBody.payload.encryptedReq).toEqual({ offerId: 'walk-2' })
    expect(step('get-transaction').parameters[0].value).toBe('$steps.create-exchange-payment.outputs.id')
    expect(step('register-webhook').requestBody.payload.url).toBe('$inputs.receiver.url')
    expect(step('cancel-subscription').requestBody.payload.merchantAuth).toMatch(/^\$inputs\.merchant\./)
    for (const secret of ['merchant-lamp-shop', 'secret-lamp-shop', 'shopper-ready'])
      expect(text).not.toContain(secret)
  })

  it('has the settings of the simulator', async () => {
    const recorder = await recordSimulator({
      ...here,
      title: 'Elsewhere',
      directory,
      simulator: { seed: 'elsewhere', randomAssumptions: '7', start: '2027-03-01T00:00:00.000Z' },
    })
    const { merchants } = await meetAccounts(fetch, recorder.url)
    await new Shop(recorder.url).get('/control/clock')
    await new Shop(recorder.url).get('/api/stores', merchants[0]?.accessToken)
    const { scenario, transcript } = await recorder.stop()
    expect(scenario['x-simulator']).toEqual({
      seed: 'elsewhere',
      randomAssumptions: '7',
      start: '2027-03-01T00:00:00.000Z',
    })
    const file = join(directory, 'elsewhere.json')
    writeFileSync(file, JSON.stringify(scenario))
    const replay = await replayScenario(file, {
      target: simulatorInProcess(),
      inputs: {},
      timeoutMs: 5000,
    })
    expect(transcriptOf([replay])).toBe(transcript)
    expect(transcript).toContain('2027-03-01T00:00:00.000Z')
  })
})

describe('a client whose webhook calls the service', () => {
  it('is recorded with a remark, because the scenario makes the call later', async () => {
    const recorder = await recordSimulator({ ...here, title: 'Calling back', directory })
    const shop = new Shop(recorder.url)
    const { merchants } = await meetAccounts(fetch, recorder.url)
    const [merchant] = merchants
    const receiver = await serveRequests(here, async () => {
      await shop.get('/api/stores', merchant?.accessToken)
      return new Response()
    })
    await shop.put(`/control/merchants/${merchant?.id}/webhook`, { url: `${receiver.url}/hook` })
    const payment = {
      amount: '40.00',
      currency: 'USD',
      cryptoCurrency: 'BTC',
      orderId: 'back-1',
      cart: [lamp],
      customerInfo,
    }
    const headers = { 'x-transaction-source': 'qr-code-api' }
    const qr = await shop.post('/api/purchase/qr/generate', payment, merchant?.accessToken, headers)
    await shop.post('/control/clock/advance', { by: 'PT1S' })
    await shop.post(`/control/transactions/${at(qr, 'result', 'id')}/pay`, { share: '1' })
    await shop.post('/control/clock/advance', { by: 'PT3H' })
    const { remarks, scenario } = await recorder.stop()
    await receiver.close()
    expect(remarks.at(-1)).toMatch(
      /^call \d+, getStore, arrived while the clock was advancing; the scenario makes it afterwards$/,
    )
    const file = join(directory, 'calling-back.json')
    writeFileSync(file, JSON.stringify(scenario))
    const replay = await replayScenario(file, {
      target: simulatorInProcess(),
      inputs: {},
      timeoutMs: 5000,
    })
    expect(replay.reasons).toEqual([])
  })
})
