// Writes a failure of the conformance suite as a scenario: the calls up to the one that shows it, and criteria of that call for
// what the contract requires. They are seen to fail on the recorded responses, and to pass at the simulator.

import { dirname } from 'node:path'
import { learnTarget, type Target } from '../client/target.ts'
import type { Call, Step, ViolatedRequirement } from '../client/transcript.ts'
import { isObject, parseJson } from '../core/json.ts'
import { writeOutput } from '../core/output-files.ts'
import { Redactor } from '../core/redaction.ts'
import { redactionPolicy } from '../spec/secret-fields.ts'
import { connectionTo, type Exchange } from './connection.ts'
import type { Criterion, Scenario } from './document.ts'
import { simulatorInProcess } from './in-process.ts'
import { inputsOf } from './inputs.ts'
import { runScenario, type StepResult } from './interpreter.ts'
import { loadScenario } from './load.ts'
import { onBody, succeeded, successCriterion } from './recorded-criteria.ts'
import { documentsFrom, type RecordedRequest, type Rendered, renderScenario } from './render.ts'

const maxCharacters = 200_000
const maxCandidates = 50
const timeoutMs = 30_000

const anyResponse: Criterion = { condition: '$statusCode >= 200' }

/** The criteria of the last call. `text` is what they compare with; `shown` has it with known values replaced. */
interface Candidate {
  text?: string
  criteria: (shown: string) => Criterion[]
}

/** Writes the scenario of a failure. If there can be none, writes nothing and returns the reason. */
export async function writeFailureScenario(
  failure: ViolatedRequirement,
  file: string,
): Promise<string | undefined> {
  const { steps } = failure
  if (!steps.some((step) => !('did' in step))) return 'no response shows it'
  if (steps.reduce((sum, step) => sum + ('did' in step ? 0 : step.body.length), 0) > maxCharacters)
    return 'its requests are too long'
  const first = rendered(failure, file, { criteria: () => [anyResponse] })
  if (typeof first === 'string') return first
  const exchanges = first.calls.map(({ exchange }) => exchange)
  const [last, right] = [exchanges.at(-1), (await atSimulator(first.scenario)).at(-1)]
  const isSame = right?.step.stepId === first.calls.at(-1)?.step.stepId
  if (last === undefined || !isSame)
    return `the simulator does not get as far: it lacks ${right?.failures[0]?.expected}`
  for (const candidate of candidatesOf(failure, last, right?.exchange ?? last).slice(0, maxCandidates)) {
    const one = rendered(failure, file, candidate)
    if (typeof one === 'string') continue
    const left = exchanges.values()
    const recorded = async () => left.next().value ?? last
    const [again, correct] = [
      await runScenario(one.scenario, recorded, inputsOf(failure.target)),
      await atSimulator(one.scenario),
    ]
    if (!failsOnlyAtTheEnd(again, exchanges.length) || !correct.every(hasPassed)) continue
    await writeOutput(file, one.text)
    return undefined
  }
  return 'no criterion of a response is known to show it'
}

const hasPassed = ({ failures }: StepResult) => failures.length === 0

const failsOnlyAtTheEnd = (results: readonly StepResult[], count: number) =>
  results.length === count && results.at(-1)?.failures.length !== 0

/** The results of a scenario at the simulator, which has its own accounts. */
async function atSimulator(scenario: Scenario): Promise<StepResult[]> {
  const { info, 'x-simulator': setting } = scenario.document
  const opened = await simulatorInProcess().open(setting)
  return runScenario(scenario, connectionTo(opened, info.title, timeoutMs), inputsOf(opened.accounts))
}

