// Calls of the sixteen operations, as a merchant's program makes them: credentials, sealed payloads, headers. It knows
// what the target's operator knows about open items, writes down all that it does, and judges nothing.

import type { AnswerOf } from '../spec/operation.ts'
import { type OperationId, type Operations, operations } from '../spec/operations.ts'
import type { Deployment } from './deployment.ts'
import { type Outcome, outcomeOf } from './expect.ts'
import { Misuse } from './misuse.ts'
import { type RsaScheme, sealPassphrase, sealRsa } from './seal.ts'
import type { TargetMerchant, TargetShopper } from './target.ts'
import { type Entry, shown } from './transcript.ts'

/** How a payload is sealed. */
export type Sealing =
  | { with: 'rsa'; publicKey: string; padding?: RsaScheme }
  | { with: 'passphrase'; secret: string }
  /** Not sealed at all: this text stands in its place. */
  | { with: 'nothing'; text: string }

/** What a call differs in from the usual one of its operation. */
export interface Asked {
  merchant?: TargetMerchant
  shopper?: TargetShopper
  /** The name of the exchange in the path. */
  exchange?: string
  query?: Readonly<Record<string, string>>
  /** The body; or what stands in it beside the sealed payload. */
  body?: unknown
  /** What is sealed. */
  plain?: unknown
  sealing?: Sealing
  /** Under which field the sealed payload stands; `null` leaves it out. */
  field?: string | null
  /** The access token of the Authorization header; `null` leaves the header out. */
  token?: string | null
  /** Further headers; `null` leaves one out that the operation usually bears. */
  headers?: Readonly<Record<string, string | null>>
  /** A body as it stands, whatever it is. */
  rawBody?: string
}

/** What came. */
export interface Answer<Id extends OperationId = OperationId> {
  operationId: Id
  /** 0 where no answer came. */
  status: number
  headers: Readonly<Record<string, string>>
  text: string
  /** The body read as JSON; undefined where it is none. */
  json: unknown
  outcome: Outcome
  /** The body as the document describes success; meaningful for an outcome of success only. */
  success: AnswerOf<Operations[Id]>
}

/** What limits all the requests of a run. */
export interface Budget {
  left: number
  /** The least time between two requests, in milliseconds. */
  pauseMilliseconds: number
}

/** A run that has no requests left to send; what was not checked stays inconclusive. */
export class BudgetSpent extends Error {
  override name = 'BudgetSpent'
}

const sealedTexts = new Map<string, string>()
const mostSealedTexts = 20_000

/** Seals, and remembers: public-key sealing is dear, and a suite that runs often seals the same texts again. */
export function sealed(payload: unknown, sealing: Sealing): string {
  if (sealing.with === 'nothing') return sealing.text
  const key = `${sealing.with === 'rsa' ? `${sealing.publicKey}${sealing.padding ?? ''}` : sealing.secret}${JSON.stringify(payload)}`
  const known = sealedTexts.get(key)
  if (known !== undefined) return known
  const text =
    sealing.with === 'rsa'
      ? sealRsa(payload, sealing.publicKey, sealing.padding ?? 'oaep')
      : sealPassphrase(payload, sealing.secret)
  if (sealedTexts.size >= mostSealedTexts) sealedTexts.clear()
  sealedTexts.set(key, text)
  return text
}

export class Client {
  private readonly deployment: Deployment
  private readonly budget: Budget
  private readonly record: (entry: Entry) => void
  private readonly answered: (answer: Answer) => void
  private readonly secrets: readonly string[]

  constructor(
    deployment: Deployment,
    budget: Budget,
    record: (entry: Entry) => void,
    answered: (answer: Answer) => void,
  ) {
    this.deployment = deployment
    this.budget = budget
    this.record = record
    this.answered = answered
    const { merchants, shoppers } = deployment.target
    this.secrets = [
      ...merchants.flatMap(({ accessToken, clientSecret, merchantAuth }) => [
        accessToken,
        clientSecret,
        merchantAuth,
      ]),
      ...Object.values(shoppers).flatMap((shopper) => (shopper === undefined ? [] : [shopper.accessToken])),
    ]
  }

