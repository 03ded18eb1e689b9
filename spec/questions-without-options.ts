// Questions that the contract leaves open and that have no options, because no client can see a difference, or because the words decide.

interface OpenQuestion {
  /** The headings of the contract, as in a requirement. */
  section: string
  question: string
  reason: string
}

export const questionsWithoutOptions: readonly OpenQuestion[] = [
  {
    section: 'Resources, conventions',
    question: 'Which form does a UUID-style id have, and is it checked in requests?',
    reason: 'A client sends ids that the service gave it. An id in another form is an unknown id.',
  },
  {
    section: 'Resources, Transaction record',
    question: 'Can a field be left out instead of null?',
    reason: 'The tables list the fields of each response, so a response without one contradicts them.',
  },
  {
    section: 'Resources, Transaction record',
    question: 'How are `txMetaId` and `txMetadata.id` related?',
    reason: 'No request takes either of them.',
  },
  {
    section: 'Resources, Transaction record',
    question: 'What do the integers in `statusRefund` of an item count?',
    reason: 'No operation refunds an item, so they stay zero.',
  },
  {
    section: 'Resources, Currency entry',
    question:
      'What do `isPayment`, `isTopCoin`, `isEnabled` and `fiatEquivalent` mean, and can a fiat currency be listed?',
    reason:
      'Clients show them, and no request depends on them. The words list what the merchant has enabled, so `isEnabled` is true.',
  },
  {
    section: 'States and transitions',
    question: 'Which states does a subscription have?',
    reason: 'No response has one. A client sees only which debits and cancellations are accepted.',
  },
  {
    section: 'States and transitions',
    question: 'Who may cancel a transaction?',
    reason: 'No operation cancels one. The control API does it as the exchange, the network or the bank.',
  },
  {
    section: 'Endpoints, shared conventions',
    question:
      'How does the service know whose private key decrypts a payload, in which `clientId` is encrypted?',
    reason: 'A client encrypts with the same key, however the service finds it: it can try all keys.',
  },
  {
    section: 'Endpoints, 2',
    question: 'How is a refund requested, and what ends the request?',
    reason: 'No operation requests or shows one. The control API requests it as the shopper.',
  },
  {
    section: 'Endpoints, 3',
    question: 'Who converts a cart in another currency for the pre-payment check?',
    reason: 'The client: `nativeAmount` is the total in US dollars by the words.',
  },
  {
    section: 'Endpoints, 6',
    question:
      'Does a transfer have states, which balance is it paid from, and is it reported to the webhook?',
    reason:
      'No operation shows a transfer after its response, and the webhook reports transactions by the words.',
  },
  {
    section: 'Endpoints, 6; Endpoints, 7',
    question: 'Which rows do `insertedCount`, `receivers` and `payees` cover?',
    reason: 'Every row of a success was inserted, so they are the same rows.',
  },
  {
    section: 'Endpoints, 9',
    question: 'With `forceUpdate` true, what becomes of a refund request?',
    reason: 'The words close the partial payment, and no response shows the request afterwards.',
  },
  {
    section: 'Endpoints, 12',
    question: 'What do `value`, `priority` and `default` of a bank mean, and are other banks listed?',
    reason: 'No request takes them, and the words list the banks that the shopper linked.',
  },
  {
    section: 'Endpoints, 15',
    question: 'What does `rateDivisor` divide?',
    reason: 'No other field of the response has a rate, and no request takes one.',
  },
  {
    section: 'What the service does, 4',
    question: 'Does an automatic debit use the rate of its day, or that of the first payment?',
    reason: 'The rates of a world do not change, so both give the same amount.',
  },
  {
    section: 'Errors, 2',
    question: 'Are the valid rows of a payout inserted if another row is invalid?',
    reason: 'The words refuse the request, and no operation shows rows that were inserted.',
  },
  {
    section: 'Errors, 2',
    question: 'Does the refusal of a payout have further fields?',
    reason:
      'The words show the whole object. See `service.additional-response-fields` for fields of any response.',
  },
  {
    section: 'Events, 1',
    question: 'Does a second registration replace the webhook?',
    reason: 'The merchant portal, where it is registered, is outside the interface.',
  },
  {
    section: 'Events, 5',
    question: 'How does a shopper pre-pay a subscription invoice?',
    reason: 'The interface has no operation for it. A merchant can debit early: `subscriptions.early-debit`.',
  },
  {
    section: 'Limits',
    question: 'Which moment is the time of a partial payment: sent, seen, or confirmed?',
    reason: 'The payment of a simulated wallet is all three at one instant, and no response has the instant.',
  },
]