/** The scenario with criteria of its last call, or why there is none. */
function rendered(
  failure: ViolatedRequirement,
  file: string,
  { text, criteria }: Candidate,
): (Pick<Rendered, 'calls'> & { scenario: Scenario; text: string }) | string {
  const { steps, target, section, expected, actual, place, reproduce } = failure
  const redactor = new Redactor(redactionPolicy)
  learnTarget(redactor, target)
  const payloads = new Map(steps.flatMap((step) => ('did' in step ? [] : encryptedTexts(step))))
  const { scenario, calls, texts, remarks } = renderScenario(requestsOf(steps, target), {
    ...{ target, redactor, keepsUnknownSecrets: true },
    title: `${failure.requirement}: ${failure.statement}`,
    description: () =>
      `Section: ${section}. Expected: ${expected}. Actual: ${actual}${place === undefined ? '' : ` at ${place}`}. Found by the conformance suite: ${reproduce}.`,
    documents: documentsFrom(dirname(file)),
    decrypt: (encrypted) => (payloads.has(encrypted) ? { payload: payloads.get(encrypted) } : undefined),
    texts: text === undefined ? [] : [text],
  })
  if (remarks.length > 0) return remarks.join('; ')
  for (const { step, exchange } of calls) {
    // Another deployment may accept what this one refused before.
    const { document } = exchange.operation
    if (document === 'service')
      step.successCriteria = succeeded(exchange)
        ? [successCriterion(exchange.operation, true)]
        : [anyResponse]
  }
  const last = calls.at(-1)
  if (last !== undefined) last.step.successCriteria = criteria(texts[0] ?? '')
  const content = `${JSON.stringify(scenario, null, 2)}\n`
  const loaded = loadScenario(file, content)
  if (loaded.scenario === undefined) return loaded.errors[0]?.message ?? 'it is not valid'
  return { calls, scenario: loaded.scenario, text: content }
}

function requestsOf(steps: readonly Step[], target: Target): RecordedRequest[] {
  const control = (method: string, path: string, body?: unknown): RecordedRequest => ({
    ...{ document: 'control', method, path: `/control${path}`, headers: new Headers() },
    ...{ body: body === undefined ? '' : JSON.stringify(body), status: 200, response: '{}' },
  })
  const base = target.baseUrl.replace(/\/$/, '')
  return steps.flatMap((step): RecordedRequest[] => {
    // Deliveries are read from a receiver, which a replay does not have.
    if ('did' in step)
      return step.control?.method === 'POST'
        ? [control(step.control.method, step.control.path, step.control.body)]
        : []
    const { method, url, headers, body, status, response } = step
    const { pathname, search } = new URL(url.slice(base.length), 'http://service.invalid')
    const path = pathname + search
    return [{ document: 'service', method, path, headers: new Headers(headers), body, status, response }]
  })
}

/** The encrypted texts of a call with their payloads, if a replay would encrypt them the same way. */
function encryptedTexts({ body, payload, encryptedAsUsual }: Call): [string, unknown][] {
  if (!encryptedAsUsual) return []
  const read = parseJson(body)
  const texts = typeof read === 'string' ? [read] : Object.values(Object(read))
  return texts.flatMap((text): [string, unknown][] =>
    typeof text === 'string' && text.length > 100 ? [[text, payload]] : [],
  )
}

