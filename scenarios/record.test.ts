// Recordings: what their steps are, what a proxy forwards, and what the command prints and writes. That recordings of the catalog pass
// is tested in catalog.sampled.test.ts.

import { readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { expect, it, onTestFinished } from 'vitest'
import { controlClient } from '../client/control-client.ts'
import { qrTransaction, sampleSource } from '../client/sample-requests.ts'
import { serviceClient } from '../client/service-client.ts'
import { readSimulatorTarget } from '../client/simulator-target.ts'
import type { Target } from '../client/target.ts'
import { WebhookReceiver } from '../client/webhook-receiver.ts'
import { closeServer, listenOn } from '../core/listening.ts'
import { fileIn, testDirectory } from '../core/test-support/test-directory.ts'
import { Simulator } from '../simulator/internals.ts'
import type { Step } from './document.ts'
import { simulatorInProcess } from './in-process.ts'
import { journalScenario } from './journal-scenario.ts'
import { type RecordFlags, record } from './record.ts'
import { type Recorder, recordProxy } from './recorder.ts'
import { replayScenario } from './replay.ts'
import { targetOf } from './test-support/target-file.ts'

const here = { host: '127.0.0.1', port: 0 }
const directory = testDirectory('record')
const options = { ...here, title: 'Recorded', directory }

const stepsOf = ({ recorded }: Recorder): Step[] => recorded().scenario.workflows[0]?.steps ?? []

/** A recording proxy in front of a deployment that responds like this. */
async function proxyTo(respond: RequestListener, target?: Target, path = ''): Promise<Recorder> {
  const server = createServer(respond)
  const recorder = await recordProxy({
    ...options,
    baseUrl: (await listenOn(server, here)) + path,
    target,
    privateKeys: [],
  })
  onTestFinished(async () => {
    await recorder.stop()
    await closeServer(server)
  })
  return recorder
}

it('has inputs, outputs and decrypted payloads, and asserts what the contract states', async () => {
  const { publicUrl, fetch: send } = new Simulator()
  const target = await readSimulatorTarget(controlClient({ url: publicUrl, fetch: send }))
  const recorder = await proxyTo(
    getRequestListener((request) => send(request)),
    target,
    '/api',
  )
  const service = serviceClient({ ...target, baseUrl: recorder.url })
  const body = {
    amount: '5',
    currency: 'USD',
    order: 'order-17',
    cart: [{ id: 'tea' }],
    shippingAddress: null,
  }
  const { uuid } = (await service.createInvoice({ body } as never)).result
  await service.getInvoice({ query: { uuid } })
  await service.closePartialPayment({ payload: { offerId: 'order-17' } }).catch(() => undefined)
  await fetch(`${recorder.url}/stores`)
  await fetch(`${recorder.url}/checkout/${uuid}/pay`, { method: 'POST' })
  const [created, read, closed, unauthorized] = stepsOf(recorder)
  expect(created).toMatchObject({
    requestBody: { payload: body },
    parameters: [{ name: 'Authorization', value: 'Bearer {$inputs.merchant.accessToken}' }],
    successCriteria: [
      { condition: '$statusCode >= 200 && $statusCode < 300' },
      { condition: '$response.body#/ok == true' },
    ],
    outputs: { uuid: '$response.body#/result/uuid' },
  })
  expect(read?.parameters?.[0]?.value).toBe('$steps.create-invoice.outputs.uuid')
  const payload = { clientId: '$inputs.merchant.id', encryptedReq: { offerId: 'order-17' } }
  expect(closed).toMatchObject({
    requestBody: { payload },
    description: expect.stringMatching(/^Refused when/),
  })
  expect(unauthorized).toMatchObject({ successCriteria: [{ condition: '$statusCode >= 200' }] })
  expect(recorder.recorded()).toMatchObject({
    remarks: [expect.stringMatching(/^not recorded: POST \/checkout\/\S+\/pay, which is not an operation/)],
  })
})

it('of a journal has no token of the control API, and remarks that a webhook called the service meanwhile', async () => {
  const { publicUrl: url, fetch: send } = new Simulator({}, { writeScenario: journalScenario })
  const control = controlClient({ url, token: 'my-own-token', fetch: send })
  const target = await readSimulatorTarget(control)
  const service = serviceClient(target, { send })
  const respond = async (response: { end: () => unknown }) => {
    await service.getStore()
    response.end()
  }
  const receiver = await WebhookReceiver.listen({ respond })
  onTestFinished(() => receiver.close())
  const samples = sampleSource(target)
  await control.registerWebhook({ params: { id: samples.merchant.id }, body: { url: receiver.url } })
  const { id } = (await service.createQrTransaction({ body: qrTransaction(samples) })).result
  await control.payFromWallet({ params: { id }, body: { share: '1' } })
  await control.advanceClock({ body: { by: 'PT3H' } })
  await service.listBanks()
  const { scenario, remarks } = await control.getScenario()
  const { length } = remarks
  expect(remarks.map((remark) => remark.split(';')[0])).toEqual(
    Array.from(
      { length },
      (_, index) => `call ${5 + index}, getStore, arrived while the clock was advancing`,
    ),
  )
  const text = JSON.stringify(scenario)
  expect(text).not.toContain('my-own-token')
  const { reasons, steps } = await replayScenario('a.json', { target: simulatorInProcess(), text })
  expect(reasons).toEqual([])
  expect(steps.slice(3).map(({ operationId }) => operationId)).toEqual([
    ...['advanceClock', ...remarks.map(() => 'getStore'), 'listBanks'],
  ])
  expect(length).toBeGreaterThan(0)
})

it('forwards through a proxy, and hides tokens and secrets of either side', async () => {
  const { url, ...recorder } = await proxyTo((request, response) => {
    response
      .setHeader('connection', 'x-private')
      .setHeader('x-private', 'p')
      .setHeader('x-public', request.url ?? '')
    response.end(
      JSON.stringify({ ok: true, result: { refresh_token: 'issued-Ab9x7Q55', names: request.rawHeaders } }),
    )
  })
  const headers = { authorization: 'Bearer CANARY+Ab9/x7Q=zz-M0', 'x-kept': 'k' }
  const response = await fetch(`${url}/invoices?uuid=3f0c9d52-7d1e-4f5c-9a55-0d6a2b1c7e10&visit=a1b2c3d4`, {
    headers,
  })
  expect([response.headers.get('x-public'), response.headers.get('x-private')]).toEqual([
    expect.stringMatching(/^\/invoices\?uuid=/),
    null,
  ])
  const sent = await response.text()
  const shown = JSON.stringify(recorder.recorded().scenario)
  expect(sent).toContain('x-kept')
  expect(sent).not.toContain(new URL(url).host)
  expect(shown).toContain('Bearer {$inputs.accessToken2}')
  expect(shown).not.toMatch(/CANARY|"a1b2c3d4"|issued-Ab9x7Q55"/)
})

it('keeps serving whatever the deployment responds', async () => {
  const { url, ...recorder } = await proxyTo((request, response) => {
    if (request.url === '/banks/my') request.socket.destroy()
    else response.end(request.url === '/stores' ? ' '.repeat(20_000_000) : `${'['.repeat(20_000)}`)
  })
  expect((await (await fetch(`${url}/stores`)).text()).length).toBe(20_000_000)
  expect((await fetch(`${url}/banks/my`)).status).toBe(502)
  expect((await fetch(`${url}/stores`, { method: 'POST', body: new Uint8Array(17_000_000) })).status).toBe(
    413,
  )
  const foreign = {
    origin: 'http://evil.example',
    'sec-fetch-site': 'cross-site',
    'content-type': 'text/plain',
  }
  expect((await fetch(`${url}/stores`, { method: 'POST', body: '{}', headers: foreign })).status).toBe(403)
  expect((await fetch(`${url}/users/me`)).status).toBe(200)
  expect(recorder.recorded()).toMatchObject({
    calls: [{ where: 'recorded / get-shopper' }],
    remarks: [
      'not recorded: GET /stores, which has no response',
      'not recorded: GET /banks/my, which has no response',
    ],
  })
})

/** Runs the command in front of a simulator until `act` ends. */
async function command(
  flags: Partial<RecordFlags> & { out: string },
  act: (url: string) => Promise<unknown>,
) {
  const simulator = new Simulator()
  const server = createServer(getRequestListener((request) => simulator.fetch(request)))
  onTestFinished(() => closeServer(server))
  const proxy = `${await listenOn(server, here)}/api`
  const printed: string[] = []
  let end = (): void => undefined
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const done = record({ ...here, proxy, title: 'A recording', ...flags }, ended, (line) => {
    printed.push(line)
    const [, url] = /requests to (\S+) instead/.exec(line) ?? []
    if (url !== undefined) act(url).finally(end)
  })
  await done
  return printed
}

it('writes the scenario at the end, and prints how to replay', async () => {
  const target = fileIn(directory, targetOf(await simulatorInProcess().open(undefined)))
  const out = join(directory, "it's.json")
  const printed = await command({ out, target }, async (url) => {
    for (const token of ['merchant-lamp-shop', 'unknown'])
      await fetch(`${url}/stores`, { headers: { authorization: `Bearer ${token}` } })
    await fetch(`${url}/hosted-page`, { method: 'POST' })
    await fetch(`${url}/stores`)
  })
  expect(printed.slice(-2)).toEqual([
    `4 calls written to ${out}.`,
    `Replay it with: npx paytwin replay '${directory}/it'\\''s.json' --target ${target} --level write --input accessToken1=…`,
  ])
  expect(JSON.parse(readFileSync(out, 'utf8')).workflows[0].steps).toHaveLength(4)
})

it.each<[Partial<RecordFlags>, string]>([
  [{ privateKey: ['no.pem'] }, 'Cannot read the private key no.pem.'],
  [{ proxy: 'shop' }, 'Invalid URL "shop".'],
  [{ proxy: 'http://user:hunter2@127.0.0.1:1' }, 'Invalid URL "…@127.0.0.1:1".'],
  [{ out: fileIn(directory, 'precious') }, 'There is a file '],
  [{ out: '/dev/full' }, 'Cannot write /dev/full.'],
  [{}, 'Nothing was recorded.'],
])('refuses %j', async (flags, message) => {
  const run = command({ out: join(directory, 'new.json'), ...flags }, async () => undefined)
  await expect(run).rejects.toThrow(message)
})
