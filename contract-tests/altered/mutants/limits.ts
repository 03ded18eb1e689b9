// Mutants of the maximum lengths of requests.

import type { OperationId } from '../../../spec/operations.ts'
import type { WireRequest } from '../../observe/in-process.ts'
import * as op from './operators.ts'
import { mutantsOf } from './table.ts'

const urlLength = ({ path }: WireRequest) => 'http://127.0.0.1:4020/api'.length + path.length

const refuseGet = (from: number) =>
  op.turnAway(
    `Refuses GET requests of ${from} characters or more`,
    (request) => request.method === 'GET' && urlLength(request) >= from,
  )
const refusePost = (operation: OperationId, from: number) =>
  op.turnAway(
    `Refuses ${operation} of ${from} characters or more`,
    ({ operationId, body }) => operationId === operation && body.length >= from,
  )

/** Accepts long GET requests, by leaving out the padding that makes them long. */
const acceptGet = (words: string, accepts: (request: WireRequest) => boolean) =>
  op.byHand(`Accepts ${words}`, {
    request: (request) => {
      if (request.method !== 'GET' || !accepts(request)) return request
      const [path = '', query = ''] = request.path.split('?', 2)
      const short = [...new URLSearchParams(query)]
        .filter(([key]) => key !== 'padding')
        .map(([key, value]): [string, string] => [key, value.replace(/0{9,}$/, '')])
      return { ...request, path: short.length === 0 ? path : `${path}?${new URLSearchParams(short)}` }
    },
  })

/** Accepts long POST requests, by shortening runs of the letter that the suite pads with. */
const acceptPost = (operation: OperationId, words: string, max: number) => {
  const shorten = op.changeBody(operation, (body) =>
    JSON.parse(JSON.stringify(body).replace(/n{1000,}/g, 'n'.repeat(100))),
  )
  return op.byHand(`Accepts ${operation} ${words}`, {
    request: (request, world) => (request.body.length <= max ? shorten(request, world) : request),
  })
}

export const limits = mutantsOf({
  'limits.get-up-to-2048-accepted': [refuseGet(1025), refuseGet(2048)],
  'limits.get-beyond-2048-refused': [
    acceptGet('GET requests of any length', () => true),
    acceptGet('GET requests of up to 4096 characters', (request) => urlLength(request) <= 4096),
    acceptGet('getInvoice of any length', ({ operationId }) => operationId === 'getInvoice'),
  ],
  'limits.post-up-to-2m-accepted': [
    refusePost('createInvoice', 1_048_577),
    refusePost('createQrTransaction', 100_001),
    ...(['createInvoice', 'createExchangePayment', 'createBankPayment'] as const).map((id) =>
      op.refuseIf(id, 'cart', op.longerThan(50)),
    ),
    op.refuseIf('createInvoice', 'customParameter.params', op.longerThan(100)),
    op.refuseIf('createInvoice', 'customParameter.params.*.value', op.longerThan(255)),
  ],
  'limits.post-beyond-2m-refused': [
    acceptPost('createInvoice', 'of any length', Number.POSITIVE_INFINITY),
    acceptPost('createQrTransaction', 'of up to 4M', 4 * 1024 * 1024),
  ],
})
