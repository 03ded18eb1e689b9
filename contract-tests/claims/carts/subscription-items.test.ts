// A service that has one frequency for each product refuses another word for a known product anyway.

import { expect, it } from 'vitest'
import { frequencies } from '../../../spec/enumerations.ts'
import { changeAt } from '../../altered/mutants/json-path.ts'
import { changeBody } from '../../altered/mutants/operators/request.ts'
import { verify } from '../../commands/verify.ts'
import { inProcess, type World } from '../../observe/in-process.ts'
import { subscriptionItems } from './subscription-items.ts'

const id = 'carts.other-frequency-refused'

it('detects a service that accepts any word as the first frequency of a product', async () => {
  const worlds = new WeakMap<World, Map<unknown, unknown>>()
  const request = changeBody('createInvoice', (body, world) => {
    const frequencyOf = worlds.get(world) ?? new Map<unknown, unknown>()
    worlds.set(world, frequencyOf)
    let isRefused = false
    const changed = changeAt(body, 'cart.*', (line) => {
      const { id, frequency } = Object(line)
      if (frequency === undefined) return line
      isRefused ||= frequencyOf.has(id) && frequencyOf.get(id) !== frequency
      frequencyOf.set(id, frequencyOf.get(id) ?? frequency)
      const isKnown = frequencies.some((one) => one === frequency)
      return { ...Object(line), frequency: isKnown ? frequency : 'monthly' }
    })
    return isRefused ? {} : changed
  })
  for (const one of subscriptionItems.filter(({ title }) => title.endsWith('as a frequency'))) {
    const report = await verify(inProcess({ request }), { properties: [one], only: [id], runs: 5 })
    expect(report.requirements.find((found) => found.id === id)?.verdict, one.title).toBe('fail')
  }
})
