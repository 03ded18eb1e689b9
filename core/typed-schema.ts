// JSON Schemas that the compiler compares with the types of the values: a field without a schema, or with the schema of another
// type, is a compile error. Objects are closed.

declare const valueType: unique symbol

/** A JSON Schema of the values of a type. */
export interface TypedSchema<Value> {
  readonly type?: string | readonly string[]
  readonly $comment?: string
  // Never set. A function, so that neither a wider nor a narrower type is accepted.
  readonly [valueType]?: (value: Value) => Value
}

// An alias, so that declarations of inferred types need no name for it.
type OptionalField<Value> = { readonly optional: TypedSchema<Value> }

/** A schema for each field of an object; optional fields are marked with `optional`. */
type FieldSchemas<Value> = {
  readonly [Name in keyof Value]-?: Partial<Pick<Value, Name>> extends Pick<Value, Name>
    ? OptionalField<Exclude<Value[Name], undefined>>
    : TypedSchema<Value[Name]>
}

export type ValueOf<Schema> = Schema extends TypedSchema<infer Value> ? Value : never

type OptionalNames<Fields> = {
  [Name in keyof Fields]: Fields[Name] extends OptionalField<infer _> ? Name : never
}[keyof Fields]

/** The type of objects whose fields have these schemas. */
export type ValuesOf<Fields> = {
  -readonly [Name in Exclude<keyof Fields, OptionalNames<Fields>>]: ValueOf<Fields[Name]>
} & {
  -readonly [Name in OptionalNames<Fields>]?: Fields[Name] extends OptionalField<infer Value>
    ? Value | undefined
    : never
}

type Keywords = Readonly<Record<string, unknown>>

/** A schema that the compiler cannot compare with its type. */
export function schemaOf<Value>(keywords: Keywords): TypedSchema<Value> {
  return keywords
}

export const text: TypedSchema<string> = { type: 'string' }
export const boolean: TypedSchema<boolean> = { type: 'boolean' }

/** Text that matches a pattern; `description` completes the message "must be …". */
export function textLike(pattern: RegExp, description: string): TypedSchema<string> {
  return schemaOf({ type: 'string', pattern: pattern.source, description })
}

/** Whole numbers from min to max. */
export function integers(minimum: number, maximum: number): TypedSchema<number> {
  return schemaOf({ type: 'integer', minimum, maximum })
}

/** One of a list of values. */
export function oneOf<const Value extends string | boolean>(values: readonly Value[]): TypedSchema<Value> {
  return schemaOf({ enum: values })
}

export function nullable<Value>(schema: TypedSchema<Value>): TypedSchema<Value | null> {
  // The keywords of one type say nothing about null. A union would be several times as slow.
  return typeof schema.type === 'string'
    ? schemaOf({ ...schema, type: [schema.type, 'null'] })
    : either(schema, schemaOf<null>({ type: 'null' }))
}

export function either<First, Second>(
  first: TypedSchema<First>,
  second: TypedSchema<Second>,
): TypedSchema<First | Second> {
  return schemaOf({ anyOf: [first, second] })
}

export function arrayOf<Values extends readonly unknown[]>(
  items: TypedSchema<Values[number]>,
  limits: { minItems?: number; maxItems?: number } = {},
): TypedSchema<Values> {
  return schemaOf({ type: 'array', items, ...limits })
}

/** An object with any keys and values of one type. */
export function mapOf<Value>(values: TypedSchema<Value>): TypedSchema<Record<string, Value>> {
  return schemaOf({ type: 'object', additionalProperties: values })
}

export function optional<Value>(schema: TypedSchema<Value>): OptionalField<Value> {
  return { optional: schema }
}

/** A schema whose type follows from its fields. */
export function objectOf<Fields extends object>(fields: Fields): TypedSchema<ValuesOf<Fields>> {
  return object(fields as FieldSchemas<ValuesOf<Fields>>)
}

export function object<Value>(fields: FieldSchemas<Value>): TypedSchema<Value> {
  const entries = Object.entries<object>(fields)
  return schemaOf({
    type: 'object',
    properties: Object.fromEntries(
      entries.map(([name, field]) => [name, 'optional' in field ? field.optional : field]),
    ),
    required: entries.flatMap(([name, field]) => ('optional' in field ? [] : [name])),
    additionalProperties: false,
  })
}
