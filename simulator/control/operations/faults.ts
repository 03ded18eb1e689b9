// Faults planned for the next calls of an operation of the service.

import { z } from 'zod'
import { operationIds } from '../../../spec/operations.ts'
import { component, text } from '../../../spec/primitives.ts'
import { controlOperation } from '../operation.ts'

const known = z.enum(operationIds as [(typeof operationIds)[number], ...typeof operationIds])

export const FaultAction = component(
  'FaultAction',
  z.union([
    z.strictObject({ do: z.literal('refuse'), code: z.union([text, z.number().int()]) }),
    z.strictObject({
      do: z.literal('answer'),
      status: z.number().int().min(200).max(599),
      body: z.unknown(),
    }),
    z.strictObject({ do: z.literal('hang'), ms: z.number().int().min(0).max(600_000) }),
    z.strictObject({ do: z.literal('drop') }),
  ]),
  {
    description:
      'Refuse with one of the refusals in `x-refusals` (or 418 to 422 for an exchange payment), give an answer of your own, hang for real milliseconds and then go on, or drop the connection.',
  },
)

const PlannedFault = component(
  'PlannedFault',
  z.object({
    operationId: known,
    action: FaultAction,
    after: z.number().int(),
    times: z.number().int(),
  }),
  { description: 'A fault, how many calls go through before it strikes, and how many it strikes.' },
)

const planned = z.object({ faults: z.array(PlannedFault) })

export const listFaults = controlOperation({
  method: 'get',
  path: '/control/faults',
  topic: 'faults',
  summary: 'The faults that are planned',
  response: planned,
})

export const planFault = controlOperation({
  method: 'post',
  path: '/control/faults',
  topic: 'faults',
  summary: 'Plan a fault for the next calls of an operation',
  body: z.strictObject({
    operationId: known,
    action: FaultAction,
    after: z.number().int().min(0).optional(),
    times: z.number().int().min(1).optional(),
  }),
  bodyExamples: {
    refuse: { operationId: 'createExchangePayment', action: { do: 'refuse', code: 419 } },
    hangOnce: { operationId: 'createInvoice', action: { do: 'hang', ms: 2000 }, after: 1 },
    drop: { operationId: 'getStore', action: { do: 'drop' } },
    response: { operationId: 'getStore', action: { do: 'answer', status: 503, body: { message: 'down' } } },
  },
  response: planned,
})

export const clearFaults = controlOperation({
  method: 'delete',
  path: '/control/faults',
  topic: 'faults',
  summary: 'Forget every planned fault',
  response: planned,
})
