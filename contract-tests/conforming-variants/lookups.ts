// Lookups: what their fields contain where it is not shown.

import { isObject } from '../../core/json.ts'
import { changeResponse } from '../mutants/operators/response.ts'
import { all, type ContractVariants, fields, more, responding } from './response-changes.ts'

const eachRow = (change: (row: Record<string, unknown>, index: number) => unknown) => (rows: unknown) =>
  Array.isArray(rows) ? rows.map((row, index) => (isObject(row) ? change(row, index) : row)) : rows
const currencies = (changes: Readonly<Record<string, unknown>>) =>
  fields('listCurrencies', Object.fromEntries(Object.entries(changes).map(([key, to]) => [`*.${key}`, to])))
const wallets = (changes: Readonly<Record<string, unknown>>) => fields('checkExchangeBalance', changes)
const banks = (changes: Readonly<Record<string, unknown>>) => fields('listBanks', changes)
const store = (changes: Readonly<Record<string, unknown>>) => fields('getStore', changes)
const shopper = (changes: Readonly<Record<string, unknown>>) => fields('getShopper', changes)
export const lookupVariants: ContractVariants = {
  ...responding(
    'Resources, Currency entry: any text, URL, integer and boolean; the order of entries is not stated.',
    {
      'currencies with logos as data URLs': currencies({
        logo: 'data:image/svg+xml;base64,PHN2Zy8+',
        mobileLogo: 'data:,',
      }),
      'currencies with logos on another host': currencies({
        logo: 'HTTPS://CDN.example:8443/a%20b.png?v=1#x',
      }),
      'currencies with 24 decimals': currencies({ decimals: 24 }),
      'currencies with rates of many digits': currencies({
        currentRate: (rate: unknown) => `${Number(rate).toFixed(2)}0000000000000001`,
      }),
      'currencies with rates that have an exponent': currencies({
        currentRate: (rate: unknown) => Number(rate).toExponential(),
      }),
      'currencies with symbols of several characters': currencies({ symbol: '&#8383; (฿)' }),
      'currencies that are all top coins with faster confirmation': currencies({
        isTopCoin: true,
        fasterConfirmation: true,
        isStableCoin: true,
      }),
      'currencies that are not for payments': currencies({ isPayment: false }),
      'currencies with an equivalent as decimal': currencies({ fiatEquivalent: '49999.5' }),
      'currencies with the same display order': currencies({ sort: 0 }),
      'currencies with a negative display order': currencies({ sort: -3 }),
      'currencies with longer URI templates': currencies({
        network: (template: unknown) => (template === '' ? '' : `${template}&label=Shop%20%231&req-x=1`),
      }),
      'currencies in the order of their names': changeResponse('listCurrencies', 'result', (list) =>
        Array.isArray(list)
          ? list.toSorted((a, b) => (String(a.fullTitle) < String(b.fullTitle) ? 1 : -1))
          : list,
      ),
      'currencies with a list of networks': fields('listCurrencies', {
        '*': more({ networks: [{ id: null, fees: [] }], min: '0.1' }),
      }),
    },
  ),
  ...responding(
    'Endpoints, 11: balance is a string or a number; message, ids and timestamps have no stated content.',
    {
      'balances as text and as numbers in turn': wallets({
        accounts: eachRow((row, at) => ({
          ...row,
          balance: at % 2 === 0 ? Number(row.balance) : String(row.balance),
        })),
      }),
      'balances with 20 decimals': wallets({
        'accounts.*.balance': (one: unknown) => `${Number(one).toFixed(8)}000000000000`,
      }),
      'balances read three days ago': wallets({ 'accounts.*.lastUpdate': '2026-01-02T23:59:59Z' }),
      'balances without a message': wallets({ message: '' }),
      'balances with numeric account ids': wallets({ 'accounts.*.accountId': '1', 'accounts.*.id': '0' }),
      'balances of a spot and a savings account': wallets({
        accounts: (list: unknown) =>
          Array.isArray(list)
            ? list.flatMap((one) => [one, { ...one, id: `${one.id}-savings`, balance: '0' }])
            : list,
      }),
      'balances without titles and rates': wallets({
        'accounts.*.fullTitle': '',
        'accounts.*.currentRate': '0',
      }),
      'balances in descending order': wallets({
        accounts: (list: unknown) =>
          Array.isArray(list) ? list.toSorted((a, b) => b.balance - a.balance) : list,
      }),
    },
  ),
  ...responding('Endpoints, 12: which accounts are primary, default or connected, and every text, is open.', {
    'banks without a limit': banks({ 'banks.*.limit': '' }),
    'banks with an unlimited limit': banks({ 'banks.*.limit': 'unlimited' }),
    'banks that are all the default': banks({ 'banks.*.default': true, 'banks.*.priority': 0 }),
    'banks of which none is the default': banks({ 'banks.*.default': false, 'banks.*.priority': -1 }),
    'banks with known balances': banks({
      'banks.*.accounts.*.isBalanceInfo': true,
      'banks.*.accounts.*.balanceInfo': { available: 12.5, currency: null, history: [] },
    }),
    'bank accounts with other codes': banks({
      'banks.*.accounts.*.status': -404,
      'banks.*.accounts.*.mask': '',
    }),
    'banks with a second account': banks({
      'banks.*.accounts': (list: unknown) =>
        Array.isArray(list) ? [...list, { ...list[0], id: '77', isPrimary: null }] : list,
    }),
    'banks with one that is no longer connected': banks({
      banks: (list: unknown) =>
        Array.isArray(list) && list[0] !== undefined
          ? [{ ...list[0], stockId: 'expired', connected: false, accounts: [] }, ...list]
          : list,
    }),
    'banks without a default currency': banks({ defaultCurrency: '' }),
  }),
  ...responding(
    'Endpoints, 13: shopData, colorSchema and partner show keys without types; tabs is an array of labels.',
    {
      'a store without texts': store({
        'merchant.shopData.url': null,
        'merchant.shopData.logo': null,
        'merchant.shopData.description': null,
      }),
      'a store without a color schema': store({
        'whiteLabel.colorSchema.partnerUrl': null,
        'whiteLabel.colorSchema.contactEmail': null,
        'whiteLabel.colorSchema.partnerLabel': null,
      }),
      'a store whose partner has a long name': store({
        'whiteLabel.partner.fullname': 'Ð'.repeat(300),
        'whiteLabel.partnerId': '12',
      }),
      'a store with a white label of id 0': store({ 'whiteLabel.id': 0 }),
      'a store whose white label is from another time': store({
        'whiteLabel.createdAt': '1999-12-31T23:59:59Z',
        'whiteLabel.updatedAt': '2099-01-01T00:00:00.000000Z',
      }),
      'a store without tabs': store({ 'settings.tabs': [] }),
      'a store with one tab': store({ 'settings.tabs': ['Bank Transfer'] }),
      'a store with all methods disabled': store({
        'settings.bankPaymentEnabled': false,
        'settings.exchangePaymentEnabled': false,
      }),
      'a store with nested settings': store({
        settings: more({ crypto: { limits: [null, 1] }, theme: null }),
      }),
    },
  ),
  ...responding('Endpoints, 14: strings, integers, booleans, objects and arrays without a stated content.', {
    'a shopper with an avatar': shopper({ avatar: 'https://img.example/a.png' }),
    'a shopper with an empty avatar and profile': shopper({
      avatar: '',
      'profile.zip': '',
      'profile.phone': '',
      'profile.dateOfBirth': '',
    }),
    'a shopper with a date of birth in another notation': shopper({
      'profile.dateOfBirth': '31/12/1989',
      'profile.phoneCountry': 0,
    }),
    'a shopper with negative codes': shopper({
      status: -1,
      type: -1,
      kybCryptoStatus: -1,
      kybBankStatus: -1,
    }),
    'a shopper with withdrawal addresses': shopper({
      withdrawalAddresses: [{ address: null }, 'x', 1, []],
      graphSettings: [{ a: [] }],
    }),
    'a shopper with every flag the other way': shopper({
      ssoStatus: true,
      // Not the opposite: combined with a service that cannot cancel, it would say that it can.
      enableCancelSubscription: false,
      is2faEnabled: true,
      enableBankPayment: (on: unknown) => on !== true,
    }),
    'a shopper who is verified': shopper({
      verification: { level: 2, at: null },
      verificationStatus: {},
      shopData: { url: null },
    }),
  }),
  ...responding('Endpoints, 1 to 14: several of these differences at once.', {
    'a service that differs in every lookup': all([
      currencies({ sort: null, symbol: '', currentRate: '1' }),
      wallets({ message: '', 'accounts.*.logo': '' }),
      banks({ 'banks.*.limit': '0', 'banks.*.connected': false }),
      store({ 'settings.tabs': ['Crypto Wallet', 'Crypto Exchange'], 'whiteLabel.id': -1 }),
      shopper({ avatar: 'x', status: 0, verification: {} }),
      fields('getInvoice', { 'returnval.encrypted': '' }),
    ]),
  }),
}
