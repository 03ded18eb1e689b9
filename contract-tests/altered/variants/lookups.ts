// Lookups: what their fields contain where it is not shown.

import { changeResponse, resultOf } from '../mutants/operators/response.ts'
import { all, type ContractVariants, fields, list, more, responding, setting } from './rows.ts'

export const lookupVariants: ContractVariants = {
  ...setting(resultOf('listCurrencies')('*'), {
    'Resources, Currency entry: any text, URL, integer and boolean; the order of entries is not stated.': {
      'currencies with logos as data URLs': {
        logo: 'data:image/svg+xml;base64,PHN2Zy8+',
        mobileLogo: 'data:,',
      },
      'currencies with logos on another host': { logo: 'HTTPS://CDN.example:8443/a%20b.png?v=1#x' },
      'currencies with 24 decimals': { decimals: 24 },
      'currencies with rates of many digits': {
        currentRate: (rate) => `${Number(rate).toFixed(2)}0000000000000001`,
      },
      'currencies with rates that have an exponent': { currentRate: (rate) => Number(rate).toExponential() },
      'currencies with symbols of several characters': { symbol: '&#8383; (฿)' },
      'currencies that are all top coins with faster confirmation': {
        isTopCoin: true,
        fasterConfirmation: true,
        isStableCoin: true,
      },
      'currencies that are not for payments': { isPayment: false },
      'currencies with an equivalent as decimal': { fiatEquivalent: '49999.5' },
      'currencies with the same display order': { sort: 0 },
      'currencies with a negative display order': { sort: -3 },
      'currencies with longer URI templates': {
        network: (template) => (template === '' ? '' : `${template}&label=Shop%20%231&req-x=1`),
      },
      'currencies in the order of their names': changeResponse(
        'listCurrencies',
        'result',
        list((all) => all.toSorted((a, b) => (String(a.fullTitle) < String(b.fullTitle) ? 1 : -1))),
      ),
      'currencies with a list of networks': { '': more({ networks: [{ id: null, fees: [] }], min: '0.1' }) },
    },
  }),
  ...setting('checkExchangeBalance', {
    'Endpoints, 11: balance is a string or a number; message, ids and timestamps have no stated content.': {
      'balances as text and as numbers in turn': {
        accounts: list((rows) =>
          rows.map((row, at) => ({
            ...row,
            balance: at % 2 === 0 ? Number(row.balance) : String(row.balance),
          })),
        ),
      },
      'balances with 20 decimals': { 'accounts.*.balance': (one) => `${Number(one).toFixed(8)}000000000000` },
      'balances read three days ago': { 'accounts.*.lastUpdate': '2026-01-02T23:59:59Z' },
      'balances without a message': { message: '' },
      'balances with numeric account ids': { 'accounts.*.accountId': '1', 'accounts.*.id': '0' },
      'balances of a spot and a savings account': {
        accounts: list((all) =>
          all.flatMap((one) => [one, { ...one, id: `${one.id}-savings`, balance: '0' }]),
        ),
      },
      'balances without titles and rates': { 'accounts.*.fullTitle': '', 'accounts.*.currentRate': '0' },
      'balances in descending order': {
        accounts: (list) => (Array.isArray(list) ? list.toSorted((a, b) => b.balance - a.balance) : list),
      },
    },
  }),
  ...setting('listBanks', {
    'Endpoints, 12: which accounts are primary, default or connected, and every text, is open.': {
      'banks without a limit': { 'banks.*.limit': '' },
      'banks with an unlimited limit': { 'banks.*.limit': 'unlimited' },
      'banks that are all the default': { 'banks.*.default': true, 'banks.*.priority': 0 },
      'banks of which none is the default': { 'banks.*.default': false, 'banks.*.priority': -1 },
      'banks with known balances': {
        'banks.*.accounts.*.isBalanceInfo': true,
        'banks.*.accounts.*.balanceInfo': { available: 12.5, currency: null, history: [] },
      },
      'bank accounts with other codes': { 'banks.*.accounts.*.status': -404, 'banks.*.accounts.*.mask': '' },
      'banks with a second account': {
        'banks.*.accounts': list((all) => [...all, { ...all[0], id: '77', isPrimary: null }]),
      },
      'banks with one that is no longer connected': {
        banks: list(([first, ...others]) =>
          first === undefined
            ? []
            : [{ ...first, stockId: 'expired', connected: false, accounts: [] }, first, ...others],
        ),
      },
      'banks without a default currency': { defaultCurrency: '' },
    },
  }),
  ...setting('getStore', {
    'Endpoints, 13: shopData, colorSchema and partner show keys without types; tabs is an array of labels.': {
      'a store without texts': {
        'merchant.shopData.url': null,
        'merchant.shopData.logo': null,
        'merchant.shopData.description': null,
      },
      'a store without a color schema': {
        'whiteLabel.colorSchema.partnerUrl': null,
        'whiteLabel.colorSchema.contactEmail': null,
        'whiteLabel.colorSchema.partnerLabel': null,
      },
      'a store whose partner has a long name': {
        'whiteLabel.partner.fullname': 'Ð'.repeat(300),
        'whiteLabel.partnerId': '12',
      },
      'a store with a white label of id 0': { 'whiteLabel.id': 0 },
      'a store whose white label is from another time': {
        'whiteLabel.createdAt': '1999-12-31T23:59:59Z',
        'whiteLabel.updatedAt': '2099-01-01T00:00:00.000000Z',
      },
      'a store without tabs': { 'settings.tabs': [] },
      'a store with one tab': { 'settings.tabs': ['Bank Transfer'] },
      'a store with all methods disabled': {
        'settings.bankPaymentEnabled': false,
        'settings.exchangePaymentEnabled': false,
      },
      'a store with nested settings': { settings: more({ crypto: { limits: [null, 1] }, theme: null }) },
    },
  }),
  ...setting('getShopper', {
    'Endpoints, 14: strings, integers, booleans, objects and arrays without a stated content.': {
      'a shopper with an avatar': { avatar: 'https://img.example/a.png' },
      'a shopper with an empty avatar and profile': {
        avatar: '',
        'profile.zip': '',
        'profile.phone': '',
        'profile.dateOfBirth': '',
      },
      'a shopper with a date of birth in another notation': {
        'profile.dateOfBirth': '31/12/1989',
        'profile.phoneCountry': 0,
      },
      'a shopper with negative codes': { status: -1, type: -1, kybCryptoStatus: -1, kybBankStatus: -1 },
      'a shopper with withdrawal addresses': {
        withdrawalAddresses: [{ address: null }, 'x', 1, []],
        graphSettings: [{ a: [] }],
      },
      'a shopper with every flag the other way': {
        ssoStatus: true,
        // Not the opposite: combined with a service that cannot cancel, it would say that it can.
        enableCancelSubscription: false,
        is2faEnabled: true,
        enableBankPayment: (on) => on !== true,
      },
      'a shopper who is verified': {
        verification: { level: 2, at: null },
        verificationStatus: {},
        shopData: { url: null },
      },
    },
  }),
  ...responding({
    'Endpoints, 1 to 14: several of these differences at once.': {
      'a service that differs in every lookup': all([
        fields(resultOf('listCurrencies')('*'), { sort: null, symbol: '', currentRate: '1' }),
        fields('checkExchangeBalance', { message: '', 'accounts.*.logo': '' }),
        fields('listBanks', { 'banks.*.limit': '0', 'banks.*.connected': false }),
        fields('getStore', { 'settings.tabs': ['Crypto Wallet', 'Crypto Exchange'], 'whiteLabel.id': -1 }),
        fields('getShopper', { avatar: 'x', status: 0, verification: {} }),
        fields('getInvoice', { 'returnval.encrypted': '' }),
      ]),
    },
  }),
}
