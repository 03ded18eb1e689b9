// Who exists in a sandbox and with what they show who they are.

import { z } from 'zod'
import { component, text } from '../../../spec/primitives.ts'
import { controlOperation } from '../operation.ts'
import { Instant } from './primitives.ts'

export const Credentials = component(
  'Credentials',
  z.object({
    baseUrl: text,
    controlUrl: text,
    merchants: z.array(
      component(
        'MerchantCredentials',
        z.object({
          id: text,
          username: text,
          accessToken: text,
          clientSecret: text,
          merchantAuth: text,
          publicKey: text,
          verified: z.boolean(),
          bankAccountId: text.nullable(),
          enabledCurrencies: z.array(text),
          webhookUrl: text.nullable(),
        }),
      ),
    ),
    shoppers: z.array(
      component(
        'ShopperCredentials',
        z.object({
          id: text,
          name: text,
          description: text,
          accessToken: text,
          country: text,
          stockIds: z.array(text),
        }),
      ),
    ),
    exchanges: z.array(text),
    servicePublicKey: text,
  }),
  { description: 'Where the service is, and everyone who may call it. Keys are in PEM.' },
)

export const getCredentials = controlOperation({
  method: 'get',
  path: '/control/credentials',
  topic: 'credentials',
  summary: 'Base URL, merchants with their keys and tokens, shoppers with their scenarios',
  response: Credentials,
})

export const issueToken = controlOperation({
  method: 'post',
  path: '/control/tokens',
  topic: 'credentials',
  summary: 'Issue an access token anew',
  description:
    'Tokens are data of the world. Where assumption `authentication.token-issue` lets them expire, this makes one hold for its full time from now.',
  body: z.strictObject({ accessToken: text }),
  bodyExamples: { shopper: { accessToken: 'shopper-ready' } },
  response: z.object({ accessToken: text, expiresAt: Instant.nullable() }),
})

export const getAssumptions = controlOperation({
  method: 'get',
  path: '/control/assumptions',
  topic: 'credentials',
  summary: 'What this sandbox does about each thing that the contract leaves open',
  response: z.object({
    assumptions: z.array(
      component(
        'StandInChoice',
        z.object({
          id: text,
          question: text,
          section: text,
          assumption: text,
          does: text,
          others: z.array(text),
        }),
      ),
    ),
  }),
})
