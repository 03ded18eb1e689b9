// The pages that start a user in a language: what they show is saved and run in an empty project that has paytwin installed.

import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { controlClient } from '../client/control-client.ts'
import { freePort } from '../core/listening.ts'
import { sampled } from '../core/test-support/sampling.ts'
import { testDirectory } from '../core/test-support/test-directory.ts'
import { blocksOf, readDocuments, root } from './documents.ts'

const start = /^docs\/guide\/start-(.*)\.md$/
const pages = readDocuments().flatMap(({ path, text }) => {
  const [, name = ''] = start.exec(path) ?? []
  return name === '' ? [] : [{ name, text, blocks: blocksOf(text) }]
})
const programs: Readonly<Record<string, string>> = { javascript: 'node', python: 'python3', shell: 'openssl' }

/** True if this machine lacks what a page needs. A continuous build installs all but a JDK and a package of Python. */
function isMissing(name: string): boolean {
  if (name === 'python') return spawnSync('python3', ['-c', 'import cryptography']).status !== 0
  return (
    (process.env.CI !== 'true' || name === 'java') &&
    spawnSync('which', [programs[name] ?? name]).status !== 0
  )
}

/** A project with the files of a page, which uses free ports in place of those that the page shows. */
async function projectOf({ name, blocks }: (typeof pages)[number]) {
  const ports = { 3000: await freePort(), 4020: await freePort() }
  const real = (text: string) =>
    text.replace(/\b(3000|4020)\b/g, (port) => String(ports[port as '3000' | '4020']))
  const directory = testDirectory(`start-${name}`)
  mkdirSync(join(directory, 'node_modules/.bin'), { recursive: true })
  symlinkSync(fileURLToPath(root), join(directory, 'node_modules/paytwin'))
  symlinkSync('../paytwin/dist/cli.js', join(directory, 'node_modules/.bin/paytwin'))
  writeFileSync(join(directory, 'package.json'), '{ "name": "shop", "private": true }')
  for (const { info, body } of blocks)
    if (info.includes('.')) writeFileSync(join(directory, info), real(body))
  const commands = (title: string) =>
    blocks
      .filter(({ language, info }) => language === 'sh' && info === title)
      .map(({ body }) => real(body))
      .join('')
  return {
    directory,
    commands,
    shop: `http://127.0.0.1:${ports[3000]}`,
    paytwin: `http://127.0.0.1:${ports[4020]}`,
  }
}

it('there is a page for each of six languages', () => {
  expect(pages.map(({ name }) => name)).toEqual(['go', 'java', 'javascript', 'php', 'python', 'shell'])
})

it.each(pages)('the page of $name has at most 1,200 words', ({ text }) => {
  expect(text.split(/\s+/).length).toBeLessThanOrEqual(1200)
})

describe.each(
  sampled(
    pages.filter(({ name }) => !isMissing(name)),
    2,
  ),
)('the page of $name', (page) => {
  it('has a test that passes, and a shop that completes an order', async () => {
    const { directory, commands, shop, paytwin } = await projectOf(page)
    execFileSync('bash', ['-ec', commands('')], { cwd: directory, stdio: 'pipe' })
    if (commands('shop') === '') return
    const child = spawn('bash', ['-ec', commands('shop')], {
      cwd: directory,
      stdio: 'ignore',
      detached: true,
    })
    const ended = once(child, 'exit')
    try {
      const order = () => fetch(`${shop}/orders/order-1`).then((response) => response.text(), String)
      await expect.poll(order).toBe('Payments of order-1: 0')
      const { headers } = await fetch(`${shop}/buy/order-1`, { redirect: 'manual' })
      const uuid = headers.get('location')?.split('/').at(-1) ?? ''
      const control = controlClient({ url: paytwin })
      await control.payInvoice({ params: { uuid }, body: { by: 'exchange', as: 'shopper-ready' } })
      execFileSync('bash', ['-ec', commands('clock')], {
        cwd: directory,
        stdio: 'pipe',
        env: { ...process.env, PAYTWIN_URL: paytwin },
      })
      expect(await order()).toBe('Payments of order-1: 3')
      // The unsigned copies say that another order is paid.
      const { events } = await control.listEvents({ query: { status: 'completed' } })
      const { data, signature } = JSON.parse(events[0]?.request.body ?? '')
      const delivery = { data: { ...data, offerId: 'order-2' }, signature }
      expect(
        (await fetch(`${shop}/webhook`, { method: 'POST', body: JSON.stringify(delivery) })).status,
      ).toBe(200)
      expect(await (await fetch(`${shop}/orders/order-2`)).text()).toBe('Payments of order-2: 0')
    } finally {
      if (child.pid !== undefined) process.kill(-child.pid)
      await ended
    }
  })
})
