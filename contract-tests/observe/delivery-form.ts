// The form in which a webhook reports a payment, from the updates of one that was paid in full.

import type { Profile } from '../profile/profile.ts'
import { type Delivery, fieldsOf, statusesSaid, statusFieldsOf } from './deliveries.ts'
import { integersFor } from './status-integers.ts'

const names = ['pending', 'processing', 'canceled', 'completed'] as const
const none = { pending: [], processing: [], canceled: [], completed: [] }

/** The common form of the updates of a transaction that was paid in full. */
export function formOf(
  updates: readonly Delivery[],
  transactionId: string,
  integers: Parameters<typeof statusesSaid<(typeof names)[number]>>[1] = none,
): Partial<Profile['deliveries']> {
  const transactionField = fieldInEach(updates, ({ value }) => value === transactionId)
  const saidBy = (text: string, by = integers) => {
    const body = JSON.stringify({ status: text })
    return statusesSaid({ method: 'POST', url: '', body }, by)
  }
  // One field may have an integer, and another the name.
  const ofStatus = new Set(updates.flatMap((update) => statusFieldsOf(update).own.map(({ name }) => name)))
  const hasNames = (name: string) =>
    updates.some((update) => saidBy(textOf(update, name) ?? '', none).length > 0)
  const statusField = [...ofStatus].find(hasNames) ?? [...ofStatus][0] ?? changingField(updates, integers)
  if (statusField === undefined) return transactionField === undefined ? {} : { transactionField }
  const words = new Map<(typeof names)[number], Set<string>>()
  const texts = updates.map((update) => textOf(update, statusField) ?? '')
  for (const [at, text] of texts.entries()) {
    // The last one of several reports the end of the payment, in whatever words.
    const isEnd = at === texts.length - 1 && text !== texts[0] && saidBy(text).length === 0
    for (const name of isEnd ? (['completed'] as const) : saidBy(text))
      words.set(name, (words.get(name) ?? new Set()).add(text))
  }
  const statusWords = Object.fromEntries([...words].map(([name, said]) => [name, [...said]]))
  return { statusField, statusWords, ...(transactionField === undefined ? {} : { transactionField }) }
}

type Field = ReturnType<typeof fieldsOf>[number]

const textOf = (update: Delivery, name: string) => fieldsOf(update).find((one) => one.name === name)?.value

/** The name of a field that is the first of its name in each update and fulfils the condition there. */
function fieldInEach(updates: readonly Delivery[], fulfils: (field: Field) => boolean): string | undefined {
  const [first] = updates
  const candidates = first === undefined ? [] : fieldsOf(first).filter(fulfils)
  return candidates.find(({ name }) =>
    updates.every((update) => {
      const value = textOf(update, name)
      return name !== '' && value !== undefined && fulfils({ name, value })
    }),
  )?.name
}

/**
 * The only field that changes between updates and has a short text in each, neither an instant nor an amount, if there is one. Otherwise
 * the only one that has a declared integer in each, at last that of the end.
 */
function changingField(
  updates: readonly Delivery[],
  integers: Parameters<typeof formOf>[2] = none,
): string | undefined {
  const textsOf = (name: string) => updates.map((update) => textOf(update, name) ?? '')
  const isStatus = (text: string, among: readonly (typeof names)[number][]) =>
    among.some((name) => integersFor(integers, name).some((integer) => text === String(integer)))
  const changing = [...new Set(updates.flatMap(fieldsOf).map(({ name }) => name))].filter(
    (name) => name !== '' && new Set(textsOf(name)).size > 1,
  )
  const words = changing.filter((name) =>
    textsOf(name).every((text) => /^\p{L}[\p{L} _-]{0,30}$/u.test(text)),
  )
  const numbers = changing.filter(
    (name) =>
      textsOf(name).every((text) => isStatus(text, names)) &&
      isStatus(textsOf(name).at(-1) ?? '', ['completed']),
  )
  return [words, numbers].find(({ length }) => length === 1)?.[0]
}
