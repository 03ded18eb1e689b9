// Forms that the script of the dashboard sends to the control API as JSON. Their fields are those of the operation's body.

import { html } from 'hono/html'
import { isObject } from '../../../core/json.ts'
import type { JsonSchema } from '../../../core/json-schema.ts'
import { jsonOf } from '../../../spec/openapi/reading.ts'
import type { Html } from '../layout.ts'
import { label, operationOf, resolved, type View } from './cells.ts'

interface FormOptions {
  /** The values of parameters in the path; the form asks for the others. */
  params?: Readonly<Record<string, string | number>>
  /** The body, to which the fields are added; `at` is the list in it that they extend. */
  body?: object
  at?: string
  /** Fields that the form does not ask for, and values that it begins with. */
  without?: readonly string[]
  values?: Readonly<Record<string, string>>
  /** The message after success, with fields of the response in braces, or the page after it. */
  done?: string
  then?: string
  /** A question before it is sent. */
  confirm?: string
  /** The name for those who do not see where the form is. */
  name?: string
  isPrimary?: boolean
  /** The schema of the fields, if not that of the whole body. */
  schema?: JsonSchema
}

/** A form for an operation without fields: a button. */
export function actionButton(view: View, operationId: string, text: string, options: FormOptions = {}): Html {
  return form(view, operationId, text, options, '')
}

/** A form with a field for everything that the body of an operation may have. */
export function operationForm(
  view: View,
  operationId: string,
  text: string,
  options: FormOptions = {},
): Html {
  const { operation } = operationOf(operationId)
  const {
    schema = jsonOf(operation.requestBody)?.schema ?? {},
    without = [],
    values = {},
    params = {},
  } = options
  const asked = (operation.parameters ?? []).filter(
    ({ in: place, name }) => place === 'path' && !(name in params),
  )
  const context = { without, values, choices: choicesOf(view) }
  return form(
    view,
    operationId,
    text,
    options,
    html`${asked.map(({ name, schema }) => field(name, resolved(schema), true, context, true))}${fieldsOf(schema, '', context)}`,
  )
}

