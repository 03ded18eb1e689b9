// The schema of a world file: the merchants, shoppers, currencies and exchanges of a sandbox before its first request.
// `default-world.ts` is one. Rules across fields are in read-world.ts.

import { z } from 'zod'

const decimal = z.string().regex(/^[0-9]+(\.[0-9]+)?$/, 'must be a decimal number as text, such as "12.50"')
const uuid = z.string().regex(/^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$/, 'must be a UUID')
const name = z.string().min(1)
const accessToken = z
  .string()
  .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces, because it is sent in a header')
/** PEM of an RSA private key (PKCS#8); the public key is derived from it. */
const privateKey = z.string()

const currency = z.strictObject({
  id: name.describe('Currency code, such as BTC.'),
  title: z.string().describe('Name of the currency.'),
  symbol: z.string().describe('Symbol of the currency, such as $.'),
  decimals: z.number().int().min(0).max(18).describe('Number of decimals of an amount.'),
  rate: decimal.describe('US dollars for one unit. More than zero.'),
  isFiat: z.boolean().describe('Whether it is a fiat currency. Others are crypto currencies.'),
  isStableCoin: z.boolean().default(false).describe('Whether it is a stablecoin.'),
  isTopCoin: z.boolean().default(false).describe('Whether lists show it among the top coins.'),
  fiatEquivalent: z
    .string()
    .nullable()
    .default(null)
    .describe('Code of the fiat currency that a stablecoin follows.'),
  sort: z.number().int().nullable().default(null).describe('Position in lists, or null.'),
  fasterConfirmation: z.boolean().default(false).describe('Whether payments are confirmed faster.'),
  network: z.string().default('').describe('A payment URI with %%address%% and %%amount%%.'),
  address: z
    .string()
    .regex(/^(bech32:[a-z]+|hex)$/, 'must be "hex" or "bech32:<prefix>"')
    .default('hex')
    .describe('The form of receiver addresses: `bech32:<prefix>` or `hex`.'),
})

const bankAccount = z.strictObject({
  id: name.describe('Id of the account.'),
  accountName: z.string().describe('Name of the account.'),
  bankName: z.string().describe('Name of the bank.'),
  mask: z.string().describe('Last digits of the account number.'),
})

const merchant = z.strictObject({
  id: uuid.describe('Id of the merchant.'),
  clientId: name.optional().describe('What requests call `clientId`, if it is not the id.'),
  username: z.string().describe('User name of the merchant.'),
  accessToken: accessToken.describe('Access token of the merchant.'),
  clientSecret: name.describe('Client secret: the passphrase of some encrypted payloads.'),
  privateKey: privateKey.describe('RSA private key in PEM (PKCS#8) that decrypts payloads.'),
  shop: z
    .strictObject({
      url: z.string().describe('URL of the shop.'),
      logo: z.string().describe('URL of the logo.'),
      companyName: z.string().describe('Name of the company.'),
      description: z.string().describe('What the shop sells.'),
    })
    .describe('The shop, as GET /stores shows it.'),
  storeCurrency: name.describe('Code of the currency of the store.'),
  enabledCurrencies: z.array(name).min(1).describe('Codes of the currencies that the merchant has enabled.'),
  settings: z
    .strictObject({
      bank: z.boolean().describe('Whether bank payments are enabled.'),
      wallet: z.boolean().describe('Whether wallet payments are enabled.'),
      exchange: z.boolean().describe('Whether exchange payments are enabled.'),
    })
    .describe('The payment methods of the store.'),
  feeRate: decimal.describe('The share of a bank transfer that the service keeps. "0.01" is one percent.'),
  verified: z.boolean().describe('Whether the business verification (KYB) is done.'),
  bankAccount: bankAccount.nullable().describe('The linked bank account, or null.'),
  webhookUrl: z
    .string()
    .refine((url) => URL.canParse(url), 'must be an http or https address')
    .nullable()
    .default(null)
    .describe('Where status changes are delivered, or null.'),
})

