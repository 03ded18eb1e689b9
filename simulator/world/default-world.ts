// The default world: two merchants with different settings, five exchanges with placeholder names, and test shoppers. The shopper
// that one authenticates as determines the outcome of a payment.

import { lampShopPrivateKey, servicePrivateKey, teaHousePrivateKey } from './default-keys.ts'
import type { WorldFile } from './world-file.ts'

type Currency = WorldFile['currencies'][number]
type Shopper = WorldFile['shoppers'][number]
type ExchangeAccount = Shopper['exchangeAccounts'][string]

function currency(
  fields: Pick<Currency, 'id' | 'title' | 'symbol' | 'decimals' | 'rate'> & Partial<Currency>,
): Currency {
  return {
    isFiat: false,
    isStableCoin: false,
    isTopCoin: false,
    fiatEquivalent: null,
    sort: null,
    fasterConfirmation: false,
    network: '',
    address: 'hex',
    ...fields,
  }
}

const ready: ExchangeAccount = {
  balances: { BTC: '100', ETH: '2000', LTC: '5000', USDC: '5000000', USDT: '5000000' },
  linkExpired: false,
  whitelisted: true,
  asksPassword: false,
  unsupportedCoins: [],
}

let shoppers = 0
function testShopper(
  name: string,
  description: string,
  account: Partial<ExchangeAccount>,
  more: Partial<Shopper> = {},
): Shopper {
  shoppers += 1
  const digits = String(shoppers).padStart(2, '0')
  const firstName = name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ')
  return {
    id: `5a0b9c3e-0000-4000-8000-0000000000${digits}`,
    name,
    description,
    accessToken: `shopper-${name}`,
    email: `${name}@shopper.example`,
    fullname: `${firstName} Shopper`,
    profile: {
      firstName,
      lastName: 'Shopper',
      address: `${shoppers} Sample Street`,
      city: 'Springfield',
      state: 'IL',
      zip: '62701',
      country: 'US',
      phone: `20255501${digits}`,
      phoneCountry: 1,
      dateOfBirth: '1990-01-01',
    },
    exchangeAccounts: { '*': { ...ready, ...account } },
    banks: [
      {
        stockId: `b1d7a3e4-0000-4000-8000-0000000000${digits}`,
        name: 'First Example Bank',
        limit: '50000',
        accounts: [
          {
            id: `ac40f2c6-0000-4000-8000-0000000000${digits}`,
            accountName: 'Checking',
            bankName: 'First Example Bank',
            mask: `00${digits}`,
          },
        ],
      },
    ],
    ...more,
  }
}

const abroad = testShopper('abroad', 'lives outside the US; bank payments are refused', {})

