// The webhook as it is delivered under the assumptions in force. Its schema is inferred from deliveries, so that it follows
// whatever the assumptions say about the payload.

import { parseJson } from '../../../core/json.ts'
import { transactionStatuses } from '../../../spec/enumerations.ts'
import type { OpenApiDocument, Parameter, WebhookOperationNode } from '../../../spec/openapi/document.ts'
import { getQuery, paymentStatus, postBody, type WebhookFacts } from '../../webhooks/payload.ts'
import { signedQuery } from '../../webhooks/signature.ts'
import type { StatusName } from '../../world/transitions.ts'
import type { World } from '../../world/world.ts'
import { inferSchema } from './inferred-schema.ts'

type WebhookNode = OpenApiDocument['webhooks']['merchantWebhook']

const acknowledged = {
  '2XX': { description: 'Received. Every other status, or no response in time, is a failed delivery.' },
}

/** The webhook of the contract's document, completed. */
export function servedWebhook(world: World, webhook: WebhookNode): object {
  const { post, get } = webhook
  const samples = samplesOf(world)
  const bodies = samples.map(({ status, facts }) => postBody(world, { status }, facts, false))
  const values = bodies.map(parseJson)
  const isJson = values.every((value) => value !== undefined)
  const content = isJson
    ? { 'application/json': { schema: inferSchema(values), examples: { sample: { value: values.at(-1) } } } }
    : { 'text/plain': { schema: { type: 'string' }, examples: { sample: { value: bodies.at(-1) } } } }
  return {
    ...webhook,
    description: `${webhook.description} ${retriesText(world)} ${renewalsText} ${signatureText(world)}`,
    post: {
      ...withReceiver(post),
      requestBody: { description: 'The delivery.', required: true, content },
    },
    get: {
      ...withReceiver(get),
      parameters: queryParameters(
        world,
        samples.map(({ facts }) => facts),
      ),
    },
  }
}

function withReceiver(node: WebhookOperationNode) {
  return { ...node, security: [], responses: acknowledged }
}

const renewalsText =
  'Renewals of a subscription have the `offerId` and the custom parameters of its first payment; only `transactionId` differs.'

function signatureText({ assumptions, accounts }: World): string {
  if (!assumptions.is('webhooks.signature', 'rsa-sha256')) return 'Here, deliveries are not signed.'
  return `Here, deliveries are signed by RSA-SHA256 in base64: a POST over the text in \`data.data\`, a GET over the query before \`signature\`. Read the facts from what is signed; copies of them elsewhere are not. The public key:\n\n${accounts.serviceKey.publicKeyPem}`
}

function retriesText({ assumptions }: World): string {
  return assumptions.is('webhooks.retries', 'none')
    ? 'Here, a failed delivery is not repeated.'
    : 'Here, a failed delivery is repeated on the virtual clock.'
}

function queryParameters(world: World, samples: readonly WebhookFacts[]): Parameter[] {
  const queries = samples.map((facts) => [
    ...new URLSearchParams(signedQuery(world, getQuery(world, facts).toString(), false)).entries(),
  ])
  const names = [...new Set(queries.flat().map(([name]) => name))]
  return names.map((name) => {
    const values = queries.flatMap((query) => query.filter(([key]) => key === name).map(([, value]) => value))
    return {
      name,
      in: 'query',
      required: queries.every((query) => query.some(([key]) => key === name)),
      description: /basket/.test(name)
        ? 'A custom parameter of the merchant, such as this one.'
        : `As in a delivery by POST.`,
      schema: inferSchema(values),
    }
  })
}

/** All forms of deliveries: each status, for a payment with and without a customer and a subscription. */
function samplesOf(world: World): { status: StatusName; facts: WebhookFacts }[] {
  const { assumptions, accounts } = world
  const [coin] = accounts.currencies.filter(({ isFiat }) => !isFiat)
  const integers = assumptions.value('transactions.status-integers')
  const subscription = {
    id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
    merchantSubscriptionId: 'subscription-1001',
  }
  const customerInfo = { name: 'Ada Example', email: 'ada@shop.example' }
  return transactionStatuses.flatMap((status) =>
    [false, true].map((isSubscription) => ({
      status,
      facts: {
        offerId: 'order-1001',
        transactionId: '5b2fd1d6-91c1-4f33-8fd0-1f6f5d1e2c01',
        amount: '129.95',
        currency: 'USD',
        cryptoAmount: '0.002599',
        cryptoCurrency: coin?.id ?? '',
        receivedAmount: '0.002599',
        status: integers[status],
        paymentStatus: paymentStatus(world, status),
        isSubscription,
        subscription: isSubscription ? [subscription] : [],
        customerInfo: isSubscription ? customerInfo : null,
        customParameter: [{ name: 'basket', value: 'b-17' }],
      },
    })),
  )
}