  /** Calls an operation; whatever comes is an answer, silence included. */
  async call<Id extends OperationId>(operationId: Id, asked: Asked = {}): Promise<Answer<Id>> {
    const { target, send, remote } = this.deployment
    const { method } = operations[operationId]
    const url = `${target.baseUrl.replace(/\/$/, '')}${this.path(operationId, asked)}`
    const headers = this.headers(operationId, asked)
    const body = method === 'get' ? '' : (asked.rawBody ?? JSON.stringify(this.body(operationId, asked)))
    this.spend()
    if (this.budget.pauseMilliseconds > 0)
      await new Promise((resolve) => setTimeout(resolve, this.budget.pauseMilliseconds))
    let status = 0
    let text = ''
    let came: Record<string, string> = {}
    try {
      const response = await send(url, {
        method: method.toUpperCase(),
        headers,
        redirect: 'manual',
        ...(method === 'get' ? {} : { body }),
        ...(remote ? { signal: AbortSignal.timeout(target.limits.timeoutSeconds * 1000) } : {}),
      })
      text = await response.text()
      status = response.status
      came = Object.fromEntries(response.headers)
    } catch (error) {
      text = `no answer: ${error instanceof Error ? error.message : String(error)}`
    }
    const json = status === 0 ? undefined : parsed(text)
    const answer = {
      operationId,
      status,
      headers: came,
      text,
      json,
      outcome: outcomeOf(operationId, status, json),
      success: json,
    } as Answer<Id>
    this.record({
      operationId,
      method: method.toUpperCase(),
      url: shown(url, this.secrets),
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, shown(value, this.secrets)]),
      ),
      body: shown(body, this.secrets),
      ...(asked.plain === undefined ? {} : { plain: asked.plain }),
      status,
      answer: shown(text, this.secrets),
    })
    this.answered(answer)
    return answer
  }

  private spend(): void {
    if (this.budget.left <= 0) throw new BudgetSpent()
    this.budget.left -= 1
  }

  private path(operationId: OperationId, { exchange, query }: Asked): string {
    const { target } = this.deployment
    const name = exchange ?? target.exchanges[0] ?? ''
    const path = operations[operationId].path.replace('{exchange_name}', encodeURIComponent(name))
    const search = query === undefined ? '' : new URLSearchParams(query).toString()
    return search === '' ? path : `${path}?${search}`
  }

  private headers(operationId: OperationId, asked: Asked): Record<string, string> {
    const headers: Record<string, string> = { 'content-type': 'application/json' }
    const token = asked.token === undefined ? this.usualToken(operationId, asked) : asked.token
    if (token !== null) headers.authorization = `Bearer ${token}`
    if (operationId === 'createQrTransaction') headers['x-transaction-source'] = 'qr-code-api'
    for (const [name, value] of Object.entries(asked.headers ?? {})) {
      if (value === null) delete headers[name.toLowerCase()]
      else headers[name.toLowerCase()] = value
    }
    return headers
  }

  /** Where the contract shows no header, the likely token is sent: whoever demands one gets it. */
  private usualToken(operationId: OperationId, asked: Asked): string | null {
    const merchant = this.merchant(asked).accessToken
    const shopper = (asked.shopper ?? this.deployment.target.shoppers.ready).accessToken
    switch (operations[operationId].credential) {
      case 'merchantToken':
        return merchant
      case 'shopperToken':
        return shopper
      case 'unstatedToken':
        return this.deployment.target.known.transferToken === 'merchant' ? merchant : shopper
      case 'notShown':
        return operationId === 'createBankPayment' ? shopper : merchant
      default:
        return null
    }
  }

  private merchant(asked: Asked): TargetMerchant {
    const merchant = asked.merchant ?? this.deployment.target.merchants[0]
    if (merchant === undefined)
      throw new Misuse(
        'The target has no merchant.',
        'Every call is made for one.',
        'Give one in the target file.',
      )
    return merchant
  }

  private body(operationId: OperationId, asked: Asked): unknown {
    if (!('sealed' in operations[operationId])) return asked.body ?? {}
    const field = asked.field === undefined ? this.usualField(operationId) : asked.field
    const beside = typeof asked.body === 'object' && asked.body !== null ? asked.body : {}
    if (field === null) return beside
    const text = sealed(asked.plain, asked.sealing ?? this.sealing(operationId, asked))
    if (field === 'bare') return text
    return { ...beside, [field]: text }
  }

  private usualField(operationId: OperationId): string {
    const { known } = this.deployment.target
    if (operationId === 'createBankPayment') return known.bankPaymentField
    if (operationId === 'addPayees') return known.payeeField
    return operationId === 'createTransfers' || operationId === 'closePartialPayment'
      ? 'encryptedReq'
      : 'data'
  }

  /** How an operation's payload is usually sealed for that merchant. */
  sealing(operationId: OperationId, asked: Pick<Asked, 'merchant'> = {}): Sealing {
    const { known, servicePublicKey } = this.deployment.target
    const merchant = this.merchant(asked)
    const passphrase = { with: 'passphrase', secret: merchant.clientSecret } as const
    const rsa = { with: 'rsa', publicKey: merchant.publicKey, padding: known.rsaPadding } as const
    if (operationId === 'closePartialPayment') return passphrase
    if (operationId === 'createTransfers' || operationId === 'addPayees')
      return known.payoutSealing === 'passphrase' ? passphrase : rsa
    if (operationId === 'validateExchangePayment' && known.validationSealing === 'serviceKey') {
      if (servicePublicKey === undefined)
        throw new Misuse(
          "The target lacks the service's public key.",
          'It says that the pre-payment check is sealed with that key.',
          'Give it as servicePublicKey in the target file.',
        )
      return { ...rsa, publicKey: servicePublicKey }
    }
    return rsa
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
