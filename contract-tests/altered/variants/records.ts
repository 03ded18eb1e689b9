// Transaction records: fields whose content, order, scale or presence of a value the contract leaves open.

import { createHash } from 'node:crypto'
import type { OperationId } from '../../../spec/operations.ts'
import { all, type Changes, everyText, everywhere, fields, list, more, setting } from './rows.ts'

const paying: readonly OperationId[] = ['createExchangePayment', 'createBankPayment']
const inBankRecords = (changes: Changes) => fields('createBankPayment', changes)
const codes = ['type', 'statusRefund', 'settlementStatus']
const eachCode = (value: number): Changes => Object.fromEntries(codes.map((code) => [code, value]))
const trimmed = (value: unknown) => String(value).replace(/\.?0+$/, '') || '0'
const decimals = (count: number) => (value: unknown) => {
  const [whole = '0', fraction = ''] = String(value).split('.')
  return `${whole}.${fraction.padEnd(count, '0')}`
}

const sha = (value: unknown) => createHash('sha256').update(String(value)).digest('hex')
/** A UUID of another version, derived from one. */
const ofVersion = (version: number) => (value: unknown) =>
  String(value).replace(/^(.{14})./, (_, start: string) => `${start}${version}`)

const instants = new Set(['createdAt', 'updatedAt', 'lastUpdate'])
/** Rewrites every timestamp. */
const timestamps = (write: (instant: Date, text: string) => string) =>
  everyText((text, key) => (instants.has(key) ? write(new Date(text), text) : text))
const shift = (ms: number) =>
  timestamps((instant, text) =>
    Number.isNaN(instant.getTime()) ? text : new Date(instant.getTime() + ms).toISOString(),
  )

