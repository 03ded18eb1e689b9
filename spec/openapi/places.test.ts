// Each kind of place resolves to its node and gets the ids; an invalid place is an error with the reason.

import { describe, expect, it } from 'vitest'
import type { Place, UnspecifiedBehavior } from '../statements.ts'
import { buildDocument } from './build-document.ts'
import { nodeAt } from './places.ts'

const item = (...places: Place[]): UnspecifiedBehavior => ({
  section: 'A',
  question: 'What?',
  places: places.join(' '),
  options: {},
  leftOpen: [],
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
  ] satisfies [Place, (document: ReturnType<typeof marked>) => unknown][])('resolves %s', (place, node) => {
    const document = marked(place)
    expect(node(document)).toMatchObject(marks)
    expect(nodeAt(document, place)).toMatchObject(marks)
  })

  it.each([
    ['getStores', 'neither an operation nor a component'],
    ['getStore/body', 'the operation has no body'],
    ['getStore/query', 'the operation has no query'],
    ['getStore/boddy', 'no operation has a part "boddy"'],
    ['Store.shop', 'component Store has no property "shop"'],
  ])('rejects %s', (place, reason) => {
    expect(() => marked(place)).toThrow(`The document has no place "${place}": ${reason}`)
  })
})

it('writes each id once per place, in the given order, and nowhere else', () => {
  const document = buildDocument({
    requirements: {},
    unspecifiedBehaviors: { second: item('getStore', 'getStore'), first: item('getStore') },
  })
  expect(document.paths['/stores']?.get?.['x-unspecified']).toEqual(['second', 'first'])
  expect(JSON.stringify(document).match(/x-unspecified"/g)).toHaveLength(1)
  expect(JSON.stringify(document)).not.toContain('x-parts"')
})
