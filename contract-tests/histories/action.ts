// Actions of histories as data: what a merchant, a shopper or the outside world does. Records and accounts are named by references, such
// as ⟨invoice 3⟩ or ⟨merchant 1 clientId⟩, so that an action can be sent to several deployments, and be left out of a history.

import type { Role } from '../../client/target-accounts.ts'
import { isObject } from '../../core/json.ts'
import type { OperationId } from '../../spec/operations.ts'

/** JSON whose texts may contain references. */
type Template = unknown

/** Ways to encrypt a payload that differ from the usual one of the operation. */
export const unusualEncryptions = [
  ...['plain text', 'base64 only', 'the key of another merchant', 'the other scheme', 'a cut text'],
  ...[
    'line breaks',
    'unpadded base64',
    'PKCS #1 padding',
    'separate blocks',
    'PBKDF2',
    'the key of the service',
  ],
] as const

/** A request of an operation. The first merchant, the shopper `ready` and the first exchange are the default. */
export interface RequestAction {
  readonly operation: OperationId
  readonly merchant?: number
  readonly shopper?: Role
  /** The name of the exchange in the path. */
  readonly exchange?: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: Template
  readonly payload?: Template
  /** The text to encrypt in place of the payload. */
  readonly payloadText?: string
  readonly encryption?: (typeof unusualEncryptions)[number]
  /** The field of the encrypted payload; null for none. */
  readonly field?: string | null
  /** The whole body. */
  readonly rawBody?: string
  /** The access token; null for no header. */
  readonly token?: string | null
  readonly headers?: Readonly<Record<string, string | null>>
  readonly method?: 'PUT' | 'POST' | 'GET'
  /** Added to the path. */
  readonly suffix?: string
  /** False if the body has the credentials that it is to have. */
  readonly credentials?: false
  /** The difference from the usual request, in words; none for a usual one. */
  readonly unusual?: string
  /** The part of the request in which it differs. */
  readonly part?: 'credential' | 'headers' | 'path' | 'query' | 'body' | 'payload' | 'encryption' | 'length'
  /** True if the document excludes the difference, and not only a type of a field. */
  readonly isExcluded?: true
}

/** Something that happens outside of the service. `of` refers to a transaction. */
export type OutsideAction =
  | { readonly outside: 'pay'; readonly of: string; readonly share: string }
  | { readonly outside: 'request-refund' | 'cancel'; readonly of: string }
  | {
      readonly outside: 'set-balance'
      readonly shopper: Role
      readonly exchange: number
      readonly coin: string
      readonly amount: string
    }
  | { readonly outside: 'advance'; readonly ms: number; readonly why?: string }

/** Requests that are sent at the same time. */
interface SimultaneousAction {
  readonly together: readonly RequestAction[]
}

export type Action = RequestAction | OutsideAction | SimultaneousAction

/** An action of a history. References have its number; requests that are sent at the same time count on from it. */
export interface Step {
  readonly number: number
  readonly action: Action
}

/** The requests of an action, in order. */
export function requestsOf(action: Action): readonly RequestAction[] {
  if ('together' in action) return action.together
  return 'operation' in action ? [action] : []
}

const references = /⟨([^⟩]*)⟩/g

/** A template with its references replaced. A text that is one reference becomes its value. */
export function resolved(template: Template, valueNamed: (reference: string) => unknown): unknown {
  if (typeof template === 'string') {
    if (!template.includes('⟨')) return template
    const [whole, name] = /^⟨([^⟩]*)⟩$/.exec(template) ?? []
    if (whole !== undefined && name !== undefined) return valueNamed(name)
    return template.replace(references, (_, reference: string) => String(valueNamed(reference)))
  }
  if (Array.isArray(template)) return template.map((one) => resolved(one, valueNamed))
  if (!isObject(template)) return template
  return Object.fromEntries(Object.entries(template).map(([key, one]) => [key, resolved(one, valueNamed)]))
}

/** The numbers of the actions whose records an action refers to. */
export function referredBy(action: Action): Set<number> {
  const numbers = new Set<number>()
  for (const [, name = ''] of JSON.stringify(action).matchAll(references)) {
    const [kind = '', number] = name.split(' ')
    if (Object.hasOwn(recordPlaces, kind)) numbers.add(Number(number))
  }
  return numbers
}

/** Kinds of records, and where the response that created one names it. */
export const recordPlaces = {
  invoice: ['result', 'uuid'],
  transaction: ['result', 'id'],
  offer: ['result', 'meta', 'offerId'],
  subscription: ['result', 'subscriptionIds'],
  debit: ['result', 'data', 0, 'transactionId'],
} as const

/** An action in one line. */
export function describe(action: Action): string {
  if ('together' in action) return `at the same time: ${action.together.map(describe).join('; ')}`
  if ('outside' in action) {
    if (action.outside === 'advance')
      return `${duration(action.ms)} later${action.why === undefined ? '' : ` (${action.why})`}`
    const { outside, ...rest } = action
    return `${outside} ${Object.values(rest).join(' ')}`
  }
  const { operation, merchant, shopper, exchange, unusual, query, body, payload, payloadText, rawBody } =
    action
  const sent = rawBody ?? payloadText ?? payload
  return [
    operation,
    ...(merchant === undefined ? [] : [`as merchant ${merchant}`]),
    ...(shopper === undefined ? [] : [`as shopper ${shopper}`]),
    ...(exchange === undefined ? [] : [`at ${exchange}`]),
    ...(unusual === undefined ? [] : [`(${unusual})`]),
    ...[query, body, sent].flatMap((one) => (one === undefined ? [] : [JSON.stringify(one)])),
  ].join(' ')
}

function duration(ms: number): string {
  const parts = [
    [86_400_000, 'd'],
    [3_600_000, 'h'],
    [60_000, 'min'],
    [1000, 's'],
    [1, 'ms'],
  ] as const
  let rest = ms
  const words = parts.flatMap(([size, unit]) => {
    const count = Math.floor(rest / size)
    rest -= count * size
    return count === 0 ? [] : [`${count} ${unit}`]
  })
  return words.join(' ') || '0 ms'
}
