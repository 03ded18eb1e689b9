// Recording a client of a simulator: the scenario passes with the same transcript.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { controlClient } from '../../client/control-client.ts'
import { exchangePayment, invoice, payee, qrTransaction, sampleSource } from '../../client/sample-requests.ts'
import { callService, serviceClient } from '../../client/service-client.ts'
import { readSimulatorTarget } from '../../client/simulator-target.ts'
import { WebhookReceiver } from '../../client/webhook-receiver.ts'
import type { Criterion } from '../format/scenario.ts'
import { simulatorInProcess } from '../in-process.ts'
import { lintScenario } from '../lint/lint.ts'
import { firstDifference, transcriptOf } from '../report/transcript.ts'
import { replayScenario } from '../run/replay.ts'
import { temporaryDirectory } from '../test-support/changed-scenario.ts'
import { sessions } from '../test-support/sessions.ts'
import { recordSimulator } from './recorder.ts'

const here = { host: '127.0.0.1', port: 0 }
const directory = temporaryDirectory()

/** Replays a recorded scenario against a new simulator. */
function replayed(scenario: object) {
  const file = join(directory, 'recorded.json')
  writeFileSync(file, JSON.stringify(scenario))
  return replayScenario(file, { target: simulatorInProcess() })
}

describe('a recording of a simulator', () => {
  it('passes with the same transcript, byte for byte', async () => {
    const recorder = await recordSimulator({ ...here, title: 'A walk-through', directory })
    for (const session of Object.values(sessions)) await session(recorder.url)
    const target = await readSimulatorTarget(controlClient(recorder))
    await callService('addPayees', target, { payload: [{ ...payee(sampleSource(target)), email: 7 }] })
    const shopper = target.shoppers.lowBalance ?? target.shoppers.ready
    const payload = exchangePayment(sampleSource(target, 'low'), { nativeAmount: '40.00' })
    await callService('createExchangePayment', target, { shopper, exchange: 'betaexchange', payload })
    const { scenario, transcript, violations, remarks } = await recorder.stop()
    expect(remarks).toEqual([])
    expect(violations.map(({ operationId, by, message }) => `${operationId} ${by}: ${message}`)).toEqual([
      'addPayees request: payload[0].email must be a string',
    ])

    const file = join(directory, 'walk.json')
    const text = JSON.stringify(scenario, null, 2)
    writeFileSync(file, text)
    expect(lintScenario(file).errors).toEqual([])
    const replay = await replayScenario(file, { target: simulatorInProcess() })
    expect(replay.reasons).toEqual([])
    expect(firstDifference(transcript, transcriptOf([replay]))).toBeUndefined()

    // The scenario has no identifiers of the recorded run.
    const other = simulatorInProcess({ seed: 'another' })
    expect((await replayScenario(file, { target: other })).reasons).toEqual([])
  })

  it('decrypts payloads, uses outputs of earlier steps, and has no secrets', async () => {
    const text = readFileSync(join(directory, 'walk.json'), 'utf8')
    const scenario = JSON.parse(text)
    const step = (id: string) =>
      scenario.workflows[0].steps.find(({ stepId }: { stepId: string }) => stepId === id)
    expect(step('create-exchange-payment').requestBody.payload.data).toMatchObject({
      clientId: '$inputs.merchant.id',
      assets: '$inputs.coin',
      offerId: 'order-1',
      nativeAmount: '30.00',
    })
    expect(step('create-exchange-payment').parameters[0].value).toBe('$inputs.exchange')
    expect(step('get-invoice').parameters[0].value).toBe('$steps.create-invoice.outputs.uuid')
    expect(step('close-partial-payment').requestBody.payload.encryptedReq).toEqual({
      offerId: expect.stringMatching(/^partial-payment-/),
    })
    expect(step('get-transaction').parameters[0].value).toBe('$steps.create-exchange-payment.outputs.id')
    expect(step('register-webhook').requestBody.payload.url).toBe('$inputs.receiver.url')
    expect(step('cancel-subscription').requestBody.payload.merchantAuth).toBe('$inputs.merchant.merchantAuth')
    expect(step('add-payees').parameters[0].value).toBe('Bearer {$inputs.merchant.payoutToken}')
    expect(step('create-transfers').parameters[0].value).toBe('Bearer {$inputs.payoutToken}')
    const { exchange2 } = scenario.workflows[0].inputs.properties
    expect(exchange2).toEqual({ type: 'string', default: 'betaexchange' })
    for (const secret of ['merchant-lamp-shop', 'secret-lamp-shop', 'shopper-ready'])
      expect(text).not.toContain(secret)
  })

  it('asserts what the contract states, and leaves out what a client asks about the simulator', () => {
    const { steps } = JSON.parse(readFileSync(join(directory, 'walk.json'), 'utf8')).workflows[0]
    const conditions: string[] = steps.flatMap(({ successCriteria }: { successCriteria: Criterion[] }) =>
      successCriteria.map(({ condition }) => condition),
    )
    expect([...new Set(conditions)].sort()).toEqual([
      '$[?@.ok == true || ({$statusCode} == 419 || @..[?@ == 419])]',
      "$[?@.ok == true || @..[?search(@, 'Insufficient Balance')]]",
      '$response.body#/ok == true',
      '$response.body#/result/success == false',
      '$response.body#/result/success == true',
      '$response.body#/status == 200',
      '$statusCode == 200',
      '$statusCode >= 200 && $statusCode < 300',
      '^Invalid Data: Row - [0-9]+, Key - .+$',
    ])
    const operations = steps.map(({ operationId }: { operationId: string }) => operationId)
    expect(operations.join()).not.toMatch(/getCredentials|getAssumptions/)
  })

  it('has the settings of the simulator', async () => {
    const recorder = await recordSimulator({
      ...here,
      title: 'Elsewhere',
      directory,
      simulator: { seed: 'elsewhere', randomAssumptions: '7', start: '2027-03-01T00:00:00.000Z' },
    })
    const control = controlClient({ url: recorder.url })
    const target = await readSimulatorTarget(control)
    await control.getClock()
    await serviceClient(target).getStore()
    const { scenario, transcript } = await recorder.stop()
    expect(scenario['x-simulator']).toEqual({
      seed: 'elsewhere',
      randomAssumptions: '7',
      start: '2027-03-01T00:00:00.000Z',
    })
    expect(transcriptOf([await replayed(scenario)])).toBe(transcript)
    expect(transcript).toContain('2027-03-01T00:00:00.000Z')
  })
})

