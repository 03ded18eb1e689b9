// A changed value of the document changes the simulator, or the start refuses it. Nothing is ignored but notes for readers.

import { describe, expect, it } from 'vitest'
import { valueAt } from '../../core/json.ts'
import type { OpenApiDocument } from '../../spec/openapi/document.ts'
import { listOperations, listSchemas } from '../../spec/openapi/reading.ts'
import type { Schema } from '../../spec/openapi/schema.ts'
import type { OperationId } from '../../spec/operations.ts'
import { exchangePayment, invoice, payee, qrTransaction, transfer } from '../test-support/requests.ts'
import { TestClient, type TestRequest } from '../test-support/test-client.ts'
import { readDocument } from './compiled-document.ts'

type Change = (document: OpenApiDocument) => unknown
type Ask = (client: TestClient) => [OperationId, TestRequest]

const changed = (change: Change) => {
  const document = readDocument()
  change(document)
  return document
}

const operationOf = (document: OpenApiDocument, id: OperationId): object =>
  listOperations(document).find(({ operationId }) => operationId === id)?.operation ?? {}

/** Sets a value in an operation. */
const inOperation =
  (id: OperationId, path: string, value: unknown): Change =>
  (document) => {
    const steps = path.split('.')
    const key = steps.pop() ?? ''
    Object.assign(Object(valueAt(operationOf(document, id), ...steps)), { [key]: value })
  }

/** Sets keywords of a component, or of a property of it. */
const inSchema =
  (place: string, keywords: object): Change =>
  (document) => {
    const [name = '', property] = place.split('.')
    const schema = document.components.schemas[name] ?? {}
    Object.assign(property === undefined ? schema : (schema.properties?.[property] ?? {}), keywords)
  }

const both =
  (...changes: Change[]): Change =>
  (document) =>
    changes.map((change) => change(document))

const askInvoice: Ask = () => ['createInvoice', { body: invoice('o') }]
const askQr: Ask = () => ['createQrTransaction', { body: qrTransaction('o') }]
const askStore: Ask = () => ['getStore', {}]
const askPayees: Ask = (client) => [
  'addPayees',
  { rawBody: JSON.stringify({ encryptedReq: client.encrypt('addPayees', [payee]) }) },
]
const pay: Ask = (client) => ['createExchangePayment', { payload: exchangePayment(client, 'o') }]
const note = 'x-encrypted-payload'
/** Keys for readers. */
const notes =
  /(^|\.)(description|summary|title|tags|info|examples?|x-(requirements|unspecified|parts|statements))(\.|$)/

const assumptions = {
  'errors.subscription-form': 'in-body',
  'authentication.transfer-token': 'either',
  'encryption.bank-payment-field': 'data',
} as const

/** Of each kind of value that drives the simulator: another permitted value, and a request that shows it. */
const driven: Record<string, [Change, Ask]> = {
  'parameters.name': [inOperation('createQrTransaction', 'parameters.0.name', 'x-other'), askQr],
  'parameters.in': [inOperation('createQrTransaction', 'parameters.0.in', 'query'), askQr],
  'parameters.required': [
    inOperation('listCurrencies', 'parameters.0.required', true),
    () => ['listCurrencies', {}],
  ],
  'parameters.schema': [
    inOperation('createExchangePayment', 'parameters.0.schema', { type: 'string', enum: ['elsewhere'] }),
    pay,
  ],
  'x-credential': [
    both(
      inOperation('getStore', 'x-credential', 'shopperToken'),
      inOperation('getStore', 'security', [{ shopperToken: [] }]),
    ),
    askStore,
  ],
  'x-response-envelope': [
    inOperation('getStore', 'x-response-envelope', 'status-result'),
    () => ['getStore', { token: null }],
  ],
  'x-assumed-token.kind': [
    inOperation('addPayees', 'x-assumed-token.kind', 'shopper'),
    (client) => ['addPayees', { payload: [payee], token: client.merchant.accessToken }],
  ],
  'x-assumed-token.kindDecidedBy': [
    inOperation('createTransfers', 'x-assumed-token.kindDecidedBy', undefined),
    () => ['createTransfers', { payload: [transfer], token: 'shopper-ready' }],
  ],
  'x-assumed-token.requirementDecidedBy': [
    inOperation('addPayees', 'x-assumed-token.requirementDecidedBy', undefined),
    () => ['addPayees', { payload: [payee], token: null }],
  ],
  'x-assumed-token.withoutToken': [
    inOperation('addPayees', 'x-assumed-token.withoutToken', 'request'),
    () => ['addPayees', { payload: [payee], token: null }],
  ],
  [`${note}.field`]: [inOperation('createExchangePayment', `${note}.field`, 'secret'), pay],
  [`${note}.fieldDecidedBy`]: [
    inOperation('addPayees', `${note}.fieldDecidedBy`, 'encryption.bank-payment-field'),
    askPayees,
  ],
  [`${note}.scheme`]: [
    both(
      inOperation('createExchangePayment', `${note}.scheme`, 'passphrase'),
      inOperation('createExchangePayment', `${note}.key`, 'clientSecret'),
    ),
    pay,
  ],
  [`${note}.schemeDecidedBy`]: [
    inOperation('addPayees', `${note}.schemeDecidedBy`, 'encryption.exchange-validation'),
    askPayees,
  ],
  [`${note}.usualFields`]: [
    inOperation('createTransfers', `${note}.usualFields`, []),
    () => ['createTransfers', { payload: [{ email: transfer.email }] }],
  ],
  [`${note}.schema`]: [
    inOperation('createExchangePayment', `${note}.schema`, { $ref: '#/components/schemas/ClosingRequest' }),
    pay,
  ],
}

