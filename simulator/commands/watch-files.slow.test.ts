// `serve --watch` in a process: what a change of a file does.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { testDirectory } from '../../core/test-support/test-directory.ts'
import { Running, runProgram } from '../test-support/built-program.ts'
import { defaultWorld } from '../world/default-world.ts'

const directory = testDirectory('watch')
const at = (name: string) => join(directory, name)

it('starts again at the same address when a world or assumptions change, if they are valid', async () => {
  const worldOf = (token: string) => {
    const world = structuredClone(defaultWorld)
    Object.assign(world.shoppers[0] ?? {}, { accessToken: token })
    return JSON.stringify({ $schema: 'world.schema.json', ...world })
  }
  writeFileSync(at('world.json'), worldOf('first'))
  writeFileSync(at('assumptions.json'), '{}')
  const files = ['--world', at('world.json'), '--assumptions', at('assumptions.json')]
  const running = new Running(['serve', '--port', '0', '--watch', '--log', 'json', ...files])
  await expect.poll(() => running.stdout, { timeout: 20_000 }).toContain('"ready"')
  const { url } = JSON.parse(running.stdout.split('\n')[0] ?? '')
  const text = async (path: string) => {
    try {
      return await (await fetch(`${url}/control/${path}`)).text()
    } catch {
      return ''
    }
  }
  const becomes = (path: string, part: string) =>
    expect.poll(() => text(path), { timeout: 20_000, interval: 200 }).toContain(part)

  await becomes('credentials', '"first"')
  writeFileSync(at('world.json'), worldOf('second'))
  await becomes('credentials', '"second"')
  // Files that others write there change nothing.
  writeFileSync(at('notes.txt'), 'any')
  writeFileSync(at('assumptions.json'), '{ "service.version": "heade" }')
  await expect.poll(() => running.stderr, { timeout: 20_000 }).toContain('has no option "heade"')
  expect(running.stderr).toContain('The simulator continues as it was.')
  await becomes('credentials', '"second"')
  writeFileSync(at('assumptions.json'), '{ "service.version": "header" }')
  await becomes('assumptions', '"assumption":"header"')
  const starts = () => running.stderr.match(/has started again/g)?.length
  expect(starts()).toBe(2)
  running.child.kill()
  expect(await running.ended).toMatchObject({ code: 0 })
})

it.each([
  [[], '--watch has no file to watch.'],
  [['--data', 'data'], '--watch and --data exclude each other.'],
])('is wrong usage with %j', async (flags, fact) => {
  const file = flags.length === 0 ? [] : ['--world', at('world.json')]
  const { code, stderr } = await runProgram('serve', '--port', '0', '--watch', ...file, ...flags)
  expect([code, stderr.split('\n')[0]]).toEqual([2, `paytwin: ${fact}`])
})
