// One side of a comparison: a deployment, to which the actions of a history are sent with the ids, tokens and keys that it has.

import { type Encryption, encrypt } from '../../client/encryption.ts'
import {
  type OperationRequest,
  operationRequest,
  payloadEncryption,
  type RequestOptions,
} from '../../client/operation-request.ts'
import type { MerchantAccount, Target } from '../../client/target.ts'
import { clientIdOf, merchantIdOf, type Role } from '../../client/target-accounts.ts'
import type { Call } from '../../client/transcript.ts'
import { isObject, parseJson, valueAt } from '../../core/json.ts'
import type { Delivery } from '../observe/deliveries.ts'
import type { Deployment } from '../observe/deployment.ts'
import { PreconditionFailed } from '../observe/violation.ts'
import {
  type Action,
  type OutsideAction,
  type RequestAction,
  recordPlaces,
  requestsOf,
  resolved,
  type Step,
} from './action.ts'

/** A response, with the headers that are compared. The outcome of what happens outside has the status 0. */
export interface SeenResponse {
  status: number
  headers: Readonly<Record<string, string>>
  body: string
}

/** True if a response reports a success. */
export const isAccepted = ({ status, body }: SeenResponse) =>
  status < 300 && /"result"\s*:/.test(body) && !/"success"\s*:\s*false/.test(body)

/** The responses to an action, and the deliveries that followed. */
export interface Answer {
  responses: readonly SeenResponse[]
  deliveries: readonly Delivery[]
}

type Sent = Pick<Call, 'payload' | 'encryptedAsUsual'>

/** The address that both services have in what is compared. */
export const ownAddress = 'http://service'

/** An action refers to a record that the deployment has not created. */
class MissingRecord extends Error {}

export class Side<Of extends Deployment = Deployment> {
  readonly deployment: Of
  private readonly bodies = new Map<number, string>()
  private readonly parsed = new Map<number, unknown>()
  private delivered = 0
  /** The addresses of the service, which differ between sides. */
  private readonly addresses: readonly string[]
  private readonly called: (call: Call) => void

