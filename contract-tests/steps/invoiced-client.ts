// Payments of orders that have an invoice. The contract does not say whether an order can be paid without one, so the suite
// creates one before each payment. A QR request is complete by itself, and its order id may have to be new: it gets an invoice
// only if it is refused without one.

import type { RequestOptions } from '../../client/operation-request.ts'
import { type Notation, notations, requiredAddress } from '../../client/sample-customers.ts'
import {
  address,
  exchangeCheck,
  invoice,
  payee,
  plainCart,
  qrTransaction,
  type SampleSource,
  subscribingCart,
} from '../../client/sample-requests.ts'
import type { MerchantAccount } from '../../client/target.ts'
import { clientIdOf } from '../../client/target-accounts.ts'
import { valueAt } from '../../core/json.ts'
import { includesLevel } from '../../spec/operation.ts'
import type { OperationId } from '../../spec/operations.ts'
import { type ApiResponse, Client } from '../observe/client.ts'
import { orderIdIn } from '../observe/creations.ts'
import type { Deployment } from '../observe/deployment.ts'
import { failedPreconditionOf } from '../observe/failed-preconditions.ts'
import type { RunBudget } from '../observe/run-budget.ts'
import { PreconditionFailed } from '../observe/violation.ts'
import type { Profile } from '../profile/profile.ts'
import { slightlyMore } from './arbitraries.ts'
import type { RunSituation } from './property-run.ts'

/** The payments that an invoice is created for. */
export const payments: readonly OperationId[] = [
  'validateExchangePayment',
  'createExchangePayment',
  'createBankPayment',
]

/** The requests about records that stay as they are for a day. */
export const afterADay: readonly OperationId[] = ['getInvoice', 'cancelSubscription']
/** Complete requests that need no earlier one and move no money. */
export const plainRequests = {
  ...{ getStore: () => ({}), getShopper: () => ({}), listBanks: () => ({}) },
  listCurrencies: ({ amount }) => ({ query: { amount, currency: 'USD' } }),
  checkExchangeBalance: ({ merchant }) => ({ query: { merchantId: merchant.id } }),
  createInvoice: (source) => ({ body: invoice(source) }),
  createQrTransaction: (source) => ({ body: qrTransaction(source) }),
  validateExchangePayment: (source) => ({ payload: exchangeCheck(source) }),
  addPayees: (source) => ({ payload: Array.from({ length: source.style?.lines ?? 1 }, () => payee(source)) }),
} satisfies Partial<Record<OperationId, (source: SampleSource) => RequestOptions>>

const completeRequests: Partial<Record<OperationId, (source: SampleSource) => RequestOptions>> = plainRequests

type Address = Record<keyof typeof address, string>

interface Situation
  extends Partial<Pick<RunSituation, 'sharesOrders' | 'sharesLater' | 'isAtOnce' | 'afterRefusals'>> {
  /** Called for responses to complete requests of the client itself. */
  completed?: (response: ApiResponse) => void
  /** Lets a day pass. With it, that happens before each request about a record, and after a refused request comes an accepted one. */
  aDayPasses?: () => Promise<void>
}

/** The requests about records that may be refused before the one that counts. */
const aboutRecords: readonly OperationId[] = ['debitSubscription', 'closePartialPayment']
/** Of a request that is refused: without token and content. */
const refused: RequestOptions = { token: null, rawBody: '{}' }
/** The number of requests of each operation that another one comes with, or a refused one before. */
const mostDisturbed = 2
/** The number of orders whose id another merchant has, but for those after a refused request: it may be the reason. */
const mostShared = 3

export class InvoicedClient extends Client {
  private readonly source: SampleSource & Pick<Deployment, 'target'>
  /** The orders that have an invoice, or for which one was requested. */
  private readonly invoiced = new Set<string>()
  private readonly situation: Situation
  private readonly refused = new Set<OperationId>()
  private readonly everRefused = new Set<OperationId>()
  private readonly shared = new Set<unknown>()
  /** The number of requests of each operation. */
  private readonly sent = new Map<OperationId, number>()
  /** The uuid of an invoice that was created at the same time as one of the property. */
  private anotherInvoice: unknown
  /** Sends what comes at the same time. */
  private readonly other: Client
  private readonly profile: Profile

  constructor(
    source: SampleSource & Pick<Deployment, 'target'>,
    deployment: Deployment,
    budget: RunBudget,
    options: ConstructorParameters<typeof Client>[2] & Situation,
  ) {
    super(deployment, budget, options)
    this.source = source
    this.situation = options
    this.profile = deployment.profile
    this.other = new Client(deployment, budget, options)
  }

  private get canCreate(): boolean {
    const { level, failedPreconditions } = this.budget
    return (
      includesLevel(level, 'write') &&
      failedPreconditionOf(failedPreconditions, 'createInvoice', undefined) === undefined
    )
  }

