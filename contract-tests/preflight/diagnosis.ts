// Why an operation never succeeds: which datum of the target to change, and how.

import type { ClientAssumptions } from '../../client/assumptions.ts'
import { clientOptions } from '../../client/assumptions.ts'
import { payloadEncryption } from '../../client/operation-request.ts'
import { valueAt } from '../../core/json.ts'
import { includesLevel, type Operation } from '../../spec/operation.ts'
import { type OperationId, operations } from '../../spec/operations.ts'
import { operationResources } from '../../spec/resource-names.ts'
import type { ApiResponse } from '../observe/client.ts'
import { payoutMessages } from '../observe/payout-messages.ts'
import { hasCode } from '../observe/response-outcome.ts'
import { payments } from '../steps/invoiced-client.ts'
import { knownGood, type ProbedId } from './known-good.ts'
import type { Prober } from './prober.ts'

export type Change = Partial<ClientAssumptions>

export interface Refused {
  operationId: ProbedId
  response: ApiResponse
  /** The assumptions with which it does succeed. */
  change?: Change
}

export const emailDomain = 'known.emailDomain'
const exchangeCodes = [418, 419, 420, 421, 422]

/** The datum of the target with which an operation never succeeds, and what to do about it. */
export async function diagnosisOf(
  { operationId, response, change }: Refused,
  prober: Prober,
  working: ReadonlySet<string>,
  withDigits: Prober | undefined,
): Promise<{ datum: string; remedy: string }> {
  if (change !== undefined) {
    const names = Object.keys(change).map((id) => `assumptions["${id}"]`)
    const values = Object.values(change).map((option) => `"${option}"`)
    return {
      datum: names.join(' and '),
      remedy: `It does with ${values.join(' and ')}: set that in the target file.`,
    }
  }
  const code = exchangeCodes.find((one) => hasCode(response, one))
  const again = await withDigits?.send(operationId, knownGood[operationId](withDigits)[0])
  if (again?.outcome === 'success')
    return { datum: 'known.orderIds', remedy: 'It does with "digits": set that in the target file.' }
  if (operationId === 'createExchangePayment' && code !== undefined)
    return {
      datum: 'shoppers.ready',
      remedy: `The code ${code} says why. The shopper ready needs linked exchanges with balance in known.coin.`,
    }
  // The contract does not say which addresses are valid.
  if (/e-?mail/i.test(response.text) && /createInvoice|Payee|Transfers/.test(operationId))
    return { datum: emailDomain, remedy: 'If it refuses this domain, name one that it accepts.' }
  if (operationId.includes('Exchange') && !(await listsCoin(prober)))
    return { datum: 'known.coin', remedy: 'GET /currencies does not list it. Name a currency that it lists.' }
  if (operationId.includes('Exchange') && response.status === 404 && /exchange/i.test(response.text))
    return { datum: 'exchanges', remedy: 'Its path has the name of an exchange. Name those that it knows.' }
  if (saysWhichValue(response)) return { datum: 'payouts', remedy: valueRemedy }
  const datum = datumOf(operationId, prober)
  if (!working.has(datum)) {
    const more = payments.includes(operationId)
      ? invoiceRemedies[includesLevel(prober.run.budget.level, 'write') ? 'created' : 'missing']
      : (fixtureRemedies[operationId] ?? '')
    return { datum, remedy: `${remedies[datum] ?? encryptionRemedy}${more}` }
  }
  const assumptions = assumptionsOf(operationId, prober).map((id) => `assumptions["${id}"]`)
  const ids = [
    ...(operationResources[operationId] === 'payouts' ? ['merchants[0].payoutToken'] : []),
    ...assumptions,
  ]
  return {
    datum: [operationId, ...ids].join(', '),
    remedy: `${unspecifiedRemedy(assumptions.length > 0 ? ' or these assumptions' : '')}${fixtureRemedies[operationId] ?? ''}`,
  }
}

/** True if the refusal of a payout is about a value in the payload, so that the service could decrypt it. */
function saysWhichValue({ operationId, json }: ApiResponse): boolean {
  const message = valueAt(json, 'result', 'errorMsg')
  const { undecryptable, notAnArray } = payoutMessages
  return (
    operationResources[operationId] === 'payouts' &&
    typeof message === 'string' &&
    ![/^$/, undecryptable, notAnArray].some((pattern) => pattern.test(message))
  )
}

