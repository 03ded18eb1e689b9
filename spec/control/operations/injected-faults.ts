// Injected faults: failures that a user plans for the next requests of an operation of the service.

import { z } from 'zod'
import type { Operation } from '../../operation.ts'
import { operations } from '../../operations.ts'
import { component, integer, namedObject, text } from '../../primitives.ts'
import { pipelineRefusals } from '../../stated-errors.ts'
import { del, post } from '../operation.ts'
import { list, ServiceOperation } from './primitives.ts'

const InjectedFaultAction = component(
  'InjectedFaultAction',
  z.union([
    z.strictObject({ do: z.literal('refuse'), code: z.union([text, integer]) }),
    z.strictObject({
      do: z.literal('respond'),
      status: integer.min(200).max(599).describe('The HTTP status.'),
      body: z.unknown().describe('The body, sent as JSON.'),
    }),
    z.strictObject({ do: z.literal('delay'), delayMs: integer.min(0).max(600_000) }),
    z.strictObject({ do: z.literal('drop') }),
  ]),
  {
    description:
      '`refuse` with a code of `x-refusals` (or 418 to 422 for an exchange payment), `respond` with any status and body, `delay` the response by real milliseconds, or `drop` the connection.',
  },
)

const InjectedFault = namedObject(
  'InjectedFault',
  'A fault: it lets `after` requests through, then applies to `times` requests.',
  { operationId: ServiceOperation, action: InjectedFaultAction, after: integer, times: integer },
)

const listInjectedFaults = list('/control/injected-faults', 'List the injected faults, oldest first', {
  injectedFaults: z.array(InjectedFault),
})
const { response } = listInjectedFaults

export const injectedFaults = {
  listInjectedFaults,
  injectFault: post('/control/injected-faults', 'Inject a fault into the next requests of an operation', {
    body: z.strictObject({
      operationId: ServiceOperation,
      action: InjectedFaultAction,
      after: integer.min(0).optional(),
      times: integer.min(1).optional(),
    }),
    bodyExamples: {
      refuse: { operationId: 'createExchangePayment', action: { do: 'refuse', code: 419 } },
      delaySecond: { operationId: 'createInvoice', action: { do: 'delay', delayMs: 2000 }, after: 1 },
      drop: { operationId: 'getStore', action: { do: 'drop' } },
      respond: {
        operationId: 'getStore',
        action: { do: 'respond', status: 503, body: { message: 'down' } },
      },
    },
    response,
    extensions: {
      'x-refusals': Object.fromEntries(
        Object.entries<Operation>(operations).map(([id, row]) => [
          id,
          [...row.refusals, ...pipelineRefusals],
        ]),
      ),
    },
  }),
  clearInjectedFaults: del('/control/injected-faults', 'Remove every injected fault', { response }),
}
