// The accounts of a target: merchants with the ids that requests have, and shoppers by role.

import { z } from 'zod'
import type { ClientAssumptions } from './assumptions.ts'
import { field, headers, httpUrl, pem, text, token } from './target-fields.ts'

/** The schema of `fixtures` in a target file. */
export const fixtures = z
  .object({
    openPartialPayment: field(
      text.optional(),
      'The order id of a partial payment to the first merchant, paid in the last days. A run closes it, so each needs a new one.',
      'Without it and without a control API, the suite does not check that partial payments can be closed.',
      'order-2002',
    ),
    refundRequestedPartialPayment: field(
      text.optional(),
      'The same, with a refund request of the shopper.',
      'Without it and without a control API, the suite does not check what a refund request changes.',
      'order-2003',
    ),
    agingPartialPayment: field(
      text.optional(),
      'A third one, which stays open: a run in two phases tries to close it after two weeks.',
      'Without it and without `openPartialPayment`, such a run does not check that a late closing is refused.',
      'order-2004',
    ),
    oldPartialPayment: field(
      text.optional(),
      'The order id of a partial payment to the first merchant, older than two weeks.',
      'Without it and without a clock, the suite does not check that its closing is refused.',
      'order-2001',
    ),
    openInvoice: field(
      text.optional(),
      'The uuid of an open invoice of the first merchant, best without `redirectUrl`.',
      'Without it, a run at the level `read` does not check how orders are read.',
      '5f0c7a34-6a63-4a0e-9d5e-0f3a1c9b7e21',
    ),
    oldSubscription: field(
      text.optional(),
      'The id of a subscription to the first merchant without automatic renewal, older than one interval. A run debits it by `known.amount`.',
      'Without it and without a clock, debits are checked only in the interval of the first payment, in which a service may refuse them.',
      'subscription-3001',
    ),
    endingSubscription: field(
      text.optional(),
      'The id of another one, whose first payment is processed. A run cancels it, so each needs a new one.',
      'Without it, a run at the level `write` does not check cancellations.',
      'subscription-3002',
    ),
  })
  .strict()

export const merchant = z
  .object({
    id: field(
      text,
      'The merchant id; payloads call it clientId, unless that is another one.',
      'Requests for the merchant carry it, and responses must have it.',
      '8a4d1c55-0000-4000-8000-000000000001',
    ),
    clientId: field(
      text.optional(),
      'What requests have as clientId, if it is not the id.',
      'With a wrong one, payments and closings are refused.',
      'client-8a4d1c55',
    ),
    accessToken: field(
      token,
      "The merchant's access token.",
      'Operations of merchants send it; with a wrong one, they are refused.',
      { env: 'MERCHANT_TOKEN' },
    ),
    payoutToken: field(
      token.optional(),
      'The access token of payees and transfers, if it is another one.',
      'Without it, they send `accessToken`.',
      { env: 'MERCHANT_PAYOUT_TOKEN' },
    ),
    clientSecret: field(
      text,
      "The merchant's client secret.",
      'It encrypts the payloads that have a passphrase; with a wrong one, the service cannot decrypt them.',
      { env: 'MERCHANT_CLIENT_SECRET' },
    ),
    publicKey: field(
      pem,
      "The merchant's RSA public key in PEM.",
      'It encrypts the payloads of payments; with a wrong one, the service cannot decrypt them.',
      '-----BEGIN PUBLIC KEY-----\nMIIBIj…\n-----END PUBLIC KEY-----',
    ),
    merchantAuth: field(
      text,
      'The merchant credential of the subscription operations.',
      'It is sent as merchantAuth; with a wrong one, debits and cancellations are refused.',
      { env: 'MERCHANT_AUTH' },
    ),
    bankAccountId: field(
      text.nullable().default(null),
      'The linked bank account of the merchant, or null.',
      'Without one, bank payments are not checked.',
      '7e52c09b-0000-4000-8000-000000000001',
    ),
    verified: field(
      z.boolean().optional(),
      'Whether the business verification (KYB) is completed.',
      'The first merchant must be verified. With false, bank payments to another one that has a bankAccountId must be refused; without it, that is not checked.',
      true,
    ),
    enabledCurrencies: field(
      z.array(text).optional(),
      'Codes of all currencies the merchant has enabled.',
      'Without them, the list of currencies is not checked for missing and additional ones.',
      ['USD', 'BTC', 'ETH'],
    ),
    companyName: field(
      text.optional(),
      'The company name of the shop.',
      'Without it, names in stores and transactions are not compared.',
      'Lamp Shop',
    ),
    headers: field(
      headers.optional(),
      'Further headers of requests for this merchant, by name.',
      'Their values are hidden in reports.',
      { 'x-shop': { env: 'SHOP_KEY' } },
    ),
    redirectUrl: field(
      httpUrl.optional(),
      'A URL that invoices of the merchant may have as redirectUrl.',
      'Without it, most invoices have none: a service may refuse URLs that are not registered.',
      'https://shop.example/thanks',
    ),
  })
  .strict()

