// Refusals of a real deployment that say nothing about a requirement: for a moment, of a locked account, or at the end of a run.

import { expect, it } from 'vitest'
import { parseJson, valueAt } from '../../core/json.ts'
import type { CallOf } from '../altered/mutants/handler-seam.ts'
import { decryptedWith } from '../altered/mutants/operators/encryption.ts'
import { refusing } from '../altered/variants/rows.ts'
import { type RunOptions, verify } from '../commands/verify.ts'
import {
  type InProcessOptions,
  inProcess,
  type TransportSeam,
  type WireRequest,
} from '../observe/in-process.ts'
import { sharedWorld } from '../observe/shared-world.ts'
import { momentSeconds } from '../steps/property-run.ts'
import { expired, failing } from './test-support/refusals.ts'

// No time needs to pass at these deployments.
const time = { now: Date.now, wait: async (_ms: number) => {} }

/** A run against the accounts of a simulator as if it were a real deployment. */
async function reportOf(options: InProcessOptions, run: RunOptions) {
  const { clock: _, shopper: __, webhooks: ___, target, ...rest } = await sharedWorld(options)
  const limits = { ...target.limits, amount: '100.00', coinAmount: '0.0005' }
  const real = { ...rest, remote: true, target: { ...target, limits } }
  return verify(real, { level: 'money', runs: 2, time, ...run })
}

const clientSecret = inProcess().target.merchants[0]?.clientSecret ?? ''

/** The transfers of a request; none in a payload that cannot be read. */
function transfersIn({ operationId, body }: WireRequest): { id: string; email: string; currency: string }[] {
  const text: unknown = Object(parseJson(body)).encryptedReq
  if (operationId !== 'createTransfers' || typeof text !== 'string') return []
  const rows = decryptedWith(text, clientSecret)
  return Array.isArray(rows) ? rows : []
}

/** Refuses the id of a transfer that it has made, before it looks at emails. */
function makingTransfersOnce(): TransportSeam {
  const made = new Set<string>()
  return async (request, send) => {
    const rows = transfersIn(request)
    if (rows.some(({ id }) => made.has(id)))
      return Response.json({ ok: true, result: { success: false, errorMsg: 'This transfer is made' } })
    const response = await send()
    const success = valueAt(await response.clone().json(), 'result', 'success')
    if (success === true) for (const { id } of rows) made.add(id)
    return response
  }
}

/** Refuses every payment of a shopper after three refused ones. */
function lockingShoppers(): TransportSeam {
  const refusals = new Map<string, number>()
  return async ({ operationId, headers }, send) => {
    if (operationId !== 'createExchangePayment') return send()
    const { authorization = '' } = headers
    const count = refusals.get(authorization) ?? 0
    if (count >= 3) return Response.json({ message: 'The account is locked.' }, { status: 403 })
    const response = await send()
    refusals.set(authorization, response.ok ? 0 : count + 1)
    return response
  }
}

/** Refuses requests of shoppers other than the first at all exchanges but one, where they are not connected. */
const connectingOne: TransportSeam = async ({ path, headers }, send) => {
  const isConnected = !path.startsWith('/exchanges/') || /\/(alpha|nosuch)exchange/.test(path)
  return isConnected || !/shopper-(?!ready)/.test(headers.authorization ?? '')
    ? send()
    : Response.json({ message: 'This exchange is not connected' }, { status: 400 })
}

/** Refuses the token of a shopper after some requests: by default, after the look-up of the preflight. */
function expiring(
  token: string,
  uses = 1,
  refusal: (operationId: WireRequest['operationId']) => Response = expired,
): TransportSeam {
  let count = 0
  return async ({ operationId, headers }, send) => {
    if (headers.authorization !== `Bearer ${token}`) return send()
    count += 1
    return count > uses ? refusal(operationId) : send()
  }
}

const noBanks = () => Response.json({ ok: true, result: { banks: [], defaultCurrency: 'USD' } })
const toLogin = () => new Response(null, { status: 302, headers: { location: '/login' } })

/** Lists no banks if a token is not valid, where other look-ups are refused. The token of `lowBalance` expires. */
function listingNothing(): TransportSeam {
  const transport = expiring('shopper-low-balance', 1, (id) => (id === 'listBanks' ? noBanks() : expired()))
  return async (request, send) => {
    const isKnown = /^Bearer (shopper|merchant)-/.test(request.headers.authorization ?? '')
    return request.operationId === 'listBanks' && !isKnown ? noBanks() : transport(request, send)
  }
}

it.each<[string, TransportSeam, string]>([
  ['fails for one of some requests for invoices', failing('createInvoice', 11), 'carts'],
  ['has tokens that expire, for shoppers', expiring('shopper-low-balance'), 'shoppers'],
  ['has tokens that expire, for banks', expiring('shopper-low-balance'), 'banks'],
  ['fails for one of some requests for payees', failing('addPayees', 6), 'payouts'],
  ['fails for one of some requests for transfers', failing('createTransfers', 6), 'payouts'],
  ['fails for one of some exchange payments', failing('createExchangePayment', 4), 'exchange-payments'],
  ['lists nothing for tokens that have expired, for shoppers', listingNothing(), 'shoppers'],
  ['lists nothing for tokens that have expired, for banks', listingNothing(), 'banks'],
  ['makes a transfer only once', makingTransfersOnce(), 'payouts'],
  ['locks a shopper after refused payments', lockingShoppers(), 'exchange-payments'],
])('accuses no deployment that %s', async (_, transport, resource) => {
  const { failures, warnings, errors } = await reportOf({ transport }, { only: [resource] })
  expect([...failures, ...warnings, ...errors]).toEqual([])
})

