// The shape of a world file: who exists in a sandbox before the first request. Data only; `default-world.ts` is one.
// It is read by the command line and the control API; a running world never needs this schema.

import { createPrivateKey } from 'node:crypto'
import { z } from 'zod'

const decimal = z.string().regex(/^[0-9]+(\.[0-9]+)?$/, 'must be a decimal number as text, such as "12.50"')
const uuid = z
  .string()
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, 'must be a UUID in lower case')
const name = z.string().min(1)
const accessToken = z
  .string()
  .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces: it stands in a header')
/** PEM of a private key (PKCS#8); the public key is derived from it. */
const privateKey = z.string().refine(isRsaKey, 'must be an RSA private key in PEM')

function isRsaKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}

const currency = z.strictObject({
  id: name,
  title: z.string(),
  symbol: z.string(),
  decimals: z.number().int().min(0).max(18),
  /** US dollars for one unit. */
  rate: decimal.refine((rate) => /[1-9]/.test(rate), 'must be more than zero'),
  isFiat: z.boolean(),
  isStableCoin: z.boolean().default(false),
  isTopCoin: z.boolean().default(false),
  fiatEquivalent: z.string().nullable().default(null),
  sort: z.number().int().nullable().default(null),
  fasterConfirmation: z.boolean().default(false),
  /** A payment URI with %%address%% and %%amount%%. */
  network: z.string().default(''),
  /** How receiver addresses look: `bech32:<prefix>` or `hex`. */
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
  /** The share of a bank transfer that the service keeps: "0.01" is one per cent. */
  feeRate: decimal,
  /** Whether the business verification (KYB) is done. */
  verified: z.boolean(),
  bankAccount: bankAccount.nullable(),
  webhookUrl: z.string().nullable().default(null),
})

const exchangeAccount = z.strictObject({
  balances: z.record(decimal),
  linkExpired: z.boolean().default(false),
  whitelisted: z.boolean().default(true),
  asksPassword: z.boolean().default(false),
  /** Coins that cannot be used from this account. */
  unsupportedCoins: z.array(name).default([]),
  /** Overrides the exchange's smallest payment, in US dollars. */
  minimum: decimal.optional(),
})

const shopper = z.strictObject({
  id: uuid,
  accessToken,
  /** What this persona is for, in one sentence. */
  story: z.string(),
  email: z.string(),
  username: z.string(),
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
  /** Exchange accounts by the exchange's name; `*` stands for every exchange not named. */
  exchangeAccounts: z.record(exchangeAccount),
  banks: z.array(
    z.strictObject({ stockId: name, name: z.string(), limit: decimal, accounts: z.array(bankAccount) }),
  ),
})

export const WorldFileSchema = z
  .strictObject({
    partner: z.strictObject({
      id: uuid,
      fullname: z.string(),
      url: z.string(),
      contactEmail: z.string(),
      label: z.string(),
      enabledCurrencies: z.array(name),
    }),
    /** The service's own key: it signs webhooks. */
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
          /** What the exchange takes for a withdrawal, in the coin. */
          fee: decimal,
        }),
      )
      .length(5, 'must name five exchanges'),
    merchants: z.array(merchant).min(1),
    shoppers: z.array(shopper).min(1),
  })
  .superRefine((file, context) => {
    const known = new Set(file.currencies.map(({ id }) => id))
    const refuse = (path: (string | number)[], message: string) =>
      context.addIssue({ code: z.ZodIssueCode.custom, path, message })
    const checkCoins = (ids: readonly string[], path: (string | number)[]) => {
      for (const id of ids)
        if (!known.has(id)) refuse(path, `names the currency ${id}, which "currencies" lacks`)
    }
    checkCoins(file.partner.enabledCurrencies, ['partner', 'enabledCurrencies'])
    file.exchanges.forEach(({ coins }, at) => {
      checkCoins(coins, ['exchanges', at, 'coins'])
    })
    const exchanges = new Set(['*', ...file.exchanges.map(({ name }) => name)])
    file.shoppers.forEach(({ exchangeAccounts }, at) => {
      for (const [name, { balances }] of Object.entries(exchangeAccounts)) {
        const path = ['shoppers', at, 'exchangeAccounts', name]
        if (!exchanges.has(name)) refuse(path, 'is an account at an exchange that "exchanges" lacks')
        checkCoins(Object.keys(balances), [...path, 'balances'])
      }
    })
    file.merchants.forEach(({ enabledCurrencies, storeCurrency }, at) => {
      checkCoins(enabledCurrencies, ['merchants', at, 'enabledCurrencies'])
      checkCoins([storeCurrency], ['merchants', at, 'storeCurrency'])
    })
    const seen = new Map<string, string>()
    const unique = (what: string, value: string, path: (string | number)[]) => {
      const key = `${what} ${value}`
      const earlier = seen.get(key)
      if (earlier === undefined) seen.set(key, path.join('.'))
      else refuse(path, `the same ${what} stands at ${earlier}`)
    }
    file.currencies.forEach(({ id }, at) => {
      unique('currency id', id, ['currencies', at, 'id'])
    })
    file.exchanges.forEach((exchange, at) => {
      unique('exchange name', exchange.name, ['exchanges', at, 'name'])
    })
    file.merchants.forEach(({ id, accessToken, clientSecret }, at) => {
      unique('id', id, ['merchants', at, 'id'])
      // A payload that comes without a token belongs to the merchant whose secret opens it.
      unique('client secret', clientSecret, ['merchants', at, 'clientSecret'])
      unique('access token', accessToken, ['merchants', at, 'accessToken'])
    })
    file.shoppers.forEach(({ id, accessToken, banks }, at) => {
      unique('id', id, ['shoppers', at, 'id'])
      unique('access token', accessToken, ['shoppers', at, 'accessToken'])
      banks.forEach(({ stockId }, bank) => {
        unique('stockId', stockId, ['shoppers', at, 'banks', bank, 'stockId'])
      })
    })
  })

/** Who exists in a world, with every default applied. */
export type WorldFile = z.output<typeof WorldFileSchema>
/** A world file as a person writes it. */
export type WrittenWorldFile = z.input<typeof WorldFileSchema>
