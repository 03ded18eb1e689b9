// The behavior of frameworks and libraries that services are built with, and accounts with some exchanges only.

import {
  defaultWorld,
  type InProcessOptions,
  type TransportSeam,
  type World,
} from '../../observe/in-process.ts'
import { tokenOf } from '../mutants/operators/credentials.ts'
import { acceptNull, acceptPayload } from '../mutants/operators/encryption.ts'
import { changeBody } from '../mutants/operators/request.ts'
import { permitting, refusingAny } from './rows.ts'

type RequestSeam = NonNullable<InProcessOptions['request']>

/** Refuses with a page, or sends to one, unless the client asks for JSON. */
const pages: TransportSeam = async ({ headers }, send) => {
  const response = await send()
  if (response.status < 400 || headers.accept?.includes('json')) return response
  const page = (status: number, more: Record<string, string> = {}) =>
    new Response('<!DOCTYPE html><p>An error occurred', {
      status,
      headers: { 'content-type': 'text/html', ...more },
    })
  return response.status === 401 ? page(302, { location: '/login' }) : page(response.status)
}

type IsConnected = (name: string, shopper: string | undefined, world: World) => boolean

/** The first shopper has connected two exchanges only. */
const hasFirstTwo: IsConnected = (name, shopper, { accounts }) =>
  shopper !== accounts.shoppers[0]?.accessToken ||
  accounts.exchanges.slice(0, 2).some((one) => one.name === name)

/** The shopper whose link has expired has connected the second exchange only. */
const hasOnlySecond: IsConnected = (name, shopper = '', { accounts }) =>
  !shopper.includes('expired') || accounts.exchanges[1]?.name === name

const lookForConnections: RequestSeam = (request, world) => {
  const [, name = ''] = /^\/exchanges\/[^/]+\/([^/?]+)/.exec(request.path) ?? []
  return name === '' || hasFirstTwo(name, tokenOf(request), world)
    ? request
    : { ...request, path: request.path.replace(name, 'notconnected') }
}

const throughExchanges = ['checkExchangeBalance', 'validateExchangePayment', 'createExchangePayment'] as const

const refuseUnconnected = (isConnected: IsConnected) =>
  refusingAny(
    throughExchanges,
    ({ exchange, shopper, world }) => !isConnected(exchange.name, shopper.accessToken, world),
  )

const payouts = ['addPayees', 'createTransfers'] as const

/** Accepts what a mutation accepts. */
const seamsOf = ({ request }: InProcessOptions): InProcessOptions =>
  request === undefined ? {} : { request }

const hashedBytes = 72
const first = (text: unknown) => String(text).slice(0, hashedBytes)

/** The token of an account that has the first 72 bytes of another, as bcrypt compares them. */
const sameHash = ({ accounts: { merchants, shoppers } }: World, token: unknown) =>
  [...merchants, ...shoppers]
    .map(({ accessToken }) => accessToken)
    .find((one) => one.length > hashedBytes && first(one) === first(token))

const compareHashes: RequestSeam = (request, world) => {
  const authorization = sameHash(world, tokenOf(request))
  const headers = { ...request.headers, ...(authorization && { authorization: `Bearer ${authorization}` }) }
  return changeBody(['debitSubscription', 'cancelSubscription'], (body) => ({
    ...body,
    merchantAuth: sameHash(world, body.merchantAuth) ?? body.merchantAuth,
  }))({ ...request, headers }, world)
}

const withLongToken = <Account extends { accessToken: string }>(account: Account): Account => ({
  ...account,
  accessToken: account.accessToken.padEnd(150, '-0123456789'),
})

export const frameworkVariants = permitting({
  'Shared conventions: "Header names … are exact"; that a client may leave out Accept is not stated.': {
    'pages for clients that do not ask for JSON': { transport: pages },
  },
  'What the service does, 2: "from a connected exchange"; a shopper may have connected some only.': {
    'a shopper who has connected two exchanges, and no others are known': { request: lookForConnections },
    'a shopper who has connected two exchanges': refuseUnconnected(hasFirstTwo),
    'a shopper whose only link has expired': refuseUnconnected(hasOnlySecond),
  },
  'Errors, 2: "decrypted data not an array"; what a decoder takes for an array is not shown.': {
    'decoders that take objects with numbers as keys for arrays': seamsOf(
      acceptPayload(payouts, 'objects as arrays', (payload) =>
        Object.keys(payload).every((key, at) => key === String(at)) ? Object.values(payload) : undefined,
      ),
    ),
    'decoders that take null for an empty array': seamsOf(acceptNull(payouts)),
  },
  'Authentication: what a token or merchantAuth contains, and how it is compared, is not shown.': {
    'tokens and merchantAuth of which 72 bytes are compared': {
      simulator: {
        assumptions: { 'authentication.merchant-auth': 'access-token' },
        world: {
          ...defaultWorld,
          merchants: defaultWorld.merchants.map(withLongToken),
          shoppers: defaultWorld.shoppers.map(withLongToken),
        },
      },
      request: compareHashes,
    },
  },
})
