// Every requirement is linked: observable ones to a property, and to code or to the document. References to sections of the
// contract resolve to anchors of docs/contract.md.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { operations } from '../../spec/operations.ts'
import { observableRequirementIds, type RequirementId } from '../../spec/requirements.ts'
import { sectionNames } from '../../spec/sections.ts'
import { enforcedByDocument, idsCitedIn, idsDeclaredIn, type LinksById, readLinks } from './traceability.ts'

const links = readLinks()

/** Observable requirements whose id the simulator does not cite yet. Remove an id when its code cites it. */
const notYetCited: readonly string[] = `
service.lookups-optional service.identifiers-are-text service.responses-are-json
limits.get-up-to-2048-accepted limits.get-beyond-2048-refused limits.post-up-to-2m-accepted
limits.post-beyond-2m-refused
authentication.qr-needs-token authentication.order-info-needs-token
authentication.order-info-for-its-merchant authentication.currencies-need-token
authentication.store-needs-token authentication.shopper-token-is-not-a-merchants
authentication.exchange-check-needs-token authentication.exchange-payment-needs-token
authentication.balances-need-token authentication.banks-need-token authentication.shopper-needs-token
authentication.merchant-token-is-not-a-shoppers authentication.transfers-need-token
authentication.closing-needs-no-header authentication.debit-needs-merchant-auth
authentication.cancel-needs-merchant-auth
carts.period-in-years-months-weeks
invoices.created invoices.url-is-a-redirect-url invoices.uuid-is-a-uuid invoices.becomes-order
invoices.order-info-same-cart invoices.order-info-subscription-lines invoices.order-info-same-order
invoices.order-info-same-amount invoices.order-info-same-currency invoices.order-info-same-redirect-url
invoices.order-info-same-shipping-address invoices.order-info-names-the-merchant
qr-transactions.created qr-transactions.status-200 qr-transactions.same-crypto-currency
qr-transactions.same-amount qr-transactions.uri-names-receiver qr-transactions.uri-names-amount
exchange-payments.five-exchanges-supported exchange-payments.other-exchanges-refused
exchange-payments.validation-accepted exchange-payments.validation-unreadable-payload-refused
exchange-payments.validation-same-coin exchange-payments.validation-same-amount
exchange-payments.validation-same-exchange exchange-payments.validation-whitelist-flag
exchange-payments.validation-password-flag exchange-payments.validation-same-object-always
exchange-payments.validation-low-balance-is-no-error exchange-payments.accepted
exchange-payments.creates-transaction exchange-payments.immediate-status
exchange-payments.not-done-before-two-minutes exchange-payments.done-within-two-hours
exchange-payments.other-key-refused exchange-payments.unreadable-payload-refused exchange-payments.same-coin
exchange-payments.error-authentication-failed-418 exchange-payments.error-insufficient-balance-419
exchange-payments.error-whitelist-pending-420 exchange-payments.error-coin-not-supported-421
exchange-payments.error-below-minimum-422 exchange-payments.error-422-names-the-exchange
bank-payments.accepted bank-payments.creates-transaction bank-payments.pending-at-first
bank-payments.not-done-before-three-working-days bank-payments.done-within-four-working-days
bank-payments.other-key-refused bank-payments.unreadable-payload-refused bank-payments.us-shoppers-only
bank-payments.merchant-verified bank-payments.to-a-linked-merchant-account
bank-payments.from-a-connected-shopper-account
transactions.names-its-order transactions.names-its-merchant transactions.names-its-customer
transactions.lines-are-the-cart transactions.same-native-amount
partial-payments.within-two-weeks partial-payments.after-two-weeks-refused
partial-payments.refused-changes-nothing partial-payments.closes partial-payments.by-order-id
partial-payments.unforced-refund-request-blocks partial-payments.unforced-without-refund-request
partial-payments.forced-despite-refund-request partial-payments.encrypted-with-the-client-secret
partial-payments.by-its-merchant-only partial-payments.wait-is-recommended
payouts.transfers-accepted payouts.transfers-fiat-accepted payouts.transfers-crypto-accepted
payouts.transfers-as-sent payouts.transfers-in-order payouts.transfers-inserted-count
payouts.transfers-undecryptable payouts.transfers-not-an-array payouts.transfers-missing-email
payouts.transfers-invalid-email payouts.transfers-row-number payouts.payees-accepted payouts.payees-as-sent
payouts.payees-in-order payouts.payees-inserted-count payouts.payees-undecryptable
payouts.payees-not-an-array payouts.payees-missing-key payouts.payees-row-number payouts.payees-key-name
currencies.logos-are-urls currencies.network-template currencies.eth-template-has-value
currencies.enabled-shown currencies.enabled-only
balances.usable-wallets-shown balances.enabled-by-the-merchant balances.enabled-by-the-partner
balances.of-the-shopper
banks.of-the-shopper
stores.of-the-merchant
shoppers.of-the-token
subscriptions.created-through-an-invoice subscriptions.marked-items-only subscriptions.exchange-only
subscriptions.renewed-on-the-frequency subscriptions.not-renewed-by-the-service subscriptions.debit-accepted
subscriptions.debit-required-fields-refused subscriptions.debit-as-asked
subscriptions.debit-of-the-amount-asked subscriptions.cancel-accepted
webhooks.one-for-crypto-and-bank webhooks.exchange-status-changes webhooks.bank-status-changes
webhooks.wallet-status-changes webhooks.invoice-parameters webhooks.qr-parameters webhooks.delivered-by-get
webhooks.delivered-by-post webhooks.get-within-2048 webhooks.post-within-2m webhooks.recurring-payments
`
  .trim()
  .split(/\s+/)

