// Histories at simulators in this process that differ from the contract once in a while.

import { describe, expect, it } from 'vitest'
import { type InProcessOptions, inProcess, type ResponseSeam } from '../observe/in-process.ts'
import { RunBudget } from '../observe/run-budget.ts'
import { findUnexplained } from './twin.ts'

function found(options: InProcessOptions = {}, actions = 150) {
  const deployment = inProcess(options)
  const budget = new RunBudget(deployment.target.limits, 'disruptive', deployment, { wait: async () => {} })
  return findUnexplained(deployment, { budget, seed: 1, actions })
}

/** Changes the text of responses to an operation while the number of payments is odd. */
const whilePaymentsAreOdd =
  (operation: string, change: (text: string) => string): ResponseSeam =>
  (response, { operationId }, { transactions }) =>
    operationId === operation && [...transactions].length % 2 === 1
      ? { ...response, json: JSON.parse(change(JSON.stringify(response.json))) }
      : response

describe('histories', () => {
  it('show nothing at the simulator', async () => {
    expect(await found()).toMatchObject({ violations: [], alike: 1 })
  })

  it('show nothing where further fields, another reason to refuse and other notations of numbers are permitted', async () => {
    const response: ResponseSeam = (sent, { operationId }, { now }) => {
      if (now % 2 === 0) return sent
      const text = JSON.stringify(sent.json).replace(/"totalPrice":"(\d+)\.00"/g, '"totalPrice":"$1"')
      return operationId === 'createTransfers' && text.includes('Invalid')
        ? { ...sent, status: 422, json: { message: 'no' } }
        : { ...sent, json: { ...JSON.parse(text), more: now } }
    }
    expect((await found({ response })).violations).toEqual([])
  })

  it('warn of a value that is another one once in a while, with the requirement that determines it', async () => {
    const other = (text: string) => text.replaceAll(/"balance":"?[\d.]+"?/g, '"balance":"7"')
    const { violations } = await found({ response: whilePaymentsAreOdd('checkExchangeBalance', other) }, 600)
    expect(violations).toMatchObject([
      { requirement: 'balances.of-the-shopper', actual: '7', unexplained: 'undetermined' },
    ])
    expect(violations[0]?.transcript.length).toBeLessThan(6)
  })

  it('fail for a form that the document excludes', async () => {
    const without = (text: string) => text.replace('"logo":', '"picture":')
    const { violations } = await found({ response: whilePaymentsAreOdd('listCurrencies', without) }, 300)
    expect(violations[0]).toMatchObject({ requirement: 'currencies.response-shape', actual: 'missing' })
    expect(violations[0]).not.toHaveProperty('unexplained')
  })
})
