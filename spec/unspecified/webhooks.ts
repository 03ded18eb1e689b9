// What the contract does not show about webhooks.

import type { UnspecifiedBehaviors } from '../statements.ts'

export const webhooksUnspecified = {
  'webhooks.custom-parameter-fields': {
    section: 'Resources, customParameter',
    question: 'Whether both parts of customParameter are mandatory, and the method when none is given.',
    places: ['CustomParameter'],
    options: {
      post: { summary: 'Neither is; without a method the webhook is delivered by POST.' },
      get: { summary: 'Neither is; without a method the webhook is delivered by GET.' },
    },
  },
  'webhooks.payload': {
    section: 'Events',
    question: 'The fields of the payload and the names of the event types.',
    places: ['webhook'],
    options: {
      nested: { summary: '`{ type, data: { data: "<JSON>", … }, signature }`.' },
      flat: { summary: 'A flat object with snake_case names.' },
    },
  },
  'webhooks.query': {
    section: 'Events, 3',
    question: 'How custom parameters stand in the query of a GET delivery.',
    places: ['webhook'],
    options: {
      plain: { summary: 'By their own names, before the facts.' },
      bracketed: { summary: 'As `params[name]`.' },
    },
  },
  'webhooks.signature': {
    section: 'Events',
    question: 'How a delivery is signed.',
    places: ['webhook'],
    options: {
      'rsa-sha256': { summary: "RSA-SHA256 over the inner data, in base64, with the service's key." },
      none: { summary: 'Not at all.' },
    },
  },
  'webhooks.retries': {
    section: 'Events',
    question: 'What follows a delivery that failed.',
    places: ['webhook'],
    options: {
      none: { summary: 'Nothing by itself; a person may redeliver.' },
      'back-off': { summary: 'Retries on the virtual clock.', value: { minutes: [1, 5, 30] } },
    },
  },
  'webhooks.first-status': {
    section: 'Events, 2',
    question: 'Whether the first status of a transaction counts as a change.',
    places: ['webhook'],
    options: {
      reported: { summary: 'It is reported.' },
      silent: { summary: 'It is not.' },
    },
  },
  'webhooks.too-long': {
    section: 'Events, 3',
    question: 'What becomes of a delivery beyond the limits.',
    places: ['webhook'],
    options: { withheld: { summary: 'It is not sent, and recorded with the reason.' } },
    soleBecause:
      'To shorten it would lose parameters that must come back; to use another method would break the choice of method.',
  },
} as const satisfies UnspecifiedBehaviors
