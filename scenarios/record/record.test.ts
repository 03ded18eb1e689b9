// The command `record`: output, files and refused arguments.

import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { defaultWorld } from '../../simulator/internals.ts'
import { simulatorInProcess } from '../in-process.ts'
import { replayAll } from '../replay-all.ts'
import { transcriptOf } from '../report/transcript.ts'
import { replayScenario } from '../run/replay.ts'
import { temporaryDirectory } from '../test-support/changed-scenario.ts'
import { startedRecording } from '../test-support/started-recording.ts'
import { record } from './record.ts'
import { serveRequests } from './recorder.ts'

const here = { host: '127.0.0.1', port: 0 }
const directory = temporaryDirectory()

describe('record', () => {
  it('reports what it did not record, and that nothing was recorded', async () => {
    const { url, stop } = await startedRecording(join(directory, 'empty.json'))
    await fetch(`${url}/api/no-such-thing`)
    await expect(stop()).rejects.toMatchObject({
      fact: 'Nothing was recorded.',
      detail: expect.stringContaining(
        'not recorded: GET /no-such-thing, which is not an operation of a scenario',
      ),
    })
  })

  it('writes the scenario and its transcript, and prints the violations of the contract', async () => {
    const out = join(directory, 'deeper/store.json')
    const transcript = join(directory, 'deeper/store.txt')
    const { url, printed, stop } = await startedRecording(out, { transcript })
    await fetch(`${url}/api/stores`, { headers: { authorization: 'Bearer merchant-lamp-shop' } })
    await fetch(`${url}/api/stores`)
    expect(await stop()).toBe(1)
    expect(printed.slice(2)).toEqual([
      'violation: call 2, getStore, request: the header Authorization is missing',
      `2 calls written to ${out}; 1 violation of the contract.`,
      `Replay it with: npx paytwin replay ${out}`,
    ])
    const replay = await replayScenario(out, { target: simulatorInProcess() })
    expect(replay.reasons).toEqual([])
    expect(transcriptOf([replay])).toBe(readFileSync(transcript, 'utf8'))
  })

  it('has the accounts and the webhook of its flags, and prints what a replay needs', async () => {
    const out = join(directory, 'own.json')
    const world = join(directory, 'world.json')
    writeFileSync(world, JSON.stringify(defaultWorld).replaceAll('merchant-lamp-shop', 'oven-shop'))
    const webhookUrl = 'http://127.0.0.1:9/hook'
    const { url, printed, stop } = await startedRecording(out, { world, webhookUrl })
    expect(await (await fetch(`${url}/control/credentials`)).text()).toContain(`"webhookUrl":"${webhookUrl}"`)
    for (const token of ['oven-shop', 'unknown'])
      await fetch(`${url}/api/stores`, { headers: { authorization: `Bearer ${token}` } })
    expect(await stop()).toBe(0)
    expect(printed.at(-1)).toBe(
      `Replay it with: npx paytwin replay ${out} --world ${world} --input accessToken1=…`,
    )
    const flags = { world, input: { accessToken1: 'other' }, print: () => undefined }
    expect(await replayAll([out], flags)).toBe(0)
  })

  it('refuses options that do not fit together, and an invalid URL', async () => {
    const flags = { ...here, out: join(directory, 'x.json'), title: 'X' }
    const never = new Promise<void>(() => {})
    await expect(record({ ...flags, target: 'target.json' }, never, () => {})).rejects.toMatchObject({
      fact: '--target and --private-key need --proxy.',
    })
    await expect(
      record({ ...flags, proxy: 'https://pay.example', seed: '7' }, never, () => {}),
    ).rejects.toMatchObject({
      fact: '--proxy cannot be combined with the flags of a simulator.',
    })
    await expect(record({ ...flags, proxy: 'shop' }, never, () => {})).rejects.toMatchObject({
      fact: 'Invalid URL "shop".',
    })
  })

  it.each(['http://user:hunter2@127.0.0.1:1', 'https:user:hunter2@pay.example', 'http://:hunter2@x:99999'])(
    'refuses the proxy %s without showing its password',
    async (proxy) => {
      const flags = { ...here, out: join(directory, 'x.json'), title: 'X', proxy }
      const refusal = await record(flags, Promise.resolve(), () => {}).catch((error: unknown) => error)
      expect(refusal).toMatchObject({ name: 'UsageError', fact: expect.stringMatching(/URL/) })
      expect(String(refusal)).not.toMatch(/hunter2|Nothing was recorded/)
    },
  )

  it('refuses to write two files at one path, or to replace a file', async () => {
    const read = join(directory, 'read.json')
    const link = join(directory, 'link.json')
    writeFileSync(read, 'precious')
    symlinkSync(read, link)
    const proxy = 'http://127.0.0.1:1'
    const again = join(directory, 'deep/../x.json')
    const out = join(directory, 'x.json')
    for (const [names, flags] of [
      ['--out and --transcript', { out, transcript: again }],
      ['--out and --target', { out: read, target: read, proxy }],
      ['--transcript and --target', { out, transcript: read, target: link, proxy }],
      ['--out and --private-key', { out: link, privateKey: ['other.pem', read], proxy }],
    ] as const)
      await expect(
        record({ ...here, title: 'X', ...flags }, Promise.resolve(), () => {}),
      ).rejects.toMatchObject({ name: 'UsageError', fact: `${names} are the same file.` })
    for (const flags of [{ out: link }, { out, transcript: read }])
      await expect(
        record({ ...here, title: 'X', ...flags }, Promise.resolve(), () => {}),
      ).rejects.toMatchObject({ fact: expect.stringMatching(/^There is a file .* already\.$/) })
    expect(readFileSync(read, 'utf8')).toBe('precious')
  })

  it('reports an address that is in use', async () => {
    const taken = await serveRequests(here, async () => new Response())
    const port = Number(new URL(taken.url).port)
    const flags = { ...here, port, out: join(directory, 'x.json'), title: 'X' }
    await expect(record(flags, Promise.resolve(), () => {})).rejects.toMatchObject({
      fact: `Port ${port} on 127.0.0.1 is in use.`,
      remedy: expect.stringContaining('0 for any free one'),
    })
    await taken.close()
  })
})
