// Recordings are written as they go: the files are complete at any time, and an unwritable disk stops nothing.

import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { temporaryDirectory } from '../test-support/changed-scenario.ts'
import { startedRecording } from '../test-support/started-recording.ts'
import { Autosave } from './record.ts'

const directory = temporaryDirectory()
const callStore = (url: string) =>
  fetch(`${url}/api/stores`, { headers: { authorization: 'Bearer merchant-lamp-shop' } })
const callsIn = (file: string) => JSON.parse(readFileSync(file, 'utf8')).workflows[0].steps.length

describe('a recording', () => {
  it('is on disk while it goes on', async () => {
    const out = join(directory, 'goes.json')
    const transcript = join(directory, 'goes.txt')
    const { url, stop } = await startedRecording(out, { transcript })
    for (let calls = 1; calls <= 3; calls += 1) {
      await callStore(url)
      await expect.poll(() => callsIn(out), { timeout: 5000 }).toBe(calls)
    }
    expect(readFileSync(transcript, 'utf8')).toContain('recorded / get-store')
    await stop()
    expect(readdirSync(directory).sort()).toEqual(['goes.json', 'goes.txt'])
  })

  it('continues while its files cannot be written, warns once, and writes them later', async () => {
    const folder = join(directory, 'moved')
    const out = join(folder, 'out.json')
    const { url, printed, stop } = await startedRecording(out)
    renameSync(folder, `${folder}-away`)
    for (let calls = 1; calls <= 3; calls += 1) expect((await callStore(url)).status).toBe(200)
    await expect
      .poll(() => printed.filter((line) => line.startsWith('warning: Cannot write')))
      .toHaveLength(1)
    await setTimeout(1500)
    mkdirSync(folder)
    await expect.poll(() => readdirSync(folder), { timeout: 5000 }).toEqual(['out.json'])
    expect(callsIn(out)).toBe(3)
    expect(printed.filter((line) => line.startsWith('warning'))).toHaveLength(1)
    rmSync(folder, { recursive: true })
    await expect(stop()).rejects.toMatchObject({
      fact: `Cannot write ${out}.`,
      detail: expect.stringContaining('The scenario written before is complete up to call 3 of 3.'),
    })
  })

  it('refuses files that cannot be written before it serves', async () => {
    writeFileSync(join(directory, 'a-file'), '')
    for (const path of ['/dev/full', '/proc/x/y.json', directory, join(directory, 'a-file/x.json')]) {
      const refused = { fact: `Cannot write ${path}.` }
      await expect(startedRecording(path)).rejects.toMatchObject(refused)
      const out = join(directory, 'unused.json')
      await expect(startedRecording(out, { transcript: path })).rejects.toMatchObject(refused)
    }
  })

  it('prints a replay command for the shell', async () => {
    const out = join(directory, "it's here.json")
    const { url, printed, stop } = await startedRecording(out)
    await callStore(url)
    await stop()
    expect(printed.at(-1)).toBe(`Replay it with: npx paytwin replay '${directory}/it'\\''s here.json'`)
  })
})

it('saves one at a time, coalesces changes, and spends at most a fifth of the time', async () => {
  let saving = 0
  let saves = 0
  let mostSaving = 0
  const autosave = new Autosave(
    async () => {
      saving += 1
      saves += 1
      mostSaving = Math.max(saving, mostSaving)
      await setTimeout(40)
      saving -= 1
    },
    () => {},
  )
  for (let change = 0; change < 100; change += 1) {
    autosave.changed()
    await setTimeout(5)
  }
  await autosave.end()
  expect(mostSaving).toBe(1)
  expect(saves).toBeGreaterThan(1)
  expect(saves).toBeLessThanOrEqual(8)
})