/** The criteria that may show a violation, those first that say it best. */
function candidatesOf(
  { expects, place, expected, actual, steps }: ViolatedRequirement,
  recorded: Exchange,
  right: Exchange,
): Candidate[] {
  const { operation } = right
  const fixed = (...criteria: Criterion[]): Candidate => ({ criteria: () => criteria })
  if (expects === 'success' || expects === 'refusal')
    return [fixed(successCriterion(operation, expects === 'success'))]
  if (expects !== undefined) {
    // Some text of the response matches.
    const pattern = expects.says
      .replace(/^\^|\$$/g, '')
      .replaceAll('\\d', '[0-9]')
      .replaceAll("'", '.')
    return [fixed(onBody(`$..[?search(@, '${pattern}')]`))]
  }
  const again = successCriterion(operation, succeeded(right))
  // The simulator may have another reason to refuse.
  if (succeeded(recorded) && !succeeded(right)) return /refus|error/.test(expected) ? [fixed(again)] : []
  const found = differences(recorded.response, right.response).filter(({ path }) =>
    path.every((key) => typeof key === 'number' || /^[\w -]+$/.test(key)),
  )
  // A failure may say what is missing, or what should be there.
  const texts = (actual.match(/"[^"]{4,}"|(?<=instead of |with the \w+ )[^\s;]+/g) ?? []).join(' ')
  const isAtIssue = ({ path, recorded, right, isLength }: Difference) =>
    place === undefined
      ? isNamed(recorded, actual) || isNamed(right, isLength ? expected : texts)
      : isBelow(path, place)
  const named = found.filter(isAtIssue)
  const sent = steps
    .map((step) => ('did' in step ? '' : `${step.url} ${JSON.stringify(step.payload ?? step.body)}`))
    .join(' ')
  const candidates = [
    ...named.flatMap((one) => equalTo(one, `${expected} ${texts}`, sent)),
    ...named.flatMap((one) => unlike(one, actual)),
  ]
  return [
    // The document itself may be violated, or the outcome is wrong.
    ...(place === undefined && succeeded(recorded) ? [] : [fixed(again)]),
    ...(isNamed(right.status, expected)
      ? [fixed(again, { condition: `$statusCode == ${right.status}` })]
      : []),
    ...candidates.map(({ criteria, ...rest }) => ({
      ...rest,
      criteria: (shown: string) => [again, ...criteria(shown)],
    })),
  ]
}

/** A difference between the recorded response and that of the simulator; undefined is absent. */
interface Difference {
  path: (string | number)[]
  recorded: unknown
  right: unknown
  /** True if lists have so many elements. */
  isLength?: true
}

function differences(recorded: unknown, right: unknown, path: Difference['path'] = []): Difference[] {
  if (recorded === right) return []
  if (Array.isArray(recorded) && Array.isArray(right)) {
    const lengths = { path, recorded: recorded.length, right: right.length, isLength: true } as const
    const inner = recorded.flatMap((one, at) =>
      at < right.length ? differences(one, right[at], [...path, at]) : [],
    )
    return recorded.length === right.length ? inner : [lengths, ...inner]
  }
  if (!isObject(recorded) || !isObject(right)) return [{ path, recorded, right }]
  return [...new Set([...Object.keys(recorded), ...Object.keys(right)])].flatMap((key) =>
    differences(recorded[key], right[key], [...path, key]),
  )
}

/** True if a path leads to a place of a response, such as `result.cart[].id`, or below it. */
function isBelow(path: Difference['path'], place: string): boolean {
  const names = path.filter((key) => typeof key === 'string').join('.')
  return `${names}.`.startsWith(`${place.replaceAll('[]', '')}.`)
}

/** True if words are a value, or have it quoted or as a word. */
const isNamed = (value: unknown, words: string) =>
  words === value ||
  words === JSON.stringify(value) ||
  words.includes(`"${value}"`) ||
  words
    .split(/[\s,;:"'`(){}[\]]+/)
    .some(
      (word) => word !== '' && (typeof value === 'number' ? Number(word) === value : word === String(value)),
    )

/** That the value is the right one: one that the failure names, that was sent, or that an earlier message had. */
function equalTo({ path, right, recorded, isLength }: Difference, named: string, sent: string): Candidate[] {
  const at = pathOf(path)
  if (right === undefined) return [{ criteria: () => [onBody(`$[?!${at}]`)] }]
  if (recorded === undefined) return [{ criteria: () => [onBody(`$[?${at}]`)] }]
  const isFixed = !isGenerated(right) || sent.includes(String(right))
  const ids = typeof right === 'string' ? (named.match(/[\w-]{6,}/g) ?? []) : []
  return [...(isNamed(right, `${named} ${sent}`) ? [String(right)] : []), ...ids].map((text) => ({
    text,
    criteria: (shown) => {
      const fixed = isFixed && text === String(right) ? JSON.stringify(right) : undefined
      const value = shown.startsWith('$') ? `{${shown}}` : fixed
      return value === undefined ? [] : [onBody(`$[?${isLength ? `count(${at}[*])` : at} == ${value}]`)]
    },
  }))
}

/** True for what may differ at another deployment: long texts with digits, such as ids. */
const isGenerated = (value: unknown) => typeof value === 'string' && /(?=\S*\d)[\w-]{16,}/.test(value)

/** That the value is not the wrong one. */
function unlike({ path, recorded }: Difference, actual: string): Candidate[] {
  const isIt = [String(recorded), JSON.stringify(recorded)].includes(actual)
  if (!isIt || typeof recorded === 'object' || isGenerated(recorded)) return []
  return [{ criteria: () => [onBody(`$[?${pathOf(path)} != ${JSON.stringify(recorded)}]`)] }]
}

const pathOf = (path: Difference['path']) =>
  `@${path.map((key) => (typeof key === 'number' ? `[${key}]` : `['${key}']`)).join('')}`
