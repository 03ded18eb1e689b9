// The templates of refusals that a deployment shows: what is constant for a cause, and where the code, the message and the field stand.
// Only what every refusal of a kind confirms becomes a template.

import { isObject, parseJson, valueAt } from '../../core/json.ts'
import { type OperationId, operations } from '../../spec/operations.ts'
import { exchangePaymentErrors } from '../../spec/stated-errors.ts'
import type { RequestAction } from '../histories/action.ts'
import { type Answer, isAccepted, Side } from '../histories/side.ts'
import type { Deployment } from '../observe/deployment.ts'
import type { Basis } from '../observe/in-process.ts'
import type { KeyedDifference } from './differences.ts'
import { type Hypothesis, type Observed, replayed } from './replay.ts'

/** Requests that every deployment refuses. */
const refusedActions: readonly RequestAction[] = [
  { operation: 'getStore', token: null },
  { operation: 'listBanks', token: null },
  { operation: 'getInvoice', query: { uuid: 'nobody' } },
]

/** True if a deployment refuses in a form or in words that no option has. */
export async function refusesInOwnForm(deployment: Deployment, hypothesis: Hypothesis): Promise<boolean> {
  const side = new Side(deployment)
  const steps = refusedActions.map((action, at) => ({ number: at + 1, action }))
  const answers: Answer[] = []
  for (const step of steps) answers.push(await side.run(step))
  for (const envelope of ['message', 'error-object', 'problem', 'template'] as const)
    for (const wording of ['explained', 'terse'] as const) {
      const forms = { 'errors.envelope': envelope, 'errors.wording': wording }
      const assumptions = { ...hypothesis.assumptions, ...forms }
      const unlike = new Set<number>()
      const isKnown = (at: number, { place, expected }: KeyedDifference) => {
        if (place.startsWith('body') && typeof expected === 'string') unlike.add(at)
        return true
      }
      await replayed({ ...hypothesis, assumptions }, { steps, answers, isKnown })
      if (unlike.size < steps.length) return false
    }
  return true
}

/** A refusal by both sides: the cause at the model, and the response of the deployment. */
interface SeenRefusal {
  operation: OperationId
  cause: string
  field: string
  name: string
  status: number
  body: unknown
}

/** A template as an assumptions file has it. */
interface Template {
  operation?: string
  cause?: string
  field?: string
  status?: number
  body?: unknown
}

/** A hypothesis with templates, if it explains refusals otherwise than the deployment makes them. */
export async function withRefusalTemplates(
  hypothesis: Hypothesis,
  histories: readonly Observed[],
): Promise<Hypothesis> {
  const seen: SeenRefusal[] = []
  let isExplained = true
  for (const history of histories) {
    const { replay } = await replayed(hypothesis, {
      ...history,
      isKnown: (_, { key }) => {
        if (key.startsWith('refusals: ')) isExplained = false
        return true
      },
    })
    seen.push(...refusalsOf(history, replay.bases))
  }
  if (isExplained) return hypothesis
  const value = templatesOf(seen)
  if (value.length === 0) return hypothesis
  return {
    ...hypothesis,
    assumptions: { ...hypothesis.assumptions, 'errors.envelope': { use: 'template', value } },
  }
}

/** The refusals of requests that were sent alone. */
function refusalsOf({ steps, answers }: Observed, bases: readonly Basis[]): SeenRefusal[] {
  return steps.flatMap(({ action }, at) => {
    const [response] = answers[at]?.responses ?? []
    const [refusal, ...others] = bases[at]?.refusals ?? []
    const body = parseJson(response?.body ?? '')
    if (!('operation' in action) || refusal === undefined || others.length > 0) return []
    if (response === undefined || isAccepted(response) || !isObject(body)) return []
    const names = refusal.path.filter((part) => !/^\d+$/.test(part))
    const [field = '', name = ''] = [names[0], names.at(-1)]
    const { operation } = action
    return [{ operation, cause: refusal.code, field, name, status: response.status, body }]
  })
}

const statedErrors = new Map<string, { code: number; message: string }>(
  Object.entries(exchangePaymentErrors).map(([name, error]) => [`exchange-payments.${name}`, error]),
)

function templatesOf(seen: readonly SeenRefusal[]): Template[] {
  const stated = seen.filter(({ cause }) => statedErrors.has(cause))
  const payouts = seen.filter(({ body }) => valueAt(body, 'result', 'errorMsg') !== undefined)
  const others = seen.filter(
    (one) => ![...stated, ...payouts].includes(one) && !payoutCauses.has(one.cause) && !saysStated(one),
  )
  const specific = [...byKey(others, ({ cause }) => cause)].flatMap(([cause, own]) => ofCause(cause, own))
  return [
    ...statedTemplates(stated),
    ...payoutTemplates(payouts),
    ...needed([...specific, ...general(others)], others),
  ]
}

