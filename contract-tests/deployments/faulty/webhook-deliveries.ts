// Deployments whose updates lack the merchant's pairs, come by another method, or are too long.

import type { TransactionState, WebhookRequest, World, Wrapping } from '../../targets/in-process.ts'
import { faulty } from '../graded-deployment.ts'

type Kind = TransactionState['kind']
type Params = NonNullable<NonNullable<TransactionState['customParameter']>['params']>
type Changes = NonNullable<Wrapping['world']>

/** Worlds in which transactions of some kinds keep other pairs than were sent. */
function keeping(
  kinds: readonly Kind[],
  change: (params: Params, returnMethod?: 'GET' | 'POST') => Params,
): Changes {
  return ({ transactions }) => {
    const add = transactions.add.bind(transactions)
    transactions.add = (transaction) => {
      const { customParameter } = transaction
      if (kinds.includes(transaction.kind) && customParameter?.params !== undefined)
        transaction.customParameter = {
          ...customParameter,
          params: change(customParameter.params, customParameter.returnMethod),
        }
      add(transaction)
    }
  }
}

const mapped = (change: (value: string) => string) => (params: Params) =>
  params.map(({ name, value }) => ({ name, value: change(value) }))

const paramFaults: readonly [name: string, says: string, change: (params: Params) => Params][] = [
  ['no pairs', 'Updates bring back no pairs.', () => []],
  ['the first pair', 'Updates bring back the first pair only.', (params) => params.slice(0, 1)],
  ['pairs without their values', 'Updates bring back empty values.', mapped(() => '')],
  ['values encoded twice', 'Values come back percent-encoded.', mapped(encodeURIComponent)],
  ['values in small letters', 'Values come back in small letters.', mapped((value) => value.toLowerCase())],
  [
    'values in ASCII',
    'Letters beyond ASCII come back as question marks.',
    mapped((v) => v.replace(/[^ -~]/g, '?')),
  ],
  [
    'names in capitals',
    'Names come back in capitals.',
    (params) => params.map(({ name, value }) => ({ name: name.toUpperCase(), value })),
  ],
]

/** Deliveries by another method than was asked for: what stood in a body stands in the query, and the other way round. */
function by(method: 'GET' | 'POST') {
  return (request: WebhookRequest): WebhookRequest => {
    if (request.method === method) return request
    const url = new URL(request.url)
    if (method === 'GET') {
      url.searchParams.set('payload', request.body)
      return { method, url: url.href, headers: {}, body: '' }
    }
    const body = JSON.stringify(Object.fromEntries(url.searchParams))
    return { method, url: url.origin + url.pathname, headers: { 'content-type': 'application/json' }, body }
  }
}

const placeholder = 'what-was-too-long'
const tooLong = new WeakMap<World, string>()

/** Keeps a placeholder in place of a value beyond so many characters, so that its delivery is not held back. */
const withPlaceholder =
  (method: 'GET' | 'POST', max: number): Changes =>
  (world) =>
    keeping(['wallet', 'exchange'], (params, returnMethod) =>
      params.map(({ name, value }) => {
        if (returnMethod !== method || value.length <= max) return { name, value }
        tooLong.set(world, value)
        return { name, value: placeholder }
      }),
    )(world)

const restored = (request: WebhookRequest, world: World): WebhookRequest => {
  const value = tooLong.get(world) ?? ''
  return {
    ...request,
    url: request.url.replaceAll(placeholder, value),
    body: request.body.replaceAll(placeholder, value),
  }
}

const holdsPlaceholder = ({ url, body }: WebhookRequest) =>
  url.includes(placeholder) || body.includes(placeholder)

export const faultyWebhookDeliveries = [
  ...paramFaults.flatMap(([name, says, change]) => [
    faulty({
      requirement: 'webhooks.qr-parameters',
      name: `QR: ${name}`,
      says,
      world: keeping(['wallet'], change),
    }),
    faulty({
      requirement: 'webhooks.invoice-parameters',
      name: `invoice: ${name}`,
      says,
      world: keeping(['exchange', 'bank'], change),
    }),
  ]),
  faulty({
    requirement: 'webhooks.invoice-parameters',
    name: 'invoice: not from banks',
    says: 'Updates of bank payments bring back no pairs.',
    world: keeping(['bank'], () => []),
  }),
  faulty({
    requirement: 'webhooks.qr-parameters',
    name: 'QR: pairs at first only',
    says: 'Only the first update brings back the pairs.',
    delivery: (request, world) => {
      const params = [...world.transactions].flatMap(({ customParameter }) => customParameter?.params ?? [])
      if (!request.body.includes('partially-paid')) return [request]
      const body = params.reduce((text, { value }) => text.replaceAll(value, ''), request.body)
      return [{ ...request, body }]
    },
  }),
  faulty({
    requirement: 'webhooks.qr-parameters',
    name: 'QR: too long is cut off',
    says: 'A value that does not fit into a GET comes back shortened.',
    world: keeping(
      ['wallet'],
      mapped((value) => value.slice(0, 400)),
    ),
  }),
  faulty({
    requirement: 'webhooks.delivered-by-get',
    name: 'always by POST',
    says: 'Every update comes by POST.',
    delivery: (request) => [by('POST')(request)],
  }),
  faulty({
    requirement: 'webhooks.delivered-by-get',
    name: 'too long by POST',
    says: 'An update that does not fit into a GET comes by POST.',
    world: withPlaceholder('GET', 1000),
    delivery: (request, world) =>
      holdsPlaceholder(request) ? [by('POST')(restored(request, world))] : [request],
  }),
  faulty({
    requirement: 'webhooks.delivered-by-get',
    name: 'by both methods',
    says: 'An update that is to come by GET comes by POST, too.',
    delivery: (request) => (request.method === 'GET' ? [request, by('POST')(request)] : [request]),
  }),
  faulty({
    requirement: 'webhooks.delivered-by-post',
    name: 'always by GET',
    says: 'Every update comes by GET.',
    delivery: (request) => [by('GET')(request)],
  }),
  faulty({
    requirement: 'webhooks.delivered-by-post',
    name: 'banks by GET',
    says: 'Updates of bank payments come by GET.',
    delivery: (request, world) => {
      const text = `${request.url} ${request.body}`
      const bank = [...world.transactions].some(({ kind, id }) => kind === 'bank' && text.includes(id))
      return [bank ? by('GET')(request) : request]
    },
  }),
  faulty({
    requirement: 'webhooks.get-within-2048',
    name: 'a GET of any length',
    says: 'Updates come by GET however long they are.',
    world: withPlaceholder('GET', 1000),
    delivery: (request, world) => [restored(request, world)],
  }),
  faulty({
    requirement: 'webhooks.get-within-2048',
    name: 'a GET of 4096 characters',
    says: 'Updates come by GET up to twice the length.',
    world: withPlaceholder('GET', 1000),
    delivery: (request, world) => {
      const whole = restored(request, world)
      return whole.url.length <= 4096 ? [whole] : []
    },
  }),
  faulty({
    requirement: 'webhooks.post-within-2m',
    name: 'a POST of any length',
    says: 'Updates come by POST however long they are.',
    world: withPlaceholder('POST', 1_000_000),
    delivery: (request, world) => [restored(request, world)],
  }),
]
