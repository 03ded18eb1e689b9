// Renders recorded requests as a scenario, with a step for each. Reports what a scenario cannot reproduce.

import { relative } from 'node:path'
import type { Target } from '../client/target.ts'
import { isObject, parseJson, valueAt } from '../core/json.ts'
import { packageFile } from '../core/package-files.ts'
import type { Redactor } from '../core/redaction.ts'
import type { UnspecifiedId } from '../spec/unspecified.ts'
import { type Exchange, learnExchange, newExchange, takeResponse } from './connection.ts'
import type { ScenarioDocument, SimulatorSetting, Step } from './document.ts'
import { type DocumentName, type ListedOperation, routers } from './operations.ts'
import { encryptedFields } from './payload.ts'
import { recordedCriteria, succeeded } from './recorded-criteria.ts'
import { RecordedValues, type SentValues } from './recorded-values.ts'

/** A request in the order of arrival. */
export interface RecordedRequest {
  document: DocumentName
  method: string
  /** Below the document's server, with the query. */
  path: string
  headers: Headers
  body: string
  /** 0 without a response. */
  status: number
  responseHeaders?: Headers
  response: string
  /** True if it arrived while the clock was advancing. */
  duringAdvance?: boolean
}

interface RenderOptions {
  title: string
  description: (calls: number) => string
  /** The accounts; undefined if nothing is known about the deployment. */
  target: Target | undefined
  /** The URLs of the two documents. */
  documents: Record<DocumentName, string>
  simulator?: SimulatorSetting | undefined
  /** The URLs of webhook receivers that no request registers. */
  receivers?: readonly string[]
  redactor: Redactor
  /** The payload of an encrypted text, if a key decrypts it. */
  decrypt: (text: string) => { payload: unknown } | undefined
  /** True if secrets that belong to no account were made up, so that the scenario may contain them. */
  keepsUnknownSecrets?: boolean
  /** Texts to render as those of requests. */
  texts?: readonly string[]
}

export interface Rendered {
  scenario: ScenarioDocument
  /** The steps with what was sent and received. */
  calls: { step: Step; where: string; exchange: Exchange }[]
  /** Remarks about what the scenario does not reproduce. */
  remarks: string[]
  /** The inputs that no target provides. */
  secrets: string[]
  /** The texts of the options with known values replaced. */
  texts: string[]
}

interface RecordedCall {
  sent: SentValues
  exchange: Exchange
}

const workflowId = 'recorded'

/** Renders the requests that have a response. */
export function renderScenario(requests: readonly RecordedRequest[], options: RenderOptions): Rendered {
  const { redactor, target, keepsUnknownSecrets = false } = options
  for (const { path, headers, body, responseHeaders = [] } of keepsUnknownSecrets ? [] : requests) {
    for (const [name, value] of [...headers, ...responseHeaders]) redactor.learnHeader(name, value)
    for (const text of [path, body]) redactor.learnText(text)
  }
  const { calls, remarks } = recordedCalls(requests, options.decrypt)
  for (const { exchange } of keepsUnknownSecrets ? [] : calls) learnExchange(redactor, exchange)
  const registered = calls.filter(({ exchange }) => exchange.operation.operationId === 'registerWebhook')
  const receivers = [
    ...(options.receivers ?? []),
    ...registered.map(({ sent }) => String(valueAt(sent.payload, 'url'))),
  ]
  const values = new RecordedValues({ target, redactor, keepsUnknownSecrets, receivers })
  const names = stepNames(calls)
  const rendered = calls.map((call, index) => {
    const { exchange } = call
    const stepId = names[index] ?? ''
    const step = renderStep(values.rendered(call.sent, exchange, stepId), exchange, stepId)
    return { step, exchange, where: `${workflowId} / ${stepId}` }
  })
  const texts = (options.texts ?? []).map((text) => values.text(text))
  for (const { step } of rendered) {
    const outputs = values.outputs.get(step.stepId)
    if (outputs !== undefined) step.outputs = Object.fromEntries(outputs)
  }
  return {
    scenario: documentOf(rendered, values.schemas(), options),
    ...{ calls: rendered, texts, secrets: [...values.secrets.values()] },
    remarks: remarks.map((remark) => redactor.text(remark)),
  }
}

/** The paths of the two documents of this package, relative to a directory. */
export function documentsFrom(directory: string): Record<DocumentName, string> {
  const from = (file: string) =>
    relative(directory, packageFile(file))
      .replaceAll('\\', '/')
      .replace(/^(?!\.)/, './')
  return { service: from('spec/openapi.json'), control: from('spec/control/openapi.json') }
}

function recordedCalls(
  requests: readonly RecordedRequest[],
  decrypt: RenderOptions['decrypt'],
): { calls: RecordedCall[]; remarks: string[] } {
  const calls: RecordedCall[] = []
  const remarks: string[] = []
  for (const request of requests) {
    const call = recordedCall(request, decrypt)
    if (typeof call === 'string') remarks.push(`not recorded: ${request.method} ${request.path}, ${call}`)
    if (typeof call !== 'object') continue
    calls.push(call)
    const name = `call ${calls.length}, ${call.exchange.operation.operationId}`
    if (request.duringAdvance)
      remarks.push(`${name}, arrived while the clock was advancing; the scenario makes it afterwards`)
  }
  return { calls, remarks }
}