const shopper = z
  .object({
    id: field(
      text.optional(),
      'The shopper id; only the control API of a simulator takes it.',
      'Without it, the suite cannot act as the shopper there.',
      '5a0b9c3e-0000-4000-8000-000000000002',
    ),
    accessToken: field(
      token,
      "The shopper's access token.",
      'Operations of shoppers send it; with a wrong one, they are refused.',
      { env: 'SHOPPER_TOKEN' },
    ),
    stockId: field(
      text.optional(),
      'A linked bank account.',
      'Without it, the shopper makes no bank payments.',
      'b1d7a3e4-0000-4000-8000-000000000002',
    ),
    email: field(
      text.optional(),
      'The email address of the shopper.',
      'Without it, the suite does not check that a token reads the data of its shopper.',
      'ada@shop.example',
    ),
    exchanges: field(
      z.array(text).min(1).optional(),
      'The exchanges where the shopper has the properties of the role; all by default.',
      'The suite pays as this shopper only there.',
      ['anexchange'],
    ),
    coin: field(
      text.optional(),
      'The crypto currency with which the shopper has the properties of the role; `known.coin` by default.',
      'The suite pays as this shopper only with it.',
      'LTC',
    ),
    amount: field(
      text.regex(/^[0-9]+\.[0-9]{2}$/).optional(),
      'The amount in USD at which the shopper has the properties of the role; `known.amount` by default.',
      'The suite pays this amount as the shopper; it must not exceed `limits.amount`.',
      '99.00',
    ),
  })
  .strict()

/** Shoppers by what is special about them. Only `ready` is required; each other one makes more requirements checkable. */
export const roles = [
  'ready',
  'lowBalance',
  'notWhitelisted',
  'expiredLink',
  'unsupportedWallet',
  'belowMinimum',
  'asksPassword',
  'abroad',
  'noBank',
  // Any other shopper. A simulator's has another role, too, which names it better.
  'second',
] as const
/** The purpose of a shopper's account, such as `lowBalance`. */
export type Role = (typeof roles)[number]

const roleTexts: Readonly<
  Record<Exclude<Role, 'ready'>, readonly [meaning: string, uncheckedWithout: string]>
> = {
  lowBalance: ['A shopper with too little at the exchanges.', 'error 419 and balances'],
  notWhitelisted: [
    'A shopper whose deposit address is not whitelisted yet: whitelisting is pending.',
    'error 420 and its flag',
  ],
  expiredLink: ['A shopper whose links to the exchanges have expired.', 'error 418'],
  unsupportedWallet: ['A shopper whose wallets are not supported.', 'error 421'],
  belowMinimum: ['A shopper at exchanges with a minimum above `known.amount`.', 'error 422'],
  asksPassword: ['A shopper who has not supplied the exchange password.', 'the flag `password`'],
  abroad: ['A shopper outside the US with a linked bank account.', 'the refusal of such bank payments'],
  noBank: ['A shopper without a linked bank account.', 'the empty list of accounts'],
  second: ['Another shopper than `ready`, with exchanges.', 'the isolation of shoppers'],
}

const exampleOf = (name: string) => ({
  accessToken: { env: `${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}_TOKEN` },
})

export const shoppers = z
  .object({
    ready: field(
      shopper,
      'A shopper with balance at the exchanges and, with a stockId, a linked US bank account.',
      'Most payments are made as this shopper.',
      exampleOf('shopper'),
    ),
    ...Object.fromEntries(
      Object.entries(roleTexts).map(([role, [meaning, unchecked]]) => [
        role,
        field(
          shopper.optional(),
          meaning,
          `Without one, the suite does not check ${unchecked}.`,
          exampleOf(role),
        ),
      ]),
    ),
  } as { ready: typeof shopper } & { [R in Exclude<Role, 'ready'>]: z.ZodOptional<typeof shopper> })
  .strict()

export function clientIdOf({ id, clientId = id }: { id: string; clientId?: string | undefined }): string {
  return clientId
}

export function merchantIdOf(
  { id }: { id: string },
  form: ClientAssumptions['authentication.merchant-id-form'] = 'plain',
): string {
  return form === 'base64' ? Buffer.from(id).toString('base64') : id
}
