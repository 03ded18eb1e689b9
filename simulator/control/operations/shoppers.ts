// What shoppers hold at exchanges, and the mail they got.

import { z } from 'zod'
import { component, text } from '../../../spec/primitives.ts'
import { controlOperation } from '../operation.ts'
import { AmountText, Instant } from './primitives.ts'

export const setBalance = controlOperation({
  method: 'put',
  path: '/control/shoppers/{id}/balances',
  topic: 'shoppers',
  summary: 'Set what a shopper holds of a coin at an exchange',
  params: z.object({ id: text }),
  body: z.strictObject({ exchange: text, coin: text, amount: AmountText }),
  bodyExamples: { empty: { exchange: 'alphaexchange', coin: 'BTC', amount: '0' } },
  response: z.object({ shopperId: text, exchange: text, balances: z.record(text) }),
})

export const Mail = component(
  'Mail',
  z.object({ at: Instant, to: text, subject: text, text, subscription: text, billAt: Instant }),
  { description: 'A reminder of a bill, as it went to the shopper.' },
)

export const listMail = controlOperation({
  method: 'get',
  path: '/control/mailbox',
  topic: 'shoppers',
  summary: 'The reminders that went to shoppers, oldest first',
  query: z.object({ shopperId: text.optional() }),
  response: z.object({ mail: z.array(Mail) }),
})
