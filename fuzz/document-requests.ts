// Random requests of every operation of both OpenAPI documents: values of their schemas, or samples, as they are or with edits, which
// often make them invalid; encrypted for nobody, with any token, to any sandbox.

import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import type { Encryption } from '../client/encryption.ts'
import { defaultWorld } from '../simulator/index.ts'
import { listControlOperations, readControlDocument } from '../spec/control/document.ts'
import type { OpenApiDocument } from '../spec/openapi/document.ts'
import { jsonOf, listSchemas, parametersAsObject } from '../spec/openapi/reading.ts'
import { operationIds } from '../spec/operations.ts'
import { editedAt } from '../spec/test-support/edits.ts'
import { schemaValues } from '../spec/test-support/schema-values.ts'
import { type ControlTemplate, orderName, type ServiceTemplate, type Template } from './requests.ts'
import { live } from './world.ts'

export const serviceDocument: OpenApiDocument = JSON.parse(
  readFileSync(new URL('../spec/openapi.json', import.meta.url), 'utf8'),
)
const controlDocument = readControlDocument()

export const sandboxNames = ['a', 'b', 'c']
const sandboxName = fc.constantFrom(...sandboxNames)

/** The numbers of orders; few, so that requests meet. */
export const orders = fc.nat(4)

/** Undefined, except once in a number of times. */
export const rarely = <Value>(values: fc.Arbitrary<Value>, times: number) =>
  fc.oneof(
    { withCrossShrink: true },
    { weight: times - 1, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: values },
  )

/** Mostly the values; sometimes a text that is not one of them. */
const mostly = <Value>(values: fc.Arbitrary<Value>): fc.Arbitrary<Value | string> =>
  fc.oneof({ weight: 8, arbitrary: values }, { weight: 1, arbitrary: fc.string({ maxLength: 8 }) })

/** One of these texts, mostly. */
const words = (...texts: string[]) => mostly(fc.constantFrom(...texts))

const anyJson = fc.jsonValue({ stringUnit: 'binary' })
/** Encryptions that the service cannot decrypt. */
const undecryptable: readonly Encryption[] = [
  { scheme: 'none', text: '{}' },
  { scheme: 'none', text: 'A'.repeat(344) },
  { scheme: 'passphrase', passphrase: 'a secret of nobody' },
]
const edits = rarely(fc.array(fc.tuple(fc.nat(500), fc.nat(500)), { minLength: 1, maxLength: 3 }), 4)

/** Ids and names that exist, by the property of any object: unknown ones are refused early. */
const known = {
  '.accessToken': mostly(live('token')),
  '.accountId': mostly(live('bankAccount')),
  '.as': mostly(live('token')),
  '.assets': words('BTC', 'ETH', 'USDC'),
  '.clientId': mostly(live('merchant')),
  '.coin': words('BTC', 'ETH', 'XYZ'),
  '.cryptoCurrency': words('BTC', 'ETH'),
  '.currency': words('USD', 'EUR', 'BTC'),
  '.exchange': mostly(live('exchange')),
  '.merchantId': mostly(live('merchant')),
  '.offerId': mostly(live('order')),
  '.order': mostly(orders.map(orderName)),
  '.orderId': mostly(orders.map(orderName)),
  '.shopperId': mostly(live('shopper')),
  '.stockId': mostly(live('bankAccount')),
  '.subscription': mostly(live('subscription')),
  '.subscriptionId': mostly(live('subscription')),
  '.subscriptionPeriod': words('5w', '3m', '1y', '12m'),
  '.transaction': mostly(live('transaction')),
  '.uuid': mostly(live('invoice')),
}

const serviceValues = schemaValues(serviceDocument, known)
const serviceSchemas = listSchemas(serviceDocument)

/** Requests of every operation of the service. */
const serviceTemplates = operationIds.map((operationId) => {
  const [schema] = ['payload', 'body', 'query'].flatMap(
    (part) => serviceSchemas[`${operationId}/${part}`] ?? [],
  )
  const value = schema === undefined ? fc.constant(undefined) : rarely(serviceValues(schema), 3)
  return fc.record<ServiceTemplate>({
    operationId: fc.constant(operationId),
    order: orders,
    place: fc.nat(5),
    subscription: rarely(fc.constant({}), 2),
    value: fc.oneof({ weight: 20, arbitrary: value }, { weight: 1, arbitrary: anyJson }),
    edits,
    encryption: rarely(fc.constantFrom(...undecryptable), 8),
    token: rarely(fc.oneof(fc.constantFrom(null, 'nobody'), live('token')), 8),
    exchange: rarely(mostly(live('exchange')), 5),
    sandbox: rarely(sandboxName, 9),
  })
})

