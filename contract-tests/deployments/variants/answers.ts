// Lawful deployments that say the same otherwise when they grant a request: what the contract leaves to them is the order
// of keys and of lists without one, the writing of equal decimals and instants, fields beyond those listed, and every
// text that stands for itself.

import { isObject } from '../../../core/json.ts'
import type { WireResponse, Wrapping } from '../../targets/in-process.ts'
import type { Variant } from '../graded-deployment.ts'
import { isSuccess, spoiling } from '../spoiling.ts'

type Changed = NonNullable<Wrapping['response']>

/** An `answer` that changes the body of every success, place by place, innermost first. */
function rewritten(change: (value: unknown, key: string) => unknown): Changed {
  const walk = (value: unknown, key: string): unknown => {
    const inner = Array.isArray(value)
      ? value.map((element) => walk(element, key))
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, walk(one, name)]))
        : value
    return change(inner, key)
  }
  return (response) => (isSuccess(response) ? { ...response, json: walk(response.json, '') } : response)
}

/** An `answer` that writes the same JSON in another way. */
function written(write: (json: unknown) => string): Changed {
  return (response) => ({ ...response, text: write(response.json) })
}

/** An `answer` that puts a value in places of every transaction record. */
function inRecords(keys: readonly string[], value: string | null): Changed {
  const changes = keys.map((key) =>
    spoiling(['createExchangePayment', 'createBankPayment'], `result.${key}`, () => value),
  )
  return (response, request, world) =>
    changes.reduce((changed, change) => change(changed, request, world), response)
}

function withHeader(name: string, value: string): Changed {
  return (response: WireResponse) => ({ ...response, headers: { ...response.headers, [name]: value } })
}

const cryptoAmounts = new Set(['amount', 'receivedAmount', 'balance', 'currentRate', 'nativeConversionRate'])
const freeTexts = new Set(['description', 'companyName', 'fullTitle', 'symbol'])
const freeIds = new Set(['settlementId', 'txMetaId', 'createdBy'])
const listsWithoutOrder = ['accounts', 'banks', 'tabs', 'withdrawalAddresses', 'graphSettings']

