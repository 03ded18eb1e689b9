// What leaves open the items that concern the service as a whole: who may call, encryption, refusals, limits, the webhook.

import { operationIds } from '../../operations.ts'
import type { UnspecifiedId } from '../../unspecified.ts'
import {
  type Condition,
  encryptedLeaves,
  mayBeLeftOut,
  noHeaders,
  openBody,
  openRefusals,
  operationIn,
  remains,
  says,
  silentOn,
  statedError,
  takesMoreKeys,
} from '../conditions.ts'
import type { OpenApiDocument, Schema } from '../document.ts'

const text: Schema = { type: 'string' }
const limits = (document: OpenApiDocument) => document['x-limits']
const webhook = (document: OpenApiDocument) => document.webhooks.merchantWebhook

export const serviceOpenness = {
  'authentication.token-issue': [
    silentOn(/tokens? (is|are) (issued|obtained)|expir/i, 'Tokens expire after an hour.'),
  ],
  'authentication.invoice-headers': noHeaders('createInvoice'),
  'authentication.bank-payment-headers': noHeaders('createBankPayment'),
  'authentication.payee-headers': noHeaders('addPayees'),
  'authentication.transfer-token': [
    remains((document) => operationIn(document, 'createTransfers'), 'security', [{ unstatedToken: [] }]),
  ],
  'authentication.merchant-auth': [
    says('SubscriptionDebitRequest.merchantAuth', text),
    says('SubscriptionCancelRequest.merchantAuth', text),
  ],
  'encryption.bank-payment-field': openBody('createBankPayment'),
  'encryption.payee-field': openBody('addPayees'),
  'encryption.exchange-validation': [
    encryptedLeaves('validateExchangePayment', 'scheme', 'rsa'),
    encryptedLeaves('validateExchangePayment', 'key', 'merchantPublicKey'),
  ],
  'encryption.payouts': (['createTransfers', 'addPayees'] as const).flatMap((operationId) => [
    encryptedLeaves(operationId, 'scheme', 'passphrase'),
    encryptedLeaves(operationId, 'key', 'clientSecret'),
  ]),
  'encryption.rsa-padding': [silentOn(/oaep|pkcs/i, 'RSA with PKCS#1 v1.5 padding.')],
  'encryption.long-payloads': [silentOn(/\bblocks?\b/i, 'Longer texts are cut into blocks.')],
  'encryption.passphrase-format': [silentOn(/salted|openssl|md5|cbc|pbkdf/i, 'AES-256-CBC, OpenSSL format.')],

  'errors.http-status': operationIds.flatMap(openRefusals),
  'errors.envelope': operationIds.flatMap(openRefusals),
  'errors.wording': operationIds
    .filter((operationId) => !['createExchangePayment', 'createTransfers', 'addPayees'].includes(operationId))
    .map((operationId) =>
      remains((document) => operationIn(document, operationId), 'x-stated-errors', undefined),
    ),
  'errors.subscription-form': [...openRefusals('debitSubscription'), ...openRefusals('cancelSubscription')],
  'exchange-payments.error-carrier': [
    ...openRefusals('createExchangePayment'),
    remains(statedError('createExchangePayment', 0), 'status', undefined),
    remains(statedError('createExchangePayment', 0), 'httpStatus', undefined),
  ],
  'exchange-payments.error-precedence': [
    silentOn(/preceden|several errors|wins over/i, 'The link takes precedence.'),
  ],
  'exchange-payments.error-exchange-name': [
    remains(statedError('createExchangePayment', 4), 'followedBy', 'exchange'),
  ],
  'service.unknown-request-fields': [takesMoreKeys('InvoiceRequest')],
  'encryption.required-payload-fields': mayBeLeftOut('PaymentCartItem', 'localAmount', 'localCurrency'),
  'service.additional-response-fields': [takesMoreKeys('Transaction')],
  'limits.post-size': [
    remains(limits, 'postRequestMax', '2M'),
    remains((document) => webhook(document).post['x-limits'], 'postRequestMax', '2M'),
  ],
  'limits.get-measure': [silentOn(/whole url|path and query/i, 'Counted over the whole URL.')],
  'limits.rate': [silentOn(/rate limit|per (second|minute|hour)/i, '100 requests per minute.')],
  'service.pagination': [
    remains((document) => operationIn(document, 'listBanks'), 'parameters', undefined),
    silentOn(/next page|page (size|number)|\bcursor\b|\boffset\b/i, 'Ask for the next page.'),
  ],
  'service.version': [silentOn(/api-version|versioned/i, 'Answers carry x-api-version.')],

  'webhooks.payload': [
    remains((document) => webhook(document).post.requestBody ?? {}, 'content', { '*/*': { schema: {} } }),
    remains((document) => webhook(document).get, 'requestBody', undefined),
  ],
  'webhooks.query': [remains((document) => webhook(document).get, 'parameters', undefined)],
  'webhooks.signature': [
    silentOn(/sha-?256|hmac|x-signature|signed with/i, "Signed with the service's key."),
    remains((document) => webhook(document).post, 'parameters', undefined),
  ],
  'webhooks.retries': [silentOn(/retried|back-?off|attempts?/i, 'Retried three times.')],
  'webhooks.first-status': [silentOn(/first status|on creation/i, 'The first status is reported.')],
  'webhooks.too-long': [silentOn(/withheld|shorten|truncat|not sent/i, 'What is longer is not sent.')],
} satisfies Partial<Record<UnspecifiedId, Condition[]>>
