// The requirements cover the contract: the outline below lists every row and sentence that states something, and each of
// them has a requirement. Their places exist in the document.

import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { nodeAt } from './openapi/places.ts'
import { buildDocument } from './openapi.ts'
import { operationIds } from './operations.ts'
import { isObservable, observableRequirementIds, requirementIds, requirements } from './requirements.ts'
import { sectionAnchor, sectionNames, sectionsIn } from './sections.ts'
import { placesOf, type Requirement, type Requirements, type UnspecifiedBehavior } from './statements.ts'
import { unspecifiedBehaviors } from './unspecified.ts'

/** The rows and sentences of each section that state something, without those that only say "not shown". */
const outline: Record<string, string[]> = {
  Preamble: numbered('sentence', 4),
  'What the service does': ['opening'],
  'What the service does, 1': numbered('sentence', 3),
  'What the service does, 2': ['bullet 1', 'bullet 2', ...numbered('bullet 3 sentence', 4)],
  'What the service does, 3': numbered('sentence', 3),
  'What the service does, 4': numbered('sentence', 3),
  'What the service does, 5': numbered('sentence', 2),
  'What the service does, 6': numbered('sentence', 1),
  'What the service does, 7': numbered('sentence', 2),
  'Resources, conventions': numbered('sentence', 4),
  'Resources, Cart item': rows(
    'id name price quantity key totalPrice localAmount localCurrency isSubscription frequency subscriptionPeriod merchantSubscriptionId autoRenewal',
  ),
  'Resources, customerInfo': rows('name email phone address'),
  'Resources, shippingAddress': [
    'sentence 1',
    ...rows('firstname lastname phoneNo address1 address2 state city zipcode country landmark email'),
  ],
  'Resources, customParameter': rows('returnMethod params'),
  'Resources, Transaction record': [
    'sentence 1',
    ...rows(
      'id status nativeAmount nativeCurrency amount receivedAmount currency type description check subscriptionIds subscriptionOrder meta stockId userId partnerId stock partner merchantId createdBy settlementId statusRefund localAmount localCurrency referenceBankProvider merchantPayableAmount errorMessage settlementStatus txMetaId createdAt updatedAt merchant customer currencyInfo txMetadata receivedAmountFinal receivedAmountCal',
    ),
  ],
  'Resources, Currency entry': rows(
    'id fullTitle logo mobileLogo decimals currentRate symbol isPayment isFiat isEnabled isStableCoin isTopCoin fiatEquivalent sort network fasterConfirmation',
  ),
  'Resources, other records': ['sentence 1'],
  'States and transitions': [...numbered('sentence', 5), 'sentence 9', ...numbered('row', 5)],
  'Endpoints, shared conventions': numbered('bullet', 4),
  'Endpoints, 1': [
    ...rows('amount cart currency order redirectUrl customParameter customerInfo shippingAddress siteInfo'),
    'response',
    ...numbered('sentence', 4),
  ],
  'Endpoints, 2': [
    'headers',
    ...rows('amount currency cryptoCurrency orderId cart customerInfo customParameter'),
    'response',
    ...numbered('sentence', 2),
  ],
  'Endpoints, 3': [
    'sentence 1',
    'headers',
    'body',
    ...rows('clientId assets cart offerId confirmation nativeAmount'),
    'response',
    ...numbered('bullet', 3),
  ],
  'Endpoints, 4': [
    'sentence 1',
    'headers',
    'body',
    ...rows(
      'clientId assets cart shippingAddress offerId nativeAmount savepassword code2fa merchantStoreCurrency',
    ),
    'response',
  ],
  'Endpoints, 5': [
    'body',
    ...rows(
      'clientId amount accountId cart stockId offerId merchantStoreCurrency hostedPageId shippingAddress',
    ),
    'response',
  ],
  'Endpoints, 6': [
    'headers',
    'body',
    ...rows('id fname lname email label businessname amount currency descriptor'),
    'response',
  ],
  'Endpoints, 7': ['body', 'response'],
  'Endpoints, 8': ['sentence 1', 'query', 'headers', 'response'],
  'Endpoints, 9': ['headers', ...rows('clientId encryptedReq forceUpdate'), 'response'],
  'Endpoints, 10': ['headers', 'query', 'sentence 1', 'response'],
  'Endpoints, 11': ['query', 'headers', 'response', ...numbered('sentence', 2)],
  'Endpoints, 12': ['headers', 'sentence 1', 'response'],
  'Endpoints, 13': ['headers', 'response', ...numbered('sentence', 2)],
  'Endpoints, 14': ['sentence 1', 'headers', 'response'],
  'Endpoints, 15': [
    'sentence 1',
    ...rows('merchantAuth merchantId orderId items subscriptionId amount currency'),
    'response',
  ],
  'Endpoints, 16': [...rows('merchantId merchantAuth subscriptionId'), 'response', 'sentence 1'],
  Authentication: [...numbered('row', 6), ...numbered('bullet', 2)],
  'Events, 1': numbered('sentence', 2),
  'Events, 2': numbered('sentence', 1),
  'Events, 3': numbered('sentence', 3),
  'Events, 4': numbered('sentence', 1),
  'Events, 5': numbered('sentence', 1),
  'Errors, 1': ['sentence 1', ...rows('418 419 420 421 422')],
  'Errors, 2': ['sentence 1', ...numbered('row', 6)],
  'Errors, 3': numbered('sentence', 1),
  'Errors, 4': numbered('sentence', 1),
  Limits: numbered('row', 9),
}