describe('a call that a scenario cannot make', () => {
  it('is remarked if it changes state outside the APIs', async () => {
    const { url, stop } = await recordSimulator({ ...here, title: 'Outside', directory })
    const target = await readSimulatorTarget(controlClient({ url }))
    const { uuid } = (await serviceClient(target).createInvoice({ body: invoice(sampleSource(target)) }))
      .result
    const pay = (id: string) =>
      fetch(`${url}/checkout/${id}/pay`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ by: 'exchange', as: 'shopper-ready' }),
      })
    expect([(await pay(uuid)).status, (await pay('no-such-invoice')).status]).toEqual([303, 404])
    await fetch(`${url}/checkout/${uuid}`)
    const { remarks } = await stop()
    expect(remarks).toEqual([
      expect.stringMatching(
        /^POST \/checkout\/\S+\/pay is not an operation of a document, so the scenario lacks it\. Use POST \/control\/invoices\/\S+\/pay instead\.$/,
      ),
    ])
  })
})

describe('a path with escapes', () => {
  it.each(['/%63ontrol/clock/advance', '/control/%63lock/advance'])('is recorded: %s', async (path) => {
    const { url, stop } = await recordSimulator({ ...here, title: 'Escaped', directory })
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(url + path, { method: 'POST', headers, body: '{"by":"P1D"}' })
    expect(response.status).toBe(200)
    const { calls, scenario, transcript } = await stop()
    expect(calls).toBe(1)
    expect(firstDifference(transcript, transcriptOf([await replayed(scenario)]))).toBeUndefined()
  })
})

describe('the control API of a recording', () => {
  it('refuses other origins and callers without the token, and records neither them nor the token', async () => {
    const recorder = await recordSimulator({
      ...here,
      title: 'Guarded',
      directory,
      controlToken: 'my-own-token',
    })
    const { url, controlToken: token } = recorder
    const foreign = { authorization: `Bearer ${token}`, origin: 'http://evil.example' }
    const reset = (headers: Record<string, string>) =>
      fetch(`${url}/control/reset`, { method: 'POST', headers })
    expect([(await reset({})).status, (await reset(foreign)).status]).toEqual([401, 403])
    await controlClient({ url, token }).advanceClock({ body: { by: 'P1D' } })
    const { calls, scenario, transcript } = await recorder.stop()
    expect(calls).toBe(1)
    expect(JSON.stringify(scenario) + transcript).not.toMatch(/my-own-token|[Aa]uthorization/)
  })
})

describe('a client whose webhook calls the service', () => {
  it('is recorded with a remark, because the scenario makes the call later', async () => {
    const recorder = await recordSimulator({ ...here, title: 'Calling back', directory })
    const control = controlClient({ url: recorder.url })
    const target = await readSimulatorTarget(control)
    const service = serviceClient(target)
    const samples = sampleSource(target)
    const receiver = await WebhookReceiver.listen({
      respond: async (response) => {
        await service.getStore()
        response.end()
      },
    })
    await control.registerWebhook({ params: { id: samples.merchant.id }, body: { url: receiver.url } })
    const { id } = (await service.createQrTransaction({ body: qrTransaction(samples) })).result
    await control.advanceClock({ body: { by: 'PT1S' } })
    await control.payFromWallet({ params: { id }, body: { share: '1' } })
    await control.advanceClock({ body: { by: 'PT3H' } })
    const { remarks, scenario } = await recorder.stop()
    await receiver.close()
    expect(remarks.at(-1)).toMatch(
      /^call \d+, getStore, arrived while the clock was advancing; the scenario makes it afterwards$/,
    )
    expect((await replayed(scenario)).reasons).toEqual([])
  })
})