/** The call of a request, or why a scenario does not have it. Undefined for lookups of what a replay has as inputs. */
function recordedCall(
  { document, method, path: url, headers: sentHeaders, body: text, status, response }: RecordedRequest,
  decrypt: RenderOptions['decrypt'],
): RecordedCall | string | undefined {
  const [path = '', search] = url.split('?')
  const matched = routers[document].find(method, path)
  if (['getCredentials', 'getAssumptions'].includes(matched?.operation.operationId ?? '')) return undefined
  if (matched === undefined || path.startsWith('/sandboxes')) return 'which is not an operation of a scenario'
  const body = text === '' ? undefined : parseJson(text)
  if (text !== '' && body === undefined) return 'whose body is not JSON'
  if (status === 0) return 'which has no response'
  const { operation, params } = matched
  const { payload, encrypted } = decryptedBody(operation, body, decrypt)
  const exchange = newExchange(
    { operation, path: url, headers: Object.fromEntries(sentHeaders), body },
    encrypted,
  )
  takeResponse(exchange, status, response)
  const named = (place: 'path' | 'query' | 'header', entries: Iterable<[string, string]>) =>
    Array.from(entries, ([name, value]) => ({ name, in: place, value }))
  const parameters = [
    ...named('path', Object.entries(params)),
    ...named('query', new URLSearchParams(search)),
    ...named('header', Object.entries(exchange.headers)),
  ]
  return { sent: { parameters, payload }, exchange }
}

/** A body with its encrypted text replaced by the payload, if a key decrypts it. */
function decryptedBody(
  operation: ListedOperation,
  body: unknown,
  decrypt: RenderOptions['decrypt'],
): { payload: unknown; encrypted: Exchange['encrypted'] } {
  const fields = encryptedFields(operation)
  // A replay puts the payload of a bare text where its target expects it.
  const holder = typeof body === 'string' ? { [fields[0] ?? '']: body } : body
  for (const field of fields) {
    const text = valueAt(holder, field)
    const payload = typeof text === 'string' ? decrypt(text)?.payload : undefined
    // A payload that is a text stays encrypted: a scenario sends texts as they are.
    if (typeof text !== 'string' || payload === undefined || typeof payload === 'string') continue
    const rest = isObject(holder) ? holder : {}
    return { payload: { ...rest, [field]: payload }, encrypted: [{ payload, text }] }
  }
  return { payload: body, encrypted: [] }
}

function stepNames(calls: readonly RecordedCall[]): string[] {
  const seen = new Map<string, number>()
  return calls.map(({ exchange: { operation } }) => {
    const word = operation.operationId.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)
    const count = (seen.get(word) ?? 0) + 1
    seen.set(word, count)
    return count === 1 ? word : `${word}-${count}`
  })
}

function renderStep({ parameters, payload }: SentValues, exchange: Exchange, stepId: string): Step {
  const { document, operationId } = exchange.operation
  return {
    stepId,
    operationId: `$sourceDescriptions.${document}.${operationId}`,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(payload === undefined ? {} : { requestBody: { contentType: 'application/json', payload } }),
    ...recordedCriteria(exchange),
  }
}

function documentOf(
  calls: Rendered['calls'],
  properties: Record<string, unknown>,
  { title, description, documents, simulator }: RenderOptions,
): ScenarioDocument {
  const origin = 'http://127.0.0.1:4020'
  const usesControl = calls.some(({ exchange }) => exchange.operation.document === 'control')
  const source = (name: DocumentName, server: string) =>
    ({ name, type: 'openapi', url: documents[name], 'x-serverUrl': server }) as const
  const assumptions = { ...reliedOn(calls), ...simulator?.assumptions }
  const setting = Object.keys(assumptions).length === 0 ? simulator : { ...simulator, assumptions }
  const inputs = Object.keys(properties).length === 0 ? {} : { inputs: { type: 'object', properties } }
  return {
    arazzo: '1.0.1',
    info: { title, description: description(calls.length), version: '1.0.0' },
    ...(setting === undefined ? {} : { 'x-simulator': setting }),
    sourceDescriptions: [
      source('service', `${origin}/api`),
      ...(usesControl ? [source('control', origin)] : []),
    ],
    workflows: [{ workflowId, ...inputs, steps: calls.map(({ step }) => step) }],
  }
}

/** The assumptions that the calls rely on. */
function reliedOn(calls: Rendered['calls']): { [Id in UnspecifiedId]?: string } {
  const outputs = calls.flatMap(({ step }) => Object.values(step.outputs ?? {}))
  const id = outputs.find((expression) => expression.includes('/subscriptionIds/'))
  const hasDebit = calls.some(
    ({ exchange }) => exchange.operation.operationId === 'debitSubscription' && succeeded(exchange),
  )
  return {
    // A deployment may refuse a debit soon after the last one.
    ...(hasDebit ? { 'subscriptions.early-debit': 'accepted' } : {}),
    ...(id === undefined ? {} : { 'subscriptions.record': id.endsWith('/id') ? 'objects' : 'text' }),
  }
}
