// The level of a target that has none: only a paytwin on this machine may be disrupted.

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { levelOf } from './level.ts'

const document = readFileSync('spec/control/openapi.json', 'utf8')
const local = ['127.0.0.1', 'localhost', '[::1]'].map((host) => `http://${host}:4020/api`)
const capabilities = {}

/** A service that serves a text at the path of the control API's document, and the paths that were requested. */
function serving(text: string, status = 200) {
  const requested: string[] = []
  const send = async (url: string) => {
    requested.push(url)
    return new Response(text, { status })
  }
  return { requested, send }
}

describe('the level of a target', () => {
  it('is its own level, without a request', async () => {
    const { requested, send } = serving(document)
    for (const baseUrl of [...local, 'https://pay.shop.example/api'])
      expect(await levelOf({ baseUrl, level: 'money', capabilities }, send)).toEqual({ level: 'money' })
    expect(requested).toEqual([])
  })

  it.each(local)('is disruptive at %s if paytwin is recognized', async (baseUrl) => {
    const { requested, send } = serving(document)
    expect(await levelOf({ baseUrl, level: undefined, capabilities }, send)).toEqual({ level: 'disruptive' })
    expect(requested).toEqual([new URL('/control/openapi.json', baseUrl).href])
  })

  it('is disruptive on this machine if the control API is declared', async () => {
    const control = { url: 'http://127.0.0.1:4020/control', ownSandbox: true }
    const target = { baseUrl: 'http://127.0.0.1:4020/api', level: undefined, capabilities: { control } }
    expect((await levelOf(target, serving('').send)).level).toBe('disruptive')
  })

  it.each([
    ['responds with {} to everything', '{}'],
    ['responds with HTML', '<title>paytwin: control of a simulated service</title>'],
    ['has another document', '{"info":{"title":"Payments"}}'],
    ['never ends its response', document.padStart(5_000_000)],
  ])('is read on this machine if the service %s', async (_, text) => {
    const target = { baseUrl: 'http://127.0.0.1:4020/api', level: undefined, capabilities }
    expect(await levelOf(target, serving(text).send)).toEqual({
      level: 'read',
      reason: expect.stringContaining('is not recognized as paytwin'),
    })
  })

  it('is read if nothing responds, and on other machines, which are not asked', async () => {
    const target = { baseUrl: 'http://127.0.0.1:1/api', level: undefined, capabilities }
    expect((await levelOf(target)).level).toBe('read')
    const { requested, send } = serving(document)
    const elsewhere = { baseUrl: 'https://pay.shop.example/api', level: undefined, capabilities }
    expect(await levelOf(elsewhere, send)).toMatchObject({ level: 'read' })
    expect(requested).toEqual([])
  })
})
