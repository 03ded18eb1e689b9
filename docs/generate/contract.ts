// The page docs/reference/contract.md: the service in the section order of its contract, generated from spec/.

import * as limits from '../../spec/limits.ts'
import type { OpenApiDocument } from '../../spec/openapi/document.ts'
import { type ListedOperation, listOperations } from '../../spec/openapi/reading.ts'
import type { Credential } from '../../spec/operation.ts'
import { type RequirementId, requirementIds, requirements } from '../../spec/requirements.ts'
import { chapters, type Section, sectionAnchor, sectionNames, sectionsIn } from '../../spec/sections.ts'
import { type UnspecifiedId, unspecifiedBehaviors, unspecifiedIds } from '../../spec/unspecified.ts'
import { createFieldTables, type FieldTables } from './field-tables.ts'
import { anchor, code, link, notice, page, table } from './markdown.ts'

const introduction = `# The contract

This page describes the service that paytwin simulates, in our own words and in the section order of the service's contract.
It is generated from \`spec/\`.

Each section lists its **requirements**: what the contract states or, marked as inferred, suggests. The id of a requirement links to
[requirements.md](../contributing/requirements.md), which shows the code, properties and scenarios for it. A requirement of several
sections has its text in the first of them. What the contract does not show is listed as **unspecified**, with a link to the
question and its options in [assumptions.md](assumptions.md).`

/** The text of docs/reference/contract.md. */
export function contractPage(document: OpenApiDocument): string {
  const tables = createFieldTables(document)
  const written = chapters.flatMap((sections) =>
    sections.flatMap((section, index) => [
      `${anchor(sectionAnchor(section.name))}\n\n${index === 0 ? '##' : '###'} ${section.title}`,
      ...contentOf(section, document, tables),
      ...requirementsOf(section),
      ...unspecifiedOf(section),
    ]),
  )
  return page(notice, introduction, contents, ...written)
}

