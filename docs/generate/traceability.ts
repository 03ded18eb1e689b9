// Finds what refers to each requirement: simulator code, properties, mutants and scenarios.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { recordForms } from '../../contract-tests/properties/transactions.ts'
import { allProperties } from '../../contract-tests/properties.ts'
import { type RequirementId, requirementIds } from '../../spec/requirements.ts'

/**
 * Requirements that the document alone enforces: the simulator validates requests and responses against its schemas, without
 * other code.
 */
export const enforcedByDocument: readonly RequirementId[] = [
  'service.paths-under-base-url',
  'service.ok-envelope',
  'service.amounts-are-decimals',
  'service.timestamps-utc',
  'authentication.qr-needs-source-header',
  'carts.lines-complete',
  'carts.price-number-or-text',
  'carts.quantity-number-or-text',
  'carts.invoice-line-may-lack-name-price-quantity',
  'carts.invoice-line-key-and-total',
  'carts.payment-line-local-amount',
  'carts.each-frequency-accepted',
  'carts.other-frequency-refused',
  'carts.malformed-period-refused',
  'carts.auto-renewal-either-way',
  'customers.phone-and-address-optional',
  'customers.name-and-email-required',
  'customers.shipping-address-null-accepted',
  'customers.shipping-address-seven-fields-optional',
  'customers.shipping-address-required-fields-refused',
  'invoices.link-shape',
  'invoices.optional-fields',
  'invoices.required-fields-refused',
  'invoices.shipping-address-present',
  'invoices.order-info-response-shape',
  'invoices.order-info-inside-returnval',
  'invoices.order-info-uuid-required',
  'qr-transactions.response-shape',
  'qr-transactions.cryto-currency-spelling',
  'qr-transactions.optional-fields',
  'qr-transactions.required-fields-refused',
  'exchange-payments.validation-response-shape',
  'exchange-payments.validation-amounts-are-numbers',
  'exchange-payments.validation-memo-text-or-null',
  'exchange-payments.incomplete-lines-refused',
  'exchange-payments.empty-code2fa-accepted',
  'bank-payments.incomplete-lines-refused',
  'bank-payments.empty-hosted-page-id-accepted',
  ...recordForms,
  'partial-payments.forced-by-default',
  'partial-payments.response-shape',
  'partial-payments.required-fields-refused',
  'payouts.transfers-response-shape',
  'payouts.transfers-row-labels',
  'payouts.transfers-no-error-message',
  'payouts.payees-response-shape',
  'payouts.payees-row-labels',
  'payouts.payees-no-error-message',
  'payouts.refusal-keeps-ok',
  'payouts.refusal-shape',
  'currencies.response-shape',
  'currencies.rate-is-decimal-text',
  'currencies.fiat-equivalent-text-or-null',
  'currencies.sort-integer-or-null',
  'balances.response-shape',
  'balances.text-or-number',
  'banks.response-shape',
  'banks.primary-boolean-or-null',
  'banks.balance-info-object-or-null',
  'stores.response-shape',
  'stores.white-label-id-is-an-integer',
  'stores.tab-labels',
  'shoppers.response-shape',
  'shoppers.codes-are-integers',
  'shoppers.phone-country-is-an-integer',
  'shoppers.null-or-filled',
  'subscriptions.debit-order-id-optional',
  'subscriptions.debit-response-shape',
  'subscriptions.debit-status-200',
  'subscriptions.debit-without-ok',
  'subscriptions.cancel-status-200',
  'subscriptions.cancel-without-ok',
  'webhooks.custom-parameter-get-and-post-accepted',
  'webhooks.custom-parameter-other-method-refused',
  'webhooks.custom-parameter-pairs-accepted',
]

/** What refers to a requirement. Paths start at the root of the repository. */
export interface Links {
  /** Files of the simulator that cite the id, without tests. */
  code: string[]
  /** Titles of the properties that check it. */
  properties: string[]
  /** Number of mutants that violate it. */
  mutants: number
  /** Scenario files that declare it in `x-requirements`. */
  scenarios: string[]
}

export type LinksById = Readonly<Record<RequirementId, Links>>

/** Reads the links from the repository in the current directory. */
export function readLinks(root = '.'): LinksById {
  const sources = filesIn(root, 'simulator', '.ts')
    .filter((path) => !/\.test\.ts$|\/(testing|test-support|bench)\//.test(path))
    .map((path) => ({ path, ids: idsCitedIn(readFileSync(join(root, path), 'utf8')) }))
  const scenarios = filesIn(root, 'scenarios', '.json').map((path) => ({
    path,
    ids: idsDeclaredIn(JSON.parse(readFileSync(join(root, path), 'utf8'))),
  }))
  const mutants = mutantsIn(
    JSON.parse(readFileSync(join(root, 'contract-tests/mutation/kill-matrix.json'), 'utf8')),
  )
  const linksOf = (id: RequirementId): Links => ({
    code: sources.filter(({ ids }) => ids.has(id)).map(({ path }) => path),
    properties: allProperties.filter(({ checks }) => checks.includes(id)).map(({ title }) => title),
    mutants: mutants.filter((violated) => violated === id).length,
    scenarios: scenarios.filter(({ ids }) => ids.has(id)).map(({ path }) => path),
  })
  return Object.fromEntries(requirementIds.map((id) => [id, linksOf(id)])) as Record<RequirementId, Links>
}

/** The requirement ids in the text of a source file. */
export function idsCitedIn(text: string): Set<string> {
  return new Set(text.match(/(?<![\w.-])[a-z]+(?:-[a-z]+)*\.[a-z0-9]+(?:-[a-z0-9]+)*(?![\w-]|\.\w)/g))
}

/** The ids in every `x-requirements` of a scenario, at any depth. */
export function idsDeclaredIn(node: unknown): Set<string> {
  if (typeof node !== 'object' || node === null) return new Set()
  return new Set(
    Object.entries(node).flatMap(([key, value]: [string, unknown]) =>
      key === 'x-requirements' && Array.isArray(value) ? value.map(String) : [...idsDeclaredIn(value)],
    ),
  )
}

/** The requirement that each mutant of the kill matrix violates: its id starts with it. */
function mutantsIn({ mutants }: { mutants: object }): string[] {
  return Object.keys(mutants).map((id) => id.split(':')[0] ?? '')
}

function filesIn(root: string, folder: string, extension: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(extension))
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .sort()
}
