// Writes a failure of the contract suite as a scenario: the same calls, the same moves of the clock, and at the last step
// what the contract asks for. While the deployment breaks the requirement the scenario fails, where a scenario can tell.

import { rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Target } from '../../contract-tests/target.ts'
import type { Call, Step as DoneStep } from '../../contract-tests/transcript.ts'
import { parseJson } from '../../core/json.ts'
import { accountsOfTarget } from '../accounts.ts'
import { hasSuccess, type ListedOperation } from '../documents.ts'
import { lintScenario } from '../lint.ts'
import type { Criterion, ScenarioDocument } from '../scenario.ts'
import { documentUrlsFrom } from './recorder.ts'
import { type RecordedCall, Recording } from './recording.ts'
import { scenarioOf } from './writing.ts'

/** A requirement that was seen broken, and everything that was done until then. */
export interface BrokenRequirement {
  requirement: string
  section: string
  statement: string
  expected: string
  actual: string
  /** The line that shows it again. */
  reproduce: string
  /** The place in the answer, for breaches of form. */
  place?: string | undefined
  /** What was asked of the last call, where that can be said in general: `says` is a regular expression. */
  expects?: 'success' | 'refusal' | { says: string } | undefined
  steps: readonly DoneStep[]
  /** The target that it was done to. */
  target: Target
}

const receiver = 'http://receiver.invalid/webhook'
const maxCharacters = 200_000
const untellable = 'Whether it holds now, the steps alone do not tell: the line above does.'

/** Writes the scenario of a failure; where there can be none, writes nothing and gives the reason. */
export function writeFailureScenario(broken: BrokenRequirement, file: string): string | undefined {
  const scenario = failureScenario(broken, dirname(file))
  if (typeof scenario === 'string') return scenario
  writeFileSync(file, `${JSON.stringify(scenario, null, 2)}\n`)
  const [problem] = lintScenario(file).problems
  if (problem === undefined) return undefined
  rmSync(file)
  return problem.message
}

/** The scenario of a failure, to lie in that directory; or why there is none. */
function failureScenario(broken: BrokenRequirement, directory: string): ScenarioDocument | string {
  const { steps, target } = broken
  if (steps.reduce((sum, step) => sum + ('did' in step ? 0 : step.body.length), 0) > maxCharacters)
    return 'its requests are too long to be read'
  const { calls, deviations, remarks } = recordingOf(steps, target)
  if (remarks.length > 0) return remarks.join('; ')
  const lastIndex = calls.findLastIndex(({ operation }) => operation.document === 'service')
  const lastCall = calls[lastIndex]
  const last = lastCall === undefined ? undefined : lastCriteria(broken, lastCall)
  const scenario = scenarioOf(calls, deviations, {
    title: `${broken.requirement}: ${broken.statement}`,
    description: [
      `Section: ${broken.section}.`,
      `Lawful: ${broken.expected}.`,
      `Came: ${broken.actual}${broken.place === undefined ? '' : ` at ${broken.place}`}.`,
      `Found by the contract suite: ${broken.reproduce}.`,
      ...(last === undefined || last.tells ? [] : [untellable]),
    ].join(' '),
    accounts: accountsOfTarget(target),
    documentUrls: documentUrlsFrom(directory),
    simulator: undefined,
    receivers: [receiver],
    invented: true,
  })
  scenario.workflows[0]?.steps.forEach((step, index) => {
    const call = calls[index]
    if (call?.operation.document !== 'service') return
    step.successCriteria =
      index === lastIndex && last !== undefined ? last.criteria : [criterionFor(call, succeeded(call))]
  })
  return scenario
}

function recordingOf(steps: readonly DoneStep[], target: Target): Recording {
  const plains = new Map(steps.flatMap((step) => ('did' in step ? [] : encryptedTexts(step))))
  const recording = new Recording({ clientSecrets: [], privateKeys: [] }, (text) =>
    plains.has(text) ? { payload: plains.get(text) } : undefined,
  )
  const control = (method: string, path: string, body?: unknown) =>
    recording.hear({
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
    recording.hear({
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

/** The encrypted texts of a call with what is inside them, where the runner would encrypt them the same way. */
function encryptedTexts({ body, payload, encryptedAsUsual }: Call): [string, unknown][] {
  if (!encryptedAsUsual) return []
  const read = parseJson(body)
  const texts = typeof read === 'string' ? [read] : Object.values(Object(read))
  return texts.flatMap((text): [string, unknown][] =>
    typeof text === 'string' && text.length > 100 ? [[text, payload]] : [],
  )
}

function succeeded({ operation, exchange }: RecordedCall): boolean {
  return (
    exchange.status === 200 && hasSuccess(operation, exchange.response) && !refusesPayout(exchange.response)
  )
}

function refusesPayout(response: unknown): boolean {
  const result: unknown = Object(response).result
  return Object(result).success === false
}

/** What the last call must come to now, and whether that tells if the requirement holds. */
function lastCriteria(
  { expects, place, actual }: BrokenRequirement,
  call: RecordedCall,
): { criteria: Criterion[]; tells: boolean } {
  if (expects === 'success' || expects === 'refusal')
    return { criteria: [criterionFor(call, expects === 'success')], tells: true }
  if (expects !== undefined) return { criteria: [saying(expects.says)], tells: true }
  if (place !== undefined) return { criteria: [criterionFor(call, true)], tells: true }
  const again = criterionFor(call, succeeded(call))
  const wrong = wrongValue(call.exchange.response, actual)
  return { criteria: wrong === undefined ? [again] : [again, wrong], tells: wrong !== undefined }
}

/** That what came no longer stands where it stood, if that is one place of the answer. */
function wrongValue(response: unknown, actual: string): Criterion | undefined {
  const found = scalarsIn(response).filter(
    ({ text }) => text === actual || (text.length > 2 && actual.includes(`"${text}"`)),
  )
  const [only] = found
  if (only === undefined || found.length > 1) return undefined
  if (!/^[\w .:%-]+$/.test(only.text) || !/^(\/[\w -]+)+$/.test(only.pointer)) return undefined
  const path = only.pointer.replace(/\/([^/]+)/g, (_, key) => (/^\d+$/.test(key) ? `[${key}]` : `['${key}']`))
  const condition = `$[?@${path} != ${only.isText ? `'${only.text}'` : only.text}]`
  return { context: '$response.body', type: 'jsonpath', condition }
}

/** That somewhere in the answer stands a text of a form. */
function saying(form: string): Criterion {
  const search = form
    .replace(/^\^|\$$/g, '')
    .replaceAll('\\d', '[0-9]')
    .replaceAll("'", '.')
  return { context: '$response.body', type: 'jsonpath', condition: `$..[?search(@, '${search}')]` }
}

/** Every text and number inside a JSON value, with the pointer to it. */
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

function successOf({ envelope, refusesInResult }: ListedOperation): string {
  if (envelope === 'status-result') return '@.status == 200'
  if (refusesInResult) return '@.ok == true && @.result.success == true'
  return '@.ok == true'
}