/** The world of a simulator that is given none: its accounts, currencies, exchanges and banks. */
export const defaultWorld: WorldFile = {
  partner: {
    id: '9a1d6c40-0000-4000-8000-000000000001',
    fullname: 'Example Partner',
    url: 'https://partner.example',
    contactEmail: 'help@partner.example',
    label: 'Example Partner',
    enabledCurrencies: ['BTC', 'ETH', 'USDC', 'USDT'],
  },
  serviceKey: servicePrivateKey,
  currencies: [
    currency({ id: 'USD', title: 'US Dollar', symbol: '$', decimals: 2, rate: '1', isFiat: true }),
    currency({ id: 'EUR', title: 'Euro', symbol: '€', decimals: 2, rate: '1.25', isFiat: true }),
    currency({
      id: 'BTC',
      title: 'Bitcoin',
      symbol: '₿',
      decimals: 8,
      rate: '50000',
      isTopCoin: true,
      sort: 1,
      network: 'bitcoin:%%address%%?amount=%%amount%%',
      address: 'bech32:tb',
    }),
    currency({
      id: 'ETH',
      title: 'Ethereum',
      symbol: 'Ξ',
      decimals: 18,
      rate: '2500',
      isTopCoin: true,
      sort: 2,
      // currencies.eth-template-has-value
      network: 'ethereum:%%address%%?value=%%amount%%',
    }),
    currency({
      id: 'LTC',
      title: 'Litecoin',
      symbol: 'Ł',
      decimals: 8,
      rate: '80',
      sort: 3,
      fasterConfirmation: true,
      network: 'litecoin:%%address%%?amount=%%amount%%',
      address: 'bech32:tltc',
    }),
    currency({
      id: 'USDC',
      title: 'USD Coin',
      symbol: '',
      decimals: 6,
      rate: '1',
      isStableCoin: true,
      fiatEquivalent: 'USD',
      sort: 4,
      fasterConfirmation: true,
      network: 'ethereum:%%address%%?value=%%amount%%',
    }),
    currency({
      id: 'USDT',
      title: 'Tether',
      symbol: '',
      decimals: 6,
      rate: '1',
      isStableCoin: true,
      fiatEquivalent: 'USD',
      sort: 5,
      network: 'ethereum:%%address%%?value=%%amount%%',
    }),
  ],
  // exchange-payments.five-exchanges-supported
  exchanges: ['alpha', 'beta', 'gamma', 'delta', 'epsilon'].map((greek, index) => ({
    name: `${greek}exchange`,
    title: `${greek.charAt(0).toUpperCase()}${greek.slice(1)} Exchange`,
    coins: index === 4 ? ['BTC', 'USDT'] : ['BTC', 'ETH', 'LTC', 'USDC', 'USDT'],
    minimum: index === 3 ? '25' : '1',
    fee: '0.00001',
  })),
  merchants: [
    {
      id: '8a4d1c55-0000-4000-8000-000000000001',
      username: 'lamp-shop',
      accessToken: 'merchant-lamp-shop',
      clientSecret: 'secret-lamp-shop',
      privateKey: lampShopPrivateKey,
      shop: {
        url: 'https://lamps.example',
        logo: 'https://lamps.example/logo.svg',
        companyName: 'Lamp Shop',
        description: 'Lamps for desks and halls',
      },
      storeCurrency: 'USD',
      enabledCurrencies: ['BTC', 'ETH', 'LTC', 'USDC'],
      settings: { bank: true, wallet: true, exchange: true },
      feeRate: '0.01',
      verified: true,
      bankAccount: {
        id: '7e52c09b-0000-4000-8000-000000000001',
        accountName: 'Lamp Shop Operating',
        bankName: 'Merchant Example Bank',
        mask: '7001',
      },
      webhookUrl: null,
    },
    {
      id: '8a4d1c55-0000-4000-8000-000000000002',
      username: 'tea-house',
      accessToken: 'merchant-tea-house',
      clientSecret: 'secret-tea-house',
      privateKey: teaHousePrivateKey,
      shop: {
        url: 'https://tea.example',
        logo: 'https://tea.example/logo.svg',
        companyName: 'Tea House',
        description: 'Tea by the box',
      },
      storeCurrency: 'EUR',
      enabledCurrencies: ['BTC', 'USDT'],
      settings: { bank: false, wallet: true, exchange: true },
      feeRate: '0.025',
      verified: false,
      // Linked, so that bank payments to this merchant fail only for the missing verification.
      bankAccount: {
        id: '7e52c09b-0000-4000-8000-000000000002',
        accountName: 'Tea House Operating',
        bankName: 'Merchant Example Bank',
        mask: '7002',
      },
      webhookUrl: null,
    },
  ],
  shoppers: [
    testShopper('ready', 'exchange balances and a US bank account; payments succeed', {}),
    testShopper('low-balance', 'too little balance on every exchange; error 419', {
      balances: { BTC: '0.00000001', ETH: '0.00000001', LTC: '0.00000001', USDC: '0.01', USDT: '0.01' },
    }),
    testShopper('not-whitelisted', 'deposit address not whitelisted; error 420', { whitelisted: false }),
    testShopper('expired-link', 'expired exchange connections; error 418', { linkExpired: true }),
    testShopper('unsupported-wallet', 'no supported coin wallet; error 421', {
      unsupportedCoins: ['BTC', 'ETH', 'LTC', 'USDC', 'USDT'],
    }),
    testShopper('below-minimum', 'very high minimum amount on every exchange; error 422', {
      minimum: '100000000',
    }),
    testShopper('asks-password', 'exchanges ask for the password', { asksPassword: true }),
    {
      ...abroad,
      profile: {
        ...abroad.profile,
        country: 'DE',
        state: 'BE',
        city: 'Berlin',
        zip: '10115',
        phoneCountry: 49,
      },
    },
    testShopper('no-bank', 'no linked bank account', {}, { banks: [] }),
  ],
}