const contents = chapters
  .map(([chapter]) => `- ${link(chapter.title, `#${sectionAnchor(chapter.name)}`)}`)
  .join('\n')

/** The components of each section of Resources. All others are shown with the first operation that uses them. */
const components: Record<string, readonly string[]> = {
  'Resources, conventions': ['DecimalText', 'TwoDecimalText', 'Timestamp', 'Uuid', 'Done'],
  'Resources, Cart item': [
    'InvoiceCartItem',
    'QrCartItem',
    'PaymentCartItem',
    'OrderCartItem',
    'SubscriptionPeriod',
  ],
  'Resources, customerInfo': ['CustomerInfo'],
  'Resources, shippingAddress': ['ShippingAddress'],
  'Resources, customParameter': ['CustomParameter', 'CustomParameterPair'],
  'Resources, Transaction record': ['Transaction', 'TransactionLine', 'ShopData'],
  'Resources, Currency entry': ['CurrencyEntry'],
}

function contentOf({ name }: Section, document: OpenApiDocument, tables: FieldTables): string[] {
  if (name in components) return (components[name] ?? []).map(tables.ofComponent)
  if (name === 'Authentication') return [authenticationTable(document)]
  if (name === 'Events') return [document.webhooks.merchantWebhook.description]
  if (name === 'Errors, 1' || name === 'Errors, 2') return [errorsTable(document, name)]
  if (name === 'Limits') return [limitsTable()]
  return listOperations(document)
    .filter(({ operation }) => sectionOf(operation.description) === name)
    .flatMap((listed) => operationContent(listed, tables))
}

function operationContent(
  { method, path, operationId, operation }: ListedOperation,
  tables: FieldTables,
): string[] {
  return [
    `${operation.summary}.`,
    `${code(`${method.toUpperCase()} ${path}`)}, operation ${code(operationId)}`,
    `Credential: ${credentials[operation['x-credential']]}.`,
    ...tables.ofOperation(operation),
  ]
}

const credentials: Record<Credential, string> = {
  merchantToken: `header ${code('Authorization: Bearer <merchant access token>')}`,
  shopperToken: `header ${code('Authorization: Bearer <shopper access token>')}`,
  unstatedToken: `header ${code('Authorization: Bearer <token>')}; the kind of token is not stated`,
  merchantAuth: `${code('merchantId')} and ${code('merchantAuth')} in the body`,
  clientSecret: `${code('clientId')} and a payload encrypted with the client secret, in the body`,
  notShown: 'not shown',
}

function authenticationTable(document: OpenApiDocument): string {
  const rows = listOperations(document).map(({ method, path, operation }) => [
    link(code(`${method.toUpperCase()} ${path}`), `#${sectionAnchor(sectionOf(operation.description))}`),
    credentials[operation['x-credential']],
  ])
  return table(['Operation', 'Credential'], rows)
}

/** The section in the description of an operation. */
function sectionOf(description: string): string {
  return description.replace(/^.*Contract: |\.$/gs, '')
}

function errorsTable(document: OpenApiDocument, name: 'Errors, 1' | 'Errors, 2'): string {
  const errors = listOperations(document).flatMap(({ path, operation }) =>
    (operation['x-stated-errors'] ?? []).map((error) => ({ path, error })),
  )
  if (name === 'Errors, 1') {
    const rows = errors.flatMap(({ error }) =>
      'code' in error
        ? [
            [
              String(error.code),
              `${code(error.message.trim())}${'followedBy' in error ? ' and the exchange' : ''}`,
            ],
          ]
        : [],
    )
    return table(['Code', 'Message'], rows)
  }
  const rows = errors.flatMap(({ path, error }) =>
    'errorMsg' in error ? [[code(path), error.condition, code(error.errorMsg)]] : [],
  )
  return table(['Endpoint', 'Condition', '`errorMsg`'], rows)
}

const limitTitles: Record<keyof typeof limits, string> = {
  getRequestMaxCharacters: 'Maximum length of a GET request, in characters',
  postRequestMax: 'Maximum length of a POST request',
  closingWindowWeeks: 'Weeks in which a partial payment can be closed',
  recommendedWaitHours: 'Recommended wait before closing a partial payment, in hours',
  cryptoMinutes: 'Duration of a crypto transaction, in minutes',
  achBankingDays: 'Duration of a bank transfer, in working days',
  supportedExchanges: 'Number of supported exchanges',
  webhooksPerMerchant: 'Webhooks per merchant',
}

function limitsTable(): string {
  const rows = Object.entries(limits).map(([name, value]) => [
    limitTitles[name as keyof typeof limits],
    typeof value === 'object' ? `${value.min} to ${value.max}` : String(value),
  ])
  return table(['Limit', 'Value'], rows.sort())
}

/** The requirements of a section: those of an earlier section by their ids alone, as their text stands there. */
function requirementsOf({ name }: Section): string[] {
  const ids = requirementIds.filter((id) => sectionsIn(requirements[id].section).includes(name))
  if (ids.length === 0) return []
  const toRow = (id: RequirementId) => link(code(id), `../contributing/requirements.md#${id}`)
  const lines = ids
    .filter((id) => firstSection(id) === name)
    .map((id) => {
      const { basis, statement } = requirements[id]
      return `- ${toRow(id)}${basis === 'inferred' ? ' (inferred)' : ''}: ${statement}`
    })
  const others = ids.filter((id) => firstSection(id) !== name).map(toRow)
  if (others.length > 0) lines.push(`- Of earlier sections: ${others.join(', ')}`)
  return ['**Requirements**', lines.join('\n')]
}

function firstSection(id: RequirementId): string | undefined {
  return sectionNames.find((name) => sectionsIn(requirements[id].section).includes(name))
}

function unspecifiedOf({ name }: Section): string[] {
  const links = unspecifiedIds
    .filter((id: UnspecifiedId) => sectionsIn(unspecifiedBehaviors[id].section).includes(name))
    .map((id) => link(code(id), `assumptions.md#${id}`))
  return links.length === 0 ? [] : [`**Unspecified**: ${links.join(', ')}`]
}
