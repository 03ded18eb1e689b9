// Sequences of requests: single requests of both documents, requests of no operation, and the actions, which reach deep states.

import fc from 'fast-check'
import type { Target } from '../client/target.ts'
import type { World } from '../simulator/world/world.ts'
import type { ControlDocument } from '../spec/control/document.ts'
import type { OpenApiDocument } from '../spec/openapi/document.ts'
import {
  clockActions,
  disturbances,
  drawn,
  forkSandbox,
  paymentActions,
  restoreSnapshot,
  takeSnapshot,
} from './actions.ts'
import { type ControlStep, controlRequest, controlSteps } from './control-requests.ts'
import { sandboxNames } from './control-values.ts'
import type { Dictionary } from './dictionary.ts'
import { orders } from './samples.ts'
import {
  mostly,
  rarely,
  type Sent,
  type ServiceStep,
  serviceRequest,
  serviceSteps,
} from './service-requests.ts'

/** A request that is of no operation, or not of its form. */
interface OddStep {
  api: 'odd'
  sandbox: string | null
  method: string
  path: string
  headers: Readonly<Record<string, string>>
  body: string
}

export type Step = ServiceStep | ControlStep | OddStep

/** A world and what is sent to it. */
export interface Sequence {
  seed: number
  /** The seed of random assumptions; null for the default ones. */
  randomAssumptions: number | null
  /** True if it runs twice, to compare the bytes. */
  twice: boolean
  steps: Step[]
}

const maxParts = 50
const actions = drawn(
  [2, paymentActions(orders)],
  [1, { ...clockActions, ...disturbances, takeSnapshot, restoreSnapshot, forkSandbox }],
)

/** Sequences of requests of both documents. */
export function sequences(service: OpenApiDocument, control: ControlDocument): fc.Arbitrary<Sequence> {
  const sandboxes = rarely(fc.constantFrom(...sandboxNames), 8)
  const single = fc.oneof(
    { weight: 5, arbitrary: serviceSteps(service, sandboxes) },
    { weight: 5, arbitrary: controlSteps(control, sandboxes) },
    { weight: 1, arbitrary: oddSteps(sandboxes) },
  )
  const parts = fc.oneof(
    { weight: 6, arbitrary: single.map((step): readonly Step[] => [step]) },
    { weight: 2, arbitrary: actions },
  )
  return fc.record({
    seed: fc.nat(9),
    randomAssumptions: rarely(fc.nat(999), 3),
    twice: mostly(false, fc.constant(true), 4),
    steps: fc.array(parts, { maxLength: maxParts, size: 'max' }).map((nested) => nested.flat()),
  })
}

const oddPaths = fc.oneof(
  fc.constantFrom(
    '/',
    '/checkout/⟨invoice 0⟩',
    '/api',
    '/api/',
    '/control',
    '/control/',
    '/sandboxes/',
    '/openapi.json',
    '/control/openapi.json',
    '/favicon.ico',
  ),
  fc
    .constantFrom(
      '/api/hosted-page',
      '/api/stores',
      '/control/clock',
      '/sandboxes/a',
      '/api/exchanges/payments/x',
    )
    .chain((path) =>
      fc
        .constantFrom(
          '/',
          '//',
          '%2f',
          '%00',
          '%',
          '/../..',
          '?',
          '?a&a=1&a[]=2',
          `?x=${'y'.repeat(3000)}`,
          '%ff',
          ';a=b',
          '#x',
        )
        .map((end) => path + end),
    ),
  fc
    .array(
      fc.constantFrom(
        '/',
        'api',
        'control',
        'sandboxes',
        'a',
        '..',
        '.',
        '%2e',
        '%F0%9F',
        'constructor',
        '__proto__',
        ':',
        '*',
        '{id}',
      ),
      { maxLength: 8 },
    )
    .map((parts) => `/${parts.join('')}`),
)

/** Requests of the forms that the Request class permits. Those that it does not are in bytes.ts. */
function oddSteps(sandboxes: fc.Arbitrary<string | null>): fc.Arbitrary<OddStep> {
  return fc.record({
    api: fc.constant('odd'),
    sandbox: sandboxes,
    method: fc.constantFrom(
      'GET',
      'POST',
      'PUT',
      'DELETE',
      'PATCH',
      'OPTIONS',
      'HEAD',
      'PROPFIND',
      'get',
      'M-SEARCH',
    ),
    path: oddPaths,
    headers: fc.constantFrom<Readonly<Record<string, string>>[]>(
      {},
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/json; charset=utf-16', authorization: 'Bearer merchant-lamp-shop' },
      { authorization: 'Basic Og==' },
      { authorization: `Bearer ${'a'.repeat(8000)}` },
    ),
    body: fc.oneof(fc.string({ unit: 'binary', maxLength: 30 }), fc.json()),
  })
}

/** A step for people: its operation, what it is about, and what is not usual in it. Records are ⟨kind number⟩; 0 is the newest. */
export function stepText(step: Step): string {
  const { api: _, method, path, ...rest } = { method: '', path: '', ...step }
  const { operationId, ...given } = { operationId: `${method} ${path}`, ...rest }
  const unusual = Object.entries(given).filter(
    ([key, value]) =>
      value !== null &&
      value !== 'usual' &&
      value !== 0 &&
      (key === 'subscription' || JSON.stringify(value) !== '{}'),
  )
  const differences = JSON.stringify(Object.fromEntries(unusual))
  return differences === '{}' ? operationId : `${operationId} ${differences}`
}

/** Each one makes every advance longer. */
const maxActiveSubscriptions = 12

/** True if the records that a step refers to exist, and it does not begin one subscription too many. */
export function isPossible(step: Step, dictionary: Dictionary, { subscriptions }: World): boolean {
  const begins = step.api === 'service' && step.operationId === 'createInvoice' && step.subscription !== null
  const active = begins ? [...subscriptions].filter(({ status }) => status === 'active').length : 0
  return active < maxActiveSubscriptions && dictionary.knows(step)
}

export function requestOf(step: Step, target: Target, dictionary: Dictionary): Sent {
  const prefix = step.sandbox === null ? '' : `/sandboxes/${step.sandbox}`
  if (step.api === 'odd') {
    const path = step.path.replace(/⟨\w+ \d+⟩/g, (reference) => String(dictionary.resolve(reference)))
    const hasBody = !/^(get|head)$/i.test(step.method)
    return { ...step, path: prefix + path, body: hasBody ? step.body : undefined, content: undefined }
  }
  const sent =
    step.api === 'service' ? serviceRequest(step, target, dictionary) : controlRequest(step, dictionary)
  return { ...sent, path: prefix + sent.path }
}
