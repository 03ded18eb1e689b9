// Balances of shoppers at exchanges, and the emails that they receive.

import { z } from 'zod'
import { namedObject, text } from '../../primitives.ts'
import { put } from '../operation.ts'
import { AmountText, Instant, list } from './primitives.ts'

const Email = namedObject('Email', 'A reminder of a bill, as sent to the shopper.', {
  at: Instant,
  to: text,
  subject: text,
  text,
  subscription: text,
  billAt: Instant,
})

export const shoppers = {
  setBalance: put(
    '/control/shoppers/{id}/balances',
    'Set the balance of a shopper in a coin at an exchange',
    {
      params: z.object({ id: text }),
      body: z.strictObject({ exchange: text, coin: text, amount: AmountText }),
      bodyExamples: { empty: { exchange: 'alphaexchange', coin: 'BTC', amount: '0' } },
      response: z.object({ shopperId: text, exchange: text, balances: z.record(text) }),
    },
  ),
  listEmails: list(
    '/control/emails',
    'List the reminders sent to shoppers, oldest first',
    { emails: z.array(Email) },
    { shopperId: text.optional() },
  ),
}