function form(
  { path, root }: View,
  operationId: string,
  text: string,
  options: FormOptions,
  fields: Html | '',
): Html {
  const { params = {}, body, at, done = '', then, confirm, name = text, isPrimary = fields !== '' } = options
  const { method, path: template } = operationOf(operationId)
  const filled = template.replace(/\{(\w+)\}/g, (whole, key) =>
    key in params ? encodeURIComponent(String(params[key])) : whole,
  )
  const data = {
    path: `${template.startsWith('/sandboxes') ? root : path}${filled}`,
    method: method.toUpperCase(),
    done,
  }
  const more = { at, then, confirm, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
  const attributes = Object.entries({ ...data, ...more }).flatMap(([key, value]) =>
    value === undefined ? [] : html` data-${key}="${value}"`,
  )
  return html`<form class="fields" method="post"${attributes}>${fields}<button class="${isPrimary ? 'primary' : ''}" aria-label="${name}">${text}</button></form>`
}

interface Context {
  /** The values of fields that name something of the world, with their names. */
  choices: Readonly<Record<string, readonly (readonly [value: string, name: string])[]>>
  without: readonly string[]
  values: Readonly<Record<string, string>>
}

function choicesOf({ world: { accounts } }: View): Context['choices'] {
  const tokens = [...accounts.merchants, ...accounts.shoppers].map(({ accessToken }) => accessToken)
  const same = (values: readonly string[]) => values.map((value) => [value, value] as const)
  return {
    as: same(accounts.shoppers.map(({ accessToken }) => accessToken)),
    exchange: same(accounts.exchanges.map(({ name }) => name)),
    accessToken: same(tokens),
    id: same(accounts.shoppers.map(({ accessToken }) => accessToken)),
    merchantId: accounts.merchants.map(({ id, shop }) => [id, shop.companyName]),
  }
}

/** The fields of an object, or of the alternative that is chosen. */
function fieldsOf(given: JsonSchema, prefix: string, context: Context): Html {
  const schema = resolved(given)
  const branches = alternativesOf(schema)
  if (branches === undefined) {
    const { properties = {}, required = [] } = schema
    const asked = Object.entries(properties).filter(([name]) => !context.without.includes(name))
    return html`${asked.map(([name, inner]) => field(prefix + name, resolved(inner), required.includes(name), context))}`
  }
  const named = branches.map((branch) => [nameOf(branch), branch] as const)
  const options = named.map(([name]) => html`<option>${name}</option>`)
  const sets = named.map(
    ([name, branch]) => html`<fieldset data-choice="${name}">${fieldsOf(branch, prefix, context)}</fieldset>`,
  )
  return html`<span class="choice"><label class="field"><span>How</span><select class="chooser">${options}</select></label>${sets}</span>`
}

/** The objects of a union of several. */
function alternativesOf({ anyOf }: JsonSchema & { anyOf?: readonly JsonSchema[] }): JsonSchema[] | undefined {
  const branches = anyOf?.map(resolved).filter(({ properties }) => properties !== undefined) ?? []
  return branches.length > 1 ? branches : undefined
}

const constantOf = (schema: JsonSchema) => (schema.enum?.length === 1 ? schema.enum[0] : schema.const)

/** The name of an alternative: the only value of one of its fields, or else its first field. */
function nameOf({ properties = {} }: JsonSchema): string {
  const constants = Object.values(properties).map(constantOf)
  return String(constants.find((one) => typeof one === 'string') ?? Object.keys(properties)[0])
}

function field(path: string, schema: JsonSchema, required: boolean, context: Context, inPath = false): Html {
  const name = path.split('.').at(-1) ?? path
  const constant = constantOf(schema)
  const type = html` data-type="json"`
  if (constant !== undefined)
    return html`<input type="hidden" name="${path}" value="${constant}"${typeof constant === 'string' ? '' : type}>`
  if (schema.properties !== undefined || alternativesOf(schema) !== undefined)
    return html`<fieldset><legend>${label(name)}</legend>${fieldsOf(schema, `${path}.`, context)}</fieldset>`
  const scalar = scalarOf(schema)
  const attributes = html` name="${path}"${required ? html` required` : ''}${inPath ? html` data-in="path"` : ''}${scalar.type === 'string' ? '' : type}`
  const choices = context.choices[name] ?? choicesIn(scalar)
  const value = context.values[path] ?? ''
  const shown =
    choices === undefined
      ? inputOf(scalar, value, attributes)
      : html`<select${attributes}>${required ? '' : html`<option></option>`}${choices.map(([one, text]) => html`<option value="${one}"${one === value ? html` selected` : ''}>${text}</option>`)}</select>`
  return html`<label class="field" title="${schema.description ?? ''}"><span>${label(name)}</span>${shown}</label>`
}

/** The values that a schema permits, if they are few. */
function choicesIn({ enum: values, type }: JsonSchema) {
  const permitted = values ?? (type === 'boolean' ? ['true', 'false'] : undefined)
  return permitted?.map((value) => [String(value), String(value)] as const)
}

function inputOf({ type, examples = [] }: JsonSchema, value: string, attributes: Html): Html {
  const [example = type === 'string' ? '' : 'JSON'] = examples
  return type === 'integer' || type === 'number'
    ? html`<input type="number" step="any" value="${value}"${attributes}>`
    : html`<input value="${value}" placeholder="${example}"${attributes}>`
}

/** The scalar that a schema permits: in a union, the first one that is not null. */
function scalarOf(schema: JsonSchema & { anyOf?: readonly JsonSchema[] }): JsonSchema {
  const branches = schema.anyOf?.map(resolved) ?? [schema]
  const [first = schema] = branches.filter(({ type }) => type !== 'null')
  const type = Array.isArray(first.type) ? first.type.find((one) => one !== 'null') : first.type
  return isObject(first) ? { ...first, type } : first
}
