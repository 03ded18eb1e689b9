// A sandbox as plugins use it.

import { parseJson } from '../../core/json.ts'
import { type DecryptedJson, type Opened, undecryptable } from '../encryption/decryption-outcome.ts'
import type { PluginSandbox } from '../plugin.ts'
import { renameOrder } from '../resources/invoices.ts'
import { transactionRecord } from '../resources/transaction-records.ts'
import type { Change } from '../sandbox/entry.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { decryptWithKeysOf, textField } from '../service/decrypt-payload.ts'
import { errorEnvelope } from '../service/respond.ts'
import { paymentStatus } from '../webhooks/payload.ts'
import type { Merchant } from '../world/accounts.ts'
import type { InvoiceState, TransactionState } from '../world/state.ts'
import type { World } from '../world/world.ts'

type Uses<Name extends keyof PluginSandbox> = (sandbox: Sandbox) => PluginSandbox[Name]

export function pluginSandbox(sandbox: Sandbox): PluginSandbox {
  return {
    get world() {
      return sandbox.world
    },
    get assumptions() {
      return sandbox.world.assumptions
    },
    transactionRecord: (transaction) => transactionRecord(sandbox.world, transaction),
    refusal: refusal(sandbox),
    merchantOf: merchantOf(sandbox),
    decrypt: decrypt(sandbox),
    issueToken: ({ accessToken }) => {
      const { ageSeconds, expiresAt } = sandbox.world.issueToken(accessToken)
      record(sandbox, { do: 'issue-token', token: accessToken })
      return { accessToken, expiresInSeconds: ageSeconds, expiresAt }
    },
    readInvoice: (query) => {
      const { world } = sandbox
      const invoice = invoiceOf(world, query)
      if (invoice === undefined) throw refusal(sandbox)('unknown', 'There is no such invoice.')
      const payment = paymentsOf(world, invoice).at(-1)
      return { invoice, payment, paymentStatus: payment ? paymentStatus(world, payment.status) : null }
    },
    renameOrder: rename(sandbox),
  }
}

function record({ journal, world }: Sandbox, change: Change): void {
  journal.append({ kind: 'change', at: world.now, change })
}

/** Hono responds with what `getResponse` returns. */
const refusal: Uses<'refusal'> =
  ({ world: { assumptions } }) =>
  (kind, message) => {
    const status = assumptions.value('errors.http-status')[kind]
    const text = assumptions.is('errors.wording', 'terse') ? kind : message
    const getResponse = () => Response.json(errorEnvelope(assumptions, status, text), { status })
    return Object.assign(new Error(message), { getResponse })
  }

const merchantOf: Uses<'merchantOf'> = (sandbox) => (credentials) => {
  const { world } = sandbox
  const found = [
    ...('token' in credentials ? [holderOf(world, String(credentials.token))] : []),
    ...('id' in credentials ? [named(world, credentials.id)] : []),
  ]
  const [merchant] = found
  const isProven = !('secret' in credentials) || credentials.secret === merchant?.clientSecret
  if (merchant === undefined || !isProven || found.some((other) => other !== merchant))
    throw refusal(sandbox)('credentials', 'The credentials are not those of a merchant.')
  return merchant
}

function holderOf(world: World, authorization: string): Merchant | undefined {
  const token = authorization.replace(/^Bearer +/i, '').trim()
  return world.tokenValid(token) ? world.accounts.merchantWithToken(token) : undefined
}

function named({ accounts }: World, id: unknown): Merchant | undefined {
  return typeof id === 'string' ? (accounts.merchantWithClientId(id) ?? accounts.merchant(id)) : undefined
}

const decrypt: Uses<'decrypt'> = (sandbox) => (text, scheme, merchant) => {
  const { world } = sandbox
  const merchants = merchant === undefined ? world.accounts.merchants : [merchant]
  const decrypted = decryptWithKeysOf(world, merchants, scheme, String(text ?? ''), jsonOrText)
  if (!decrypted.ok) throw refusal(sandbox)('invalid', decrypted.message)
  const { value } = decrypted
  const keyOf = ({ clientSecret, privateKey }: Merchant) =>
    scheme === 'service-key' ? '' : scheme === 'passphrase' ? clientSecret : privateKey
  const owners = merchants.filter((one) => keyOf(one) === keyOf(decrypted.merchant))
  const id = textField(value, 'clientId') || textField(value, 'merchantId')
  const meant = named(world, id || value)
  const [owner, second] = (meant ?? id) ? owners.filter((one) => one === meant) : owners
  if (owner === undefined || second !== undefined)
    throw refusal(sandbox)('credentials', 'The encrypted text does not name the merchant whose key it has.')
  return { value, merchant: owner }
}

/** A decrypted text, which need not be JSON: some clients encrypt an id alone. Control characters show that the key was wrong. */
function jsonOrText(opened: Opened): DecryptedJson {
  if (!opened.ok) return opened
  const value = parseJson(opened.text)
  // A number of many digits keeps them as text.
  if (typeof value === 'object' || typeof value === 'string') return { ok: true, value }
  if (!/\p{Cc}/u.test(opened.text)) return { ok: true, value: opened.text }
  return undecryptable('not-json', 'The decrypted text has control characters.')
}

const rename: Uses<'renameOrder'> = (sandbox) => (renaming) => {
  const { merchant, uuid, order } = renaming
  const { world } = sandbox
  const before = uuid === undefined ? renaming.previousOrder : invoiceOf(world, { merchant, uuid })?.order
  const isOrder = (id: string) =>
    world.invoices.group(merchant, id).length + world.transactions.group(merchant, id).length > 0
  const refuse = refusal(sandbox)
  if (typeof order !== 'string' || order === '') throw refuse('invalid', 'The new order id is missing.')
  if (before === undefined || !isOrder(before)) throw refuse('unknown', 'The merchant has no such order.')
  const renamed = { uuid, previousOrder: before, order }
  if (order === before) return renamed
  if (isOrder(order)) throw refuse('refused', `The order id "${order}" is that of another order.`)
  renameOrder(world, merchant.id, renamed)
  record(sandbox, { do: 'rename-order', merchant: merchant.id, ...renamed })
  return renamed
}

type InvoiceQuery = Parameters<PluginSandbox['readInvoice']>[0]

function invoiceOf(world: World, { merchant, uuid, order = '' }: InvoiceQuery): InvoiceState | undefined {
  if (uuid !== undefined) {
    const invoice = world.invoices.get(uuid)
    return merchant === undefined || invoice?.merchant === merchant.id ? invoice : undefined
  }
  const invoices = merchant === undefined ? [] : world.invoices.group(merchant, order)
  return invoices.findLast((one) => paymentsOf(world, one).length > 0) ?? invoices.at(-1)
}

function paymentsOf(
  { transactions }: World,
  { merchant, uuid, order, paidBy }: InvoiceState,
): TransactionState[] {
  const paying = transactions.get(paidBy ?? '')
  if (paying !== undefined) return [paying]
  return transactions.group({ id: merchant }, order).filter(({ invoice }) => invoice === uuid)
}
