// The module of a target file: it encrypts every payload, and what it does wrong is reported with its path.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSimulator } from '../simulator/embedding/create-simulator.ts'
import { type OperationRequest, operationRequest } from './operation-request.ts'
import { readSimulatorTarget } from './simulator-target.ts'
import type { Target } from './target.ts'
import { readTarget, resolveTarget } from './target-file.ts'

let known: Target
let directory: string
beforeAll(async () => {
  known = await readSimulatorTarget(createSimulator().control)
  directory = mkdtempSync(join(tmpdir(), 'paytwin-module-'))
})
afterAll(() => rmSync(directory, { recursive: true }))

let written = 0
/** Writes a module and a target file that names it, and reads the target. */
async function targetWith(text: string): Promise<Target> {
  written += 1
  const file = join(directory, `target-${written}.json`)
  writeFileSync(join(directory, `module-${written}.mjs`), text)
  writeFileSync(file, JSON.stringify({ ...known, module: `./module-${written}.mjs` }))
  return readTarget(file, {})
}

const bodyOf = ({ body }: OperationRequest) => JSON.parse(body ?? '')

it('encrypts every payload, for the merchant of the request', async () => {
  const target = await targetWith(
    `export const encrypt = (payload, { operationId, merchant }) =>
      [operationId, merchant.clientSecret, JSON.stringify(payload)].join('|')`,
  )
  const close = operationRequest('closePartialPayment', target, { payload: { offerId: 'order-1' } })
  expect(bodyOf(close).encryptedReq).toBe('closePartialPayment|secret-lamp-shop|{"offerId":"order-1"}')
  const [, merchant] = target.merchants
  const pay = operationRequest('createExchangePayment', target, {
    payload: {},
    ...(merchant === undefined ? {} : { merchant }),
  })
  expect(bodyOf(pay).data).toBe('createExchangePayment|secret-tea-house|{}')
})

it('leaves alone what a request encrypts in another way', async () => {
  const target = await targetWith(`export const encrypt = () => 'by the module'`)
  const encryption = { scheme: 'none', text: 'plain' } as const
  expect(bodyOf(operationRequest('addPayees', target, { payload: [], encryption })).encryptedReq).toBe(
    'plain',
  )
})

it.each([
  ['export const encode = () => 1', 'does not export encrypt'],
  ['export const encrypt = (', 'Cannot load the target module'],
])('%j is refused when the target is read', async (text, message) => {
  await expect(targetWith(text)).rejects.toThrow(message)
})

it('that does not exist is named with its path', async () => {
  const file = join(directory, 'target.json')
  writeFileSync(file, JSON.stringify({ ...known, module: 'nowhere.mjs' }))
  await expect(readTarget(file, {})).rejects.toThrow(
    `Cannot load the target module ${join(directory, 'nowhere.mjs')}.`,
  )
  expect(() => resolveTarget({ ...known, module: 'nowhere.mjs' }, {})).toThrow('Use readTarget.')
})

it.each([
  [`export const encrypt = () => { throw new Error('no key') }`, 'encrypt threw: no key.'],
  ['export const encrypt = () => 7', 'encrypt returned a value of type number; expected a string.'],
  [`export const encrypt = async () => 'text'`, 'encrypt returned a promise; expected a string.'],
])('%j is reported when a payload is encrypted', async (text, message) => {
  const target = await targetWith(text)
  expect(() => operationRequest('addPayees', target, { payload: [] })).toThrow(
    `cannot encrypt a payload of addPayees. ${message}`,
  )
})
