// Places: every kind of them finds its node and bears the mark; a misspelt one is refused with the reason.

import { describe, expect, it } from 'vitest'
import { buildDocument } from '../openapi.ts'
import type { Place, UnspecifiedBehavior } from '../statements.ts'
import { nodeAt } from './places.ts'

const item = (...places: Place[]): UnspecifiedBehavior => ({
  section: 'A',
  question: 'What?',
  places,
  options: {},
})
const marked = (...places: Place[]) =>
  buildDocument({ requirements: {}, unspecifiedBehaviors: { 'an.item': item(...places) } })
const marks = { 'x-unspecified': ['an.item'] }

describe('a place', () => {
  it.each([
    ['service', (document: ReturnType<typeof marked>) => document],
    ['webhook', (document) => document.webhooks.merchantWebhook],
    ['getStore', (document) => document.paths['/stores']?.get],
    ['getStore/credential', (document) => document.paths['/stores']?.get?.['x-parts']?.credential],
    ['getInvoice/query', (document) => document.paths['/invoices']?.get?.['x-parts']?.query],
    ['createInvoice/body', (document) => document.paths['/hosted-page']?.post?.requestBody],
    ['createInvoice/response', (document) => document.paths['/hosted-page']?.post?.responses['200']],
    ['createInvoice/refusals', (document) => document.paths['/hosted-page']?.post?.responses.default],
    ['addPayees/payload', (document) => document.paths['/payout/payee']?.post?.['x-encrypted-payload']],
    ['PayeeRow', (document) => document.components.schemas.PayeeRow],
    ['PayeeRow.Error(s)', (document) => document.components.schemas.PayeeRow?.properties?.['Error(s)']],
  ] satisfies [Place, (document: ReturnType<typeof marked>) => unknown][])(
    '%s is a node of the document',
    (place, node) => {
      const document = marked(place)
      expect(node(document)).toMatchObject(marks)
      expect(nodeAt(document, place)).toMatchObject(marks)
    },
  )

  it.each([
    ['getStores', 'neither an operation nor a component'],
    ['getStore/body', 'the operation has no body'],
    ['getStore/query', 'the operation has no query'],
    ['getStore/boddy', 'no operation has a part "boddy"'],
    ['Store.shop', 'component Store has no property "shop"'],
  ])('%s is none', (place, reason) => {
    expect(() => marked(place)).toThrow(`The document has no place "${place}": ${reason}`)
  })
})

it('marks each place once, in the order of the register, and leaves the others bare', () => {
  const document = buildDocument({
    requirements: {},
    unspecifiedBehaviors: { second: item('getStore', 'getStore'), first: item('getStore') },
  })
  expect(document.paths['/stores']?.get?.['x-unspecified']).toEqual(['second', 'first'])
  expect(JSON.stringify(document).match(/x-unspecified"/g)).toHaveLength(1)
  expect(JSON.stringify(document)).not.toContain('x-parts"')
})
