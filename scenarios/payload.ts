// Bodies as a target expects them. Where a body has a field for an encrypted text, a step may have the payload itself there; it is
// encrypted on the way. Merchants' ids and the fields of a debit get the form of the target.

import { encrypt } from '../client/encryption.ts'
import { payloadEncryption, payloadField } from '../client/operation-request.ts'
import type { Target } from '../client/target.ts'
import { clientIdOf, merchantIdOf } from '../client/target-accounts.ts'
import { isObject, valueAt } from '../core/json.ts'
import type { OperationId } from '../spec/operations.ts'
import type { ListedOperation } from './operations.ts'

/** An encrypted text and its payload. */
export interface Encrypted {
  payload: unknown
  text: string
}

/** The fields of an encrypted text that scenarios may use for an operation. The contract does not show the name of each. */
export function encryptedFields({ node }: ListedOperation): readonly string[] {
  const encrypted = node['x-encrypted-payload']
  return encrypted === undefined ? [] : [encrypted.field ?? ['data', 'encryptedReq']].flat()
}

/** Encrypts the payload in a body, for the merchant that it names or else the one of the access token. */
export function encryptBody(
  operation: ListedOperation,
  body: unknown,
  target: Target,
  { token, seed }: { token: string | undefined; seed: string },
): { body: unknown; encrypted: Encrypted[] } {
  const field = encryptedFields(operation).find((name) => isObject(body) && Object.hasOwn(body, name))
  if (field === undefined || !isObject(body)) return { body, encrypted: [] }
  const operationId = operation.operationId as OperationId
  const { [field]: payload, ...rest } = body
  const expected = payloadField(operationId, target)
  const withText = (text: string) => (expected === 'bare' ? text : { ...rest, [expected]: text })
  if (typeof payload === 'string') return { body: withText(payload), encrypted: [] }
  const named = [payload, body].map((one) => valueAt(one, 'clientId'))
  const { merchants } = target
  const merchant =
    merchants.find((one) => named.includes(clientIdOf(one)) || named.includes(one.id)) ??
    merchants.find(({ accessToken }) => accessToken === token)
  const encryption = payloadEncryption(operationId, target, merchant === undefined ? {} : { merchant })
  const text = encrypt(JSON.stringify(payload), encryption, seed)
  return { body: withText(text), encrypted: [{ payload, text }] }
}

const debitFields = ['subscriptionId', 'amount', 'currency']

/** A body of the service with merchants' ids and the fields of a debit as the target expects them. */
export function inTargetForm({ operationId }: ListedOperation, body: unknown, target: Target): unknown {
  if (!isObject(body)) return body
  const { 'authentication.merchant-id-form': idForm, 'subscriptions.debit-fields': debitForm } =
    target.assumptions
  const named = JSON.parse(JSON.stringify(body), function (this: object, name, value: unknown) {
    const merchant = target.merchants.find(({ id }) => id === value)
    if (merchant === undefined) return value
    if (name === 'clientId') return clientIdOf(merchant)
    return name === 'merchantId' && 'merchantAuth' in this ? merchantIdOf(merchant, idForm) : value
  })
  if (operationId !== 'debitSubscription' || debitForm !== 'items' || 'items' in body) return named
  const fieldsOf = (isInItem: boolean) =>
    Object.fromEntries(Object.entries(named).filter(([name]) => debitFields.includes(name) === isInItem))
  return { ...fieldsOf(false), items: [fieldsOf(true)] }
}
