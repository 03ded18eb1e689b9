// The scalar types of the contract's tables, and helpers that name and describe schemas. A scalar with a rule is a
// component, so that the document has the rule once.

import { extendApi } from '@anatine/zod-openapi'
import { z } from 'zod'

interface ComponentNotes {
  description?: string
  format?: string
  examples?: unknown[]
}

/** Names a schema. The document has it once, under `components/schemas`, and refers to it elsewhere. */
export function component<Schema extends z.ZodTypeAny>(
  name: string,
  schema: Schema,
  notes: ComponentNotes = {},
): Schema {
  return extendApi(schema, { ...notes, 'x-component': name })
}

/** The same for an object with these fields. */
export function namedObject<Shape extends z.ZodRawShape>(
  name: string,
  description: string,
  shape: Shape,
): z.ZodObject<Shape> {
  return component(name, z.object(shape), { description })
}

const examples = new WeakMap<z.ZodTypeAny, unknown>()

/**
 * Describes a property. The description of a component is separate and stays in the component. A property of a response has
 * an example, unless its type has one.
 */
export function field<Schema extends z.ZodTypeAny>(
  schema: Schema,
  description: string,
  example?: z.output<Schema>,
): Schema {
  const described = extendApi(schema, { 'x-field-description': description })
  if (example !== undefined) examples.set(described, example)
  return described
}

/** An example of a type, made from those of its fields: the first form of a union, a list of one element. */
export function exampleOf<Schema extends z.ZodTypeAny>(type: Schema): z.output<Schema> {
  if (examples.has(type)) return examples.get(type)
  if (type instanceof z.ZodLiteral) return type.value
  if (type instanceof z.ZodUnion) return exampleOf(type.options[0])
  if (type instanceof z.ZodArray) return [exampleOf(type.element)]
  if (!(type instanceof z.ZodObject)) return undefined
  const fields = Object.entries<z.ZodTypeAny>(type.shape).map(([name, field]) => [name, exampleOf(field)])
  return Object.fromEntries(fields.filter(([, example]) => example !== undefined))
}

/** A decimal number as text: `"12"`, `"12.50"`, `"0.00021"`. Contract: Resources, conventions. */
export const DecimalText = component('DecimalText', z.string().regex(/^-?[0-9]+(\.[0-9]+)?$/), {
  description: 'A decimal number as text.',
  examples: ['129.95'],
})

/** A decimal amount with exactly two decimals, as text: `"12.50"`. Contract: Resources, Transaction record. */
export const TwoDecimalText = component('TwoDecimalText', z.string().regex(/^-?[0-9]+\.[0-9]{2}$/), {
  description: 'A decimal amount as text with exactly two decimals.',
  examples: ['129.95'],
})

/** A timestamp as ISO 8601 text in UTC. Contract: Resources, conventions. */
export const Timestamp = component(
  'Timestamp',
  // ISO 8601 has an extended and a basic notation, and dates of a month, of a week and of a year.
  z
    .string()
    .regex(
      /^[0-9]{4}(-?[0-9]{2}-?[0-9]{2}|-?W[0-9]{2}-?[1-7]|-?[0-9]{3})T[0-9]{2}(:?[0-9]{2}(:?[0-9]{2})?)?([.,][0-9]+)?(Z|[+-]00(:?00)?)$/,
    ),
  {
    description: 'An ISO 8601 timestamp in UTC.',
    format: 'date-time',
    examples: ['2026-01-05T09:30:00.000Z'],
  },
)

/** An identifier that the contract calls a UUID. The form of other identifiers, which it calls UUID-style, stays open: they are text. */
export const Uuid = component(
  'Uuid',
  z.string().regex(/^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/),
  { description: 'A UUID.', format: 'uuid', examples: ['3f0c9d52-7d1e-4f5c-9a55-0d6a2b1c7e10'] },
)

/** Any text: codes, names, references. */
export const text = z.string()
/** Texts with a format. It is a note to readers: checks do not look at it. */
export const email = extendApi(z.string(), { format: 'email' })
export const uri = extendApi(z.string(), { format: 'uri' })
export const uuidText = extendApi(z.string(), { format: 'uuid' })

export const integer = z.number().int()
export const boolean = z.boolean()

/** A finite number. JSON.parse reads `1e400` as infinity, which the JSON Schema of the document refuses too. */
export const number = z.number().finite()

/** A number or a decimal number as text. */
export const numberOrText = z.union([number, DecimalText])

/** An object whose fields the contract does not show. */
export const openObject = z.record(z.unknown())

/** A required value whose type the contract does not state. */
export const present = z.unknown().refine((value) => value !== undefined, 'Required')

/** The result of an operation that returns only its success. */
export const Done = namedObject('Done', 'A successful result without further data.', {
  success: field(z.literal(true), 'True on success.'),
})

/** The envelope of a successful response, except for the subscription endpoints. Contract: Resources, conventions. */
export function okResult<Result extends z.ZodTypeAny>(result: Result) {
  return z.object({
    ok: field(z.literal(true), 'True on success.'),
    result: field(result, 'The result of the request.'),
  })
}
