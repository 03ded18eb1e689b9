// The scalar types that the contract's tables are made of, and the two ways of leaving a place open.
// A primitive that carries a rule of its own is a component of the document, so that the rule is written once.

import { extendApi } from '@anatine/zod-openapi'
import { z } from 'zod'

interface ComponentNotes {
  description?: string
  examples?: unknown[]
}

/** Names a schema, so that the document holds it once under `components/schemas` and refers to it everywhere else. */
export function component<Schema extends z.ZodTypeAny>(
  name: string,
  schema: Schema,
  notes: ComponentNotes = {},
): Schema {
  return extendApi(schema, { ...notes, 'x-component': name })
}

/** A decimal number as text: `"12"`, `"12.50"`, `"0.00021"`. Money is never a float here. Contract: Resources, Conventions. */
export const DecimalText = component('DecimalText', z.string().regex(/^-?[0-9]+(\.[0-9]+)?$/), {
  description: 'A decimal number written as text.',
  examples: ['129.95'],
})

/** A decimal amount with exactly two decimals, as text: `"12.50"`. Contract: Transaction record, nativeAmount. */
export const TwoDecimalText = component('TwoDecimalText', z.string().regex(/^-?[0-9]+\.[0-9]{2}$/), {
  description: 'An amount as text with exactly two decimals.',
  examples: ['129.95'],
})

/** An instant as ISO 8601 text in UTC. Contract: Resources, Conventions. */
export const Timestamp = component(
  'Timestamp',
  z.string().regex(/^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]+)?)?(Z|[+-]00:?00)$/),
  { description: 'An instant in ISO 8601, in UTC.', examples: ['2026-01-05T09:30:00.000Z'] },
)

/** An identifier that the contract calls a UUID. */
export const Uuid = component(
  'Uuid',
  z.string().regex(/^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/),
  { description: 'A UUID.', examples: ['3f0c9d52-7d1e-4f5c-9a55-0d6a2b1c7e10'] },
)

/** Text without a rule of its own: codes, names, references. */
export const text = z.string()

/** A number. JSON has no infinity, but a text such as `1e400` is read as one; it is refused like in the document. */
export const number = z.number().finite()

/** A number or a decimal as text, where the contract allows both. */
export const numberOrText = z.union([number, DecimalText])

/** An object whose inside the contract leaves open. */
export const openObject = z.record(z.unknown())

/** A value that must be there and whose type the contract leaves open. */
export const present = extendApi(
  z.unknown().refine((value) => value !== undefined, 'Required'),
  { description: 'Present; its type is not stated.' },
)

/** The result of an operation that has nothing to tell but that it was done. */
export const Done = component('Done', z.object({ success: z.literal(true) }))

/** The envelope of every answer but the two of subscriptions, on success. Contract: Resources, Conventions. */
export function okResult<Result extends z.ZodTypeAny>(result: Result) {
  return z.object({ ok: z.literal(true), result })
}
