// The accounts of a sandbox, their credentials, and the assumptions in force.

import { z } from 'zod'
import { component, namedObject, present, text } from '../../primitives.ts'
import { get, post, put } from '../operation.ts'
import { Instant, list } from './primitives.ts'

const Credentials = namedObject(
  'Credentials',
  'The URLs of the sandbox and its test accounts. Keys are in PEM format. `plugins` is absent without any.',
  {
    baseUrl: text,
    controlUrl: text,
    merchants: z.array(
      component(
        'MerchantCredentials',
        z.object({
          id: text,
          clientId: text,
          username: text,
          companyName: text,
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
          email: text,
          description: text,
          accessToken: text,
          country: text,
          stockIds: z.array(text),
        }),
      ),
    ),
    exchanges: z.array(text),
    partnerCurrencies: z.array(text),
    servicePublicKey: text,
    plugins: z.array(text).optional(),
  },
)

const Assumption = component(
  'Assumption',
  z.object({
    id: text,
    question: text,
    section: text,
    assumption: text,
    isChanged: z.boolean(),
    value: z.unknown().optional(),
    effect: text,
    otherOptions: z.array(text),
  }),
)

export const credentials = {
  getCredentials: get(
    '/control/credentials',
    'Get the URLs and the test accounts with their keys and tokens',
    { response: Credentials },
  ),
  issueToken: post('/control/tokens', 'Renew an access token', {
    description:
      'Access tokens are data of the world. If assumption `authentication.token-issue` lets tokens expire, this makes the token valid for its full lifetime from now.',
    body: z.strictObject({ accessToken: text }),
    bodyExamples: { shopper: { accessToken: 'shopper-ready' } },
    response: z.object({ accessToken: text, expiresAt: Instant.nullable() }),
  }),
  getAssumptions: list(
    '/control/assumptions',
    'List the unspecified behaviors with the assumption in force for each',
    { assumptions: z.array(Assumption) },
  ),
  setAssumption: put('/control/assumptions/{id}', 'Choose the assumption for an unspecified behavior', {
    description:
      'Applies from now on. What has already happened does not change. A reset keeps it, a restored snapshot has its own.',
    params: z.object({ id: text }),
    body: z.strictObject({ use: text, value: present.optional() }),
    bodyExamples: { option: { use: 'refused' } },
    response: Assumption,
  }),
}
