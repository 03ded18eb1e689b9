// The target file that `verify --init` writes.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSimulator } from '../simulator/embedding/create-simulator.ts'
import { readSimulatorTarget } from './simulator-target.ts'
import { readTarget } from './target-file.ts'
import { targetTemplate, writeTargetTemplate } from './target-template.ts'

const { merchants, shoppers, exchanges } = await readSimulatorTarget(createSimulator().control)
const [merchant] = merchants
const environment = {
  BASE_URL: 'https://pay.shop.example/api',
  MERCHANT_ID: merchant?.id,
  MERCHANT_TOKEN: merchant?.accessToken,
  MERCHANT_CLIENT_SECRET: merchant?.clientSecret,
  MERCHANT_PUBLIC_KEY: merchant?.publicKey,
  MERCHANT_AUTH: merchant?.merchantAuth,
  SHOPPER_TOKEN: shoppers.ready.accessToken,
  EXCHANGES: JSON.stringify(exchanges),
}

describe('a target file to fill in', () => {
  let directory = ''
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'paytwin-init-'))
  })
  afterAll(() => rmSync(directory, { recursive: true }))

  it('is a target once the environment has its values', async () => {
    const path = join(directory, 'target.json')
    writeTargetTemplate(path)
    const target = await readTarget(path, environment)
    expect(target).toMatchObject({ merchants: [{ id: merchant?.id }], exchanges })
    expect(() => writeTargetTemplate(path)).toThrow('It exists, and is not overwritten.')
    expect(readFileSync(path, 'utf8')).toBe(targetTemplate(path))
  })

  it('is valid with everything that is commented out', async () => {
    const path = join(directory, 'complete.json')
    // A module is a file, and a key in an example is shortened.
    const complete = targetTemplate(path).replace(/^( *)\/\/ ("(?!module|servicePublicKey).*)$/gm, '$1$2')
    writeFileSync(path, complete)
    const tokens = [...complete.matchAll(/"env": "(\w+)"/g)].map(([, name = '']) => [name, 'made-up'])
    const target = await readTarget(path, { ...Object.fromEntries(tokens), ...environment })
    expect(target).toMatchObject({
      headers: { 'x-gateway-key': 'made-up' },
      shoppers: { second: { accessToken: 'made-up' } },
      assumptions: { 'encryption.rsa-padding': 'pkcs1' },
      fixtures: { oldPartialPayment: 'order-2001' },
      limits: { perSecond: 5 },
    })
  })

  it('has comments of at most 120 characters, with choices and defaults', () => {
    const lines = targetTemplate('target.json').split('\n')
    expect(lines.filter((line) => line.length > 120)).toEqual([])
    const text = lines.map((line) => line.replace(/^ *\/\/ /, '')).join(' ')
    expect(text).toContain('One of "oaep", "pkcs1". Default: "oaep". "encryption.rsa-padding": "pkcs1",')
    expect(text).toContain('Default: 20000. "requests": 2000,')
  })
})
