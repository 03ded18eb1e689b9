// What the contract states of what may be looked at before an exchange payment: the pre-payment check and the balances;
// and of the names of exchanges, which both share with the payment.

import type { Requirements } from '../statements.ts'

export const exchangeCheckRequirements = {
  'exchange-payments.five-exchanges-supported': {
    section: 'Endpoints, shared conventions: bullet 4',
    statement: 'Five exchanges are supported, each by its name in lower case.',
    observable: { yes: 'One of the five names of the deployment is refused.' },
    places: ['validateExchangePayment/path', 'createExchangePayment/path', 'checkExchangeBalance/path'],
  },
  'exchange-payments.other-exchanges-refused': {
    section: 'Endpoints, shared conventions: bullet 4',
    statement: 'No name but the five stands for an exchange.',
    observable: { yes: 'A made-up name is answered with success.' },
    places: ['validateExchangePayment/path', 'createExchangePayment/path', 'checkExchangeBalance/path'],
  },
  'exchange-payments.validation-accepted': {
    section:
      'Endpoints, 3: body; Endpoints, 3: rows clientId, assets, cart, offerId, confirmation, nativeAmount; Endpoints, shared conventions: bullet 2',
    statement: 'A complete payload, encrypted and sent in base64 as `data`, is checked.',
    observable: { yes: 'A complete payload is not answered with what the check found.' },
    places: ['validateExchangePayment', 'validateExchangePayment/payload', 'ExchangeValidationPayload'],
  },
  'exchange-payments.validation-unreadable-payload-refused': {
    section: 'Endpoints, 3: body',
    statement: '`data` is required and holds the encrypted payload.',
    observable: { yes: 'A body without `data`, noise, or a payload in plain text is answered with success.' },
    places: ['validateExchangePayment/body', 'validateExchangePayment/payload', 'EncryptedData.data'],
  },
  'exchange-payments.validation-confirmation': {
    section: 'Endpoints, 3: row confirmation',
    statement: '`confirmation` says, as text, whether the shopper accepted the terms.',
    observable: { no: 'What follows when the shopper did not is not stated.' },
    places: ['ExchangeValidationPayload.confirmation'],
  },
  'exchange-payments.validation-response-shape': {
    section: 'Endpoints, 3: response',
    statement:
      'The check answers `ok: true` and receiverAddress, receiverMemo, amount, currency, fee, password, showWhitelistElement, exchange, nativeAmount and newRate.',
    observable: { yes: 'One of these is absent, or has another type.' },
    places: ['validateExchangePayment/response', 'ExchangeValidation'],
  },
  'exchange-payments.validation-amounts-are-numbers': {
    section: 'Endpoints, 3: response',
    statement: 'amount, fee, nativeAmount and both rates of newRate are numbers, not text.',
    observable: { yes: 'One of them comes as text.' },
    places: [
      'ExchangeValidation.amount',
      'ExchangeValidation.fee',
      'ExchangeValidation.nativeAmount',
      'ExchangeValidation.newRate',
    ],
  },
  'exchange-payments.validation-memo-text-or-null': {
    section: 'Endpoints, 3: response',
    statement: 'receiverMemo is there: as text, or as null.',
    observable: { yes: 'The field is left out, or is neither text nor null.' },
    places: ['ExchangeValidation.receiverMemo'],
  },
  'exchange-payments.validation-same-coin': {
    section: 'Endpoints, 3: response; Endpoints, 3: row assets',
    statement: 'The check is of the exchange currency that the payload chose.',
    observable: { yes: 'Another code comes back as `currency`.' },
    places: ['ExchangeValidation.currency', 'ExchangeValidationPayload.assets'],
  },
  'exchange-payments.validation-same-amount': {
    section: 'Endpoints, 3: response; Endpoints, 3: row nativeAmount',
    statement: 'The check is of the native amount that the payload names.',
    observable: { yes: 'Another number comes back as `nativeAmount`.' },
    places: ['ExchangeValidation.nativeAmount', 'ExchangeValidationPayload.nativeAmount'],
  },
  'exchange-payments.validation-same-exchange': {
    section: 'Endpoints, 3: response; Endpoints, shared conventions: bullet 4',
    statement: 'The check is of the exchange that the path names.',
    observable: { yes: 'Another of the five exchanges comes back as `exchange`.' },
    places: ['ExchangeValidation.exchange', 'validateExchangePayment/path'],
  },
  'exchange-payments.validation-whitelist-flag': {
    section: 'Endpoints, 3: bullet 1; Errors, 3: sentence 1',
    statement: 'showWhitelistElement is true when the deposit address is not whitelisted on the exchange.',
    observable: {
      yes: 'It is false for a shopper whose address is not whitelisted, or true for one whose address is.',
    },
    places: ['ExchangeValidation.showWhitelistElement'],
  },
  'exchange-payments.validation-password-flag': {
    section: 'Endpoints, 3: bullet 2; Errors, 3: sentence 1',
    statement: 'password is true when the shopper has not supplied the password of the exchange.',
    observable: { yes: 'It is false for a shopper who has yet to supply it.' },
    places: ['ExchangeValidation.password'],
  },
  'exchange-payments.validation-shown-by-the-merchant': {
    section: 'Endpoints, 3: bullets 1, 2',
    statement: "The merchant's site shows an error for the whitelist and asks for the password.",
    observable: { no: "It happens in the merchant's own pages." },
    places: ['ExchangeValidation.showWhitelistElement', 'ExchangeValidation.password'],
  },
  'exchange-payments.validation-same-object-always': {
    section: 'Endpoints, 3: bullet 3; Errors, 3: sentence 1',
    statement: 'The check answers with the same object on every exchange and whatever it finds.',
    observable: { yes: 'For one of the exchanges, or for one of the conditions, fields are missing.' },
    places: ['validateExchangePayment/response', 'ExchangeValidation'],
  },
  'exchange-payments.validation-low-balance-is-no-error': {
    section: 'Errors, 3: sentence 1',
    statement: 'A balance that does not cover the payment is no error of the check.',
    observable: { yes: 'The check of a shopper with a low balance is refused.' },
    places: ['validateExchangePayment', 'validateExchangePayment/refusals'],
  },
  'exchange-payments.validation-messages-vary': {
    section: 'Endpoints, 3: bullet 3',
    statement: "What the check says varies from exchange to exchange, and the merchant's site copes with it.",
    observable: { no: 'No message or code of it is given, so none can be missed.' },
    places: ['ExchangeValidation'],
  },
  'balances.response-shape': {
    section: 'Endpoints, 11: response; Endpoints, 11: query',
    statement:
      'Balances have `ok: true`, a `message` and `accounts`, each with the texts id, accountId, currency, fullTitle, currentRate, logo and mobileLogo, a balance and a lastUpdate.',
    observable: { yes: 'One of these is absent, or has another type.' },
    places: [
      'checkExchangeBalance/response',
      'checkExchangeBalance/query',
      'ExchangeBalances',
      'ExchangeAccount',
    ],
  },
  'balances.text-or-number': {
    section: 'Endpoints, 11: response',
    statement: 'A balance is text or a number.',
    observable: { yes: 'A balance is null, an object, or absent.' },
    places: ['ExchangeAccount.balance'],
  },
  'balances.usable-wallets-shown': {
    section: 'Endpoints, 11: sentence 2',
    statement: 'A wallet that the partner and the merchant have both enabled is shown.',
    observable: { yes: 'The wallet of a coin that both have enabled, and that is not empty, is not shown.' },
    places: ['checkExchangeBalance/response', 'ExchangeBalances.accounts'],
  },
  'balances.enabled-by-the-merchant': {
    section: 'Endpoints, 11: sentence 2; Endpoints, 11: query',
    statement: 'Only wallets that the merchant named by merchantId has enabled are shown.',
    observable: { yes: 'A wallet is shown that this merchant has not enabled.' },
    places: ['checkExchangeBalance/response', 'ExchangeBalances.accounts'],
  },
  'balances.enabled-by-the-partner': {
    section: 'Endpoints, 11: sentence 2',
    statement: 'Only wallets that the partner has enabled are shown.',
    observable: { yes: 'A wallet is shown that the partner has not enabled.' },
    places: ['checkExchangeBalance/response', 'ExchangeBalances.accounts'],
  },
  'balances.of-the-shopper': {
    section: 'Endpoints, 11: sentence 2; What the service does, 7: sentence 1',
    statement: "The balances are those of the shopper's own wallets, so that too low a one can be avoided.",
    observable: { yes: "A shopper is shown another shopper's balance." },
    places: ['checkExchangeBalance', 'ExchangeAccount.balance'],
  },
} as const satisfies Requirements
