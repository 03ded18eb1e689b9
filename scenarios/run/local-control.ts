// The operations of the control API that the runner performs itself when the target has no control API.

import { valueAt } from '../../core/json.ts'
import type { OperationId } from '../../spec/operations.ts'
import { operationNamed } from '../format/documents.ts'
import type { PayloadEncryption } from '../payload-encryption.ts'
import type { OpenedTarget } from '../targets.ts'

type LocalOperation = (target: OpenedTarget, encryption: PayloadEncryption, body: unknown) => Response

/** By operationId. */
export const localOperations: ReadonlyMap<string, LocalOperation> = new Map<string, LocalOperation>([
  [
    'getCredentials',
    ({ accounts, serviceUrl }) =>
      Response.json({
        baseUrl: serviceUrl,
        controlUrl: '',
        merchants: accounts.merchants,
        shoppers: Object.values(accounts.shoppers),
        exchanges: accounts.exchanges,
        servicePublicKey: accounts.servicePublicKey ?? '',
      }),
  ],
  [
    'issueToken',
    (_target, _encryption, body) =>
      Response.json({ accessToken: valueAt(body, 'accessToken'), expiresAt: null }),
  ],
  [
    'encryptPayload',
    (_target, encryption, body) => {
      const wanted = operationNamed(`service.${String(valueAt(body, 'operationId'))}`)
      if (wanted?.encrypted === undefined)
        return Response.json({ fact: 'That operation has no encrypted payload.' }, { status: 400 })
      const merchantId = String(valueAt(body, 'merchantId'))
      const operationId = wanted.operationId as OperationId
      return Response.json(encryption.encryptPayload(operationId, merchantId, valueAt(body, 'payload')))
    },
  ],
])
