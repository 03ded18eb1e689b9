// The schema of a world file: the merchants, shoppers, currencies and exchanges of a sandbox before its first request.
// `default-world.ts` is one. Rules across fields are in world-rules.ts.

import { z } from 'zod'

const decimal = z.string().regex(/^[0-9]+(\.[0-9]+)?$/, 'must be a decimal number as text, such as "12.50"')
const uuid = z
  .string()
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, 'must be a UUID in lower case')
const name = z.string().min(1)
const accessToken = z
  .string()
  .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces, because it is sent in a header')
/** PEM of an RSA private key (PKCS#8); the public key is derived from it. */
const privateKey = z.string()

const currency = z.strictObject({
  id: name,
  title: z.string(),
  symbol: z.string(),
  decimals: z.number().int().min(0).max(18),
  /** US dollars for one unit. More than zero. */
  rate: decimal,
  isFiat: z.boolean(),
  isStableCoin: z.boolean().default(false),
  isTopCoin: z.boolean().default(false),
  fiatEquivalent: z.string().nullable().default(null),
  sort: z.number().int().nullable().default(null),
  fasterConfirmation: z.boolean().default(false),
  /** A payment URI with %%address%% and %%amount%%. */
  network: z.string().default(''),
  /** The form of receiver addresses: `bech32:<prefix>` or `hex`. */
  address: z
    .string()
    .regex(/^(bech32:[a-z]+|hex)$/, 'must be "hex" or "bech32:<prefix>"')
    .default('hex'),
})

const bankAccount = z.strictObject({
  id: name,
  accountName: z.string(),
  bankName: z.string(),
  mask: z.string(),
})

const merchant = z.strictObject({
  id: uuid,
  /** What requests call `clientId`, if it is not the id. */
  clientId: name.optional(),
  username: z.string(),
  accessToken,
  clientSecret: name,
  privateKey,
  shop: z.strictObject({
    url: z.string(),
    logo: z.string(),
    companyName: z.string(),
    description: z.string(),
  }),
  storeCurrency: name,
  enabledCurrencies: z.array(name).min(1),
  settings: z.strictObject({ bank: z.boolean(), wallet: z.boolean(), exchange: z.boolean() }),
  /** The share of a bank transfer that the service keeps. "0.01" is one percent. */
  feeRate: decimal,
  /** Whether the business verification (KYB) is done. */
  verified: z.boolean(),
  bankAccount: bankAccount.nullable(),
  webhookUrl: z
    .string()
    .refine((url) => URL.canParse(url), 'must be an http or https address')
    .nullable()
    .default(null),
})

const exchangeAccount = z.strictObject({
  balances: z.record(decimal),
  linkExpired: z.boolean().default(false),
  whitelisted: z.boolean().default(true),
  asksPassword: z.boolean().default(false),
  /** Coins that cannot be used from this account. */
  unsupportedCoins: z.array(name).default([]),
  /** The smallest payment in US dollars, in place of the exchange's. */
  minimum: decimal.optional(),
})

const shopper = z.strictObject({
  id: uuid,
  accessToken,
  /** Also the `username` of GET /users/me. */
  name,
  /** What happens to this shopper's payments, in one sentence. */
  description: z.string(),
  email: z.string(),
  fullname: z.string(),
  profile: z.strictObject({
    firstName: z.string(),
    lastName: z.string(),
    address: z.string(),
    city: z.string(),
    state: z.string(),
    zip: z.string(),
    country: z.string().length(2),
    phone: z.string(),
    phoneCountry: z.number().int(),
    dateOfBirth: z.string(),
  }),
  /** Exchange accounts by the exchange's name. `*` means every exchange that is not named. */
  exchangeAccounts: z.record(exchangeAccount),
  banks: z.array(
    z.strictObject({ stockId: name, name: z.string(), limit: decimal, accounts: z.array(bankAccount) }),
  ),
})

export const WorldFileSchema = z.strictObject({
  partner: z.strictObject({
    id: uuid,
    fullname: z.string(),
    url: z.string(),
    contactEmail: z.string(),
    label: z.string(),
    enabledCurrencies: z.array(name),
  }),
  /** The service's own key, which signs webhooks. */
  serviceKey: privateKey,
  currencies: z.array(currency).min(1),
  exchanges: z
    .array(
      z.strictObject({
        name: z.string().regex(/^[a-z0-9]+$/, 'must be one lower-case word'),
        title: z.string(),
        coins: z.array(name),
        /** Smallest payment, in US dollars. */
        minimum: decimal,
        /** The exchange's fee for a withdrawal, in the coin. */
        fee: decimal,
      }),
    )
    .length(5, 'must have five exchanges'),
  /** A payload without a token is decrypted with the key of each of them. */
  merchants: z.array(merchant).min(1).max(64),
  shoppers: z.array(shopper).min(1),
})

/** A world file with every default applied. */
export type WorldFile = z.output<typeof WorldFileSchema>