async function listsCoin(prober: Prober): Promise<boolean> {
  const { coin, amount } = prober.target.known
  const listed = await prober.send('listCurrencies', () => ({ query: { amount, currency: 'USD' } }))
  return listed?.text.includes(`"${coin}"`) ?? true
}

/** The field of the target file with the key, the secret or the credential of an operation. */
export function datumOf(id: OperationId, { target }: Pick<Prober, 'target'>): string {
  const row: Operation = operations[id]
  if (row.credential === 'merchantAuth') return 'merchants[0].merchantAuth'
  if (row.encrypted === undefined) return id
  const encryption = payloadEncryption(id, target)
  if (encryption.scheme === 'custom') return 'module'
  if (encryption.scheme === 'passphrase') return 'merchants[0].clientSecret'
  return encryption.scheme === 'rsa' && encryption.publicKey === target.servicePublicKey
    ? 'servicePublicKey'
    : 'merchants[0].publicKey'
}

/**
 * True if an operation needs nothing that the contract does not show but a credential or secret, with which another operation
 * succeeded. Its refusals then are about the deployment and not about the target file.
 */
export function hasProvedDatum(
  id: OperationId,
  succeeded: ReadonlySet<OperationId>,
  of: Pick<Prober, 'target'>,
): boolean {
  const datum = datumOf(id, of)
  const isShown = datum !== 'module' && assumptionsOf(id, of).length === 0
  return isShown && [...succeeded].some((other) => other !== id && datumOf(other, of) === datum)
}

export const encryptionRemedy =
  'Correct it in the target file; if the deployment encrypts in another way, name a module there.'
/** The suite creates the invoice of an order before a payment if the level permits that. (permitted: invoices.needed-by-payments) */
const invoiceRemedies = {
  created: ' If the deployment knows a new invoice only later, set limits.pauseSeconds.',
  missing: ' At this level, the order has no invoice: if the deployment needs one, run with --level write.',
}
const valueRemedy =
  'The message is not that of an undecryptable payload, so it is about a value. The contract does not show which values make sense.'
const unspecifiedRemedy = (named: string) =>
  `The contract does not show all that the request needs. Correct the accounts${named} in the target file, or name a module there. If the deployment knows a new invoice or payee only later, set limits.pauseSeconds.`
const remedies: Readonly<Record<string, string>> = {
  createInvoice:
    'The contract does not show its credential. The suite sends merchants[0].accessToken: if the response is about it, correct it.',
  'merchants[0].merchantAuth': 'The contract does not show what it contains. Correct it in the target file.',
  module: 'Correct its encrypt.',
}

/** Fixtures show whether these succeed later. (permitted: subscriptions.no-debit-in-first-interval) */
const fixtureRemedies: Partial<Record<OperationId, string>> = {
  debitSubscription: ' If a new subscription is too young for it, declare fixtures.oldSubscription.',
  cancelSubscription: ' If a new subscription is too young for it, declare fixtures.endingSubscription.',
}

/** The assumptions that change the request of an operation. */
export function assumptionsOf(
  id: OperationId,
  { target }: Pick<Prober, 'target'>,
): (keyof ClientAssumptions)[] {
  const { encrypted }: Operation = operations[id]
  const decidedBy = (...path: string[]) => valueAt(operations[id], ...path)
  const byModule = target.encrypt !== undefined
  const ids: unknown[] = [
    decidedBy('encrypted', 'fieldDecidedBy'),
    ...(byModule ? [] : [decidedBy('encrypted', 'schemeDecidedBy')]),
    ...(byModule || encrypted === undefined || encrypted.scheme === 'passphrase'
      ? []
      : ['encryption.rsa-padding']),
    decidedBy('assumedToken', 'kindDecidedBy'),
    ...(id === 'debitSubscription' ? ['subscriptions.debit-fields'] : []),
  ]
  return (Object.keys(clientOptions) as (keyof ClientAssumptions)[]).filter((key) => ids.includes(key))
}
