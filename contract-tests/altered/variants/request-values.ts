// Which values make sense to a service, how exactly it compares words, and which integers it uses for a status.

import type { Target } from '../../../client/target.ts'
import { valueAt } from '../../../core/json.ts'
import { frequencies } from '../../../spec/enumerations.ts'
import type { OperationId } from '../../../spec/operations.ts'
import { type InProcessOptions, refuse, type World } from '../../observe/in-process.ts'
import { changeAt } from '../mutants/json-path.ts'
import { changeBody } from '../mutants/operators/request.ts'
import { changeResponse } from '../mutants/operators/response.ts'
import { all, fields, payouts, permitting, perWorld, refusingAny } from './rows.ts'

const withValues = [
  'createInvoice',
  'createQrTransaction',
  'validateExchangePayment',
  'createExchangePayment',
  'createBankPayment',
] as const

/** Refuses requests whose body or payload meets a condition. */
const refusingEach = (isRefused: (content: unknown, world: World) => boolean) =>
  refusingAny(withValues, ({ payload, body, world }) => isRefused(payload ?? body, world))

const emailDomain = 'inbox.example.net'
const isElsewhere = (email: unknown) => typeof email === 'string' && !email.endsWith(`@${emailDomain}`)
const hasOtherEmail = (content: unknown) =>
  ['customerInfo', 'shippingAddress'].some((key) => isElsewhere(valueAt(content, key, 'email')))

const isUnusual = (content: unknown) =>
  lines(content).some(({ price, quantity }) => Number(price ?? 99) < 9 || Number(quantity ?? 1) > 5)
const hasLongName = (content: unknown) => lines(content).some(({ name }) => String(name ?? '').length > 20)

const params = (content: unknown): readonly { name: unknown; value: unknown }[] => {
  const all = valueAt(content, 'customParameter', 'params')
  return Array.isArray(all) ? all : []
}
const hasOtherParameter = (content: unknown) =>
  params(content).some(
    ({ name, value }) => !/^[a-z][a-z_]{0,11}$/.test(String(name)) || String(value).length > 20,
  )

const lines = (content: unknown): readonly Readonly<Record<string, unknown>>[] => {
  const cart = valueAt(content, 'cart')
  return Array.isArray(cart) ? cart : []
}
const productsOf = perWorld(() => new Map<string, string>())
const hasOtherProduct = (content: unknown, world: World) => {
  const known = productsOf(world)
  const complete = lines(content).filter(({ name, price }) => name !== undefined && price !== undefined)
  return complete.some(({ id, name, price }) => {
    const product = JSON.stringify([name, Number(price)])
    if (!known.has(String(id))) known.set(String(id), product)
    return known.get(String(id)) !== product
  })
}

const orderOf = (content: unknown) =>
  valueAt(content, 'order') ?? valueAt(content, 'orderId') ?? valueAt(content, 'offerId')
const hasOtherOrder = (content: unknown) => /[^\d]/.test(String(orderOf(content)))

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
/** The first row whose id is not a UUID; -1 without one. */
const otherId = (rows: readonly { id: string }[]) => rows.findIndex(({ id }) => !uuid.test(id))
const refusingOtherIds: InProcessOptions = {
  handlers: (real) => ({
    addPayees: (call) => {
      const row = otherId(call.payload)
      return row < 0 ? real.addPayees(call) : refuse('payouts.payee-row', '', [row, 'id'])
    },
    createTransfers: (call) => {
      const row = otherId(call.payload)
      return row < 0 ? real.createTransfers(call) : refuse('payouts.transfer-row', '', [row, 'Id'])
    },
  }),
}

const hasOtherLetters = (content: unknown) => /[^ -~]/.test(JSON.stringify(content))

