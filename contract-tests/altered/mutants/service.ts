// Mutants of the service as a whole: paths, the form of every response, and look-ups that become mandatory.

import { hourMs } from '../../../core/durations.ts'
import type { OperationId } from '../../../spec/operations.ts'
import type { World } from '../../observe/in-process.ts'
import * as op from './operators.ts'
import { mutantsOf } from './table.ts'

const lookedUp = new WeakMap<World, OperationId[]>()

/** Refuses a payment until a look-up was made in the same world. */
const requireLookup = (lookup: OperationId, payment: OperationId) =>
  op.refusing(
    op.byHand(`Refuses ${payment} until ${lookup} was called`, {
      request: (request, world) => {
        lookedUp.set(world, [...(lookedUp.get(world) ?? []), request.operationId])
        return request
      },
      ...op.replaceHandler(payment, (call, real) =>
        lookedUp.get(call.world)?.includes(lookup) ? real(call) : op.refusalOf(payment),
      ),
    }),
  )

const orderAmount = op.resultOf('getInvoice')('returnval.amount')
const body = (operation: OperationId) => ({ operations: [operation], path: '' })

const instant = (sentence: string, change: (at: Date) => unknown) =>
  op.text(sentence, (value) => change(new Date(Date.parse(value))))

export const service = mutantsOf({
  'service.paths-under-base-url': [
    op.move('getStore', { path: '/store' }),
    op.move('createBankPayment', { path: '/purchase' }),
    op.move('closePartialPayment', { path: '/closepartialtx' }),
    op.move('cancelSubscription', { path: '/subscriptions/cancel' }),
    op.move('addPayees', { method: 'PUT' }),
    op.byHand('Redirects getShopper to another path', {
      response: op.changeSuccess('getShopper', ({ headers }) => ({
        ...{ status: 308, headers: { ...headers, location: '/v2/users/me' }, json: { moved: true } },
      })),
    }),
  ],
  'service.lookups-optional': [
    requireLookup('validateExchangePayment', 'createExchangePayment'),
    requireLookup('getInvoice', 'createBankPayment'),
    requireLookup('listCurrencies', 'createQrTransaction'),
  ],
  'service.ok-envelope': [
    op.only(/^(ok|result)$/, op.omit, op.setNull),
    op.unwrap('result')(body('getStore')),
    op.rename('result', 'data')(body('getShopper')),
    op.asText({ operations: ['listBanks'], path: 'ok' }),
    op.asNumber({ operations: ['listCurrencies'], path: 'ok' }),
  ],
  'service.amounts-are-decimals': [
    op.prefix('$'),
    op.suffix(' USD'),
    op.on(
      orderAmount,
      op.prefix('$'),
      op.suffix(' USD'),
      op.replaceText('Separates the thousands of {} with a comma', /\B(?=(\d{3})+\.)/g, ','),
      op.replaceText('Returns {} with a decimal comma', /\./, ','),
    ),
    op.text('Returns {} with an exponent', (amount) => Number(amount).toExponential())(
      op.resultOf('createQrTransaction')('totalAmount'),
    ),
  ],
  'service.timestamps-utc': [
    instant('Returns {} as a number of seconds', (at) => at.getTime() / 1000),
    op.replaceText('Returns {} with an offset from UTC', /Z$/, '+02:00'),
    instant('Returns {} in the format of HTTP dates', (at) => at.toUTCString()),
    op.truncate('2026-01-05'.length),
    op.replaceText('Returns {} without a time zone', /Z$/, ''),
    op.replaceText('Returns {} with a space in place of the T', /T/, ' '),
    instant('Returns local time as UTC in {}', (at) => new Date(at.getTime() - 5 * hourMs).toISOString())(
      op.resultOf('createExchangePayment')('createdAt'),
    ),
  ],
  'service.identifiers-are-text': op.only(/id$/i, op.wrongType, op.set(''), op.setNull),
  'service.json-media-type': op.byHand('Declares responses of getStore as text', {
    response: op.changeSuccess('getStore', ({ headers }) => ({
      headers: { ...headers, 'content-type': 'text/plain' },
    })),
  }),
  'service.responses-are-json': [
    op.byHand('Returns an HTML page if the token is missing', {
      response: (response) =>
        response.status === 401
          ? { ...response, headers: { 'content-type': 'text/html' }, text: '<h1>Unauthorized</h1>' }
          : response,
    }),
    op.byHand('Returns the result of createInvoice as a query string', {
      response: op.changeSuccess('createInvoice', ({ json }) => ({
        text: new URLSearchParams(Object(json).result).toString(),
      })),
    }),
  ],
})