/** The ids in paths. */
const ids: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  assumptions: words('webhooks.retries', 'invoices.paid', 'subscriptions.repeated-id'),
  merchants: mostly(live('merchant')),
  payees: mostly(live('payee')),
  shoppers: mostly(live('shopper')),
  subscriptions: mostly(live('subscription')),
  transactions: mostly(live('transaction')),
}

/** Values of the control API whose schemas are unbounded, or name nothing that exists. Work that takes real time is bounded. */
const controlKnown = {
  ...known,
  AmountText: fc.constantFrom('0', '0.0001', '0.5', '1', '1.5', '40', '99999999999999999999.00000001'),
  InjectedFaultAction: fc.oneof(
    fc.constantFrom('request.invalid', 418, 'nothing').map((code) => ({ do: 'refuse', code })),
    fc.constantFrom(200, 204, 404, 503).map((status) => ({ do: 'respond', status, body: null })),
    fc.constantFrom({ do: 'delay', delayMs: 1 }, { do: 'drop' }),
  ),
  Instant: fc.constantFrom('2024-01-31T09:00:00Z', '2024-02-29T23:59:59.999+01:00'),
  SandboxName: fc.constantFrom(...sandboxNames, 'default'),
  SandboxOptions: fc.oneof(
    fc.constantFrom({}, { seed: 7 }, { randomAssumptions: 7 }, { validation: 'report' }, { start: 'soon' }),
    live('snapshot').map((snapshot) => ({ snapshot })),
    fc.tuple(fc.nat(2000), fc.nat(200)).map((edit) => ({ world: editedAt(defaultWorld, ...edit).value })),
  ),
  Snapshot: live('snapshot'),
  '.after': fc.nat(3),
  '.by': words('PT0S', 'PT1M', 'PT3H', 'P1D', 'P8D', 'P1M'),
  '.date': words('2024-07-04', '2026-12-25', '2026-02-30', '0000-00-00'),
  '.maxDuration': words('PT2H', 'P5D', 'P1M'),
  '.operationId': words(...operationIds),
  // Most lists are numbered from 0.
  '.seq': mostly(fc.oneof(fc.nat(1), live('event'))),
  '.times': fc.integer({ min: 1, max: 2 }),
  '.url': fc.constantFrom('⟨webhook 0⟩', null, 'ftp://127.0.0.1/', 'http://shop.example/'),
  '.use': words('refused', 'returned', 'back-off'),
}

const controlOperations = listControlOperations(controlDocument)
const controlIds = controlOperations.map(({ operation }) => operation.operationId)

/** Requests of every control operation. */
const controlTemplates = controlOperations.map(({ path, operation }) => {
  const [, collection = ''] = /\/control\/(\w+)\/\{id\}/.exec(path) ?? []
  const components = { ...controlDocument.components, securitySchemes: {} }
  const values = schemaValues({ components }, { ...controlKnown, '.id': ids[collection] ?? anyJson })
  const parameters = (kind: 'path' | 'query') =>
    values(parametersAsObject(operation, kind) ?? { type: 'object', additionalProperties: false }).map(Object)
  const schema = jsonOf(operation.requestBody)?.schema
  return fc.record<ControlTemplate>({
    controlId: fc.constant(operation.operationId),
    params: parameters('path'),
    query: parameters('query'),
    body: schema === undefined ? fc.constant(undefined) : values(schema),
    edits,
    sandbox: path.startsWith('/control') ? rarely(sandboxName, 9) : fc.constant(undefined),
  })
})

/** Requests of these operations; of all without any. */
export function documentRequests(only: readonly string[] = []): fc.Arbitrary<Template> {
  const of = <One extends Template>(
    ids: readonly string[],
    templates: readonly fc.Arbitrary<One>[],
  ): fc.Arbitrary<Template>[] =>
    templates.filter((_, at) => only.length === 0 || only.includes(ids[at] ?? ''))
  const groups = [of(operationIds, serviceTemplates), of(controlIds, controlTemplates)]
  return fc.oneof(...groups.flatMap((group) => (group.length === 0 ? [] : [fc.oneof(...group)])))
}
