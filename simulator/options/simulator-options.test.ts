// Invalid options: every source of options reports the same error. Options of code are tested without types on purpose.

import { describe, expect, it } from 'vitest'
import { createSimulator } from '../embedding/create-simulator.ts'
import type { SimulatorOptions } from './simulator-options.ts'

/** Options as code without types writes them. */
const untyped = (options: unknown) => options as SimulatorOptions

describe('a simulator', () => {
  it.each<[name: string, value: unknown, shown: string, expected: string]>([
    ['validation', 'loose', '"loose"', '"strict"'],
    ['automation', { transactions: 'never' }, 'an object', 'auto, clock, manual'],
    ['automation', { payments: 'auto' }, 'an object', 'transactions, settlements'],
    ['automation', { renewals: 'auto' }, 'an object', 'renewals and reminders cannot be auto'],
    ['automation', 'auto', '"auto"', 'an object'],
    ['clock', '60', '"60"', 'a multiple of real time'],
    ['maxSandboxes', 0, '0', 'from 1 to 100000'],
    ['maxSandboxes', '9', '"9"', 'a whole number'],
    ['webhookTimeoutMs', -1, '-1', 'from 1 to 2147483647'],
    ['webhookTimeoutMs', 2 ** 31, '2147483648', 'to 2147483647'],
    ['seed', 1.5, '1.5', 'a whole number'],
    ['randomAssumptions', null, 'null', 'a whole number'],
    ['start', 0, '0', 'ISO 8601'],
    ['assumptions', 'terse', '"terse"', 'ids of unspecified behaviors'],
    ['assumptions', { 'transactions.repeated-order': 1 }, 'an object', 'ids of unspecified behaviors'],
    ['webhookUrl', 3000, '3000', 'or null'],
    ['allowAnyWebhookHost', 'yes', '"yes"', 'true or false'],
    ['control', 0, '0', 'true or false'],
    ['transport', {}, 'an object', 'a function'],
    ['handlers', { getStore: 1 }, 'an object', 'the function that handles each'],
    ['publicUrl', 'localhost:4020', '"localhost:4020"', 'http://'],
    ['world', 'world.json', '"world.json"', 'not the name of its file'],
    ['world', [], 'an array', 'not the name of its file'],
  ])('refuses the value of %s: %j', (name, value, shown, expected) => {
    const fact = `Invalid value ${shown} for the option "${name}".`
    expect(() => createSimulator(untyped({ [name]: value }))).toThrow(
      expect.objectContaining({
        fact,
        detail: expect.stringContaining(expected),
        message: expect.stringContaining(`${fact} Expected `),
      }),
    )
  })

  it.each(['sead', 'toString', 'vary', 'port'])('refuses the unknown option %s', (name) => {
    const fact = `Unknown option "${name}" of a simulator.`
    const remedy = expect.stringContaining('Use one of seed, start')
    expect(() => createSimulator(untyped({ [name]: 7 }))).toThrow(expect.objectContaining({ fact, remedy }))
  })

  it.each([null, 'strict', []])('refuses %j in place of options', (options) => {
    expect(() => createSimulator(untyped(options))).toThrow(/ Expected an object\. /)
  })

  it.each(['getStores', 'toString'])('refuses a handler of the unknown operation %s', (name) => {
    expect(() => createSimulator(untyped({ handlers: { [name]: () => undefined } }))).toThrow(
      expect.objectContaining({
        fact: `Unknown operation "${name}" in the option "handlers".`,
        remedy: expect.stringContaining('Use one of createInvoice, '),
      }),
    )
  })

  it('refuses a start that is not an instant', () => {
    expect(() => createSimulator({ start: 'soon' })).toThrow('Invalid instant "soon". ')
  })

  it('uses the default of an option that is undefined', () => {
    const options = { seed: undefined, automation: { transactions: undefined }, maxSandboxes: undefined }
    expect(() => createSimulator(untyped(options))).not.toThrow()
  })
})

describe('a named sandbox', () => {
  it.each<[unknown, string]>([
    [{ validation: 'loose' }, 'Invalid value "loose" for the option "validation".'],
    [{ maxSandboxes: 3 }, 'Unknown option "maxSandboxes" of a named sandbox.'],
    [{ snapshot: 'text' }, 'Invalid value "text" for the option "snapshot".'],
    [{ automation: { reminders: 'auto' } }, 'Invalid value an object for the option "automation".'],
  ])('refuses %j', async (options, fact) => {
    const simulator = createSimulator()
    await expect(simulator.sandbox('mine', untyped(options) as never)).rejects.toMatchObject({ fact })
    expect((await simulator.control.listSandboxes()).sandboxes).toHaveLength(1)
  })

  it('refuses over the control API what its document cannot express', async () => {
    const { fetch } = createSimulator()
    const body = '{"automation":{"renewals":"auto"}}'
    const response = await fetch('/sandboxes/mine', { method: 'PUT', body })
    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringContaining('renewals and reminders cannot be auto'),
    ])
  })
})