const exchangeAccount = z.strictObject({
  balances: z.record(decimal).describe('Balances by currency code.'),
  linkExpired: z
    .boolean()
    .default(false)
    .describe('Whether payments are refused with 418: the link has expired.'),
  whitelisted: z
    .boolean()
    .default(true)
    .describe('If false, payments are refused with 420: whitelisting is pending.'),
  asksPassword: z
    .boolean()
    .default(false)
    .describe('Whether the pre-payment check asks for the exchange password.'),
  unsupportedCoins: z.array(name).default([]).describe('Coins that cannot be used from this account: 421.'),
  minimum: decimal.optional().describe("The smallest payment in US dollars, in place of the exchange's."),
})

const shopper = z.strictObject({
  id: uuid.describe('Id of the shopper.'),
  accessToken: accessToken.describe('Access token of the shopper.'),
  name: name.describe('Name of the account, and the `username` of GET /users/me.'),
  description: z.string().describe("What happens to this shopper's payments, in one sentence."),
  email: z.string().describe('Email address.'),
  fullname: z.string().describe('Full name.'),
  profile: z
    .strictObject({
      firstName: z.string().describe('First name.'),
      lastName: z.string().describe('Last name.'),
      address: z.string().describe('Street and number.'),
      city: z.string().describe('City.'),
      state: z.string().describe('State or province.'),
      zip: z.string().describe('Postal code.'),
      country: z.string().length(2).describe('Country code of two letters. Bank payments need US.'),
      phone: z.string().describe('Phone number.'),
      phoneCountry: z.number().int().describe('Country calling code.'),
      dateOfBirth: z.string().describe('Date of birth.'),
    })
    .describe('Personal data, as GET /users/me shows them.'),
  exchangeAccounts: z
    .record(exchangeAccount)
    .describe("Exchange accounts by the exchange's name. `*` means every exchange that is not named."),
  banks: z
    .array(
      z.strictObject({
        stockId: name.describe('Id that bank payments name.'),
        name: z.string().describe('Name of the bank.'),
        limit: decimal.describe('The limit that GET /banks/my shows, in US dollars.'),
        accounts: z.array(bankAccount).describe('Accounts at the bank. The first is the primary one.'),
      }),
    )
    .describe('Linked banks. The first is the default.'),
})

export const WorldFileSchema = z.strictObject({
  partner: z
    .strictObject({
      id: uuid.describe('Id of the partner.'),
      fullname: z.string().describe('Name of the partner.'),
      url: z.string().describe('URL of the partner.'),
      contactEmail: z.string().describe('Contact address of the partner.'),
      label: z.string().describe('Label that the store shows.'),
      enabledCurrencies: z.array(name).describe('Codes of the currencies that the partner has enabled.'),
    })
    .describe('The partner whose brand the merchants use.'),
  serviceKey: privateKey.describe("The service's own RSA private key in PEM (PKCS#8), which signs webhooks."),
  currencies: z.array(currency).min(1).describe('All currencies of the world.'),
  exchanges: z
    .array(
      z.strictObject({
        name: z
          .string()
          .regex(/^[a-z0-9]+$/, 'must be one lower-case word')
          .describe('Identifier of the exchange in paths.'),
        title: z.string().describe('Name of the exchange.'),
        coins: z.array(name).describe('Codes of the crypto currencies of the exchange.'),
        minimum: decimal.describe('Smallest payment, in US dollars.'),
        fee: decimal.describe("The exchange's fee for a withdrawal, in the coin."),
      }),
    )
    .length(5, 'must have five exchanges')
    .describe('The five exchanges.'),
  merchants: z
    .array(merchant)
    .min(1)
    .max(64)
    .describe('The merchants. A payload without a token is decrypted with the key of each of them.'),
  shoppers: z.array(shopper).min(1).describe('The shoppers.'),
})

/** A world file with every default applied. */
export type WorldFile = z.output<typeof WorldFileSchema>