it.each([1, 2, 3, 4, 5, 6])(
  'accuses no deployment that redirects after %i requests with a token',
  async (uses) => {
    for (const token of ['shopper-ready', 'merchant-lamp-shop']) {
      const transport = expiring(token, uses, toLogin)
      const run = { only: ['service.paths-under-base-url'], level: 'read' } as const
      const { failures, errors } = await reportOf({ transport }, run)
      expect([...failures, ...errors]).toEqual([])
    }
  },
)

/** Returns the object of a check before a payment with the code of its error as the HTTP status. */
const codesAsStatus: TransportSeam = async ({ operationId, headers }, send) => {
  const response = await send()
  if (operationId !== 'validateExchangePayment' || !response.ok) return response
  const json: unknown = await response.json()
  const { showWhitelistElement, password } = Object(valueAt(json, 'result'))
  const status = showWhitelistElement ? 420 : password ? 418 : 200
  return Response.json(json, { status: /low-balance/.test(headers.authorization ?? '') ? 419 : status })
}

it('accepts the complete object of a check before a payment with the code of an error as its status', async () => {
  const run = { only: ['exchange-payments'], level: 'read', runs: 2 } as const
  const { failures, requirements } = await verify(inProcess({ transport: codesAsStatus }), run)
  const ids = requirements.filter(({ verdict }) => verdict === 'pass').map(({ id }) => id)
  expect(failures).toEqual([])
  expect(ids).toEqual(
    expect.arrayContaining([
      'exchange-payments.validation-same-object-always',
      'exchange-payments.validation-low-balance-is-no-error',
      'exchange-payments.validation-whitelist-flag',
      'exchange-payments.validation-password-flag',
    ]),
  )
})

it('accuses a deployment that fails for half of all bank payments', async () => {
  const { failures } = await reportOf(
    { transport: failing('createBankPayment', 2) },
    { only: ['bank-payments'] },
  )
  expect(failures.map(({ requirement }) => requirement)).toEqual(['bank-payments.accepted'])
})

it('does not accuse a deployment whose shoppers have connected one exchange each', async () => {
  const { failures, errors } = await reportOf({ transport: connectingOne }, { only: ['exchange-payments'] })
  expect([...failures, ...errors]).toEqual([])
})

/** Needs a look-up before each QR transaction. */
function needingLookups(): InProcessOptions {
  const seen = new Set<string>()
  const readBefore = ({ body }: CallOf<'createQrTransaction'>) => !seen.has(body.orderId)
  const { handlers } = refusing('createQrTransaction', readBefore)
  return {
    handlers: (real) => ({
      ...handlers?.(real),
      getInvoice: (call) => {
        seen.add(call.world.invoices.get(call.query.uuid)?.order ?? '')
        return real.getInvoice(call)
      },
    }),
  }
}

it('accuses a deployment that needs a look-up before each payment', async () => {
  const { failures } = await reportOf(needingLookups(), { only: ['service.lookups-optional'] })
  expect(failures.map(({ requirement }) => requirement)).toEqual(['service.lookups-optional'])
})

it('ends with a report if no other payment can be prepared', async () => {
  let isFull = false
  const transport: TransportSeam = async ({ operationId }, send) =>
    isFull && operationId === 'createInvoice' ? Response.json({ message: 'Full' }, { status: 400 }) : send()
  const wait = async (ms: number) => {
    isFull ||= ms === momentSeconds * 1000
  }
  const run = { only: ['service.lookups-optional'], time: { ...time, wait } }
  const { failures, errors } = await reportOf({ ...needingLookups(), transport }, run)
  expect([isFull, ...failures, ...errors]).toEqual([true])
})

it('ends with a report if the run is interrupted before a refused request is retried', async () => {
  const controller = new AbortController()
  const wait = async (ms: number) => {
    if (ms === momentSeconds * 1000) controller.abort()
  }
  const options = refusing('createQrTransaction', () => true)
  const run = { only: ['qr-transactions.created'], signal: controller.signal, time: { ...time, wait } }
  const { failures, errors } = await reportOf(options, run)
  expect(errors).toEqual([])
  expect(failures.map(({ requirement }) => requirement)).toEqual(['qr-transactions.created'])
})

it('does not send a request again that may have taken effect', async () => {
  const refused: string[] = []
  const transport: TransportSeam = async (request, send) => {
    const [row] = transfersIn(request)
    if (row !== undefined) refused.push(row.id)
    return row === undefined || row.currency === 'USD'
      ? send()
      : Response.json({ message: 'Internal Server Error' }, { status: 500 })
  }
  await reportOf({ transport }, { only: ['payouts.transfers-crypto-accepted'] })
  expect(refused.length).toBeGreaterThan(0)
  expect(new Set(refused).size).toBe(refused.length)
})

it('lists what a request creates that is retried', async () => {
  const refused: string[] = []
  const transport: TransportSeam = async (request, send) => {
    const [row] = transfersIn(request)
    if (row === undefined || row.currency === 'USD' || refused.length > 0) return send()
    refused.push(row.email)
    return Response.json({ message: 'Another transfer is being made.' }, { status: 409 })
  }
  const { created } = await reportOf({ transport }, { only: ['payouts.transfers-crypto-accepted'] })
  const transfers = created.filter(({ operationId }) => operationId === 'createTransfers')
  expect(transfers.map(({ ours }) => ours)).toEqual(expect.arrayContaining(refused))
  expect(refused).toHaveLength(1)
})
