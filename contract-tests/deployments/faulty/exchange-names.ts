// Deployments that are wrong about the names of exchanges.

import type { WireRequest, World } from '../../targets/in-process.ts'
import { faulty } from '../graded-deployment.ts'

const ofExchanges: readonly string[] = [
  'validateExchangePayment',
  'createExchangePayment',
  'checkExchangeBalance',
]

/** A request with the name of another exchange in its path, where `other` gives one. */
function renamed(request: WireRequest, other: (name: string) => string | undefined): WireRequest {
  if (!ofExchanges.includes(request.operationId)) return request
  const [, before = '', name = '', after = ''] =
    /^(\/exchanges\/[\w-]+\/)([^?]*)(.*)$/.exec(request.path) ?? []
  return { ...request, path: `${before}${other(name) ?? name}${after}` }
}

const nameOf = (world: World, index: number) => world.accounts.exchanges[index]?.name ?? ''

export const faultyExchangeNames = [
  faulty({
    requirement: 'exchange-payments.five-exchanges-supported',
    name: 'four exchanges',
    says: 'The fifth exchange is not known to any of the three operations.',
    request: (request, world) =>
      renamed(request, (name) => (name === nameOf(world, 4) ? 'nosuchexchange' : undefined)),
  }),
  faulty({
    requirement: 'exchange-payments.five-exchanges-supported',
    name: 'no balances on one exchange',
    says: 'The third exchange serves payments, but no balances.',
    request: (request, world) =>
      request.operationId === 'checkExchangeBalance'
        ? renamed(request, (name) => (name === nameOf(world, 2) ? 'nosuchexchange' : undefined))
        : request,
  }),
  faulty({
    requirement: 'exchange-payments.five-exchanges-supported',
    name: 'names in capitals',
    says: 'The exchanges are known by their names in capitals only.',
    request: (request) =>
      renamed(request, (name) => (name === name.toLowerCase() ? 'nosuchexchange' : name.toLowerCase())),
  }),
  faulty({
    requirement: 'exchange-payments.other-exchanges-refused',
    name: 'an unknown name is the first exchange',
    says: 'Balances are shown for a name that stands for no exchange.',
    request: (request, { accounts }) =>
      request.operationId === 'checkExchangeBalance'
        ? renamed(request, (name) =>
            accounts.exchange(name) === undefined ? accounts.exchanges[0]?.name : undefined,
          )
        : request,
  }),
  faulty({
    requirement: 'exchange-payments.other-exchanges-refused',
    name: 'any payment is on an exchange',
    says: 'A payment is made on an exchange that does not exist.',
    request: (request, { accounts }) =>
      request.operationId === 'createExchangePayment'
        ? renamed(request, (name) =>
            accounts.exchange(name) === undefined ? accounts.exchanges[0]?.name : undefined,
          )
        : request,
  }),
  faulty({
    requirement: 'exchange-payments.other-exchanges-refused',
    name: 'the beginning of a name is enough',
    says: 'A name that goes on after the name of an exchange is taken for it.',
    request: (request, { accounts }) =>
      renamed(request, (name) => accounts.exchanges.find((exchange) => name.startsWith(exchange.name))?.name),
  }),
]