/** The templates of the stated errors: one for all, with the stated code and message. */
function statedTemplates(seen: readonly SeenRefusal[]): Template[] {
  const bodies = seen.flatMap(({ cause, status, body }) => {
    const error = statedErrors.get(cause)
    const filled = error && withStated(body, error)
    const text = JSON.stringify(filled ?? '')
    const isWhole = text.includes('"{code}"') && text.includes('"{message}"')
    return isWhole ? [{ body: filled, status: status === error?.code ? undefined : status }] : []
  })
  const [first] = bodies
  const isOne = new Set(bodies.map((one) => JSON.stringify(one))).size === 1
  if (first === undefined || !isOne) return []
  const { status, body } = first
  return [...statedErrors.keys()].map((cause) => ({
    cause,
    ...(status === undefined ? {} : { status }),
    body,
  }))
}

function withStated(value: unknown, error: { code: number; message: string }): unknown {
  if (Array.isArray(value)) return value.map((one) => withStated(one, error))
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withStated(one, error)]))
  if (value === error.code) return '{code}'
  return typeof value === 'string' && value.startsWith(error.message) ? '{message}' : value
}

/** True if a deployment refused for a reason that the contract states, which is not that of the model. */
const saysStated = ({ body }: SeenRefusal) =>
  [...statedErrors.values()].some(({ message }) => JSON.stringify(body).includes(message))

const payoutCauses: ReadonlySet<string> = new Set(
  ([operations.createTransfers, operations.addPayees] as const).flatMap(({ refusals }): readonly string[] =>
    refusals.filter((code) => code.startsWith('payouts.')),
  ),
)

/** The HTTP status of payouts, whose bodies the contract states. */
function payoutTemplates(seen: readonly SeenRefusal[]): Template[] {
  const own = seen.filter(({ cause }) => payoutCauses.has(cause))
  const [status, ...more] = new Set(own.map((one) => one.status))
  if (status === undefined || status === 200) return []
  const isOne = more.length === 0
  const causes = isOne ? payoutCauses : new Set(own.map(({ cause }) => cause))
  return [...causes].flatMap((cause) => {
    const [first, ...others] = new Set(
      own.filter((one) => isOne || one.cause === cause).map((one) => one.status),
    )
    return first === undefined || others.length > 0 ? [] : [{ cause, status: first }]
  })
}

/** The templates of a cause: of operations and fields that differ, and of all others. */
function ofCause(cause: string, seen: readonly SeenRefusal[]): Template[] {
  const both = groupsOf(seen, ({ operation, field }) => ({ operation, field }))
  const usual = mostCommon(both)
  const rows = [
    ...both,
    ...groupsOf(seen, ({ field }) => ({ field })),
    ...groupsOf(seen, ({ operation }) => ({ operation })),
  ]
  return [
    ...rows.map(({ where, found }): Template => ({ ...where, cause, ...found })),
    ...(usual === undefined ? [] : [{ cause, ...usual }]),
  ]
}

/** The templates without which a refusal that was seen would be another one. The last ones are the most general. */
function needed(templates: readonly Template[], seen: readonly SeenRefusal[]): Template[] {
  let left = [...templates]
  for (const template of templates) {
    if (template.cause === undefined) continue
    const others = left.filter((one) => one !== template)
    const isNeeded = seen.some((one) => appliesTo(template, one) && filled(left, one) !== filled(others, one))
    if (!isNeeded) left = others
  }
  return left
}

const appliesTo = ({ operation, cause, field }: Template, seen: SeenRefusal): boolean =>
  (operation ?? seen.operation) === seen.operation &&
  (cause ?? seen.cause) === seen.cause &&
  (field ?? seen.field) === seen.field

/** The status and the body that the first template gives a refusal. */
function filled(templates: readonly Template[], seen: SeenRefusal): string {
  const { status, body } = templates.find((one) => appliesTo(one, seen)) ?? {}
  return JSON.stringify([status, body]).replaceAll('{field}', seen.field).replaceAll('{name}', seen.name)
}

interface Part {
  where: Pick<Template, 'operation' | 'field'>
  found: Pick<Template, 'status' | 'body'>
}

