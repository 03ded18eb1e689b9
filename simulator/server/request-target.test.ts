// All readers of a URL see the same sandbox in it, however it is written.

import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDirectory } from '../../core/test-support/test-directory.ts'
import { keepIn } from '../commands/open-data.ts'
import { Simulator } from '../simulator.ts'
import { exchangeText } from '../test-support/send-once.ts'
import { type Listening, listen } from './listening.ts'
import type { LogEntry } from './request-log.ts'
import { sandboxOf } from './request-target.ts'

/** Targets, and the sandbox that each is about. */
const targets: readonly [target: string, name: string][] = [
  ['/', 'default'],
  ['/api/stores', 'default'],
  ['/control/clock?x=/sandboxes/shop', 'default'],
  ['/sandboxes', 'default'],
  ['/sandboxes?limit=2', 'default'],
  ['/sandboxes/shop', 'shop'],
  ['/sandboxes/shop?x', 'shop'],
  ['/sandboxes/shop/control/clock', 'shop'],
  ['/sandboxes/%73hop/control/clock', 'shop'],
  ['/%73andboxes/shop/control/clock', 'shop'],
  ['/x/../sandboxes/shop/control/clock', 'shop'],
  ['/./sandboxes/shop/control/clock', 'shop'],
  ['/%2e/sandboxes/shop/control/clock', 'shop'],
  ['/sandboxes/x/../shop/control/clock', 'shop'],
  ['/sandboxes/x/%2E%2e/shop/control/clock?/../y', 'shop'],
  ['/sandboxes/shop/../../control/clock', 'default'],
  ['/sandboxes/%zz/api', '%zz'],
  ['/sandboxes/%2573hop/api', '%73hop'],
  ['/sandboxes/..%2Fshop/api', '../shop'],
  ['//sandboxes/shop/api', 'default'],
  ['http://127.0.0.1:4020/sandboxes/shop/control/clock', 'shop'],
  ['http://127.0.0.1:4020/a/../sandboxes/shop/control/clock', 'shop'],
  ['*', 'default'],
]

describe('the sandbox of a request', () => {
  it.each(targets)('to %s is %s', (target, name) => {
    expect(sandboxOf(target)).toBe(name)
  })
})

describe('a server with data', () => {
  const directory = testDirectory('target')
  let served: Listening
  const entries: LogEntry[] = []
  beforeAll(async () => {
    // A file that another server keeps next to its own directory.
    await writeFile(join(directory, 'shop.sandbox'), 'not to be read')
    served = await listen(
      { host: '127.0.0.1', port: 0, log: (entry) => entries.push(entry) },
      async (publicUrl) => {
        const simulator = new Simulator({ publicUrl })
        await keepIn(join(directory, 'own'), simulator)
        return simulator
      },
    )
    await served.simulator.sandboxes.put('shop', { start: '2030-01-01T00:00:00Z' })
  })
  afterAll(async () => {
    await served.close()
    await served.simulator.close()
  })

  async function ask(target: string, method = 'GET'): Promise<{ status: number; body: string }> {
    const request = `${method} ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`
    const body = await exchangeText(served.url, request)
    return { status: Number(/^HTTP\/1.1 (\d+)/.exec(body)?.[1]), body }
  }

  it.each(targets.filter(([target]) => target.includes('control/clock')))(
    'responds to %s as the sandbox %s, and logs it so',
    async (target, name) => {
      const { status, body } = await ask(target)
      expect(status).toBe(200)
      expect(body.includes('2030-01-01')).toBe(name === 'shop')
      expect(entries.at(-1)).toMatchObject({ sandbox: name, status: 200 })
    },
  )

  const invalid = [
    '..%2Fshop',
    '%00',
    'a%00b',
    'a'.repeat(300),
    '%2e%2e%2Fshop',
    'lock%2F',
    '%C3%A4',
    '.shop',
  ]
  it.each(invalid)('has no sandbox %s', async (name) => {
    const before = await readdir(directory, { recursive: true })
    for (const path of ['api/stores', 'control/clock', 'control/stream', 'checkout', 'later']) {
      const { status, body } = await ask(`/sandboxes/${name}/${path}`)
      expect(status, path).toBe(404)
      expect(body).not.toContain(directory)
    }
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const { status, body } = await ask(`/sandboxes/${name}`, method)
      expect([400, 404], method).toContain(status)
      expect(body).not.toContain(directory)
    }
    expect(JSON.stringify(entries)).not.toContain(directory)
    expect(await readdir(directory, { recursive: true })).toEqual(before)
  })
})