  /** Calls an operation. A payment of an order without an invoice creates one first, which must succeed. */
  override async call<Id extends OperationId>(
    operationId: Id,
    options: RequestOptions = {},
  ): Promise<ApiResponse<Id>> {
    const isLater = this.situation.sharesLater === true
    if (!isLater) await this.shareOrder(operationId, options)
    await this.prepare(operationId, options)
    if (isLater && operationId !== 'createInvoice') await this.shareOrder(operationId, options)
    const response = await this.callWithAnother(operationId, options)
    if (isLater && operationId === 'createInvoice') await this.shareOrder(operationId, options)
    if (response.outcome !== 'refusal') this.refused.delete(operationId)
    else for (const set of [this.refused, this.everRefused]) set.add(operationId)
    const mayNeedInvoice = operationId === 'createQrTransaction' && response.outcome === 'refusal'
    if (!mayNeedInvoice || !this.canCreate || !(await this.createInvoice(options))) return response
    return super.call(operationId, options)
  }

  /** Calls an operation; in a situation, at once with a request of another account or order. */
  private async callWithAnother<Id extends OperationId>(
    operationId: Id,
    options: RequestOptions,
  ): Promise<ApiResponse<Id>> {
    const times = this.sent.get(operationId) ?? 0
    const isAtOnce = this.situation.isAtOnce === true && times < mostDisturbed
    const another = isAtOnce ? this.another(operationId) : undefined
    this.sent.set(operationId, times + 1)
    const call = super.call(operationId, options)
    if (another === undefined) return call
    const [response, { json }] = await Promise.all([call, this.other.call(operationId, another)])
    if (operationId === 'createInvoice') this.anotherInvoice = valueAt(json, 'result', 'uuid')
    // One of two may be refused. (permitted: service.refuses-for-a-moment)
    return response.outcome === 'refusal' ? super.call(operationId, options) : response
  }

  /** A request of an operation without effect on other requests: of another account, or for another order. */
  private another(operationId: OperationId): RequestOptions | undefined {
    const { target } = this.source
    const [, merchant] = target.merchants
    const token = target.shoppers.second?.accessToken
    const overrides = { amount: slightlyMore(target) }
    switch (operationId) {
      case 'createInvoice':
        return { body: invoice(this.source, overrides) }
      case 'createQrTransaction':
        return { body: qrTransaction(this.source, overrides) }
      case 'getInvoice':
        return typeof this.anotherInvoice === 'string' && !this.sent.has(operationId)
          ? { query: { uuid: this.anotherInvoice } }
          : undefined
      case 'getStore':
      case 'listCurrencies':
        return merchant && { merchant, ...completeRequests[operationId]?.(this.source) }
      case 'getShopper':
      case 'listBanks':
      case 'checkExchangeBalance':
        return token === undefined ? undefined : { token, ...completeRequests[operationId]?.(this.source) }
      default:
        return undefined
    }
  }

  /** Sends what comes before a request: in a situation a refused or an accepted one, and the invoice of a payment. */
  private async prepare(operationId: OperationId, options: RequestOptions): Promise<void> {
    const { afterRefusals, aDayPasses } = this.situation
    if (aDayPasses !== undefined) await this.letADayPass(operationId, aDayPasses)
    const isFirst = (this.sent.get(operationId) ?? 0) < mostDisturbed
    if (afterRefusals === true && (isFirst || aboutRecords.includes(operationId)))
      await super.call(operationId, refused)
    if (operationId === 'createInvoice') this.invoiced.add(String(Object(options.body).order))
    else if (payments.includes(operationId) && this.canCreate)
      await this.createInvoice(options, operationId !== 'createBankPayment')
  }

  private async letADayPass(operationId: OperationId, aDayPasses: () => Promise<void>): Promise<void> {
    if (afterADay.includes(operationId)) await aDayPasses()
    const complete = this.refused.has(operationId) ? completeRequests[operationId] : undefined
    if (complete !== undefined) await this.complete(operationId, complete(this.source))
  }

  /** True if an operation pays an order without an invoice, because the run cannot create one. */
  paysWithoutInvoice(operationId: OperationId): boolean {
    return [...payments, 'createQrTransaction'].includes(operationId) && !this.canCreate
  }

  /** Calls an operation with a complete request, whose response must have the stated shape. */
  private async complete<Id extends OperationId>(operationId: Id, options: RequestOptions) {
    const response = await super.call(operationId, options)
    this.situation.completed?.(response)
    return response
  }