/** Of each keyword: a change of a schema, in a request that then is no longer valid. */
const keywords: Record<string, Change> = {
  type: inSchema('InvoiceRequest.order', { type: 'number' }),
  enum: inSchema('InvoiceRequest.order', { enum: ['other'] }),
  const: inSchema('InvoiceRequest.order', { const: 'other' }),
  pattern: inSchema('InvoiceRequest.order', { pattern: '^[0-9]+$' }),
  minLength: inSchema('InvoiceRequest.order', { minLength: 2 }),
  maxLength: inSchema('InvoiceRequest.order', { maxLength: 0 }),
  $ref: inSchema('InvoiceRequest.amount', { $ref: '#/components/schemas/Uuid' }),
  required: inSchema('InvoiceRequest', {
    required: ['amount', 'cart', 'currency', 'order', 'shippingAddress', 'siteInfo'],
  }),
  properties: inSchema('InvoiceRequest', { properties: { order: { type: 'number' } } }),
  additionalProperties: inSchema('InvoiceRequest', {
    additionalProperties: { type: 'number' },
    properties: {},
  }),
  items: inSchema('InvoiceRequest.cart', { items: { type: 'number' } }),
  minItems: inSchema('InvoiceRequest.cart', { minItems: 9 }),
  anyOf: inSchema('InvoiceRequest', { anyOf: [{ required: ['siteInfo'] }] }),
}

describe('a changed value of the document changes the simulator', () => {
  it.each(Object.entries(driven))('%s', async (_, [change, ask]) => {
    const responses = [{}, { document: changed(change) }].map(async (options) => {
      const client = new TestClient({ ...options, assumptions })
      const { status, body } = await client.ask(...ask(client))
      return [status, body]
    })
    const [before, after] = await Promise.all(responses)
    expect(after).not.toEqual(before)
  })

  it.each(Object.entries(keywords))('keyword %s', async (_, change) => {
    const client = new TestClient({ document: changed(change) })
    expect((await client.ask(...askInvoice(client))).status).toBe(400)
  })

  it('names every keyword that the document has', () => {
    const tested = Object.keys({ ...keywords, default: 'see document.test.ts' })
    expect(
      keywordsIn(Object.values(listSchemas(readDocument()))).filter((key) => !tested.includes(key)),
    ).toEqual([])
  })
})

/** The keywords of schemas, without notes. */
function keywordsIn(schemas: readonly Schema[]): string[] {
  return schemas.flatMap((schema) => [
    ...Object.keys(schema).filter((key) => !notes.test(key)),
    ...keywordsIn([...Object.values(schema.properties ?? {}), ...(schema.anyOf ?? [])]),
    ...keywordsIn([schema.items, schema.additionalProperties].filter((one) => typeof one === 'object')),
  ])
}

/** The path of each text, number and boolean of the document, without what is written for readers, and without schemas. */
function leavesOf(value: unknown, path: string[] = []): string[][] {
  if (notes.test(path.join('.')) || path.join('.').startsWith('components.schemas')) return []
  if (path.at(-1) === 'schema') return [path]
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...path, key]))
}

const kindOf = (path: string[]) =>
  path[0] === 'paths'
    ? path
        .slice(3)
        .filter((step) => !/^\d$/.test(step))
        .join('.')
    : path.join('.')

describe('any other value of the document', () => {
  const document = readDocument()
  const leaves = leavesOf(document)

  it.each([...new Set(leaves.map(kindOf))].filter((kind) => !(kind in driven)))(
    'is refused at start: %s',
    (kind) => {
      const [key = '', ...steps] = (leaves.find((leaf) => kindOf(leaf) === kind) ?? []).reverse()
      const copy = readDocument()
      const parent = Object(valueAt(copy, ...steps.reverse()))
      const value: unknown = parent[key]
      parent[key] = typeof value === 'number' ? value + 1 : typeof value === 'boolean' ? !value : 'changed'
      expect(() => new TestClient({ document: copy })).toThrow(
        /^(The document |Unknown operation |A schema of the document )/,
      )
    },
  )
})
