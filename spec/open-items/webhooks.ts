// Open items about the merchant's webhook.

import type { OpenItems } from '../statements.ts'

export const webhookItems = {
  'webhook.payload': {
    section: 'Events',
    question: 'The fields of the payload and the names of the event types.',
    places: ['webhook'],
    standIns: {
      nested: { summary: '`{ type, data: { data: "<JSON>", … }, signature }`.' },
      flat: { summary: 'A flat object with snake_case names.' },
    },
  },
  'webhook.query': {
    section: 'Events, 3',
    question: 'How custom parameters stand in the query of a GET delivery.',
    places: ['webhook'],
    standIns: {
      plain: { summary: 'By their own names, before the facts.' },
      bracketed: { summary: 'As `params[name]`.' },
    },
  },
  'webhook.signature': {
    section: 'Events',
    question: 'How a delivery is signed.',
    places: ['webhook'],
    standIns: {
      rsaSha256: { summary: "RSA-SHA256 over the inner data, in base64, with the service's key." },
      none: { summary: 'Not at all.' },
    },
  },
  'webhook.retries': {
    section: 'Events',
    question: 'What follows a delivery that failed.',
    places: ['webhook'],
    standIns: {
      none: { summary: 'Nothing by itself; a person may redeliver.' },
      backOff: { summary: 'Retries on the virtual clock.', value: { minutes: [1, 5, 30] } },
    },
  },
  'webhook.first-status': {
    section: 'Events, 2',
    question: 'Whether the first status of a transaction counts as a change.',
    places: ['webhook'],
    standIns: {
      reported: { summary: 'It is reported.' },
      silent: { summary: 'It is not.' },
    },
  },
  'webhook.too-long': {
    section: 'Events, 3',
    question: 'What becomes of a delivery beyond the limits.',
    places: ['webhook'],
    standIns: { withheld: { summary: 'It is not sent, and recorded with the reason.' } },
    soleBecause:
      'To shorten it would lose parameters that must come back; to use another method would break the choice of method.',
  },
} as const satisfies OpenItems
