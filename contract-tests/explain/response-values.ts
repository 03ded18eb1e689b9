// The values of responses that are always the same at a deployment, and that no option gives the model. Three answers must confirm each,
// and it must not follow another value that was seen.

import { isObject, parseJson } from '../../core/json.ts'
import type { OperationId } from '../../spec/operations.ts'
import { type Answer, isAccepted } from '../histories/side.ts'
import { generic, type KeyedDifference } from './differences.ts'
import { type Hypothesis, type Observed, replayed } from './replay.ts'

/** A success of both sides at one request, and the places at which they differ. */
interface Success {
  operation: OperationId
  /** The accounts that the request is of. */
  accounts: string
  expected: { status: number; body: unknown }
  actual: { status: number; body: unknown }
  places: readonly string[]
}

/** The values of one operation, as an assumptions file has them. */
interface Row {
  operation: OperationId
  status?: number
  fields?: Record<string, unknown>
  without?: string[]
}

const minAnswers = 3

/** A hypothesis with the constant values that explain differences of fields. */
export async function withResponseValues(
  hypothesis: Hypothesis,
  histories: readonly Observed[],
): Promise<Hypothesis> {
  const successes: Success[] = []
  for (const history of histories) {
    const found = new Map<number, KeyedDifference[]>()
    const isKnown = (at: number, one: KeyedDifference) => {
      found.set(at, [...(found.get(at) ?? []), one])
      return true
    }
    const { replay } = await replayed(hypothesis, { ...history, isKnown })
    successes.push(...successesOf(history, replay.answers, found))
  }
  const value = [...new Set(successes.map(({ operation }) => operation))].flatMap((operation) => {
    const row = rowOf(successes.filter((one) => one.operation === operation))
    return Object.keys(row).length === 0 ? [] : [{ operation, ...row }]
  })
  if (value.length === 0) return hypothesis
  const choice = { use: 'written', value } as const
  return { ...hypothesis, assumptions: { ...hypothesis.assumptions, 'service.response-values': choice } }
}

function successesOf(
  { steps, answers }: Observed,
  expected: readonly Answer[],
  found: ReadonlyMap<number, readonly KeyedDifference[]>,
): Success[] {
  return steps.flatMap(({ action }, at) => {
    const [own, other] = [expected[at]?.responses[0], answers[at]?.responses[0]]
    if (!('operation' in action) || own === undefined || other === undefined) return []
    if (!isAccepted(own) || !isAccepted(other)) return []
    const parsed = ({ status, body }: typeof own) => ({ status, body: parseJson(body) })
    const places = (found.get(at) ?? []).flatMap(({ place }) =>
      place === 'status' || place.startsWith('body.result.') ? [place] : [],
    )
    const { operation, merchant = 0, shopper = 'ready' } = action
    const sides = { expected: parsed(own), actual: parsed(other) }
    return [{ operation, accounts: `${merchant} ${shopper}`, ...sides, places }]
  })
}

/** The constant parts of the responses of an operation, where they differ from those of the model. */
function rowOf(successes: readonly Success[]): Omit<Row, 'operation'> {
  const places = new Set(successes.flatMap((one) => one.places))
  const statuses = new Set(successes.map(({ actual }) => actual.status))
  const [status] = statuses
  const isOpen = !successes.some(({ operation }) => operation === 'createQrTransaction')
  const [fields, without]: [Record<string, unknown>, Set<string>] = [{}, new Set()]
  for (const place of places) {
    const exact = place.replace(/^body\./, '')
    const found = constantAt(generic(exact), successes) ?? idAt(exact, successes)
    if (found === undefined) continue
    if (found.value === undefined) without.add(found.path)
    else fields[found.path] = found.value
  }
  return {
    ...(places.has('status') && statuses.size === 1 && status !== undefined && isOpen ? { status } : {}),
    ...(Object.keys(fields).length === 0 ? {} : { fields }),
    ...(without.size === 0 ? {} : { without: [...without] }),
  }
}

/** The id of an element of a list, if it is always the same one. */
function idAt(path: string, successes: readonly Success[]): ReturnType<typeof constantAt> {
  const found = constantAt(path, successes)
  return typeof found?.value === 'string' && /^(?=.*\d)[\w-]{20,}$/.test(found.value) ? found : undefined
}

/** The only value at a path, undefined for none; no value if there are several, or few answers, or it may follow one of the model. */
function constantAt(
  path: string,
  successes: readonly Success[],
): { path: string; value: unknown } | undefined {
  const steps = path.split('.')
  if (steps[0] !== 'result') return undefined
  const own = successes.flatMap(({ expected }) => valuesAt(expected.body, steps))
  const seen = successes.map(({ actual }) => valuesAt(actual.body, steps))
  const values = seen.flat()
  const [first, ...others] = new Set(values.map((value) => JSON.stringify(value)))
  const kinds = new Set(own.map((value) => JSON.stringify(value))).size
  const supporting = successes.filter((_, at) => (seen[at] ?? []).length > 0)
  const isSupported =
    supporting.length >= minAnswers && new Set(supporting.map(({ accounts }) => accounts)).size > 1
  if (!isSupported || others.length > 0 || isContainer(values[0]) || kinds === 2) return undefined
  return { path, value: first === undefined ? undefined : values[0] }
}

const isContainer = (value: unknown) =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0

/** The values at a path, one for each place that could have one: undefined where it has none. */
function valuesAt(inside: unknown, [step, ...rest]: readonly string[]): unknown[] {
  if (step === undefined) return [inside]
  if (Array.isArray(inside))
    return step === '*'
      ? inside.flatMap((one) => valuesAt(one, rest))
      : Number(step) < inside.length
        ? valuesAt(inside[Number(step)], rest)
        : []
  if (!isObject(inside)) return []
  return rest.length === 0 ? [inside[step]] : valuesAt(inside[step], rest)
}
