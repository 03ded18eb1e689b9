// Variants of successful responses. The contract leaves free: the order of keys and of lists without a stated order, how
// equal decimals and instants are written, further fields and headers, and texts without a stated content.

import { isObject } from '../../../core/json.ts'
import type { OperationId } from '../../../spec/operations.ts'
import type { ResponseSeam } from '../../observe/in-process.ts'
import { changeResponse, isSuccess } from '../mutants/operators/response.ts'
import { everyText, everywhere, withHeaders, written } from './rows.ts'

/** Sets fields of every transaction record. */
const inRecords =
  (keys: readonly string[], value: string | null): ResponseSeam =>
  (response, request, world) =>
    keys
      .map((key) =>
        changeResponse(['createExchangePayment', 'createBankPayment'], `result.${key}`, () => value),
      )
      .reduce((changed, change) => change(changed, request, world), response)

const reversed = (value: unknown) => (Array.isArray(value) ? value.toReversed() : value)

const instant = /^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/
const cryptoAmounts = new Set(['amount', 'receivedAmount', 'balance', 'currentRate', 'nativeConversionRate'])
const freeTexts = new Set(['description', 'fullTitle', 'symbol'])
const freeIds = new Set(['settlementId', 'txMetaId', 'createdBy'])
const unorderedLists = new Set(['accounts', 'banks', 'tabs', 'withdrawalAddresses', 'graphSettings'])
const creating: readonly OperationId[] = ['createInvoice', 'createExchangePayment', 'createBankPayment']

export const responseVariants: Readonly<Record<string, ResponseSeam>> = {
  'keys in reverse order': everywhere((value) =>
    isObject(value) ? Object.fromEntries(Object.entries(value).toReversed()) : value,
  ),
  'JSON with line breaks and indentation': written((json) => `\n${JSON.stringify(json, null, 4)}\n`),
  'JSON with escaped slashes and non-ASCII characters': written((json) =>
    JSON.stringify(json)
      .replace(/[\u0080-\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .replaceAll('/', '\\/'),
  ),
  'media type without parameters': withHeaders({ 'content-type': 'application/json' }),
  'media type in other letters': withHeaders({ 'content-type': 'Application/JSON; Charset="utf-8"' }),
  'headers of a gateway': withHeaders({ 'x-request-id': '42', 'cache-control': 'no-store', server: 'gate' }),
  'further fields in every object': everywhere((value) =>
    isObject(value) ? { ...value, _links: { self: '/' }, _trace: [1, null], _v: 3 } : value,
  ),
  'success with empty error fields': (response) =>
    isSuccess(response) && isObject(response.json)
      ? { ...response, json: { ...response.json, error: null, errors: [], message: '', code: 0 } }
      : response,
  'crypto amounts with more zeros': everyText((text, key) =>
    cryptoAmounts.has(key) && /^\d+\.\d+$/.test(text) ? `${text}000` : text,
  ),
  'totals without trailing zeros': changeResponse('createQrTransaction', 'result.totalAmount', (total) =>
    String(total).includes('.') ? String(total).replace(/\.?0+$/, '') : total,
  ),
  'instants to the second': everyText((text) => (instant.test(text) ? text.replace(/\.\d{3}Z$/, 'Z') : text)),
  'instants to the microsecond': everyText((text) => (instant.test(text) ? text.replace('Z', '123Z') : text)),
  'UUIDs in upper case': everyText((text, key) => (freeIds.has(key) ? text.toUpperCase() : text)),
  'lists without a stated order reversed': everywhere((value, key) =>
    unorderedLists.has(key) ? reversed(value) : value,
  ),
  'currencies in reverse order': changeResponse('listCurrencies', 'result', reversed),
  'nullable fields of transactions null': inRecords(
    ['stockId', 'userId', 'partnerId', 'stock', 'partner', 'description', 'errorMessage'],
    null,
  ),
  'nullable fields of transactions filled': inRecords(
    ['partnerId', 'stock', 'partner', 'description', 'referenceBankProvider'],
    'something',
  ),
  'empty descriptions and names of currencies': everyText((text, key) => (freeTexts.has(key) ? '' : text)),
  'HTTP 201 where no status is stated': (response, { operationId }) =>
    isSuccess(response) && creating.includes(operationId) ? { ...response, status: 201 } : response,
  'currencies without URI templates': changeResponse('listCurrencies', 'result.*.network', () => ''),
  'currencies without display order': changeResponse('listCurrencies', 'result.*.sort', () => null),
  'bank accounts with isPrimary null': changeResponse(
    'listBanks',
    'result.banks.*.accounts.*.isPrimary',
    () => null,
  ),
  'amounts of the pre-payment check with six decimals': changeResponse(
    'validateExchangePayment',
    'result.amount',
    (amount) => (typeof amount === 'number' ? Number(amount.toFixed(6)) : amount),
  ),
  'hosted page on another host': changeResponse('createInvoice', 'result.url', (url) =>
    String(url).replace(/^http:\/\/[^/]+/, 'https://checkout.example'),
  ),
}
