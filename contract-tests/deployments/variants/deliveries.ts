// Lawful deployments whose webhook is another: the contract fixes the method, the custom parameters, the limits and that
// every status change is reported; nothing else of a delivery.

import type { WebhookRequest } from '../../targets/in-process.ts'
import type { Variant } from '../graded-deployment.ts'

type Changed = (request: WebhookRequest) => WebhookRequest

/** A `delivery` that changes the body of what is sent by POST. */
function posting(change: (body: unknown) => { body: string; type?: string }): Changed {
  return (request) => {
    if (request.method !== 'POST') return request
    const { body, type } = change(JSON.parse(request.body))
    return {
      ...request,
      body,
      headers: { ...request.headers, ...(type === undefined ? {} : { 'content-type': type }) },
    }
  }
}

function one(name: string, says: string, change: Changed): Variant {
  return { name, says, delivery: (request) => [change(request)] }
}

const inside = (body: unknown): unknown => Object(body).data ?? body

export const deliveryVariants: readonly Variant[] = [
  {
    name: 'each delivery twice',
    says: 'Whatever is delivered is delivered twice.',
    delivery: (request) => [request, request],
  },
  {
    name: 'a notice before each delivery',
    says: 'Each delivery comes after a notice that says nothing of a transaction.',
    delivery: (request) => [
      { ...request, method: 'POST', url: request.url.replace(/\?.*$/, ''), body: '{"type":"ping"}' },
      request,
    ],
  },
  one(
    'deliveries wrapped in a list',
    'What is posted is a list of one event.',
    posting((body) => ({ body: JSON.stringify({ version: 2, events: [{ payload: inside(body) }] }) })),
  ),
  one(
    'deliveries as a text of JSON',
    'What is posted is JSON in a text field.',
    posting((body) => ({ body: JSON.stringify({ event: JSON.stringify(inside(body)) }) })),
  ),
  one(
    'deliveries as a form',
    'What is posted is a form with the event as JSON in one field.',
    posting((body) => ({
      body: new URLSearchParams({ payload: JSON.stringify(inside(body)) }).toString(),
      type: 'application/x-www-form-urlencoded',
    })),
  ),
  one(
    'parameters as an object',
    'The custom parameters are posted as one object of names and values.',
    posting((body) => {
      const facts = { ...Object(inside(body)) }
      delete facts.data
      const pairs: { name: string; value: string }[] = facts.customParameter ?? []
      facts.customParameter = Object.fromEntries(pairs.map(({ name, value }) => [name, value]))
      return { body: JSON.stringify(facts) }
    }),
  ),
  one('queries in another order', 'The query of a GET has its names in the reverse order.', (request) => {
    if (request.method !== 'GET') return request
    const url = new URL(request.url)
    const query = new URLSearchParams([...url.searchParams].reverse())
    return { ...request, url: `${url.origin}${url.pathname}?${query}` }
  }),
  one('statuses in capitals', 'The words of a status are written in capitals.', (request) => ({
    ...request,
    url: request.url.replace(
      /(paymentStatus=|payment_status=)(\w+)/g,
      (_, name, word) => name + word.toUpperCase(),
    ),
    body: request.body.replace(
      /(\\*"(?:paymentStatus|payment_status)\\*":\\*")(\w+)/g,
      (_, name, word) => name + word.toUpperCase(),
    ),
  })),
  one('no word of a status', 'A delivery says the status as an integer only.', (request) => ({
    ...request,
    url: request.url.replace(/&?(paymentStatus|payment_status)=\w+/g, ''),
    body: request.body
      .replace(/\\*"(?:paymentStatus|payment_status)\\*":\\*"\w+\\*",?/g, '')
      .replace(/"transaction\.\w+"/g, '"transaction"'),
  })),
]
