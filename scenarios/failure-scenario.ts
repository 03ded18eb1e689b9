// Writes a failure of the conformance suite as a scenario: the same calls and advances of the clock, and criteria of the last
// step for what the contract requires. The scenario fails until the deployment conforms, if its criteria can show that.

import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { learnTarget, type Target } from '../client/target.ts'
import type { Call, Step, ViolatedRequirement } from '../client/transcript.ts'
import { parseJson } from '../core/json.ts'
import { writeOutput } from '../core/output-files.ts'
import { Redactor } from '../core/redaction.ts'
import { redactionPolicy } from '../spec/secret-fields.ts'
import type { Exchange } from './connection.ts'
import type { Criterion, ScenarioDocument } from './document.ts'
import { loadScenario } from './load.ts'
import { onBody, succeeded, successCriterion } from './recorded-criteria.ts'
import { documentsFrom, type RecordedRequest, renderScenario } from './render.ts'

const receiver = 'http://receiver.invalid/webhook'
const maxCharacters = 200_000
const inconclusive = 'The criteria of these steps cannot show whether it is fixed. Run the command above.'

/** Writes the scenario of a failure. If there can be none, writes nothing and returns the reason. */
export async function writeFailureScenario(
  failure: ViolatedRequirement,
  file: string,
): Promise<string | undefined> {
  const scenario = failureScenario(failure, dirname(file))
  if (typeof scenario === 'string') return scenario
  await writeOutput(file, `${JSON.stringify(scenario, null, 2)}\n`)
  const [error] = loadScenario(file).errors
  if (error === undefined) return undefined
  rmSync(file)
  return error.message
}

/** The scenario of a failure for that directory, or why there is none. */
function failureScenario(failure: ViolatedRequirement, directory: string): ScenarioDocument | string {
  const { steps, target, section, expected, actual, place, reproduce } = failure
  if (steps.reduce((sum, step) => sum + ('did' in step ? 0 : step.body.length), 0) > maxCharacters)
    return 'its requests are too long'
  const redactor = new Redactor(redactionPolicy)
  learnTarget(redactor, target)
  const payloads = new Map(steps.flatMap((step) => ('did' in step ? [] : encryptedTexts(step))))
  const { scenario, calls, remarks } = renderScenario(requestsOf(steps, target), {
    ...{ target, redactor, keepsUnknownSecrets: true, receivers: [receiver] },
    title: `${failure.requirement}: ${failure.statement}`,
    description: () => '',
    documents: documentsFrom(directory),
    decrypt: (text) => (payloads.has(text) ? { payload: payloads.get(text) } : undefined),
  })
  if (remarks.length > 0) return remarks.join('; ')
  const ofService = calls.filter(({ exchange }) => exchange.operation.document === 'service')
  for (const { step, exchange } of ofService)
    step.successCriteria = [successCriterion(exchange.operation, succeeded(exchange))]
  const last = ofService.at(-1)
  const shown = last && lastCriteria(failure, last.exchange)
  if (last !== undefined && shown !== undefined) last.step.successCriteria = shown.criteria
  scenario.info.description = [
    `Section: ${section}. Expected: ${expected}. Actual: ${actual}${place === undefined ? '' : ` at ${place}`}.`,
    `Found by the conformance suite: ${reproduce}.`,
    ...(shown?.conclusive === false ? [inconclusive] : []),
  ].join(' ')
  return scenario
}

function requestsOf(steps: readonly Step[], target: Target): RecordedRequest[] {
  const control = (method: string, path: string, body?: unknown): RecordedRequest => ({
    ...{ document: 'control', method, path: `/control${path}`, headers: new Headers() },
    ...{ body: body === undefined ? '' : JSON.stringify(body), status: 200, response: '{}' },
  })
  const [merchant] = target.merchants
  const readsEvents = steps.some((step) => 'did' in step && step.control?.path === '/events')
  const registered =
    merchant !== undefined && readsEvents
      ? [control('PUT', `/merchants/${merchant.id}/webhook`, { url: receiver })]
      : []
  const base = target.baseUrl.replace(/\/$/, '')
  const requests = steps.flatMap((step): RecordedRequest[] => {
    if ('did' in step)
      return step.control ? [control(step.control.method, step.control.path, step.control.body)] : []
    const { method, url, headers, body, status, response } = step
    const { pathname, search } = new URL(url.slice(base.length), 'http://service.invalid')
    const path = pathname + search
    return [{ document: 'service', method, path, headers: new Headers(headers), body, status, response }]
  })
  return [...registered, ...requests]
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
  exchange: Exchange,
): { criteria: Criterion[]; conclusive: boolean } {
  const { operation, response, violations } = exchange
  if (expects === 'success' || expects === 'refusal')
    return { criteria: [successCriterion(operation, expects === 'success')], conclusive: true }
  if (expects !== undefined) {
    // Some text of the response matches.
    const pattern = expects.says
      .replace(/^\^|\$$/g, '')
      .replaceAll('\\d', '[0-9]')
      .replaceAll("'", '.')
    return { criteria: [onBody(`$..[?search(@, '${pattern}')]`)], conclusive: true }
  }
  const again = successCriterion(operation, place !== undefined || succeeded(exchange))
  const wrong = wrongValue(response, actual, place)
  const isShown = wrong !== undefined || (place !== undefined && violations.length > 0)
  return { criteria: [again, ...(wrong ?? [])], conclusive: isShown }
}

/** That the actual value is no longer where it was: at its place, or else where it is the only one. */
function wrongValue(response: unknown, actual: string, place?: string): Criterion[] | undefined {
  const at = place?.replace(/\[|\]?[.[]/g, '/').replace(/\]$/, '')
  const [only, ...others] = scalarsIn(response).filter(({ text, pointer }) =>
    at === undefined
      ? text === actual || (text.length > 2 && actual.includes(`"${text}"`))
      : pointer === `/${at}` && [text, `"${text}"`].includes(actual),
  )
  if (only === undefined || others.length > 0 || !/^(\/[\w -]+)+$/.test(only.pointer)) return undefined
  const path = only.pointer.replace(/\/([^/]+)/g, (_, key) => (/^\d+$/.test(key) ? `[${key}]` : `['${key}']`))
  return [onBody(`$[?@${path} != ${only.literal}]`)]
}

/** Every text and number inside a JSON value, with the JSON pointer to it. */
function scalarsIn(value: unknown, pointer = ''): { text: string; pointer: string; literal: string }[] {
  if (typeof value === 'string' || typeof value === 'number')
    return [{ text: String(value), pointer, literal: JSON.stringify(value) }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => scalarsIn(inner, `${pointer}/${key}`))
}