/** Reads a word of requests in another way. */
const reading = (
  ids: readonly OperationId[],
  path: string,
  change: (word: unknown) => unknown,
): InProcessOptions => ({ request: changeBody(ids, (body) => changeAt(body, path, change)) })
/** Takes a number for the position of a word, as decoders of Java, C# and Ruby on Rails do. */
const byPosition = (words: readonly string[], word: unknown) =>
  /^\d+$/.test(String(word)) ? (words[Number(word)] ?? word) : word
const carts = ['createInvoice'] as const
const orders = ['createInvoice', 'createQrTransaction'] as const

const another = (integer: number) => integer + 1000
const isEven = (id: unknown) => parseInt(String(id).slice(-1), 16) % 2 === 0

export const requestValueVariants = permitting({
  'Resources, customerInfo, and Endpoints, 7: an email is a string; which ones exist is not shown.': {
    'emails of one domain only': {
      ...refusingEach(hasOtherEmail),
      ...payouts('The domain receives no mail', (rows) => rows.some((row) => isElsewhere(row.Email))),
      target: (target) => ({ ...target, known: { ...target.known, emailDomain } }),
    },
  },
  'Resources, Cart item: prices and quantities are numbers or strings; their limits are not shown.': {
    'prices from 9.00 on and up to five units': refusingEach(isUnusual),
  },
  'Resources, Cart item: a name is a string; its length is not shown.': {
    'product names of up to 20 characters': refusingEach(hasLongName),
  },
  'Resources, Cart item: "product id"; its length, and whether a product may have two names, is not shown.': {
    'one name and one price for each product id': refusingEach(hasOtherProduct),
    'product ids of up to ten characters': refusingEach((content) =>
      lines(content).some(({ id }) => String(id).length > 10),
    ),
  },
  'Resources, customParameter: strings; which names and values make sense is not shown.': {
    'custom parameters with short names in lower case and short values': refusingEach(hasOtherParameter),
  },
  'Endpoints, 1, 2, 4 and 5: an order id is a string; which ones make sense is not shown.': {
    'order ids of digits': {
      ...refusingEach(hasOtherOrder),
      target: (target) => ({ ...target, known: { ...target.known, orderIds: 'digits' } }),
    },
  },
  'Conventions: "Identifiers are UUID-style strings unless stated", those of payees, too.': {
    'payees whose ids are UUIDs': refusingOtherIds,
  },
  'Resources: names and texts are strings; which letters they may have is not shown.': {
    'letters of ASCII only': {
      ...refusingEach(hasOtherLetters),
      ...payouts('A field has other letters', hasOtherLetters),
    },
  },
  'Conventions: enumerations are exact; whether their words are compared exactly is not shown.': {
    'frequencies in any case, with blanks and by number': reading(carts, 'cart.*.frequency', (word) =>
      byPosition(frequencies, typeof word === 'string' ? word.trim().toLowerCase() : word),
    ),
    'webhook methods in any case and by number': reading(orders, 'customParameter.returnMethod', (word) =>
      byPosition(['GET', 'POST'], typeof word === 'string' ? word.toUpperCase() : word),
    ),
  },
  'States and transitions: "Mapping of integers to the names: not shown"; a name may have several integers.':
    {
      'two integers for each status': {
        response: all([
          changeResponse(['createExchangePayment', 'createBankPayment'], 'result', (record) =>
            isEven(valueAt(record, 'id'))
              ? { ...Object(record), status: another(Object(record).status) }
              : record,
          ),
          fields('debitSubscription', { 'data.*.status': (status) => another(Number(status)) }),
        ]),
        target: ({ known: { statusIntegers = {}, ...known }, ...target }) => ({
          ...target,
          known: {
            ...known,
            statusIntegers: Object.fromEntries(
              Object.entries(statusIntegers).map(([name, one]) => [
                name,
                [one].flat().flatMap((integer) => [integer, another(integer)]),
              ]),
            ) as unknown as NonNullable<Target['known']['statusIntegers']>,
          },
        }),
      },
    },
})
