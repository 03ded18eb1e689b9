// Builds the OpenAPI document of the control API from its table. The simulator reads its text, `spec/control/openapi.json`.

import { z } from 'zod'
import { isObject } from '../../core/json.ts'
import { version } from '../../core/version.ts'
import type { Parameter } from '../openapi/document.ts'
import { createHoist, type Hoist } from '../openapi/hoist.ts'
import { json } from '../openapi/reading.ts'
import { namedObject, openObject, text } from '../primitives.ts'
import type { ControlDocument, ControlOperationNode } from './document.ts'
import type { ControlOperation } from './operation.ts'
import { topics } from './operations.ts'
import { maxBodyBytes, maxSnapshotBytes } from './values.ts'

const descriptions: Readonly<Record<string, string>> = {
  accessToken: 'The access token of the account.',
  account: 'The id of the account that sent it; null if none is known.',
  action: 'What happens instead of the usual response.',
  actsFor: 'The merchant that a request without a credential acts for, and what identified it; or null.',
  addedAt: 'When the payee was added.',
  after: 'How many requests of the operation pass before the first fault.',
  allowedActions: 'What the state allows now.',
  amount: 'An amount as decimal text.',
  anchor: 'The instant that bills count from.',
  as: 'The id or the access token of the shopper who pays.',
  assumption: 'The name of the option in force.',
  assumptions: 'Assumptions by the id of the unspecified behavior.',
  at: 'When it happened, on the virtual clock.',
  attempts: 'The attempts to deliver it, oldest first.',
  autoRenewal: 'Whether the service makes the debits.',
  automation: 'Which groups of events happen by themselves.',
  balances: 'Balances at exchanges.',
  bankAccountId: 'The linked bank account, or null.',
  bankingDay: 'Whether it is a banking day.',
  bankingDays: 'How many banking days to advance.',
  baseUrl: 'The base URL of the service.',
  billAt: 'When the bill is due.',
  businessname: 'Business name.',
  by: 'How to pay.',
  'Advance.by': 'The ISO 8601 duration to advance by.',
  clientId: 'What requests call `clientId`.',
  clientSecret: 'The client secret: the passphrase of some encrypted payloads.',
  code: 'The code of the refusal.',
  coin: 'The code of a crypto currency.',
  companyName: 'The name of the company.',
  controlUrl: 'The URL of the control API.',
  country: 'Country code of two letters.',
  createdAt: 'When it was created, on the virtual clock.',
  currency: 'Currency code.',
  data: 'The state of the world.',
  date: 'The day, as YYYY-MM-DD.',
  days: 'The days, with the reason for each.',
  debits: 'How many debits succeeded.',
  delayMs: 'How long the response is held back, in real milliseconds.',
  deleted: 'The name of the deleted sandbox.',
  deliveries: 'How many deliveries succeeded.',
  delivery: 'What became of the delivery.',
  deliveriesInLine: 'How many webhook deliveries wait for their outcome.',
  description: 'What it is, in one sentence.',
  descriptor: 'Descriptor of the transfer.',
  detail: 'What is wrong in particular.',
  digest: 'A hash of the rest, which detects changes.',
  do: 'What happens instead of the usual.',
  due: 'When it is due, on the virtual clock.',
  effect: 'What the simulator does under the option.',
  email: 'Email address.',
  emails: 'Emails to shoppers, oldest first.',
  enabledCurrencies: 'Codes of the enabled currencies.',
  encrypted: 'The encrypted text.',
  endsAt: 'When the period ends.',
  errorMessage: 'Why the payment failed, or null.',
  eventCount: 'How many events happened.',
  events: 'Events, oldest first.',
  'JournalLine.events': 'How many status changes there were when it was handled.',
  exchange: 'The name of the exchange.',
  exchanges: 'The names of the exchanges.',
  expiresAt: 'When the token expires, or null.',
  extensions: 'The titles of the overlays that extend the service.',
  fact: 'What happened.',
  failedDeliveries: 'How many deliveries failed.',
  failedBefore:
    'How many deliveries failed between the last advance and the start of this one. Absent if none did.',
  failures: 'How many debits failed.',
  field: 'The field of the body with the encrypted text; null if the text is the body.',
  fname: 'First name.',
  frequency: 'How often it is debited.',
  from: 'Where the range begins.',
  headers: 'The headers by name.',
  httpStatus: 'The HTTP status of the response.',
  id: 'Its own id.',
  injectedFaults: 'Injected faults.',
  invoice: 'The uuid of the invoice, or null.',
  invoices: 'Invoices, oldest first.',
  isChanged: 'Whether another option than the default is in force.',
  items: 'How many cart items it has.',
  label: 'Label.',
  localAmount: 'The amount in the currency of the store or, of a debit, as it was requested.',
  localCurrency: 'The currency of the local amount.',
  lines: 'Requests with their responses, oldest first.',
  lname: 'Last name.',
  max: 'The most of them at a time.',
  maxDuration: 'How far to advance at most.',
  maxEvents: 'The advance stops after that many events.',
  maxListedEvents: 'How many events the report lists at most.',
  merchantAuth: 'The merchant credential of subscription operations.',
  merchantId: 'The id of the merchant.',
  merchantSubscriptionId: "The merchant's id of the subscription.",
  merchants: 'The merchants.',
  method: 'The HTTP method.',
  name: 'The name of the account or sandbox.',
  nativeAmount: 'The amount of the payment, as decimal text.',
  nativeCurrency: 'The currency of the payment.',
  next: 'Advance to the next event.',
  nextBillAt: 'When the next bill is due, or null.',
  nextDue: 'When the next event is due, or null.',
  now: 'The virtual time.',
  damage: 'Why the sandbox cannot be continued. Absent if nothing is known to be wrong.',
  offerId: 'The order id of the payment.',
  operation: 'The id of the operation, or null.',
  operationId: 'The id of the operation.',
  options: 'The options of the sandbox.',
  order: 'The order id.',
  otherOptions: 'The names of the other options.',
  outcome: 'How the attempt ended.',
  padding: 'The RSA padding; by default the one that the assumptions accept.',
  paidBy: 'The id of the transaction that paid it, or null.',
  partnerCurrencies: 'Codes of the currencies that the partner has enabled.',
  path: 'The path with the query.',
  payees: 'Payees, oldest first.',
  payload: 'The decrypted payload.',
  paytwin: 'Marks a snapshot.',
  pending: 'How many events are scheduled.',
  plans: 'What is planned for later requests.',
  publicKey: 'The RSA public key in PEM that encrypts payloads.',
  password: 'The exchange password: any text.',
  question: 'What the contract leaves open.',
  randomAssumptions: 'The seed that options are drawn from.',
  received: 'How much was received, as decimal text.',
  ref: 'The id of what it concerns.',
  refund: 'The refund status.',
  remarks: 'What the scenario cannot repeat, and why.',
  remedy: 'What to do.',
  reminders: 'Whether reminders happen by themselves.',
  renewals: 'Whether debits happen by themselves.',
  report: 'The report of the stopped advance.',
  request: 'The request to the webhook.',
  rules: 'Webhook fault rules, in the order in which they are tried.',
  sandboxes: 'The named sandboxes.',
  savePassword: 'Whether the exchange password is saved.',
  scenario: 'The scenario as JSON.',
  section: 'The sections of the contract.',
  seed: 'The seed of everything that is drawn.',
  seq: 'The number, counted from 0.',
  servicePublicKey: "The service's public key in PEM, which verifies webhooks.",
  settledAt: 'When it was settled, or null.',
  settlements: 'Settlements, oldest first.',
  'automation.settlements': 'Whether settlements happen by themselves.',
  share: 'The share of the amount to pay, such as 0.5.',
  shopperId: 'The id of the shopper.',
  shoppers: 'The shoppers.',
  snapshot: 'The snapshot to start from.',
  start: 'The virtual time at the start.',
  state: 'The current state.',
  status: 'The current status.',
  stockId: 'The linked bank account to pay from.',
  stockIds: 'Ids of the linked bank accounts.',
  stopped: 'Why the advance stopped early; absent if it did not.',
  subject: 'The subject of the email.',
  subscription: 'The id of the subscription.',
  subscriptions: 'Subscriptions, oldest first.',
  'ControlTransaction.subscriptions': 'Ids of its subscriptions.',
  text: 'The text of the email.',
  times: 'How many requests get the fault.',
  to: 'Where the range ends.',
  'Advance.to': 'The instant to advance to.',
  'Email.to': 'The address that it was sent to.',
  transaction: 'The id of the transaction.',
  transactions: 'Transactions, oldest first.',
  'ControlSettlement.transactions': 'How many transactions it settles.',
  'automation.transactions': 'Whether transactions complete by themselves.',
  transfers: 'Transfers, oldest first.',
  until: 'Advance until a transaction has a status.',
  updatedAt: 'When the status last changed.',
  url: 'The URL of the webhook.',
  use: 'The name of the option.',
  username: 'The user name.',
  uuid: 'The uuid of the invoice.',
  validation: 'Whether invalid requests are refused or reported.',
  value: 'The value, for an option that takes one.',
  verified: 'Whether the business verification (KYB) is done.',
  version: 'The version of the snapshot format.',
  webhookUrl: 'Where status changes are delivered, or null.',
  world: 'The accounts, in the form of a world file.',
}

