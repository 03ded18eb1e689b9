// The data of each release can be opened by this version, whatever else is in the directory.

import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { WebhookReceiver } from '../../client/webhook-receiver.ts'
import { openStore } from '../commands/open-store.ts'
import { Simulator, type SimulatorOptions } from '../simulator.ts'
import { Shop } from '../test-support/shop.ts'
import { SandboxLog } from './sandbox-log.ts'

const data = new URL('../test-support/stored-data/', import.meta.url)
/** The sandbox Shop-1 of each release, after three invoices and a day. */
const digests = { '0.2': '1cc233a995c82dfd9199b947be6511d6598cdff10fd5ece5ef8d0e7fb3d5445f' }

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'paytwin-stored-'))
})
afterEach(() => rm(directory, { recursive: true }))

async function opened(reports: string[] = [], options: SimulatorOptions = {}): Promise<Simulator> {
  const simulator = new Simulator({ publicUrl: 'http://127.0.0.1:1', ...options })
  await simulator.keepIn(await openStore(join(directory, 'data')), (line) => reports.push(line))
  return simulator
}

const statusOf = async (simulator: Simulator, path: string, method = 'GET') =>
  (await simulator.fetch(path, { method })).status

it.each(Object.entries(digests))('opens the data of %s, and keeps it', async (release, digest) => {
  await cp(new URL(release, data), join(directory, 'data'), { recursive: true })
  for (let time = 0; time < 2; time += 1) {
    const simulator = await opened()
    const snapshot = await simulator.fetch('/sandboxes/Shop-1/control/snapshot')
    expect(await snapshot.json()).toMatchObject({ digest })
    await simulator.close()
  }
  expect((await readdir(join(directory, 'data'))).filter((file) => !file.endsWith('.log'))).toEqual([])
})

it('starts with damaged and stray files: one bad sandbox is not available, and can be replaced or deleted', async () => {
  const place = join(directory, 'data')
  await cp(new URL('0.2', data), place, { recursive: true })
  const before = await opened()
  for (const name of ['bad', 'good', 'worse'])
    expect(await statusOf(before, `/sandboxes/${name}`, 'PUT')).toBe(200)
  await before.close()
  const log = join(place, '00000002.log')
  const text = await readFile(log, 'utf8')
  await writeFile(log, text.replace('"bad"', '"bat"').replace(/^.*"start",1,"worse"/m, ''))
  await writeFile(join(place, 'notes.txt'), 'mine')
  await mkdir(join(place, '00000006.log'))
  await writeFile(join(directory, 'elsewhere'), 'secret')
  await symlink(join(directory, 'elsewhere'), join(place, '00000007.log'))
  const reports: string[] = []
  const simulator = await opened(reports)
  expect(reports.join()).toContain('The stored sandbox bad cannot be continued')
  expect(await statusOf(simulator, '/sandboxes/Shop-1/control/clock')).toBe(200)
  const bad = await simulator.fetch('/sandboxes/bad/control/clock')
  expect(bad.status).toBe(503)
  expect(await bad.text()).not.toContain(directory)
  const listed: { sandboxes: { name: string; damage?: string }[] } = JSON.parse(
    await (await simulator.fetch('/sandboxes')).text(),
  )
  expect(listed.sandboxes.map(({ name, damage }) => [name, damage !== undefined])).toEqual([
    ['default', false],
    ['Shop-1', false],
    ['bad', true],
    ['good', false],
    ['worse', true],
  ])
  expect(await statusOf(simulator, '/sandboxes/bad', 'PUT')).toBe(200)
  expect(await statusOf(simulator, '/sandboxes/worse', 'DELETE')).toBe(200)
  for (const name of ['worse', '..%2Felsewhere'])
    expect(await statusOf(simulator, `/sandboxes/${name}/control/clock`), name).toBe(404)
  await simulator.close()
  expect(await readFile(join(directory, 'elsewhere'), 'utf8')).toBe('secret')
})

it('starts a damaged default sandbox again by a reset, and keeps its log under another name', async () => {
  const first = await opened()
  const snapshot = await (await first.fetch('/control/snapshot')).text()
  await first.close()
  const log = join(directory, 'data', '00000001.log')
  const damaged = (await readFile(log, 'utf8')).replace('"publicUrl"', '"publicUrk"')
  await writeFile(log, damaged)
  const again = await opened()
  const refused = await (await again.fetch('/control/clock')).text()
  expect(refused).toContain('POST /control/reset')
  expect(refused).not.toContain('--repair')
  expect(await statusOf(again, '/control/restore', 'POST')).toBe(503)
  expect(await statusOf(again, '/sandboxes/default/control/reset', 'POST')).toBe(200)
  const restore = { method: 'POST', headers: { 'content-type': 'application/json' }, body: snapshot }
  expect((await again.fetch('/control/restore', restore)).status).toBe(200)
  await again.close()
  expect(await readFile(join(directory, 'data', 'damaged-1-00000001.log'), 'utf8')).toBe(damaged)
  const last = await opened()
  expect(await statusOf(last, '/control/clock')).toBe(200)
  await last.close()
})

