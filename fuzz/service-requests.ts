// Requests of the service: samples and values of the document's schemas, as they are or with one edit, encrypted correctly or
// not, for any account. A generated step is plain data; the request is built when the accounts of the sandbox are known.

import fc from 'fast-check'
import { type Encryption, encrypt } from '../client/encryption.ts'
import {
  bodyCredentials,
  operationRequest,
  payloadEncryption,
  type RequestOptions,
} from '../client/operation-request.ts'
import type { Target } from '../client/target.ts'
import { isObject } from '../core/json.ts'
import type { OpenApiDocument } from '../spec/openapi/document.ts'
import { listSchemas } from '../spec/openapi/reading.ts'
import { type OperationId, operationIds, operations } from '../spec/operations.ts'
import { editedAt } from '../spec/test-support/edits.ts'
import { schemaValues } from '../spec/test-support/schema-values.ts'
import { type Dictionary, live } from './dictionary.ts'
import { orderName, orders, type SampleChoice, sampleOf } from './samples.ts'
import { editedText, type TextEdit, textEdits } from './text-edits.ts'

/** A request before the accounts of the sandbox are known. */
export interface ServiceStep extends SampleChoice {
  api: 'service'
  /** The named sandbox; null for the default one. */
  sandbox: string | null
  /** A value of the document's schema, or any other, in place of the sample; null for the sample. */
  value: unknown
  edit: readonly [place: number, choice: number] | null
  text: TextEdit | null
  encryption: keyof typeof encryptions
  token: 'usual' | 'none' | 'unknown' | 'other account'
  exchange: number
}

/** A request of the fuzzer. */
export interface Sent {
  method: string
  /** From the origin. */
  path: string
  headers: Readonly<Record<string, string>>
  body: string | undefined
  /** The source of live values when it is accepted. */
  content: unknown
}

const encryptions = {
  usual: () => undefined,
  'not encrypted': ({ text }) => ({ scheme: 'none', text }),
  'base64 only': ({ text }) => ({ scheme: 'none', text: Buffer.from(text).toString('base64') }),
  'cut off': ({ encrypted }) => ({ scheme: 'none', text: encrypted.slice(0, -30) }),
  'one character changed': ({ encrypted }) => ({
    scheme: 'none',
    text: `${encrypted.slice(0, 40)}A${encrypted.slice(41)}`,
  }),
  'another secret': () => ({ scheme: 'passphrase', passphrase: 'a secret of nobody' }),
  "another merchant's key": ({ target }) => ({
    scheme: 'rsa',
    publicKey: target.merchants.at(-1)?.publicKey ?? '',
  }),
  "the service's key": ({ target }) => ({ scheme: 'rsa', publicKey: target.servicePublicKey ?? '' }),
} as const satisfies Record<
  string,
  (given: { target: Target; text: string; encrypted: string }) => Encryption | undefined
>

const encryptionNames = Object.keys(encryptions) as (keyof typeof encryptions)[]

/** Names and ids that exist, by the property of any object: unknown ones are refused early. */
function knownValues(): Readonly<Record<string, fc.Arbitrary<unknown>>> {
  const or = (weight: number, known: fc.Arbitrary<unknown>) =>
    fc.oneof({ weight, arbitrary: known }, { weight: 1, arbitrary: fc.string({ maxLength: 8 }) })
  const order = or(6, fc.oneof(live('order'), orders.map(orderName)))
  return {
    '.clientId': or(9, live('merchant')),
    '.merchantId': or(9, live('merchant')),
    '.offerId': order,
    '.order': order,
    '.orderId': order,
    '.subscriptionId': or(9, live('subscription')),
    '.uuid': or(9, live('invoice')),
    '.accountId': or(9, live('bankAccount')),
    '.stockId': or(9, live('bankAccount')),
    '.assets': or(9, fc.constantFrom('BTC', 'ETH', 'USDC')),
    '.currency': or(9, fc.constantFrom('USD', 'EUR', 'BTC')),
    '.cryptoCurrency': or(9, fc.constantFrom('BTC', 'ETH')),
    '.subscriptionPeriod': fc.constantFrom('5w', '3m', '1y', '12m'),
  }
}

