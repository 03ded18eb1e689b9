// Places are read off the document by its marks, and operators are spread over them.

import { describe, expect, it } from 'vitest'
import { type Place, requestFields, responsePlaces, rotate } from './places.ts'
import { changing, omit, set, setNull } from './response.ts'

const paths = (places: readonly Place[]) => places.map(({ path }) => path)

describe('places in responses', () => {
  it('are the marked node and what is inside it, up to the next mark', () => {
    const places = responsePlaces('transactions.meta-shape')
    expect(paths(places)).toContain('result.meta.hash.network')
    expect(places.find(({ path }) => path === 'result.meta')).toMatchObject({ marked: true, required: true })
    expect(paths(responsePlaces('transactions.record-shape'))).not.toContain('result.meta')
  })

  it('are listed once for operations that share a schema', () => {
    const [place] = responsePlaces('transactions.text-or-null')
    expect(place?.operations).toEqual(['createExchangePayment', 'createBankPayment'])
  })

  it('are in the responses that are marked as a whole, where there are any', () => {
    const logos = (requirement: 'stores.response-shape' | 'transactions.record-shape') =>
      responsePlaces(requirement).filter(({ path }) => path.endsWith('shopData.logo'))
    expect(logos('stores.response-shape').map(({ operations }) => operations)).toEqual([['getStore']])
    expect(logos('transactions.record-shape').map(({ operations }) => operations)).toEqual([
      ['createExchangePayment', 'createBankPayment'],
    ])
  })
})

describe('fields of requests', () => {
  it('have the example of the document, in bodies and in encrypted payloads', () => {
    expect(requestFields('invoices.required-fields-refused')).toContainEqual(
      expect.objectContaining({
        operation: 'createInvoice',
        path: 'cart.*.id',
        required: true,
        example: 'sku-1',
      }),
    )
    expect(requestFields('carts.payment-line-local-amount').map(({ operation }) => operation)).toEqual([
      'createExchangePayment',
      'createExchangePayment',
      'createBankPayment',
      'createBankPayment',
    ])
  })
})

describe('operators', () => {
  const place = (path: string, more: Partial<Place> = {}): Place => ({
    operations: ['getStore'],
    path,
    ...more,
  })
  const names = (operators: Parameters<typeof rotate<Place>>[0], places: readonly Place[]) =>
    rotate(operators, places).map(({ name }) => name)

  it('take turns, and each is used at least once', () => {
    const string = { schema: { type: 'string' as const }, required: true }
    expect(
      names(
        [omit, setNull],
        ['a', 'b', 'c'].map((path) => place(path, string)),
      ),
    ).toEqual(['omit getStore a', 'null getStore b', 'omit getStore c'])
    expect(names([set(1), set(2)], [place('a')])).toEqual(['set 1 getStore a', 'set 2 getStore a'])
  })

  it('are skipped where they make no fault', () => {
    const optional = place('a', { schema: { type: ['string', 'null'] }, required: false })
    expect(names([omit, setNull], [optional])).toEqual([])
    expect(names([changing('change', () => 1)], [optional])).toEqual(['change getStore a'])
  })

  it('apply inside a marked object only if they are deep', () => {
    const schema = { type: 'string' as const }
    const places = [
      place('a', { schema, required: true, marked: true }),
      place('a.b', { schema, required: true }),
    ]
    expect(names([omit], places)).toEqual(['omit getStore a', 'omit getStore a.b'])
    expect(names([set(1)], places)).toEqual(['set 1 getStore a'])
  })
})
