// Injected faults: failures that a user plans for the next requests of an operation of the service.

import { z } from 'zod'
import type { Operation } from '../../../spec/operation.ts'
import { operationIds, operations } from '../../../spec/operations.ts'
import { component, text } from '../../../spec/primitives.ts'
import { pipelineRefusals } from '../../resources/refusals.ts'
import { controlOperation } from '../operation.ts'

const serviceOperation = z.enum(operationIds as [(typeof operationIds)[number], ...typeof operationIds])

const InjectedFaultAction = component(
  'InjectedFaultAction',
  z.union([
    z.strictObject({ do: z.literal('refuse'), code: z.union([text, z.number().int()]) }),
    z.strictObject({
      do: z.literal('respond'),
      status: z.number().int().min(200).max(599),
      body: z.unknown(),
    }),
    z.strictObject({ do: z.literal('delay'), delayMs: z.number().int().min(0).max(600_000) }),
    z.strictObject({ do: z.literal('drop') }),
  ]),
  {
    description:
      '`refuse` with a code of `x-refusals` (or 418 to 422 for an exchange payment), `respond` with any status and body, `delay` the request by real milliseconds, or `drop` the connection.',
  },
)

const InjectedFault = component(
  'InjectedFault',
  z.object({
    operationId: serviceOperation,
    action: InjectedFaultAction,
    after: z.number().int(),
    times: z.number().int(),
  }),
  { description: 'A fault: it lets `after` requests through, then applies to `times` requests.' },
)

const injectedFaults = z.object({ injectedFaults: z.array(InjectedFault) })

export const listInjectedFaults = controlOperation({
  method: 'get',
  path: '/control/injected-faults',
  topic: 'injected-faults',
  summary: 'List the injected faults',
  response: injectedFaults,
})

export const injectFault = controlOperation({
  method: 'post',
  path: '/control/injected-faults',
  topic: 'injected-faults',
  summary: 'Inject a fault into the next requests of an operation',
  body: z.strictObject({
    operationId: serviceOperation,
    action: InjectedFaultAction,
    after: z.number().int().min(0).optional(),
    times: z.number().int().min(1).optional(),
  }),
  bodyExamples: {
    refuse: { operationId: 'createExchangePayment', action: { do: 'refuse', code: 419 } },
    delaySecond: { operationId: 'createInvoice', action: { do: 'delay', delayMs: 2000 }, after: 1 },
    drop: { operationId: 'getStore', action: { do: 'drop' } },
    respond: { operationId: 'getStore', action: { do: 'respond', status: 503, body: { message: 'down' } } },
  },
  response: injectedFaults,
  extensions: {
    'x-refusals': Object.fromEntries(
      Object.entries<Operation>(operations).map(([id, row]) => [id, [...row.refusals, ...pipelineRefusals]]),
    ),
  },
})

export const clearInjectedFaults = controlOperation({
  method: 'delete',
  path: '/control/injected-faults',
  topic: 'injected-faults',
  summary: 'Remove every injected fault',
  response: injectedFaults,
})
