// What leaves open the items that concern the service as a whole: who may call, sealing, refusals, limits, the webhook.

import type { OpenItemId } from '../../open-items.ts'
import { operationIds } from '../../operations.ts'
import {
  type Condition,
  mayBeLeftOut,
  noHeaders,
  openBody,
  openRefusals,
  operationIn,
  remains,
  says,
  sealedLeaves,
  silentOn,
  statedError,
  takesMoreKeys,
} from '../conditions.ts'
import type { OpenApiDocument, Schema } from '../document.ts'

const text: Schema = { type: 'string' }
const limits = (document: OpenApiDocument) => document['x-limits']
const webhook = (document: OpenApiDocument) => document.webhooks.merchantWebhook

export const serviceOpenness = {
  'access.token-issue': [
    silentOn(/tokens? (is|are) (issued|obtained)|expir/i, 'Tokens expire after an hour.'),
  ],
  'access.invoice-headers': noHeaders('createInvoice'),
  'access.bank-payment-headers': noHeaders('createBankPayment'),
  'access.payee-headers': noHeaders('addPayees'),
  'access.transfer-token': [
    remains((document) => operationIn(document, 'createTransfers'), 'security', [{ unstatedToken: [] }]),
  ],
  'access.merchant-auth': [
    says('SubscriptionDebitRequest.merchantAuth', text),
    says('SubscriptionCancelRequest.merchantAuth', text),
  ],
  'access.bank-payment-field': openBody('createBankPayment'),
  'access.payee-field': openBody('addPayees'),
  'sealing.validation': [
    sealedLeaves('validateExchangePayment', 'scheme', 'rsa'),
    sealedLeaves('validateExchangePayment', 'key', 'merchantPublicKey'),
  ],
  'sealing.payouts': (['createTransfers', 'addPayees'] as const).flatMap((operationId) => [
    sealedLeaves(operationId, 'scheme', 'passphrase'),
    sealedLeaves(operationId, 'key', 'clientSecret'),
  ]),
  'sealing.rsa-padding': [silentOn(/oaep|pkcs/i, 'RSA with PKCS#1 v1.5 padding.')],
  'sealing.long-payloads': [silentOn(/\bblocks?\b/i, 'Longer texts are cut into blocks.')],
  'sealing.passphrase-format': [silentOn(/salted|openssl|md5|cbc|pbkdf/i, 'AES-256-CBC, OpenSSL format.')],

  'errors.http-status': operationIds.flatMap(openRefusals),
  'errors.envelope': operationIds.flatMap(openRefusals),
  'errors.wording': operationIds
    .filter((operationId) => !['createExchangePayment', 'createTransfers', 'addPayees'].includes(operationId))
    .map((operationId) =>
      remains((document) => operationIn(document, operationId), 'x-stated-errors', undefined),
    ),
  'errors.subscription-form': [...openRefusals('debitSubscription'), ...openRefusals('cancelSubscription')],
  'exchange-errors.carrier': [
    ...openRefusals('createExchangePayment'),
    remains(statedError('createExchangePayment', 0), 'status', undefined),
    remains(statedError('createExchangePayment', 0), 'httpStatus', undefined),
  ],
  'exchange-errors.precedence': [
    silentOn(/preceden|several errors|wins over/i, 'The link takes precedence.'),
  ],
  'exchange-errors.exchange-name': [
    remains(statedError('createExchangePayment', 4), 'followedBy', 'exchange'),
  ],
  'requests.unknown-fields': [takesMoreKeys('InvoiceRequest')],
  'requests.sealed-fields': mayBeLeftOut('PaymentCartItem', 'localAmount', 'localCurrency'),
  'answers.additional-fields': [takesMoreKeys('Transaction')],
  'limits.post-size': [
    remains(limits, 'postRequestMax', '2M'),
    remains((document) => webhook(document).post['x-limits'], 'postRequestMax', '2M'),
  ],
  'limits.get-measure': [silentOn(/whole url|path and query/i, 'Counted over the whole URL.')],
  'limits.rate': [silentOn(/rate limit|per (second|minute|hour)/i, '100 requests per minute.')],
  'answers.pagination': [
    remains((document) => operationIn(document, 'listBanks'), 'parameters', undefined),
    silentOn(/next page|page (size|number)|\bcursor\b|\boffset\b/i, 'Ask for the next page.'),
  ],
  'service.version': [silentOn(/api-version|versioned/i, 'Answers carry x-api-version.')],

  'webhook.payload': [
    remains((document) => webhook(document).post.requestBody ?? {}, 'content', { '*/*': { schema: {} } }),
    remains((document) => webhook(document).get, 'requestBody', undefined),
  ],
  'webhook.query': [remains((document) => webhook(document).get, 'parameters', undefined)],
  'webhook.signature': [
    silentOn(/sha-?256|hmac|x-signature|signed with/i, "Signed with the service's key."),
    remains((document) => webhook(document).post, 'parameters', undefined),
  ],
  'webhook.retries': [silentOn(/retried|back-?off|attempts?/i, 'Retried three times.')],
  'webhook.first-status': [silentOn(/first status|on creation/i, 'The first status is reported.')],
  'webhook.too-long': [silentOn(/withheld|shorten|truncat|not sent/i, 'What is longer is not sent.')],
} satisfies Partial<Record<OpenItemId, Condition[]>>
