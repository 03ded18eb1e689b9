// The requests of a journal as the control API shows them: without secrets, long texts shortened.

import { isObject, parseJson } from '../../core/json.ts'
import type { ControlRecord } from '../../spec/control/kinds.ts'
import type { RequestEntry } from '../sandbox/entry.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { turn } from '../sandbox/turns.ts'
import { bearerToken } from '../service/authenticate.ts'
import { refusalReason } from '../service/refusal-reason.ts'
import type { RemarksOn } from '../service/remarks.ts'
import { formatInstant } from '../time/instants.ts'
import type { Accounts } from '../world/accounts.ts'
import type { World } from '../world/world.ts'
import type { Facts } from './lists.ts'

type Line = ControlRecord<'journal'>

const maxShown = 4000
/** After how many requests other tasks of the process get a turn. */
const requestsPerTurn = 50
/** Longer bodies are shown without their decrypted payload. */
const maxBodyWithPayload = 16_000

/** The headers of a request that a scenario repeats. */
export function scenarioHeaders(headers: RequestEntry['headers']): Record<string, string> {
  const names = ['authorization', 'x-transaction-source']
  return Object.fromEntries(
    names.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
  )
}

/** The path and query of a URL. */
export function targetOf(url: string): string {
  return url.slice(url.indexOf('/', 'https://'.length))
}

/** The account whose token a request has. */
export function senderOf(accounts: Accounts, { headers }: RequestEntry) {
  const token = bearerToken(headers.authorization) ?? ''
  return accounts.merchantWithToken(token) ?? accounts.shopperWithToken(token)
}

/** The order, the amount and the merchant that a request names, or that the record in its path has. */
export function aboutOf(world: World, entry: RequestEntry) {
  const [, id = ''] = /\/control\/(?:invoices|transactions|subscriptions)\/([^/?]+)/.exec(entry.url) ?? []
  const {
    offerId: order = '',
    nativeAmount = '',
    nativeCurrency = '',
    ...transaction
  } = world.transactions.get(id) ?? {}
  if ('merchant' in transaction)
    return { order, amount: nativeAmount, currency: nativeCurrency, merchant: transaction.merchant }
  const record = world.invoices.get(id) ?? world.subscriptions.get(id)
  return record ?? namedBy(world.accounts, entry)
}

/** The order, the amount and the merchant in the body of a request. */
function namedBy(accounts: Accounts, { text, payload }: RequestEntry) {
  const value = payload ?? parseJson(text)
  const fields = isObject(value) ? value : {}
  const order = fields.order ?? fields.orderId ?? fields.offerId
  const amount = fields.nativeAmount ?? fields.amount
  const merchant = String(fields.clientId ?? fields.merchantId ?? '')
  return {
    order: typeof order === 'string' && order !== '' ? order : undefined,
    amount: amount === undefined ? undefined : String(amount),
    currency: String(fields.currency ?? fields.merchantStoreCurrency ?? ''),
    merchant: accounts.merchantWithClientId(merchant)?.id ?? accounts.merchant(merchant)?.id,
  }
}

/** The parts of a request that filters compare. */
export function journalFacts(world: World, entry: RequestEntry): Facts {
  const { at, url, text, payload, response, operation, actsFor } = entry
  const about = aboutOf(world, entry)
  const texts = [targetOf(url), text, payload === undefined ? null : JSON.stringify(payload), response?.text]
  return {
    at,
    accounts: [senderOf(world.accounts, entry)?.id, actsFor?.split(' ')[0], about.merchant],
    // The report of an advance names what ran, which has its own records.
    order: ({ order, ids }) =>
      operation !== 'advanceClock' &&
      texts.some((one) => one != null && [JSON.stringify(order), ...ids].some((part) => one.includes(part))),
    failed: isFailed(entry),
    texts: [...texts, about.order],
  }
}

/** True if a request was refused or got no response. */
export function isFailed({ response }: RequestEntry): boolean {
  return (
    response === undefined ||
    response.status >= 400 ||
    refusalReason(response.status, response.text) !== undefined
  )
}

/** A function that shows one of these requests. A secret of any of them is shown in none. */
export async function journalLines(
  { secrets, world: { accounts } }: Sandbox,
  requests: readonly { entry: RequestEntry }[],
  remarksOn: RemarksOn,
): Promise<(request: { entry: RequestEntry; number: number }) => Line> {
  const redactor = secrets.newRedactor()
  for (const [index, { entry }] of requests.entries()) {
    for (const text of [targetOf(entry.url), entry.text, payloadText(entry), entry.response?.text ?? ''])
      redactor.learnText(text)
    if (index % requestsPerTurn === requestsPerTurn - 1) await turn()
  }
  return ({ entry, number }) => ({
    seq: number,
    at: formatInstant(entry.at),
    operation: entry.operation,
    account: senderOf(accounts, entry)?.id ?? null,
    actsFor: entry.actsFor ?? null,
    client: entry.headers['user-agent'] ?? null,
    method: entry.method,
    path: redactor.text(targetOf(entry.url)),
    headers: redactor.json(scenarioHeaders(entry.headers)) as Line['headers'],
    body: redactor.shortened(entry.text, maxShown),
    payload: payloadText(entry) === '' ? null : redactor.shortened(payloadText(entry), maxShown),
    events: entry.events,
    status: entry.response?.status ?? null,
    response: redactor.shortened(entry.response?.text ?? '', maxShown),
    remarks: remarksOn(entry).map((remark) => redactor.text(remark)),
  })
}

function payloadText({ text, payload }: RequestEntry): string {
  return payload === undefined || text.length > maxBodyWithPayload ? '' : JSON.stringify(payload)
}