const entries: [string, Requirement][] = Object.entries(requirements)

describe('the ids of requirements', () => {
  it('consist of a resource and a kebab-case name', () => {
    expect(requirementIds.filter((id) => !/^[a-z]+(-[a-z]+)*\.[a-z0-9]+(-[a-z0-9]+)*$/.test(id))).toEqual([])
  })

  it('are unique, and include those of every file', async () => {
    const files = readdirSync(new URL('requirements/', import.meta.url))
    const given: string[] = []
    for (const file of files) {
      const exported: Record<string, Requirements> = await import(
        `./requirements/${file.replace(/\.ts$/, '')}.ts`
      )
      for (const requirementsOfFile of Object.values(exported)) given.push(...Object.keys(requirementsOfFile))
    }
    expect(given.toSorted()).toEqual(requirementIds.toSorted())
  })

  it('differ from the ids of unspecified behaviors', () => {
    expect(requirementIds.filter((id) => id in unspecifiedBehaviors)).toEqual([])
  })
})

describe('a requirement', () => {
  const document = buildDocument({ requirements: {}, unspecifiedBehaviors: {} })

  it.each(entries)('%s has existing places, each once', (_id, requirement) => {
    const places = placesOf(requirement)
    expect(new Set(places).size).toBe(places.length)
    for (const place of places) expect(() => nodeAt(document, place)).not.toThrow()
  })

  it('consists of sentences, and never states that something is open', () => {
    const open = /\b(not shown|not stated|omitted|unknown yet|(is|are|left|stays?) open)\b/i
    const sentence = /^\S.*\S\.$/
    const bad = entries.filter(
      ([, { statement, notObservable = 'Yes.' }]) =>
        !sentence.test(statement) || !sentence.test(notObservable) || open.test(statement),
    )
    expect(bad.map(([id]) => id)).toEqual([])
  })

  it('does not repeat a statement of the same resource', () => {
    const seen = entries.map(
      ([id, { statement }]) => `${id.split(/[.-]/).slice(0, 2).join('.')}: ${statement}`,
    )
    expect(seen.filter((text, at) => seen.indexOf(text) !== at)).toEqual([])
  })
})

describe('the requirements', () => {
  it('include an observable one for every operation', () => {
    const places = entries.filter(([, it]) => isObservable(it)).flatMap(([, it]) => placesOf(it))
    const named = new Set(places.map((place) => place.split('/')[0]))
    expect(operationIds.filter((id) => !named.has(id))).toEqual([])
  })

  it('are observable or have a reason why not', () => {
    expect(observableRequirementIds.length).toBeGreaterThan(0)
    expect(observableRequirementIds.length).toBeLessThan(requirementIds.length)
  })

  it('cover every row and sentence of the outline, and no others', () => {
    const covered = new Set(entries.flatMap(([, { section }]) => spots(section)))
    const expected = Object.entries(outline).flatMap(([heading, locators]) =>
      locators.map((locator) => `${heading}: ${locator}`),
    )
    expect(expected.filter((spot) => !covered.has(spot))).toEqual([])
    expect([...covered].filter((spot) => !expected.includes(spot))).toEqual([])
  })
})

describe('sections', () => {
  it('of requirements and unspecified behaviors exist', () => {
    const named = [...entries, ...Object.entries<UnspecifiedBehavior>(unspecifiedBehaviors)].flatMap(
      ([id, { section }]) => sectionsIn(section).map((name) => ({ id, name })),
    )
    expect(named.filter(({ name }) => !sectionNames.includes(name))).toEqual([])
  })

  it('have different anchors', () => {
    expect(new Set(sectionNames.map(sectionAnchor)).size).toBe(sectionNames.length)
  })
})

/** Expands `A: rows x, y; B: response` to `A: row x`, `A: row y` and `B: response`. */
function spots(section: string): string[] {
  return section.split('; ').flatMap((part) => {
    const [heading = '', locators = ''] = part.split(': ')
    const [kind = '', ...names] = locators.split(' ')
    if (names.length === 0) return [`${heading}: ${kind}`]
    const one = kind.replace(/s$/, '')
    return names
      .join(' ')
      .split(', ')
      .map((name) => `${heading}: ${one} ${name}`)
  })
}

function rows(names: string): string[] {
  return names.split(' ').map((name) => `row ${name}`)
}

function numbered(kind: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => `${kind} ${at + 1}`)
}
