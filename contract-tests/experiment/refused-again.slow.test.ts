// Refusals of remote deployments that say nothing about a requirement: for a moment, of a locked account, or at the end of a run.

import { expect, it } from 'vitest'
import { parseJson, valueAt } from '../../core/json.ts'
import type { OperationId } from '../../spec/operations.ts'
import type { RequirementId } from '../../spec/requirements.ts'
import { mutants } from '../altered/mutants/all.ts'
import { type CallOf, replaceHandler } from '../altered/mutants/handler-seam.ts'
import { decryptedWith } from '../altered/mutants/operators/encryption.ts'
import { accountVariants } from '../altered/variants/accounts.ts'
import { fields, perWorld, refusing } from '../altered/variants/rows.ts'
import { type RunOptions, verify } from '../commands/verify.ts'
import type { Report } from '../judge/report.ts'
import {
  type InProcessOptions,
  inProcess,
  type TransportSeam,
  type WireRequest,
} from '../observe/in-process.ts'
import { sharedWorld } from '../observe/shared-world.ts'
import { momentSeconds } from '../steps/property-run.ts'

// No time needs to pass at these deployments. A pause only moves their clock.
let pausedMs = 0
const time = {
  now: Date.now,
  wait: async (ms: number) => {
    pausedMs += ms
  },
}
const now = () => performance.now() + pausedMs

type ReportOf = (options: InProcessOptions, run: RunOptions) => Promise<Report>

/** A run against the accounts of a simulator as if it were a real deployment. */
const realReport: ReportOf = async (options, run) => {
  const { clock: _, shopper: __, webhooks: ___, target, ...rest } = await sharedWorld(options)
  const limits = { ...target.limits, amount: '100.00', coinAmount: '0.0005' }
  const real = { ...rest, remote: true, target: { ...target, limits } }
  return verify(real, { level: 'money', runs: 2, time, ...run })
}

/** A run against an own sandbox of a remote simulator with a control API, whose worlds end. */
const sandboxReport: ReportOf = (options, run) =>
  verify({ ...inProcess(options), remote: true }, { runs: 2, time, ...run })

/** A run with a clock, a shopper and webhooks, but without an own sandbox. */
const controlReport: ReportOf = async (options, run) =>
  verify({ ...(await sharedWorld(options)), remote: true }, { runs: 2, time, ...run })

const expired = () => Response.json({ message: 'The token has expired.' }, { status: 401 })

