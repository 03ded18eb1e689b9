// Issues of zod as messages.

import { expect, it } from 'vitest'
import { z } from 'zod'
import { zodMessages } from './zod-messages.ts'

it.each<[string, z.ZodTypeAny, unknown, string]>([
  ['zod says', z.array(z.string()), 'x', ': Expected array, received string'],
  ['a rule of ours says', z.string().regex(/^a$/, 'must be a word'), 'x', ' must be a word'],
])('has the place and what %s', (_, type, field, words) => {
  const read = z.object({ 'a field': type }).safeParse({ 'a field': field })
  expect(zodMessages(read.error?.issues ?? [], 'file')).toEqual([`file["a field"]${words}`])
})

it.each(['token', 'acessToken'])('suggests the missing field for an unknown one: %s', (written) => {
  const schema = z.object({ merchants: z.array(z.strictObject({ accessToken: z.string() })) })
  const read = schema.safeParse({ merchants: [{ [written]: 'x' }] })
  expect(zodMessages(read.error?.issues ?? [], 'file')).toContain(
    `file.merchants[0]: Unrecognized key(s) in object: '${written}' (did you mean "accessToken"?)`,
  )
})
