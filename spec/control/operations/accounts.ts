// The accounts of a sandbox with their credentials, balances and webhooks, the assumptions in force, and payloads that are encrypted for
// clients that cannot.

import { z } from 'zod'
import { boolean, field, namedObject, present, text } from '../../primitives.ts'
import { AmountText, Instant, ServiceOperation, WebhookUrl } from '../fields.ts'
import { kinds } from '../kinds.ts'
import { get, list, post, put } from '../operation.ts'

const webhookUrl = field(text.nullable(), 'Where status changes are delivered, or null.')
const accessToken = field(text, 'The access token of the account.')

const MerchantCredentials = namedObject('MerchantCredentials', 'A merchant with its keys in PEM format.', {
  id: field(text, 'The id of the merchant.'),
  clientId: field(text, 'What requests call `clientId`.'),
  username: field(text, 'The user name.'),
  companyName: field(text, 'The name of the company.'),
  accessToken,
  clientSecret: field(text, 'The client secret: the passphrase of some encrypted payloads.'),
  merchantAuth: field(text, 'The merchant credential of subscription operations.'),
  publicKey: field(text, 'The RSA public key that encrypts payloads.'),
  verified: field(boolean, 'Whether the business verification (KYB) is done.'),
  bankAccountId: field(text.nullable(), 'The linked bank account, or null.'),
  enabledCurrencies: field(z.array(text), 'Codes of the enabled currencies.'),
  webhookUrl,
})

const ShopperCredentials = namedObject('ShopperCredentials', 'A shopper.', {
  id: field(text, 'The id of the shopper.'),
  name: field(text, 'The name of the account.'),
  email: field(text, 'Email address.'),
  description: field(text, 'What happens when this shopper pays.'),
  accessToken,
  country: field(text, 'Country code of two letters.'),
  stockIds: field(z.array(text), 'Ids of the linked bank accounts.'),
})

const Credentials = namedObject('Credentials', 'The URLs of the sandbox and its test accounts.', {
  baseUrl: field(text, 'The base URL of the service.'),
  controlUrl: field(text, 'The URL of the control API.'),
  merchants: field(z.array(MerchantCredentials), 'The merchants.'),
  shoppers: field(z.array(ShopperCredentials), 'The shoppers.'),
  exchanges: field(z.array(text), 'The names of the exchanges.'),
  partnerCurrencies: field(z.array(text), 'Codes of the currencies that the partner has enabled.'),
  servicePublicKey: field(text, "The service's public key in PEM, which verifies webhooks."),
  plugins: field(z.array(text).optional(), 'The names of the plugins that are loaded. Absent without any.'),
})

const Assumption = namedObject('Assumption', 'An unspecified behavior, and the option in force.', {
  id: field(text, 'The id of the unspecified behavior.'),
  question: field(text, 'What the contract leaves open.'),
  section: field(text, 'The sections of the contract.'),
  assumption: field(text, 'The name of the option in force.'),
  isChanged: field(boolean, 'Whether another option than the default is in force.'),
  value: field(z.unknown().optional(), 'The value, for an option that takes one.'),
  effect: field(text, 'What the simulator does under the option.'),
  otherOptions: field(z.array(text), 'The names of the other options.'),
})

const id = z.object({ id: field(text, 'The id, or the access token.') })

export const accounts = {
  getCredentials: get(
    '/control/credentials',
    'Get the URLs and the test accounts with their keys and tokens',
    { response: Credentials },
  ),
  issueToken: post('/control/tokens', 'Renew an access token', {
    description:
      'Access tokens are data of the world. If assumption `authentication.token-issue` lets tokens expire, this makes the token valid for its full lifetime from now.',
    body: z.strictObject({ accessToken }),
    bodyExamples: { shopper: { accessToken: 'shopper-ready' } },
    response: z.object({
      accessToken,
      expiresAt: field(Instant.nullable(), 'When the token expires, or null.'),
    }),
  }),
  registerWebhook: put(
    '/control/merchants/{id}/webhook',
    'Register the webhook of a merchant, as the merchant portal does; null removes it',
    {
      params: id,
      body: z.strictObject({ url: field(WebhookUrl.nullable(), 'The URL of the webhook.') }),
      bodyExamples: { local: { url: 'http://127.0.0.1:3000/webhook' } },
      response: z.object({ merchantId: field(text, 'The id of the merchant.'), webhookUrl }),
    },
  ),
  setBalance: put(
    '/control/shoppers/{id}/balances',
    'Set the balance of a shopper in a coin at an exchange',
    {
      params: id,
      body: z.strictObject({
        exchange: field(text, 'The name of the exchange.'),
        coin: field(text, 'The code of the coin.'),
        amount: field(AmountText, 'The new balance.'),
      }),
      bodyExamples: { empty: { exchange: 'alphaexchange', coin: 'BTC', amount: '0' } },
      response: z.object({
        shopperId: field(text, 'The id of the shopper.'),
        exchange: field(text, 'The name of the exchange.'),
        balances: field(z.record(text), 'The balances by coin.'),
      }),
    },
  ),
  settle: post('/control/settle', 'Settle now the crypto received so far', {
    response: z.object({
      settlements: field(z.array(kinds.settlements.record), 'The settlements that were made.'),
    }),
  }),
  getAssumptions: list(
    '/control/assumptions',
    'List the unspecified behaviors with the assumption in force for each',
    { assumptions: field(z.array(Assumption), 'The assumptions.') },
    {},
  ),
  setAssumption: put('/control/assumptions/{id}', 'Choose the assumption for an unspecified behavior', {
    description:
      'Applies from now on. What has already happened does not change. A reset keeps it, a restored snapshot has its own.',
    params: z.object({ id: field(text, 'The id of the unspecified behavior.') }),
    body: z.strictObject({
      use: field(text, 'The name of the option.'),
      value: field(present.optional(), 'The value, for an option that takes one.'),
    }),
    bodyExamples: { option: { use: 'refused' } },
    response: Assumption,
  }),
  encryptPayload: post('/control/encrypt', 'Encrypt a payload and put it into a request body', {
    description:
      'Encrypts as a client does. The random bytes come from the sandbox, so that the same inputs produce the same text.',
    body: z.strictObject({
      operationId: field(ServiceOperation, 'The id of the operation.'),
      merchantId: field(text, 'The id of the merchant.'),
      payload: field(present, 'The payload.'),
      padding: field(
        z.enum(['oaep', 'pkcs1']).optional(),
        'The RSA padding; by default the one that the assumptions accept.',
      ),
    }),
    bodyExamples: {
      closing: {
        operationId: 'closePartialPayment',
        merchantId: '8a4d1c55-0000-4000-8000-000000000001',
        payload: { offerId: 'order-1001' },
      },
    },
    response: z.object({
      field: field(
        text.nullable(),
        'The field of the body with the encrypted text; null if the text is the body.',
      ),
      encrypted: field(text, 'The encrypted text.'),
      body: field(present, 'The request body with the encrypted text.'),
    }),
  }),
}
