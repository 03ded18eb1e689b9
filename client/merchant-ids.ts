// What requests have as ids of a merchant.

import type { ClientAssumptions } from './assumptions.ts'
import type { MerchantAccount } from './target.ts'

/** What requests have as `clientId` for a merchant. */
export function clientIdOf({ id, clientId = id }: Pick<MerchantAccount, 'id' | 'clientId'>): string {
  return clientId
}

/** What requests have as `merchantId` for a merchant. */
export function merchantIdOf(
  { id }: Pick<MerchantAccount, 'id'>,
  form: ClientAssumptions['authentication.merchant-id-form'] = 'plain',
): string {
  return form === 'base64' ? Buffer.from(id).toString('base64') : id
}
