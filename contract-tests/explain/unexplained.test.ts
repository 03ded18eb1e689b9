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

  it('warn of a value that is another one once in a while, and fail for one that is the same with every option', async () => {
    const inBoth = (text: string) =>
      text.replaceAll(/"balance":"?[\d.]+"?/g, '"balance":"7"').replace(/"order":"./, '"order":"')
    const balance = whilePaymentsAreOdd('checkExchangeBalance', inBoth)
    const order = whilePaymentsAreOdd('getInvoice', inBoth)
    const response: ResponseSeam = (sent, ...at) => order(balance(sent, ...at), ...at)
    const { violations } = await found({ response }, 600)
    const byRequirement = new Map(violations.map((one) => [one.requirement, one]))
    expect(byRequirement.get('balances.of-the-shopper')).toMatchObject({
      actual: '7',
      unexplained: 'undetermined',
    })
    expect(byRequirement.get('invoices.order-info-same-order')).toMatchObject({ unexplained: 'determined' })
    expect(violations.map(({ transcript }) => transcript.length < 6)).toEqual([true, true])
  })

  it('fail for a form that the document excludes', async () => {
    const without = (text: string) => text.replace('"logo":', '"picture":')
    const { violations } = await found({ response: whilePaymentsAreOdd('listCurrencies', without) }, 300)
    expect(violations[0]).toMatchObject({ requirement: 'currencies.response-shape', actual: 'missing' })
    expect(violations[0]).not.toHaveProperty('unexplained')
  })
})