/** Containers of schemas, whose keys are no names. */
const containers = /^(?:items|oneOf|anyOf|allOf|schema|additionalProperties)$/

/** Describes the properties below a node that have no description. `owner` is the nearest name above it. */
function describeProperties(node: unknown, owner = ''): void {
  if (Array.isArray(node)) for (const element of node) describeProperties(element, owner)
  if (!isObject(node)) return
  for (const [key, inner] of Object.entries(node)) {
    if (key === 'example' || key === 'examples' || key === 'default') continue
    if (key === 'properties' && isObject(inner)) describeEach(inner, owner)
    else describeProperties(inner, containers.test(key) ? owner : key)
  }
}

function describeEach(properties: Record<string, unknown>, owner: string): void {
  for (const [name, property] of Object.entries(properties)) {
    const description = descriptions[`${owner}.${name}`] ?? descriptions[name]
    if (isObject(property) && description !== undefined) property.description ??= description
    describeProperties(property, name)
  }
}

const ControlError = namedObject(
  'ControlError',
  'Why a request failed: the fact, the detail, and the remedy. A conflict includes the current state and the allowed actions; a stopped advance includes its report.',
  {
    fact: text,
    detail: text,
    remedy: text,
    state: z.unknown().optional(),
    allowedActions: z.array(text).optional(),
    report: openObject.optional(),
  },
)