/** Responds with an error to each request of an operation whose number is a multiple of `step`. */
function failing(operationId: OperationId, step: number): TransportSeam {
  let count = 0
  return async (request, send) => {
    if (request.operationId !== operationId) return send()
    count += 1
    return count % step === 0 ? Response.json({ message: 'Internal Server Error' }, { status: 500 }) : send()
  }
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

/** Refuses the payments of a shopper for some seconds after one. */
function lockedAfterPayment(): TransportSeam {
  const paidAt = new Map<string, number>()
  return async ({ operationId, headers }, send) => {
    if (operationId !== 'createExchangePayment') return send()
    const { authorization = '' } = headers
    if (now() - (paidAt.get(authorization) ?? Number.NEGATIVE_INFINITY) < 3000)
      return Response.json({ message: 'Another payment is being processed' }, { status: 409 })
    const response = await send()
    if (response.ok) paidAt.set(authorization, now())
    return response
  }
}

/** Refuses the closing of an order for some seconds after a request for it. */
function lockedAfterClosing(): InProcessOptions {
  const closedIn = perWorld(() => new Map<string, number>())
  return refusing('closePartialPayment', ({ world, payload: { offerId } }) => {
    const closedAt = closedIn(world)
    if (now() - (closedAt.get(offerId) ?? Number.NEGATIVE_INFINITY) < 4000) return true
    closedAt.set(offerId, now())
    return false
  })
}

/** Refunds at once, and accepts the closing of a payment that has ended. */
const refundingAtOnce = replaceHandler('closePartialPayment', (call, real) => {
  const { world, merchant, payload } = call
  for (const one of world.transactions) if (one.refund === 'requested') one.status = 'canceled'
  const own = world.transactions.group(merchant, payload.offerId)
  const hasEnded = own.length > 0 && own.every(({ status }) => status === 'canceled')
  return hasEnded ? { ok: true, result: { success: true } } : real(call)
})

/** Refuses every merchantAuth after some uses. */
function expiringAuth(uses: number): TransportSeam {
  let count = 0
  return async ({ operationId }, send) => {
    if (!operationId.endsWith('Subscription')) return send()
    if (count >= uses) return expired()
    const response = await send()
    if (response.ok) count += 1
    return response
  }
}

const locking = accountVariants['shoppers who are locked after three payments that fail'] ?? {}

type Conforming = [string, ReportOf, TransportSeam | InProcessOptions, only: string[], RunOptions?]

const redirecting = ['shopper-ready', 'merchant-lamp-shop'].flatMap((token) =>
  [1, 2, 3, 4, 5, 6].map(
    (uses): Conforming => [
      `redirects after ${uses} requests of ${token}`,
      realReport,
      expiring(token, uses, toLogin),
      ['service.paths-under-base-url'],
      { level: 'read' },
    ],
  ),
)

it.each<Conforming>([
  ['fails for one of some requests for invoices', realReport, failing('createInvoice', 11), ['carts']],
  ['has tokens that expire, for shoppers', realReport, expiring('shopper-low-balance'), ['shoppers']],
  ['has tokens that expire, for banks', realReport, expiring('shopper-low-balance'), ['banks']],
  ['fails for one of some requests for payees', realReport, failing('addPayees', 6), ['payouts']],
  ['fails for one of some requests for transfers', realReport, failing('createTransfers', 6), ['payouts']],
  ['fails for some payments', realReport, failing('createExchangePayment', 4), ['exchange-payments']],
  ['lists nothing for tokens that have expired, for shoppers', realReport, listingNothing(), ['shoppers']],
  ['lists nothing for tokens that have expired, for banks', realReport, listingNothing(), ['banks']],
  ['makes a transfer only once', realReport, makingTransfersOnce(), ['payouts']],
  ['locks a shopper after refused payments', realReport, locking, ['exchange-payments']],
  ['has shoppers who have connected one exchange each', realReport, connectingOne, ['exchange-payments']],
  ...redirecting,
  ['fails for some look-ups', sandboxReport, failing('listBanks', 3), ['banks']],
  ['fails for some checks', sandboxReport, failing('validateExchangePayment', 13), ['exchange-payments']],
  ['fails for some invoices', sandboxReport, failing('createInvoice', 11), ['invoices']],
  ['refunds at once', sandboxReport, refundingAtOnce, ['partial-payments']],
  [
    'locks a shopper after a payment',
    sandboxReport,
    lockedAfterPayment(),
    ['exchange-payments', 'customers', 'service'],
  ],
  ['locks an order after its closing', sandboxReport, lockedAfterClosing(), ['partial-payments']],
  ['locks an order in a shared sandbox', controlReport, lockedAfterClosing(), ['partial-payments']],
  ...[6, 8, 12, 16].map(
    (uses): Conforming => [
      `has a merchantAuth that expires after ${uses} uses`,
      controlReport,
      expiringAuth(uses),
      ['subscriptions'],
    ],
  ),
])('accuses no deployment that %s', async (_, reportOf, seam, only, run) => {
  const options = typeof seam === 'function' ? { transport: seam } : seam
  const { failures, warnings, errors } = await reportOf(options, { only, ...run })
  expect([...failures, ...warnings, ...errors]).toEqual([])
})

it('accepts timestamps by the clock of a machine', async () => {
  const timestamp = () => new Date().toISOString()
  const response = fields(['createExchangePayment'], { createdAt: timestamp, updatedAt: timestamp })
  const { requirements } = await sandboxReport({ response }, { only: ['service.timestamps-utc'] })
  expect(requirements.find(({ id }) => id === 'service.timestamps-utc')?.verdict).toBe('pass')
})

it.each<RequirementId>([
  'exchange-payments.accepted',
  'exchange-payments.error-insufficient-balance-419',
  'partial-payments.refused-changes-nothing',
  'partial-payments.unforced-refund-request-blocks',
])('finds a violation of %s in an own sandbox', async (id) => {
  for (const options of mutants.filter(({ requirement }) => requirement === id)) {
    const { failures } = await sandboxReport(options, { only: [id] })
    expect(failures.map(({ requirement }) => requirement)).toContain(id)
  }
})

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

it.each<[string, InProcessOptions, only: string, RequirementId]>([
  [
    'fails for half',
    { transport: failing('createBankPayment', 2) },
    'bank-payments',
    'bank-payments.accepted',
  ],
  ['needs a look-up before each', needingLookups(), 'service.lookups-optional', 'service.lookups-optional'],
])('accuses a deployment that %s of all payments', async (_, options, only, id) => {
  const { failures } = await realReport(options, { only: [only] })
  expect(failures.map(({ requirement }) => requirement)).toEqual([id])
})

it('ends with a report if no other payment can be prepared', async () => {
  let isFull = false
  const transport: TransportSeam = async ({ operationId }, send) =>
    isFull && operationId === 'createInvoice' ? Response.json({ message: 'Full' }, { status: 400 }) : send()
  const wait = async (ms: number) => {
    isFull ||= ms === momentSeconds * 1000
  }
  const run = { only: ['service.lookups-optional'], time: { ...time, wait } }
  const { failures, errors } = await realReport({ ...needingLookups(), transport }, run)
  expect([isFull, ...failures, ...errors]).toEqual([true])
})

it('ends with a report if the run is interrupted before a refused request is retried', async () => {
  const controller = new AbortController()
  const wait = async (ms: number) => {
    if (ms === momentSeconds * 1000) controller.abort()
  }
  const options = refusing('createQrTransaction', () => true)
  const run = { only: ['qr-transactions.created'], signal: controller.signal, time: { ...time, wait } }
  const { failures, errors } = await realReport(options, run)
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
  await realReport({ transport }, { only: ['payouts.transfers-crypto-accepted'] })
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
  const { created } = await realReport({ transport }, { only: ['payouts.transfers-crypto-accepted'] })
  const transfers = created.filter(({ operationId }) => operationId === 'createTransfers')
  expect(transfers.map(({ ours }) => ours)).toEqual(expect.arrayContaining(refused))
  expect(refused).toHaveLength(1)
})