export const responseVariants: readonly Variant[] = [
  {
    name: 'keys in another order',
    says: 'The keys of every object stand in the reverse order.',
    response: rewritten((value) =>
      isObject(value) ? Object.fromEntries(Object.entries(value).reverse()) : value,
    ),
  },
  {
    name: 'JSON written broadly',
    says: 'Answers are JSON with line breaks and spaces.',
    response: written((json) => `\n${JSON.stringify(json, null, 4)}\n`),
  },
  {
    name: 'JSON in ASCII',
    says: 'Every sign beyond ASCII, and the slash, is written as an escape.',
    response: written((json) =>
      JSON.stringify(json)
        .replace(/[\u0080-\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
        .replaceAll('/', '\\/'),
    ),
  },
  {
    name: 'a media type without parameters',
    says: 'The media type of answers is application/json and nothing more.',
    response: withHeader('content-type', 'application/json'),
  },
  {
    name: 'a media type in capitals',
    says: 'The media type of answers is written Application/JSON; Charset="utf-8".',
    response: withHeader('content-type', 'Application/JSON; Charset="utf-8"'),
  },
  {
    name: 'further headers',
    says: 'Answers bear headers of a gateway.',
    response: (response) => ({
      ...response,
      headers: { ...response.headers, 'x-request-id': '42', 'cache-control': 'no-store', server: 'gate' },
    }),
  },
  {
    name: 'fields of its own everywhere',
    says: 'Every object of a success has fields beyond those listed, with any kind of value.',
    response: rewritten((value) =>
      isObject(value) ? { ...value, _links: { self: '/' }, _trace: [1, null], _v: 3 } : value,
    ),
  },
  {
    name: 'names like those of errors',
    says: 'A success says that there was no error, with fields of its own.',
    response: (response) =>
      isSuccess(response) && isObject(response.json)
        ? { ...response, json: { ...response.json, error: null, errors: [], message: '', code: 0 } }
        : response,
  },
  {
    name: 'crypto amounts with more zeros',
    says: 'Decimals of crypto amounts and rates have zeros at their end.',
    response: rewritten((value, key) =>
      cryptoAmounts.has(key) && typeof value === 'string' && /^\d+\.\d+$/.test(value) ? `${value}000` : value,
    ),
  },
  {
    name: 'totals without needless zeros',
    says: 'The total of a QR transaction is written without zeros at its end.',
    response: spoiling('createQrTransaction', 'result.totalAmount', (total) =>
      String(total).includes('.') ? String(total).replace(/\.?0+$/, '') : total,
    ),
  },
  {
    name: 'instants to the second',
    says: 'Timestamps are told without parts of a second.',
    response: rewritten((value) =>
      typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/.test(value)
        ? value.replace(/\.\d{3}Z$/, 'Z')
        : value,
    ),
  },
  {
    name: 'instants to the microsecond',
    says: 'Timestamps are told with six digits of a second.',
    response: rewritten((value) =>
      typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/.test(value)
        ? value.replace('Z', '123Z')
        : value,
    ),
  },
  {
    name: 'ids in capitals',
    says: 'Identifiers that nobody uses again are written in capitals.',
    response: rewritten((value, key) =>
      freeIds.has(key) && typeof value === 'string' ? value.toUpperCase() : value,
    ),
  },
  {
    name: 'lists in another order',
    says: 'Currencies, wallets, banks and tabs come in the reverse order.',
    response: rewritten((value, key) =>
      Array.isArray(value) && listsWithoutOrder.includes(key) ? [...value].reverse() : value,
    ),
  },
  {
    name: 'currencies in another order',
    says: 'Currencies come in the reverse order.',
    response: spoiling('listCurrencies', 'result', (list) =>
      Array.isArray(list) ? [...list].reverse() : list,
    ),
  },
  {
    name: 'nothing where nothing may stand',
    says: 'What may be null of a transaction is null.',
    response: inRecords(
      ['stockId', 'userId', 'partnerId', 'stock', 'partner', 'description', 'errorMessage'],
      null,
    ),
  },
  {
    name: 'something where nothing may stand',
    says: 'What may be null of a transaction is a text.',
    response: inRecords(
      ['partnerId', 'stock', 'partner', 'description', 'referenceBankProvider'],
      'something',
    ),
  },
  {
    name: 'other words',
    says: 'Descriptions and names of currencies are other texts, some of them empty.',
    response: rewritten((value, key) =>
      freeTexts.has(key) && key !== 'companyName' && typeof value === 'string' ? '' : value,
    ),
  },
  {
    name: 'created',
    says: 'What makes something answers 201 where no status is shown.',
    response: (response, { operationId }) =>
      isSuccess(response) &&
      ['createInvoice', 'createExchangePayment', 'createBankPayment'].includes(operationId)
        ? { ...response, status: 201 }
        : response,
  },
  {
    name: 'no templates of payment URIs',
    says: 'The template of each currency is empty.',
    response: spoiling('listCurrencies', 'result.*.network', () => ''),
  },
  {
    name: 'no order of display',
    says: 'The display order of each currency is null.',
    response: spoiling('listCurrencies', 'result.*.sort', () => null),
  },
  {
    name: 'no main bank account',
    says: 'Of no bank account it is said whether it is the main one.',
    response: spoiling('listBanks', 'result.banks.*.accounts.*.isPrimary', () => null),
  },
  {
    name: 'the amounts of a check rounded',
    says: 'The pre-payment check gives its amount with six decimals.',
    response: spoiling('validateExchangePayment', 'result.amount', (amount) =>
      typeof amount === 'number' ? Number(amount.toFixed(6)) : amount,
    ),
  },
  {
    name: 'an invoice on another host',
    says: 'The hosted page stands on a host of its own.',
    response: spoiling('createInvoice', 'result.url', (url) =>
      String(url).replace(/^http:\/\/[^/]+/, 'https://checkout.example'),
    ),
  },
]