  /** `called` gets every call with its response. */
  constructor(deployment: Of, called: (call: Call) => void = () => {}) {
    this.deployment = deployment
    this.called = called
    const { baseUrl } = deployment.target
    this.addresses = [baseUrl.replace(/(\/api)?\/*$/, ''), new URL(baseUrl).origin]
  }

  /** Begins a new history. */
  async begin(): Promise<void> {
    await this.deployment.fresh()
    this.bodies.clear()
    this.parsed.clear()
    this.delivered = 0
  }

  /** Runs an action. Throws a MissingRecord if it refers to what this side does not have. */
  async run(step: Step): Promise<Answer> {
    const responses = await this.responses(step.action)
    this.note(step, responses)
    const all = (await this.deployment.webhooks?.received()) ?? []
    // A simulator renders a delivery when it is read; later, the world is another one.
    const deliveries = all
      .slice(this.delivered)
      .map(({ method, url, body }) => ({ method, url: url.replace(ownPath, '$1'), body: this.shown(body) }))
    this.delivered = all.length
    return { responses, deliveries }
  }

  /** Remembers the responses to an action, in place of others, for later ones that refer to them. */
  note({ number, action }: Step, responses: readonly SeenResponse[]): void {
    for (const at of requestsOf(action).keys()) {
      this.bodies.set(number + at, responses[at]?.body ?? '')
      this.parsed.delete(number + at)
    }
  }

  /** Forgets the responses to an action, so that no later one refers to them. */
  forget({ number, action }: Step): void {
    for (const at of requestsOf(action).keys()) {
      this.bodies.delete(number + at)
      this.parsed.delete(number + at)
    }
  }

  /** The body of the response to a request; undefined if it is not JSON. */
  bodyOf(number: number): unknown {
    if (!this.parsed.has(number)) this.parsed.set(number, parseJson(this.bodies.get(number) ?? ''))
    return this.parsed.get(number)
  }

  private async responses(action: Action): Promise<SeenResponse[]> {
    if ('outside' in action) return [await this.happen(action)]
    // All are built before the first one is sent.
    const requests = requestsOf(action).map((one) => ({ ...this.requestOf(one), ...this.payloadOf(one) }))
    return Promise.all(requests.map((request) => this.send(request)))
  }

  private async happen(action: OutsideAction): Promise<SeenResponse> {
    const outcome = (body: string) => ({ status: 0, headers: {}, body })
    const { clock, shopper } = this.deployment
    if (clock === undefined || shopper === undefined) return outcome('not possible')
    try {
      switch (action.outside) {
        case 'advance':
          await clock.advance({ ms: action.ms })
          break
        case 'pay':
          await shopper.pay(this.textOf(action.of), action.share)
          break
        case 'request-refund':
          await shopper.requestRefund(this.textOf(action.of))
          break
        case 'cancel':
          await shopper.cancel(this.textOf(action.of))
          break
        case 'set-balance': {
          const { target } = this.deployment
          const { id = '' } = target.shoppers[action.shopper] ?? {}
          await shopper.setBalance(id, target.exchanges[action.exchange] ?? '', action.coin, action.amount)
        }
      }
    } catch (error) {
      if (error instanceof PreconditionFailed) return outcome('refused')
      throw error
    }
    return outcome('done')
  }

  private async send({ path, ...sent }: OperationRequest & Sent): Promise<SeenResponse> {
    const { target, send } = this.deployment
    const { operationId, method, headers, body, ...payload } = sent
    const init = { method, headers, ...(body === undefined || method === 'GET' ? {} : { body }) }
    const url = target.baseUrl.replace(/\/+$/, '') + path
    const response = await send(url, init, operationId)
    const [{ status }, text] = [response, await response.text()]
    this.called({ operationId, method, url, headers, body: body ?? '', ...payload, status, response: text })
    return { status, headers: comparedHeaders(response.headers), body: this.shown(text) }
  }

  private payloadOf({ payload, payloadText, encryption }: RequestAction): Sent {
    if (payload === undefined) return { encryptedAsUsual: false }
    const isUsual = payloadText === undefined && encryption === undefined
    return { payload: resolved(payload, this.valueNamed), encryptedAsUsual: isUsual }
  }

  /** A text without the address of the service. */
  private shown(text: string): string {
    return this.addresses.reduce((shown, address) => shown.replaceAll(address, ownAddress), text)
  }

  private textOf(template: string): string {
    return String(resolved(template, this.valueNamed))
  }

  private readonly valueNamed = (reference: string): unknown => {
    const { target } = this.deployment
    const [kind = '', name = '', field = ''] = reference.split(' ')
    const of = () => String(this.valueNamed(reference.slice(kind.length + 1)))
    switch (kind) {
      case 'altered':
        return of().replace(/.$/, (last) => (last === 'x' ? 'y' : 'x'))
      case 'half':
        return of().slice(0, of().length / 2)
      case 'upper':
        return of().toUpperCase()
      case 'merchant':
        return this.merchantValue(target.merchants[Number(name)], field)
      case 'shopper':
        return valueAt(target.shoppers[name as Role], field) ?? ''
      case 'exchange':
        return target.exchanges[Number(name)]
      case 'repeat':
        return field.repeat(Number(name))
      default:
        return this.recordId(kind as keyof typeof recordPlaces, Number(name), field)
    }
  }

  private merchantValue(merchant: MerchantAccount | undefined, field: string): unknown {
    if (merchant === undefined) return ''
    if (field === 'clientId') return clientIdOf(merchant)
    const form = this.deployment.target.assumptions['authentication.merchant-id-form']
    return field === 'merchantId' ? merchantIdOf(merchant, form) : (valueAt(merchant, field) ?? '')
  }

  private recordId(kind: keyof typeof recordPlaces, number: number, place: string): string {
    const found = valueAt(this.bodyOf(number), ...recordPlaces[kind], ...(place === '' ? [] : [place]))
    const id = isObject(found) ? found.id : found
    if (typeof id === 'string') return id
    throw new MissingRecord(`There is no ${kind} of request ${number}.`)
  }

  private requestOf(action: RequestAction): OperationRequest {
    const { target } = this.deployment
    const { operation, method, suffix = '', rawBody } = action
    const request = operationRequest(operation, target, this.optionsOf(action))
    const [path = '', query] = request.path.split('?', 2)
    const changed = {
      ...request,
      path: `${path}${suffix}${query === undefined ? '' : `?${query}`}`,
      ...(rawBody === undefined ? {} : { body: this.textOf(rawBody) }),
    }
    return method === undefined ? changed : ({ ...changed, method } as OperationRequest)
  }

  private optionsOf(action: RequestAction): RequestOptions {
    const { target } = this.deployment
    const { merchant: at = 0, shopper: role = 'ready', operation, token, field, headers, exchange } = action
    const merchant = target.merchants[at]
    const shopper = target.shoppers[role]
    const payload = resolved(action.payload, this.valueNamed)
    const text = action.payloadText ?? (payload === undefined ? undefined : JSON.stringify(payload))
    return {
      ...defined({
        ...{ merchant, shopper, field, headers, addCredentials: action.credentials },
        exchange: exchange === undefined ? exchange : this.textOf(exchange),
        query: resolved(action.query, this.valueNamed) as RequestOptions['query'],
        body: this.bodyFor(operation, action.body),
        token: typeof token === 'string' ? this.textOf(token) : token,
        encryption: text === undefined ? undefined : unusual(action, text, target, merchant),
      }),
      ...(text === undefined ? {} : { payload, payloadText: text }),
      seed: 'histories',
    }
  }

  /** The body; of a debit, with its fields where the deployment has them. Unspecified behavior `subscriptions.debit-fields`. */
  private bodyFor(operation: RequestAction['operation'], template: Template): unknown {
    const body = resolved(template, this.valueNamed)
    const isInItems = this.deployment.target.assumptions['subscriptions.debit-fields'] === 'items'
    if (operation !== 'debitSubscription' || !isInItems || !isObject(body)) return body
    const { subscriptionId, amount, currency, items, ...rest } = body
    return { ...rest, items: items ?? [{ subscriptionId, amount, currency }] }
  }
}

type Template = RequestAction['body']

/** The parts of a webhook's URL that differ between sides: where it is received, and the part that differs between worlds. */
const ownPath = /^(?:https?:\/\/[^/]*)?(\/webhook\/\d+)(?:\/world-\d+)?/

/** The fields of an object that are not undefined. */
function defined<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as ReturnType<
    typeof defined<Fields>
  >
}

/** Headers of the connection, of the time, and of a server's own remarks. */
const ownHeaders = /^(date|content-length|connection|keep-alive|transfer-encoding|vary|x-paytwin-.*)$/

function comparedHeaders(headers: Headers): Record<string, string> {
  const compared: Record<string, string> = {}
  headers.forEach((value, name) => {
    // Media types and charsets are the same in upper case.
    if (!ownHeaders.test(name)) compared[name] = name === 'content-type' ? value.toLowerCase() : value
  })
  return compared
}

/** A payload with another key. It fails alike at both sides only if its text is the same: decrypting makes noise of it. */
const unreadable = (payload: Template, encryption: Encryption) =>
  encrypt(JSON.stringify(payload ?? ''), encryption, 'histories')

/** A payload with the key of the service, which can read only pre-payment checks. */
const ofService = ({ operation, payload }: RequestAction, encryption: Encryption): Encryption =>
  operation === 'validateExchangePayment'
    ? encryption
    : { scheme: 'none', text: unreadable(payload, encryption) }

/** An encryption that differs from the usual one of the operation. */
function unusual(
  action: RequestAction,
  text: string,
  target: Target,
  merchant: MerchantAccount | undefined,
): Encryption | undefined {
  const { operation, encryption: how, payload } = action
  if (how === undefined) return undefined
  const of = merchant === undefined ? {} : { merchant }
  const own = payloadEncryption(operation, target, of)
  const asText = (changed: string): Encryption => ({ scheme: 'none', text: changed })
  const encrypted = () => encrypt(text, own, 'histories')
  const { clientSecret = '', publicKey = '' } = merchant ?? {}
  switch (how) {
    case 'plain text':
      return asText(text)
    case 'base64 only':
      return asText(Buffer.from(text).toString('base64'))
    case 'the key of another merchant': {
      const other = target.merchants.find((one) => one !== merchant)
      return other && asText(unreadable(payload, payloadEncryption(operation, target, { merchant: other })))
    }
    case 'the other scheme':
      return asText(
        unreadable(
          payload,
          own.scheme === 'rsa'
            ? { scheme: 'passphrase', passphrase: clientSecret }
            : { scheme: 'rsa', publicKey },
        ),
      )
    case 'a cut text':
      return asText(encrypted().slice(0, -12))
    case 'line breaks':
      return asText(encrypted().replace(/.{64}/g, '$&\n'))
    case 'unpadded base64':
      return asText(encrypted().replaceAll('=', ''))
    case 'PKCS #1 padding':
      return own.scheme === 'rsa' ? { ...own, padding: 'pkcs1' } : own
    case 'separate blocks':
      return own.scheme === 'rsa' ? { ...own, blocks: 'separate' } : own
    case 'PBKDF2':
      return own.scheme === 'passphrase' ? { ...own, derivation: 'pbkdf2' } : own
    default:
      return ofService(action, { scheme: 'rsa', publicKey: target.servicePublicKey ?? publicKey })
  }
}

/** The answer of a side; one without responses if it lacks a record that the action needs, or fails. */
export async function answerOf(side: Side, step: Step): Promise<Answer> {
  try {
    return await side.run(step)
  } catch (error) {
    if (error instanceof MissingRecord) return { responses: [], deliveries: [] }
    throw error
  }
}