export const recordVariants = setting(paying, {
  'Resources, Transaction record: "Meaning of the numeric codes … not shown", so any integer may be one.': {
    'records with negative codes': eachCode(-7),
    'records with codes of 0': eachCode(0),
    'records with codes of sixteen digits': eachCode(Number.MAX_SAFE_INTEGER),
    'records with a code for each kind': all([fields(paying, eachCode(1001)), inBankRecords({ type: 2002 })]),
  },
  'Resources, Transaction record: description and errorMessage are a string or null, of any content.': {
    'records with a description of several lines': {
      description: 'First line\r\n\tsecond “line” 🧾\u2028end',
    },
    'records with a description of 20,000 characters': { description: 'ä'.repeat(20_000) },
    'records with empty texts instead of null': {
      description: '',
      errorMessage: '',
      partnerId: '',
      stock: '',
    },
    'records with "null" as text': { errorMessage: 'null', partner: 'null', stock: 'undefined' },
    'records with an error message of success': { errorMessage: 'No error' },
  },
  'Resources, Transaction record: check is an array of rows; num is an integer, and nothing says what it counts.':
    {
      'lines numbered from 0': { 'check.*.num': (num) => Number(num) - 1 },
      'lines that all have the number 1': { 'check.*.num': 1 },
      'lines numbered backwards': { 'check.*.num': (num) => -Number(num) },
      'lines with counted refunds': { 'check.*.statusRefund': { pending: 1, success: 2, rejected: 3 } },
      'lines with a final amount at once': { 'check.*.amountFinal': 0.1 + 0.2 },
      'lines in reverse order': { check: list((lines) => lines.toReversed()) },
      'lines with ids of the service': { 'check.*.id': (id) => `line_${sha(id).slice(0, 12)}` },
      'records without lines': { check: [] },
      'lines with local amounts as floating point': {
        'check.*.localAmount': (amount) => Number(amount) + 1e-12,
      },
    },
  'Resources, Transaction record: meta.hash.value is an array of strings and network a string, of any content.':
    {
      'records with three hashes': { 'meta.hash.value': ['0xa', '0xb', '0xc'] },
      'records with an empty hash': { 'meta.hash.value': [''] },
      'records without a network': { 'meta.hash.network': '' },
      'records with a network of another name': { 'meta.hash.network': 'BTC (Lightning) – mainnet' },
      'records without a receiver address': { 'meta.receiverAddress': '' },
      'records with an address and a memo': { 'meta.receiverAddress': (address) => `${address}?memo=77` },
    },
  'Resources, Transaction record: stockId, userId, partnerId, stock and partner are a string or null, of any content.':
    {
      'records without the ids of the shopper': { stockId: null, userId: null, stock: null },
      'records with numeric ids': { userId: '100234', partnerId: '7', stock: '42' },
      'records with a stock that is a JSON text': { stock: '{"name":"one","id":1}' },
      'bank payments without a provider reference': inBankRecords({ referenceBankProvider: null }),
      'bank payments whose provider reference is a URL': inBankRecords({
        referenceBankProvider: 'https://bank.example/transfers/1',
      }),
      'exchange payments with an empty provider reference': fields('createExchangePayment', {
        referenceBankProvider: '',
      }),
    },
  'Resources, Transaction record: amounts are strings; only nativeAmount has a stated scale.': {
    'local amounts without decimals': { localAmount: trimmed },
    'local amounts with three decimals': { localAmount: decimals(3) },
    'payable amounts with eight decimals': { merchantPayableAmount: decimals(8) },
    'payable amounts of 0 until the settlement': { merchantPayableAmount: '0' },
    'payable amounts in scientific notation': { merchantPayableAmount: '2.97e1' },
    'crypto amounts with 18 decimals': { amount: decimals(18), receivedAmount: decimals(18) },
    'crypto amounts with one more zero': {
      amount: (value) => (String(value).includes('.') ? `${value}0` : `${value}.0`),
      receivedAmount: '0.0',
    },
    'crypto amounts that include a network fee': { amount: (value) => (Number(value) * 1.003).toFixed(8) },
    'received amounts at once': fields('createExchangePayment', {
      receivedAmount: '0.00060000',
      receivedAmountFinal: 0.0006,
      receivedAmountCal: 0.00059,
    }),
    'bank payments with amounts of 0 in a crypto currency': inBankRecords({
      amount: '0',
      currency: 'USDC',
      receivedAmount: '0.00000000',
    }),
    'conversion rates of 30 digits': { 'txMetadata.nativeConversionRate': '50000.000000000000000000000000' },
    'conversion rates per dollar': { 'txMetadata.nativeConversionRate': '0.00002' },
    'received numbers that are not whole cents': { receivedAmountFinal: 1 / 3, receivedAmountCal: -1e-9 },
  },
  'Conventions: identifiers are UUID-style strings, and no version is stated; txMetadata.id is only a string.':
    {
      'settlement ids that are nil': { settlementId: '00000000-0000-0000-0000-000000000000' },
      'ids of records of version 7': {
        settlementId: ofVersion(7),
        txMetaId: ofVersion(7),
        createdBy: ofVersion(7),
      },
      'ids of records of version 1': {
        settlementId: ofVersion(1),
        txMetaId: ofVersion(1),
        createdBy: ofVersion(1),
      },
      'metadata with another id': { 'txMetadata.id': '6529' },
      'records created by the service': { createdBy: 'ffffffff-ffff-ffff-ffff-ffffffffffff' },
    },
  'Resources, Transaction record: shopData has no types, and shippingAddress is an object or null.': {
    'records of a shop without logo and description': {
      'merchant.shopData.logo': null,
      'merchant.shopData.description': null,
    },
    'records of a shop without a URL': { 'merchant.shopData.url': '' },
    'records without the shipping address': { 'txMetadata.shippingAddress': null },
    'records with a shipping address of more fields': {
      'txMetadata.shippingAddress': (address) => ({
        id: 5,
        verified: true,
        landmark: '',
        ...Object(address),
      }),
    },
    'records with masked customers': {
      'customer.email': 'r***@shopper.example',
      'customer.fullname': 'R. S.',
    },
    'records with empty customers': { 'customer.email': '', 'customer.fullname': '' },
  },
  'Conventions: timestamps are ISO 8601 UTC strings, and ISO 8601 has many notations.': {
    'instants with an offset of zero': timestamps((_, text) => text.replace('Z', '+00:00')),
    'instants with an offset of zero hours': timestamps((_, text) => text.replace('Z', '+00')),
    'instants in the basic format': timestamps((_, text) => text.replace(/[-:]/g, '').replace(/\.\d+/, '')),
    'instants with a decimal comma': timestamps((_, text) => text.replace('.', ',')),
    'instants to the nanosecond': timestamps((_, text) => text.replace('Z', '000001Z')),
    'instants to the minute': timestamps((_, text) => text.replace(/:\d\d\.\d+Z/, 'Z')),
    'instants with one decimal': timestamps((_, text) => text.replace(/\.(\d)\d\dZ/, '.$1Z')),
    'instants on ordinal dates': timestamps((_, text) =>
      text.replace(/^(\d{4})-(\d\d)-(\d\d)/, (date, year) => {
        const day = (Date.parse(date) - Date.UTC(Number(year), 0, 1)) / 86_400_000 + 1
        return `${year}-${String(day).padStart(3, '0')}`
      }),
    ),
    'records from a database whose clock is 90 s fast': shift(90_000),
    'records from a database whose clock is 90 s slow': shift(-90_000),
    'records updated a moment after their creation': {
      updatedAt: (at) => String(at).replace(/\.\d+Z$/, '.999Z'),
    },
  },
  'Conventions: the JSON of a response is open beyond the fields that are shown.': {
    'further fields named like members of objects': everywhere((value) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? { constructor: 'x', toString: 1, hasOwnProperty: null, length: 0, valueOf: false, ...value }
        : value,
    ),
    'further fields nested thirty levels deep': {
      meta: (meta) => ({
        ...Object(meta),
        trace: Array.from({ length: 30 }).reduce<unknown>((inner) => ({ inner: [inner] }), null),
      }),
    },
    'records with fields that look like those of an error': {
      '': more({ error: null, errors: [], code: 0, success: true, message: 'Created' }),
    },
    'records with a history of their status': {
      '': (record) => ({
        ...Object(record),
        history: [
          { status: 0, at: null },
          { status: null, at: '' },
        ],
        refunds: {},
      }),
    },
  },
})
