// Issues of zod in our words.

import { expect, it } from 'vitest'
import { z } from 'zod'
import { zodMessages } from './zod-messages.ts'

const predicate = { message: 'must be a word' }

it.each<[string, z.ZodTypeAny, unknown, string]>([
  ['a missing field', z.string(), undefined, 'is missing'],
  ['another type', z.array(z.string()), 'x', 'must be an array'],
  ['a fraction', z.number().int(), 1.5, 'must be an integer'],
  ['another value', z.enum(['a', 'b']), 'c', 'must be one of "a", "b"'],
  ['another literal', z.literal('a'), 'c', 'must be "a"'],
  ['unknown fields', z.strictObject({}), { a: 1, b: 2 }, 'has the unknown fields "a" and "b"'],
  ['an empty text', z.string().min(1), '', 'must not be empty'],
  ['a short text', z.string().min(2), '', 'must have at least 2 characters'],
  ['a long list', z.array(z.number()).max(1), [1, 2], 'must have at most 1 element'],
  ['a small number', z.number().min(1), 0, 'must be at least 1'],
  ['a number at an excluded bound', z.number().positive(), 0, 'must be more than 0'],
  ['a large number', z.number().lt(9), 9, 'must be less than 9'],
  ['no URL', z.string().url(), 'x', 'must be a valid URL'],
  ['another pattern', z.string().regex(/^a$/), 'x', 'is invalid'],
  ['a custom message', z.string().regex(/^a$/, predicate), 'x', 'must be a word'],
])('words %s', (_, type, field, words) => {
  const read = z.object({ 'a field': type }).safeParse({ 'a field': field })
  expect(zodMessages(read.error?.issues ?? [], 'file')).toEqual([`file["a field"] ${words}`])
})

it('keeps words of zod that it does not know', () => {
  const read = z.union([z.string(), z.number()]).safeParse(true)
  expect(zodMessages(read.error?.issues ?? [], 'file')).toEqual(['file: Invalid input'])
})

it.each([
  ['token', 'accessToken'],
  ['acessToken', 'accessToken'],
])('suggests the missing field for an unknown one: %s', (written, meant) => {
  const schema = z.object({ merchants: z.array(z.strictObject({ accessToken: z.string() })) })
  const read = schema.safeParse({ merchants: [{ [written]: 'x' }] })
  expect(zodMessages(read.error?.issues ?? [], 'file')).toContain(
    `file.merchants[0] has the unknown field "${written}" (did you mean "${meant}"?)`,
  )
})