/** The groups of refusals that have something in common. */
const groupsOf = (seen: readonly SeenRefusal[], whereOf: (one: SeenRefusal) => Part['where']): Part[] =>
  [...byKey(seen, (one) => JSON.stringify(whereOf(one))).values()].flatMap((own) => {
    const [found, first] = [common(own), own[0]]
    return found === undefined || first === undefined ? [] : [{ where: whereOf(first), found }]
  })

/** The template of more groups than any other one; undefined if there is none. */
function mostCommon(parts: readonly Part[]): Part['found'] | undefined {
  const groups = [...byKey(parts, ({ found }) => JSON.stringify(found)).values()]
  const [most, second] = groups.sort((one, other) => other.length - one.length)
  return most !== undefined && most.length > (second?.length ?? 0) ? most[0]?.found : undefined
}

/** The status and the body of all refusals, with the names of fields as placeholders; undefined if they differ otherwise. */
function common(seen: readonly SeenRefusal[]): Pick<Template, 'status' | 'body'> | undefined {
  const [status, ...more] = new Set(seen.map((one) => one.status))
  const body = merged(
    seen.map((one) => one.body),
    seen,
  )
  return status === undefined || more.length > 0 || body === undefined ? undefined : { status, body }
}

/** The template of values that stand at one place of bodies. */
function merged(values: readonly unknown[], seen: readonly SeenRefusal[]): unknown {
  const [first] = values
  if (Array.isArray(first)) {
    if (!values.every((one) => Array.isArray(one) && one.length === first.length)) return undefined
    return whole(
      first.map((_, at) =>
        merged(
          values.map((one) => Reflect.get(Object(one), at)),
          seen,
        ),
      ),
    )
  }
  if (isObject(first)) {
    const keys = Object.keys(first).sort()
    if (!values.every((one) => isObject(one) && String(Object.keys(one).sort()) === String(keys)))
      return undefined
    const fields = keys.map((key) =>
      merged(
        values.map((one) => Reflect.get(Object(one), key)),
        seen,
      ),
    )
    return whole(fields) && Object.fromEntries(keys.map((key, at) => [key, fields[at]]))
  }
  const named = (['field', 'name'] as const).map((placeholder) =>
    values.map((one, at) => withPlaceholder(one, seen[at]?.[placeholder] ?? '', placeholder)),
  )
  // A text that has the name of the only field that was seen has the names of others, too.
  const isOneField = new Set(seen.map(({ field, name }) => `${field} ${name}`)).size === 1
  const texts = isOneField ? [...named.filter((one) => one[0] !== first), values] : [values, ...named]
  return texts.find((all) => all.every((one) => one === all[0] && isTemplate(one)))?.[0]
}

const whole = <Value>(all: readonly Value[]) => (all.includes(undefined as Value) ? undefined : all)

function withPlaceholder(value: unknown, name: string, placeholder: string): unknown {
  if (typeof value !== 'string' || name === '') return value
  const words = value.split(/\b/)
  return words.map((word) => (word === name ? `{${placeholder}}` : word)).join('')
}

/** False for a text that has other braces. */
const isTemplate = (value: unknown) =>
  typeof value !== 'string' || !/\{(?!field\}|name\})[A-Za-z]/.test(value)

/** The templates for causes that were not seen: the usual form, and those of operations that always have another one. */
function general(seen: readonly SeenRefusal[]): Template[] {
  const forms = seen.map(({ operation, body, status }) => ({ operation, body: formOf(body, status) }))
  const groups = [...byKey(forms, ({ body }) => JSON.stringify(body)).values()]
  const [usual = []] = groups.sort((one, other) => other.length - one.length)
  const special = [...byKey(forms, ({ operation }) => operation).values()].flatMap((own) => {
    const [first, ...more] = new Set(own.map(({ body }) => JSON.stringify(body)))
    const isOne = more.length === 0 && own.length > 1 && first !== JSON.stringify(usual[0]?.body)
    return isOne ? own.slice(0, 1) : []
  })
  return [...special, ...usual.slice(0, 1).map(({ body }) => ({ body }))]
}

/** A body with placeholders for the status and for texts: sentences are messages, and single words are causes. */
function formOf(value: unknown, status: number): unknown {
  if (Array.isArray(value)) return value.map((one) => formOf(one, status))
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, formOf(one, status)]))
  if (value === status) return '{code}'
  return typeof value !== 'string' ? value : / /.test(value) ? '{message}' : '{cause}'
}

function byKey<One>(all: readonly One[], keyOf: (one: One) => string): Map<string, One[]> {
  const groups = new Map<string, One[]>()
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one])
  return groups
}