it('is continued after an assumption was changed', async () => {
  await cp(new URL('0.2', data), join(directory, 'data'), { recursive: true })
  const simulator = await opened()
  const path = '/sandboxes/Shop-1/control/assumptions/webhooks.retries'
  const send = { method: 'PUT', headers: { 'content-type': 'application/json' }, body: '{"use":"back-off"}' }
  expect((await simulator.fetch(path, send)).status).toBe(200)
  await simulator.close()
  const again = await opened()
  expect(await statusOf(again, '/sandboxes/Shop-1/control/clock')).toBe(200)
  await again.close()
})

it('is a usage error in a directory that cannot be used, and in one that is in use', async () => {
  await writeFile(join(directory, 'data'), 'a file')
  await expect(opened()).rejects.toMatchObject({ fact: expect.stringContaining('cannot be used') })
  await rm(join(directory, 'data'))
  const simulator = await opened()
  await expect(opened()).rejects.toMatchObject({ fact: expect.stringContaining('is in use') })
  await simulator.close()
  await (await opened()).close()
})

it('is kept in no place that cannot be written: a file, a directory of the system, or below one', async () => {
  const file = join(directory, 'file')
  await writeFile(file, 'mine')
  for (const place of [file, '/proc/self', '/proc/none'])
    await expect(openStore(place)).rejects.toMatchObject({
      name: 'UsageError',
      fact: `The directory ${place} cannot be used.`,
      detail: expect.stringMatching(place === file ? /^It is a file\.$/ : /^The system reports: /),
    })
  expect(await readFile(file, 'utf8')).toBe('mine')
})

it('keeps the end of the journal when a log starts again: a client without a response looks for its request there', async () => {
  const simulator = await opened()
  const advance = (by: string) =>
    simulator.fetch('/control/clock/advance', { method: 'POST', body: JSON.stringify({ by }) })
  const journalOf = async (one: Simulator): Promise<{ lines: object[] }> =>
    JSON.parse(await (await one.fetch('/control/journal?limit=1000')).text())
  for (let seconds = 1; seconds <= 150; seconds += 1) {
    await advance(`PT${seconds}S`)
    const { log } = simulator.defaultSandbox
    if (seconds % 50 === 40 && log instanceof SandboxLog) {
      const start = log.startNow()
      if (start !== undefined) log.restart(start)
    }
  }
  const { lines } = await journalOf(simulator)
  expect(lines).toHaveLength(150)
  await simulator.close()
  const again = await opened()
  expect(await journalOf(again)).toMatchObject({ lines: lines.slice(40) })
  await again.close()
})

it('continues an advance that did not end, and says so', async () => {
  const hanging = await WebhookReceiver.listen({ respond: () => undefined })
  const before = await opened()
  const shop = await Shop.open({ url: before.publicUrl, fetch: before.fetch })
  const { control } = shop
  await shop.pay('order-1')
  await control.registerWebhook({ params: { id: shop.merchant.id }, body: { url: hanging.url } })
  const advancing = control.advanceClock({ body: { by: 'P1D' } })
  while (hanging.received.length === 0) await new Promise((resolve) => setTimeout(resolve, 10))
  await cp(join(directory, 'data'), join(directory, 'killed'), {
    recursive: true,
    filter: (file) => !file.endsWith('lock'),
  })
  const reports: string[] = []
  const killed = new Simulator({ publicUrl: 'http://127.0.0.1:1' })
  await killed.keepIn(await openStore(join(directory, 'killed')), (line) => reports.push(line))
  expect(reports).toEqual([
    'The sandbox default continues an advance to 2026-01-06T09:00:00.000Z, which did not end before.',
  ])
  const again = await killed.fetch('/control/clock/advance', { method: 'POST', body: '{"by":"P1D"}' })
  expect(await again.json()).toMatchObject({
    detail:
      'Its clock is advancing to 2026-01-06T09:00:00.000Z, and is at 2026-01-05T09:32:18.654Z. A webhook handler must not wait for that.',
  })
  hanging.respond = (response) => void response.end()
  await hanging.close()
  await advancing
  await Promise.all([before.close(), killed.close()])
})

it('says the same of deliveries that timed out', async () => {
  const hanging = await WebhookReceiver.listen({ respond: () => undefined })
  const options = { webhookTimeoutMs: 20, webhookUrl: hanging.url }
  const reasonsOf = async (simulator: Simulator) => {
    const { control } = await Shop.open({ url: simulator.publicUrl, fetch: simulator.fetch })
    return (await control.listEvents()).events.map(({ reason }) => reason)
  }
  const before = await opened([], options)
  const shop = await Shop.open({ url: before.publicUrl, fetch: before.fetch })
  for (const order of ['a', 'b', 'c', 'd']) await shop.qr(order)
  await shop.control.advanceClock({ body: { by: 'PT0S' } })
  const reasons = await reasonsOf(before)
  expect(reasons[3]).toMatch(
    /No response within 10 ms\. The limit of 20 ms is shorter after 3 timeouts in a row/,
  )
  await before.close()
  const again = await opened([], options)
  expect(await reasonsOf(again)).toEqual(reasons)
  await again.close()
  await hanging.close()
})