describe('observable requirements', () => {
  it('have a property that checks them', () => {
    expect(unchecked(links)).toEqual([])
  })

  it('are cited by simulator code, enforced by the document, or listed here as not yet cited', () => {
    expect(uncited(links).filter((id) => !notYetCited.includes(id))).toEqual([])
    expect(notYetCited.filter((id) => !uncited(links).some((each) => each === id))).toEqual([])
    expect(enforcedByDocument.filter((id) => !Object.hasOwn(links, id))).toEqual([])
  })

  it('without a property or a citation are detected', () => {
    const none = { code: [], properties: [], mutants: 0, scenarios: [] }
    const without: LinksById = { ...links, 'payouts.transfers-accepted': none }
    expect(unchecked(without)).toEqual(['payouts.transfers-accepted'])
    expect(uncited(without)).toContain('payouts.transfers-accepted')
    const cited = { ...none, code: ['simulator/resources/payouts.ts'] }
    expect(uncited({ ...links, 'payouts.transfers-accepted': cited })).not.toContain(
      'payouts.transfers-accepted',
    )
  })
})

function unchecked(of: LinksById): RequirementId[] {
  return observableRequirementIds.filter((id) => of[id].properties.length === 0)
}

function uncited(of: LinksById): RequirementId[] {
  return observableRequirementIds.filter((id) => of[id].code.length === 0 && !enforcedByDocument.includes(id))
}

describe('links', () => {
  it('count the mutants of each requirement', () => {
    for (const id of observableRequirementIds) expect(links[id].mutants).toBeGreaterThan(0)
  })

  it('come from ids in code and comments', () => {
    const text = "// Implements payouts.transfers-accepted.\nconst id = 'limits.get-up-to-2048-accepted'\n"
    expect([...idsCitedIn(text)]).toEqual(['payouts.transfers-accepted', 'limits.get-up-to-2048-accepted'])
    expect(idsCitedIn('see payouts.transfers-accepted-not and x.payouts.transfers-accepted')).not.toContain(
      'payouts.transfers-accepted',
    )
  })

  it('come from x-requirements of scenarios at any depth', () => {
    const scenario = { 'x-requirements': ['a.b'], workflows: [{ steps: [{ 'x-requirements': ['c.d'] }] }] }
    expect([...idsDeclaredIn(scenario)]).toEqual(['a.b', 'c.d'])
  })
})

describe('references to the contract', () => {
  it('in comments and documents name its sections', () => {
    const folders = ['core', 'spec', 'client', 'simulator', 'contract-tests', 'scenarios'].filter(existsSync)
    const unknown = folders.flatMap((folder) =>
      textsIn(folder).flatMap(([path, text]) =>
        referencesIn(text)
          .filter((name) => !sectionNames.includes(name))
          .map((name) => `${path}: ${name}`),
      ),
    )
    expect(unknown).toEqual([])
  })

  it('of operations name their section', () => {
    expect(Object.values(operations).filter(({ section }) => !sectionNames.includes(section))).toEqual([])
  })

  it('are found in each notation', () => {
    expect(referencesIn('/** A. Contract: Endpoints, 4; Errors, 1. */')).toEqual([
      'Endpoints, 4',
      'Errors, 1',
    ])
    expect(referencesIn('// Contract: Limits.\n"description": "Contract: Events."')).toEqual([
      'Limits',
      'Events',
    ])
  })
})

/** The sections that `Contract: …` references name. */
function referencesIn(text: string): string[] {
  return [...text.matchAll(/\bContract: ([A-Z][^.\n*`'"]*)/g)].flatMap(([, names = '']) =>
    names.trim().split('; '),
  )
}

function textsIn(folder: string): [path: string, text: string][] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') || path.endsWith('openapi.json'))
    .map((path) => [`${folder}/${path}`, readFileSync(`${folder}/${path}`, 'utf8')])
}
