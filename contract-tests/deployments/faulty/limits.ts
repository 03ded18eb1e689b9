// Deployments that are wrong about how long a request may be.

import type { OperationId } from '../../../spec/operations.ts'
import type { WireRequest, Wrapping } from '../../targets/in-process.ts'
import { faulty } from '../graded-deployment.ts'
import { rewriting } from '../rewriting.ts'

const baseUrlLength = 'http://127.0.0.1:4020/api'.length
const urlLength = ({ path }: WireRequest) => baseUrlLength + path.length

/** Refuses requests that are too long by a measure of its own. */
function refusing(isTooLong: (request: WireRequest) => boolean): NonNullable<Wrapping['request']> {
  return (request) => (isTooLong(request) ? { ...request, path: '/too-long' } : request)
}

/** Takes GET requests that are too long: it leaves out what makes them so. */
function shortening(isTaken: (request: WireRequest) => boolean): NonNullable<Wrapping['request']> {
  return (request) => {
    if (request.method !== 'GET' || !isTaken(request)) return request
    const [path = '', query = ''] = request.path.split('?', 2)
    const short = [...new URLSearchParams(query)]
      .filter(([name]) => name !== 'padding')
      .map(([name, value]): [string, string] => [name, value.replace(/0{9,}$/, '')])
    return { ...request, path: short.length === 0 ? path : `${path}?${new URLSearchParams(short)}` }
  }
}

/** Takes POST requests that are too long. */
function shrinking(operation: OperationId, max: number): NonNullable<Wrapping['request']> {
  const short = rewriting(operation, (body) =>
    JSON.parse(JSON.stringify(body).replace(/n{1000,}/g, 'n'.repeat(100))),
  )
  return (request, world) => (request.body.length <= max ? short(request, world) : request)
}

export const faultyLimits = [
  faulty({
    requirement: 'limits.get-up-to-2048-accepted',
    name: 'half the length',
    says: 'A GET request of more than 1024 characters is refused.',
    request: refusing((request) => request.method === 'GET' && urlLength(request) > 1024),
  }),
  faulty({
    requirement: 'limits.get-up-to-2048-accepted',
    name: 'the last character',
    says: 'A GET request of 2048 characters is refused.',
    request: refusing((request) => request.method === 'GET' && urlLength(request) >= 2048),
  }),
  faulty({
    requirement: 'limits.get-beyond-2048-refused',
    name: 'of any length',
    says: 'GET requests are not too long, however long.',
    request: shortening(() => true),
  }),
  faulty({
    requirement: 'limits.get-beyond-2048-refused',
    name: 'twice the length',
    says: 'GET requests are taken up to 4096 characters.',
    request: shortening((request) => urlLength(request) <= 4096),
  }),
  faulty({
    requirement: 'limits.get-beyond-2048-refused',
    name: 'orders by long requests',
    says: 'An order is read however long the request.',
    request: shortening(({ operationId }) => operationId === 'getInvoice'),
  }),
  faulty({
    requirement: 'limits.post-up-to-2m-accepted',
    name: 'a million',
    says: 'An invoice of more than a million characters is refused.',
    request: refusing(({ operationId, body }) => operationId === 'createInvoice' && body.length > 1_048_576),
  }),
  faulty({
    requirement: 'limits.post-up-to-2m-accepted',
    name: 'a hundred thousand',
    says: 'A wallet transaction of more than 100 kB is refused.',
    request: refusing(
      ({ operationId, body }) => operationId === 'createQrTransaction' && body.length > 100_000,
    ),
  }),
  faulty({
    requirement: 'limits.post-beyond-2m-refused',
    name: 'invoices of any length',
    says: 'An invoice is not too long, however long.',
    request: shrinking('createInvoice', Number.POSITIVE_INFINITY),
  }),
  faulty({
    requirement: 'limits.post-beyond-2m-refused',
    name: 'twice 2M',
    says: 'A wallet transaction is taken up to 4M.',
    request: shrinking('createQrTransaction', 4 * 1024 * 1024),
  }),
]
