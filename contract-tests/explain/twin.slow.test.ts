// Learning the twin of simulators in this process, and noticing what has changed since.

import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { RequestAction } from '../histories/action.ts'
import { type AssumptionChoices, defaultWorld, inProcess, type ResponseSeam } from '../observe/in-process.ts'
import { keyed } from './differences.ts'
import { driftText, learnedText } from './table.ts'
import { driftOf, learnTwin } from './twin.ts'
import { readTwin, writeTwin } from './twin-files.ts'

const chosen: AssumptionChoices = {
  'errors.envelope': 'error-object',
  'stores.tabs': 'all',
  'balances.amount-type': 'number',
}
const world = {
  ...defaultWorld,
  currencies: defaultWorld.currencies.map((one) => (one.id === 'BTC' ? { ...one, rate: '54321' } : one)),
}
const deployment = (assumptions = chosen, response?: ResponseSeam) =>
  inProcess({ simulator: { seed: 7, assumptions, world }, ...(response === undefined ? {} : { response }) })

const run = { level: 'money', seed: 3, lengths: [10], proof: 10 } as const
const learned = await learnTwin(deployment(), run)

it('recovers the options that answers show, and no other one', () => {
  expect(learned.twin.hypothesis.assumptions).toEqual(chosen)
  expect(learned.knowledge.shown.filter(({ isDefault }) => !isDefault).map(({ id }) => id)).toEqual(
    expect.arrayContaining(Object.keys(chosen)),
  )
  expect(learned.twin.exceptions).toEqual([])
  expect(learned.proof).toEqual({ actions: { all: 84, alike: 84 }, others: [] })
})

it('recovers the world from look-ups', () => {
  expect(learned.twin.hypothesis.world).toEqual(world)
  expect(learned.world.seen).toEqual([{ part: 'currencies.BTC', from: 'listCurrencies' }])
})

it('says what was recovered, from which answer, and what was not seen', () => {
  const text = learnedText(learned)
  expect(text).toContain('stores.tabs: all\n      getStore')
  expect(text).toContain('Proof: 84 further actions at the deployment and at the twin: 84 answers alike')
  expect(text).toMatch(/Not seen: no answer depended on it \(\d+\)/)
})

it('lists what no option expresses, and goes on', async () => {
  const response: ResponseSeam = (sent, { operationId }) =>
    operationId === 'getStore' ? { ...sent, json: { ...Object(sent.json), more: true } } : sent
  const { twin, proof } = await learnTwin(deployment(chosen, response), run)
  expect(twin.exceptions.map(({ key }) => key)).toEqual(['getStore: body.more'])
  expect(twin.hypothesis.assumptions).toEqual(chosen)
  expect(proof.actions.all).toBe(84)
})

it('keeps a level', async () => {
  const { operations } = await seenBy({ level: 'read' })
  expect([...operations].filter((id) => /^(create|add|debit|cancel|close)/.test(id))).toEqual([])
})

async function seenBy(changed: Partial<typeof run> | { level: 'read' }) {
  const operations = new Set<string>()
  const response: ResponseSeam = (sent, { operationId }) => {
    operations.add(operationId)
    return sent
  }
  await learnTwin(deployment(chosen, response), { ...run, ...changed })
  return { operations }
}

it('reports an option that has changed, and nothing while none has', async () => {
  const same = await driftOf(deployment(), learned.twin, run.proof)
  expect(driftText(same)).toContain('No change.')
  const changed = await driftOf(deployment({ ...chosen, 'stores.tabs': 'enabled' }), learned.twin, run.proof)
  expect(changed.options).toMatchObject([{ id: 'stores.tabs', before: 'all', now: 'enabled' }])
  expect(changed.others).toEqual([])
})

it('reports a change that no option expresses, and one of the world', async () => {
  const response: ResponseSeam = (sent, { operationId }) =>
    operationId === 'getStore' ? { ...sent, headers: { ...sent.headers, 'x-new': 'yes' } } : sent
  const {
    options,
    others,
    world: parts,
  } = await driftOf(
    inProcess({ simulator: { seed: 7, assumptions: chosen }, response }),
    learned.twin,
    run.proof,
  )
  expect(options).toEqual([])
  expect(others.map(({ key }) => key)).toEqual(expect.arrayContaining(['getStore: headers.x-new']))
  expect(parts).toEqual([expect.stringMatching(/^currencies\.\d+\.rate is .* in place of "54321"$/)])
})

it('writes files that it can read, and that others cannot', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'paytwin-twin-'))
  try {
    await writeTwin(directory, learned.twin)
    expect(await readTwin(directory)).toEqual(learned.twin)
    expect(statSync(join(directory, 'world.json')).mode & 0o077).toBe(0)
    await expect(readTwin(join(directory, 'none'))).rejects.toThrow('cannot be read')
  } finally {
    rmSync(directory, { recursive: true })
  }
})

it('names a difference by its place, and a refusal by the request', () => {
  const action: RequestAction = { operation: 'getStore' }
  const answer = (status: number, body: string) => ({
    ...{ responses: [{ status, headers: {}, body }], deliveries: [] },
  })
  const [accepted, refused] = [answer(200, '{"result":{}}'), answer(400, '{"message":"no"}')]
  const keysOf = (...places: string[]) =>
    keyed(
      { number: 1, action },
      accepted,
      accepted,
      places.map((place) => ({ place, expected: 1, actual: 2 })),
    ).map(({ key }) => key)
  expect(keysOf('body.result.7.id', 'status')).toEqual(['getStore: body.result.*.id', 'getStore: status'])
  const difference = { place: 'status', expected: 200, actual: 400 }
  expect(keyed({ number: 1, action }, accepted, refused, [difference, difference])).toMatchObject([
    { key: 'getStore, usual: refused', isOutcome: true },
  ])
})