/** Steps of every operation of a document. `sandboxes` are the names of sandboxes. */
export function serviceSteps(
  document: OpenApiDocument,
  sandboxes: fc.Arbitrary<string | null>,
): fc.Arbitrary<ServiceStep> {
  const schemas = listSchemas(document)
  const values = schemaValues(document, knownValues())
  const stepsOf = (operationId: OperationId): fc.Arbitrary<ServiceStep> => {
    const schema = ['payload', 'body', 'query'].map((part) => schemas[`${operationId}/${part}`]).find(Boolean)
    return fc.record<ServiceStep>({
      api: fc.constant('service'),
      operationId: fc.constant(operationId),
      sandbox: sandboxes,
      order: orders,
      place: fc.nat(5),
      subscription: rarely(fc.constant({}), 2),
      changes: fc.constant(null),
      value: schema === undefined ? fc.constant(null) : rarely(orAnyJson(values(schema)), 3),
      edit: rarely(fc.tuple(fc.nat(500), fc.nat(500)), 4),
      text: rarely(textEdits, 9),
      encryption: mostly('usual', fc.constantFrom(...encryptionNames), 8),
      token: mostly<ServiceStep['token']>('usual', fc.constantFrom('none', 'unknown', 'other account'), 12),
      exchange: mostly(0, fc.constantFrom(1, 2, 99), 5),
    })
  }
  return fc.oneof(...operationIds.map(stepsOf))
}

const orAnyJson = (values: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 9, arbitrary: values }, { weight: 1, arbitrary: fc.jsonValue({ stringUnit: 'binary' }) })

/** The usual value, except once in a number of times. */
export function mostly<Value>(usual: Value, others: fc.Arbitrary<Value>, times: number): fc.Arbitrary<Value> {
  return fc.oneof(
    { withCrossShrink: true },
    { weight: times - 1, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: others },
  )
}

/** Null, except once in a number of times. */
export const rarely = <Value>(values: fc.Arbitrary<Value>, times: number) =>
  mostly<Value | null>(null, values, times)

/** A valid request of an operation, without edits. */
export function sampleStep(operationId: OperationId, differences: Partial<ServiceStep> = {}): ServiceStep {
  return {
    ...{ api: 'service', operationId, sandbox: null, order: 0, place: 0, subscription: null, changes: null },
    ...{ value: null, edit: null, text: null, encryption: 'usual', token: 'usual', exchange: 0 },
    ...differences,
  }
}

/** The request of a step, below `/api`. */
export function serviceRequest(step: ServiceStep, target: Target, dictionary: Dictionary): Sent {
  const { operationId } = step
  const part =
    'encrypted' in operations[operationId]
      ? 'payload'
      : operations[operationId].method === 'get'
        ? 'query'
        : 'body'
  const sample = sampleOf(step, target)
  const usual = sample[part]
  const base = step.value ?? (isObject(usual) ? { ...usual, ...step.changes } : usual)
  const resolved = dictionary.resolve(base ?? {})
  const content = step.edit === null ? resolved : editedAt(resolved, ...step.edit).value
  const options: RequestOptions = { ...sample, ...accountOptions(step, target), seed: 'fuzz' }
  if (part === 'query') options.query = textsOf(content)
  else if (part === 'body') {
    const credentials = bodyCredentials(operationId, target)
    options.rawBody = textOf(isObject(content) ? { ...credentials, ...content } : content, step.text)
  } else Object.assign(options, encryptedOptions(step, target, textOf(content, step.text)))
  const { method, path, headers, body } = operationRequest(operationId, target, options)
  return { method, path: `/api${path}`, headers, body, content }
}

function textOf(value: unknown, edit: TextEdit | null): string {
  const text = JSON.stringify(value) ?? ''
  return edit === null ? text : editedText(text, edit)
}

function encryptedOptions(
  { operationId, encryption }: ServiceStep,
  target: Target,
  text: string,
): RequestOptions {
  const usual = payloadEncryption(operationId, target)
  const encrypted = encryption === 'usual' ? '' : encrypt(text, usual, 'fuzz')
  const other: Encryption | undefined = encryptions[encryption]({ target, text, encrypted })
  return { payloadText: text, ...(other === undefined ? {} : { encryption: other }) }
}

function accountOptions(
  { token, exchange }: ServiceStep,
  { exchanges, shoppers, merchants }: Target,
): RequestOptions {
  const others = [shoppers.lowBalance, shoppers.asksPassword, merchants[1], merchants[0]]
  const tokens: Readonly<Record<ServiceStep['token'], RequestOptions>> = {
    usual: {},
    none: { token: null },
    unknown: { token: 'nobody' },
    'other account': { token: others[exchange % others.length]?.accessToken ?? 'nobody' },
  }
  return { exchange: exchanges[exchange] ?? 'no-exchange', ...tokens[token] }
}

function textsOf(value: unknown): Record<string, string> {
  if (!isObject(value)) return {}
  const texts = Object.entries(value).map(([key, inner]) =>
    [key, typeof inner === 'string' ? inner : JSON.stringify(inner)].map(withoutSurrogates),
  )
  return Object.fromEntries(texts)
}

/** A text for a URL; lone surrogates have no URL form. */
export function withoutSurrogates(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '?')
}