  /** In a situation, creates an invoice of another merchant with the order id of a request, and with other custom parameters. */
  private async shareOrder(operationId: OperationId, options: RequestOptions): Promise<void> {
    if (this.situation.sharesOrders !== true) return
    const content = options.payload ?? options.body
    const id = orderIdIn(content)
    const own = this.merchantOf(options)
    const other = this.source.target.merchants.find((one) => one !== own)
    const isEnough = this.shared.size >= mostShared && !this.everRefused.has(operationId)
    if (other === undefined || id === undefined || valueAt(content, 'cart') === undefined) return
    if (isEnough || this.shared.has(id)) return
    this.shared.add(id)
    const { redirectUrl } = other
    const { customParameter } = invoice(this.source)
    const method: unknown = valueAt(content, 'customParameter', 'returnMethod')
    const returnMethod = method === 'GET' || method === 'POST' ? method : customParameter?.returnMethod
    const body = {
      ...invoice(this.source, { order: id, redirectUrl }),
      customParameter: customParameter && { ...customParameter, returnMethod },
    }
    await this.complete('createInvoice', { merchant: other, body })
  }

  /** The merchant of a request: the one with its client id, or the caller. */
  private merchantOf({ body, payload, merchant: caller }: RequestOptions) {
    const { merchants } = this.source.target
    const { clientId } = Object(payload ?? body)
    return clientId === undefined
      ? (caller ?? merchants[0])
      : merchants.find((one) => clientIdOf(one) === clientId)
  }

  /**
   * Learns once, from invoices that nobody pays, in which notation the service takes the address of samples: in another one than the plain
   * one, which is refused before and after it.
   */
  private async learnNotation(merchant: MerchantAccount): Promise<void> {
    const { budget, profile, source } = this
    if (budget.hasTriedNotations || profile.addresses !== undefined) return
    budget.hasTriedNotations = true
    const isTaken = async (notation?: Notation) => {
      const shippingAddress = requiredAddress({ notation })
      const body = invoice(source, { redirectUrl: merchant.redirectUrl, shippingAddress })
      return (await this.complete('createInvoice', { merchant, body })).outcome !== 'refusal'
    }
    if (await isTaken()) return
    for (const notation of notations.slice(1)) {
      if (!(await isTaken(notation))) continue
      if (!(await isTaken())) profile.addresses = notation
      return
    }
  }

  /** Returns whether it has created an invoice. */
  private async createInvoice(options: RequestOptions, maySubscribe = false): Promise<boolean> {
    const { offerId, orderId, nativeAmount, amount, cart, shippingAddress } = Object(
      options.payload ?? options.body,
    )
    const order = offerId ?? orderId
    const merchant = this.merchantOf(options)
    if (typeof order !== 'string' || merchant === undefined || this.invoiced.has(order)) return false
    this.invoiced.add(order)
    const total = decimalText(nativeAmount ?? amount) ?? this.source.amount
    const plain = invoiceLines(cart) ?? plainCart(this.source, total)
    const create = (address?: Address | null) =>
      this.complete('createInvoice', {
        merchant,
        body: invoice(this.source, {
          order,
          amount: total,
          redirectUrl: merchant.redirectUrl,
          cart: maySubscribe ? subscribingCart(this.source, plain) : plain,
          ...(address === undefined ? {} : { shippingAddress: address }),
          // A QR request has its own.
          ...(orderId === undefined ? {} : { customParameter: undefined }),
        }),
      })
    const given = shippingAddress === null || isAddress(shippingAddress) ? shippingAddress : undefined
    const { ordersWithoutAddress } = this.budget
    // Each world begins with the same order ids.
    ordersWithoutAddress.delete(order)
    let response = await create(given)
    // permitted: customers.own-notations
    if (given !== undefined && response.outcome === 'refusal') {
      ordersWithoutAddress.add(order)
      await this.learnNotation(merchant)
      response = await create()
    }
    if (response.outcome === 'refusal')
      throw new PreconditionFailed(
        `createInvoice must succeed before a payment; actual: HTTP ${response.status}: ${response.text.slice(0, 300)}`,
      )
    return true
  }
}

/** True if an address has its required fields. */
function isAddress(value: unknown): value is Address {
  return Object.keys(address).every((key) => typeof Object(value)[key] === 'string')
}

function decimalText(value: unknown): string | undefined {
  if (typeof value === 'number') return value.toFixed(2)
  return typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? value : undefined
}

/** The lines of an invoice for a cart; undefined unless the cart is complete. */
function invoiceLines(cart: unknown) {
  if (!Array.isArray(cart) || cart.length === 0) return undefined
  const lines = cart.map((line: unknown, at) => {
    const { id, name, price, quantity } = Object(line)
    const totalPrice = decimalText(Number(price) * Number(quantity)) ?? '0.00'
    return { id, name, price, quantity, key: `line-${at}`, totalPrice }
  })
  const isComplete = lines.every(
    ({ id, name, price, quantity }) => ![id, name, price, quantity].includes(undefined),
  )
  return isComplete ? lines : undefined
}
