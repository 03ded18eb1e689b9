// Writes a failure of the conformance suite as a scenario: the same calls and advances of the clock, and criteria of the last
// step for what the contract requires. The scenario fails until the deployment conforms, if its criteria can show that.

import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { learnTarget, type Target } from '../../client/target.ts'
import type { Call, Step, ViolatedRequirement } from '../../client/transcript.ts'
import { parseJson } from '../../core/json.ts'
import { writeOutput } from '../../core/output-files.ts'
import { Redactor } from '../../core/redaction.ts'
import { atOnce } from '../../core/slices.ts'
import { redactionPolicy } from '../../spec/secret-fields.ts'
import type { Criterion, ScenarioDocument } from '../format/scenario.ts'
import { lintScenario } from '../lint/lint.ts'
import { succeeded, successOf } from './recorded-steps.ts'
import { documentUrlsFrom } from './recorder.ts'
import { type RecordedCall, Recording } from './recording.ts'
import { scenarioOf } from './writing.ts'

const receiver = 'http://receiver.invalid/webhook'
const maxCharacters = 200_000
const inconclusive = 'The criteria of these steps cannot show whether it is fixed. Run the command above.'

/** Writes the scenario of a failure. If there can be none, writes nothing and returns the reason. */
export async function writeFailureScenario(
  broken: ViolatedRequirement,
  file: string,
): Promise<string | undefined> {
  const scenario = failureScenario(broken, dirname(file))
  if (typeof scenario === 'string') return scenario
  await writeOutput(file, `${JSON.stringify(scenario, null, 2)}\n`)
  const [error] = lintScenario(file).errors
  if (error === undefined) return undefined
  rmSync(file)
  return error.message
}

/** The scenario of a failure for that directory, or why there is none. */
function failureScenario(broken: ViolatedRequirement, directory: string): ScenarioDocument | string {
  const { steps, target } = broken
  if (steps.reduce((sum, step) => sum + ('did' in step ? 0 : step.body.length), 0) > maxCharacters)
    return 'its requests are too long'
  const { calls, violations, remarks } = recordingOf(steps, target)
  if (remarks.length > 0) return remarks.join('; ')
  const lastIndex = calls.findLastIndex(({ operation }) => operation.document === 'service')
  const lastCall = calls[lastIndex]
  const last = lastCall === undefined ? undefined : lastCriteria(broken, lastCall)
  const redactor = new Redactor(redactionPolicy)
  learnTarget(redactor, target)
  const writing = scenarioOf(calls, violations, {
    title: `${broken.requirement}: ${broken.statement}`,
    description: [
      `Section: ${broken.section}.`,
      `Expected: ${broken.expected}.`,
      `Actual: ${broken.actual}${broken.place === undefined ? '' : ` at ${broken.place}`}.`,
      `Found by the conformance suite: ${broken.reproduce}.`,
      ...(last === undefined || last.conclusive ? [] : [inconclusive]),
    ].join(' '),
    target,
    documentUrls: documentUrlsFrom(directory),
    simulator: undefined,
    receivers: [receiver],
    redactor,
    generatedSecrets: true,
  })
  const scenario = atOnce(writing)
  scenario.workflows[0]?.steps.forEach((step, index) => {
    const call = calls[index]
    if (call?.operation.document !== 'service') return
    step.successCriteria =
      index === lastIndex && last !== undefined ? last.criteria : [criterionFor(call, succeeded(call))]
  })
  return scenario
}

function recordingOf(steps: readonly Step[], target: Target): Recording {
  const payloads = new Map(steps.flatMap((step) => ('did' in step ? [] : encryptedTexts(step))))
  const recording = new Recording({ clientSecrets: [], privateKeys: [] }, (text) =>
    payloads.has(text) ? { payload: payloads.get(text) } : undefined,
  )
  const control = (method: string, path: string, body?: unknown) =>
    recording.request({
      document: 'control',
      method,
      path: `/control${path}`,
      search: '',
      headers: new Headers(),
      body: body === undefined ? '' : JSON.stringify(body),
    })(200, '{}')
  const [merchant] = target.merchants
  if (merchant !== undefined && steps.some((step) => 'did' in step && step.control?.path === '/events'))
    control('PUT', `/merchants/${merchant.id}/webhook`, { url: receiver })
  const base = target.baseUrl.replace(/\/$/, '')
  for (const step of steps) {
    if ('did' in step) {
      if (step.control !== undefined) control(step.control.method, step.control.path, step.control.body)
      continue
    }
    const url = new URL(step.url.slice(base.length), 'http://service.invalid')
    recording.request({
      document: 'service',
      method: step.method,
      path: url.pathname,
      search: url.search,
      headers: new Headers(step.headers),
      body: step.body,
    })(step.status, step.response)
  }
  return recording
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

/** The criteria of the last call, and whether they show that the requirement is met. */
function lastCriteria(
  { expects, place, actual }: ViolatedRequirement,
  call: RecordedCall,
): { criteria: Criterion[]; conclusive: boolean } {
  if (expects === 'success' || expects === 'refusal')
    return { criteria: [criterionFor(call, expects === 'success')], conclusive: true }
  if (expects !== undefined) return { criteria: [saying(expects.says)], conclusive: true }
  const { response, violations } = call.exchange
  const again = criterionFor(call, place !== undefined || succeeded(call))
  const wrong = wrongValue(response, actual, place)
  const isShown = wrong !== undefined || (place !== undefined && violations.length > 0)
  return { criteria: wrong === undefined ? [again] : [again, wrong], conclusive: isShown }
}

/** That the actual value is no longer where it was: at its place, or else where it is the only one. */
function wrongValue(response: unknown, actual: string, place?: string): Criterion | undefined {
  const at = place?.replace(/\[|\]?[.[]/g, '/').replace(/\]$/, '')
  const found = scalarsIn(response).filter(({ text, pointer }) =>
    at === undefined
      ? text === actual || (text.length > 2 && actual.includes(`"${text}"`))
      : pointer === `/${at}` && [text, `"${text}"`].includes(actual),
  )
  const [only] = found
  if (only === undefined || found.length > 1) return undefined
  if (!/^(\/[\w -]+)+$/.test(only.pointer)) return undefined
  const path = only.pointer.replace(/\/([^/]+)/g, (_, key) => (/^\d+$/.test(key) ? `[${key}]` : `['${key}']`))
  const literal = only.isText ? JSON.stringify(only.text) : only.text
  return { context: '$response.body', type: 'jsonpath', condition: `$[?@${path} != ${literal}]` }
}

/** That some text of the response matches. */
function saying(form: string): Criterion {
  const search = form
    .replace(/^\^|\$$/g, '')
    .replaceAll('\\d', '[0-9]')
    .replaceAll("'", '.')
  return { context: '$response.body', type: 'jsonpath', condition: `$..[?search(@, '${search}')]` }
}

/** Every text and number inside a JSON value, with the JSON pointer to it. */
function scalarsIn(value: unknown, pointer = ''): { text: string; pointer: string; isText: boolean }[] {
  if (typeof value === 'string') return [{ text: value, pointer, isText: true }]
  if (typeof value === 'number') return [{ text: String(value), pointer, isText: false }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => scalarsIn(inner, `${pointer}/${key}`))
}

function criterionFor({ operation }: RecordedCall, success: boolean): Criterion {
  const condition = `$[?${success ? successOf(operation) : `!(${successOf(operation)})`}]`
  return { context: '$response.body', type: 'jsonpath', condition }
}
