// Injected faults: failures that a user plans for the next requests of the service.

import { z } from 'zod'
import type { Operation } from '../../operation.ts'
import { operations } from '../../operations.ts'
import { component, field, integer, namedObject, text } from '../../primitives.ts'
import { pipelineRefusals } from '../../stated-errors.ts'
import { del, post } from '../operation.ts'
import { Instant, list, ServiceOperation } from './primitives.ts'

const InjectedFaultAction = component(
  'InjectedFaultAction',
  z.union([
    z.strictObject({ do: z.literal('refuse'), code: z.union([text, integer]) }),
    z.strictObject({
      do: z.literal('respond'),
      status: integer.min(200).max(599).describe('The HTTP status.'),
      body: z.unknown().describe('The body, sent as JSON; null by default.'),
      text: text.optional().describe('The body as it is, in place of JSON: the HTML page of a proxy.'),
      headers: z
        .record(text)
        .optional()
        .describe('Headers, in addition to the usual ones or in place of them.'),
    }),
    z.strictObject({ do: z.literal('delay'), delayMs: integer.min(0).max(600_000) }),
    z.strictObject({ do: z.literal('drop') }),
  ]),
  {
    description:
      '`refuse` with a code of `x-refusals` (or 418 to 422 for an exchange payment), `respond` with any status, headers and body, `delay` the response by real milliseconds, or `drop` the connection.',
  },
)

const scope = {
  operationId: ServiceOperation.optional().describe(
    'The operation; without it and a path, the fault is for all requests.',
  ),
  path: text
    .optional()
    .describe('The path below the base URL, such as `/stores`. The service need not have it.'),
}

const InjectedFault = namedObject(
  'InjectedFault',
  'A fault: it lets `after` requests through, then applies to `times` requests, or to all until its time is over.',
  {
    ...scope,
    action: InjectedFaultAction,
    after: integer,
    times: integer.optional(),
    until: field(Instant.optional(), 'The virtual time at which it ends.'),
  },
)

const listInjectedFaults = list('/control/injected-faults', 'List the injected faults, oldest first', {
  injectedFaults: z.array(InjectedFault),
})
const { response } = listInjectedFaults

export const injectedFaults = {
  listInjectedFaults,
  injectFault: post(
    '/control/injected-faults',
    'Inject a fault into the next requests of an operation, at a path, or of all',
    {
      body: z.strictObject({
        ...scope,
        action: InjectedFaultAction,
        after: integer.min(0).optional(),
        times: integer.min(1).optional().describe('How many requests get the fault: 1, or all with `for`.'),
        for: text
          .optional()
          .describe('How long it applies on the virtual clock, as an ISO 8601 duration such as PT5M.'),
      }),
      bodyExamples: {
        refuse: { operationId: 'createExchangePayment', action: { do: 'refuse', code: 419 } },
        delaySecond: { operationId: 'createInvoice', action: { do: 'delay', delayMs: 2000 }, after: 1 },
        drop: { operationId: 'getStore', action: { do: 'drop' } },
        respond: {
          operationId: 'getStore',
          action: { do: 'respond', status: 503, body: { message: 'down' } },
        },
        proxy: {
          action: {
            ...{ do: 'respond', status: 502, text: '<h1>Bad Gateway</h1>' },
            headers: { 'content-type': 'text/html' },
          },
          for: 'PT5M',
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
    },
  ),
  clearInjectedFaults: del('/control/injected-faults', 'Remove every injected fault', { response }),
}