export function buildControlDocument(): ControlDocument {
  const hoist = createHoist()
  const paths: ControlDocument['paths'] = {}
  for (const [topic, { operations }] of Object.entries(topics))
    for (const [operationId, row] of Object.entries<ControlOperation>(operations))
      paths[row.path] = {
        ...paths[row.path],
        [row.method]: { operationId, tags: [topic], ...node(row, hoist) },
      }
  const error = { [json]: { schema: hoist.schemaOf(ControlError) } }
  const document: ControlDocument = {
    openapi: '3.1.0',
    info: {
      title: 'paytwin: control of a simulated service',
      version,
      summary:
        'Simulates the other parties (wallets, exchanges, banks, shoppers) and moves the clock. Only the simulator has it.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [
      { url: '/', description: 'The default sandbox.' },
      {
        url: '/sandboxes/{sandbox}',
        description: 'A named sandbox. Paths below /sandboxes exist at the root only.',
        variables: { sandbox: { default: 'mine' } },
      },
    ],
    security: [],
    tags: Object.entries(topics).map(([name, { description }]) => ({ name, description })),
    paths,
    components: {
      schemas: hoist.components(),
      responses: { Error: { description: 'The request failed.', content: error } },
    },
  }
  describeProperties(document)
  return document
}

/** The text of `spec/control/openapi.json`. */
export function controlDocumentText(document: ControlDocument): string {
  return `${JSON.stringify(document, null, 2)}\n`
}

function node(row: ControlOperation, hoist: Hoist): Omit<ControlOperationNode, 'operationId' | 'tags'> {
  const parameters = [...parametersOf('path', row.params, hoist), ...parametersOf('query', row.query, hoist)]
  return {
    summary: row.summary,
    ...(row.description === undefined ? {} : { description: row.description }),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(row.body === undefined ? {} : { requestBody: requestBody(row.body, row, hoist) }),
    responses: {
      '200': { description: 'Success.', content: { [json]: { schema: hoist.schemaOf(row.response) } } },
      default: { $ref: '#/components/responses/Error' },
    },
    ...(row.isStreamed === true ? { 'x-streamed': true } : {}),
    ...(row.changesSandboxes === true ? { 'x-changes-sandboxes': true } : {}),
    ...row.extensions,
  }
}

function requestBody(
  body: z.ZodTypeAny,
  { bodyExamples, largePart }: ControlOperation,
  hoist: Hoist,
): NonNullable<ControlOperationNode['requestBody']> {
  const required = !body.isOptional()
  const schema = hoist.schemaOf(body instanceof z.ZodOptional ? body.unwrap() : body)
  const named = Object.entries(bodyExamples ?? {}).map(([name, value]) => [name, { value }] as const)
  return {
    required,
    'x-max-bytes': maxBodyBytes,
    ...(largePart === undefined
      ? {}
      : { 'x-large-part': { pointer: largePart, maxBytes: maxSnapshotBytes } }),
    content: { [json]: { schema, ...(named.length > 0 ? { examples: Object.fromEntries(named) } : {}) } },
  }
}

function parametersOf(kind: 'path' | 'query', shape: z.AnyZodObject | undefined, hoist: Hoist): Parameter[] {
  if (shape === undefined) return []
  const { properties = {}, required = [] } = hoist.schemaOf(shape)
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: kind,
    required: required.includes(name),
    schema,
  }))
}
