// Every mutant, resource by resource: the fixed list, and the faults of the grid of conditional mutants.

import type { RequirementId } from '../../../spec/requirements.ts'
import { authentication } from './authentication.ts'
import { balances } from './balances.ts'
import { bankPayments } from './bank-payments.ts'
import { banks } from './banks.ts'
import { carts } from './carts.ts'
import { currencies } from './currencies.ts'
import { customers } from './customers.ts'
import { exchangePayments } from './exchange-payments.ts'
import { invoices } from './invoices.ts'
import { limits } from './limits.ts'
import type { Mutant } from './mutation.ts'
import { partialPayments } from './partial-payments.ts'
import { payouts } from './payouts.ts'
import { qrTransactions } from './qr-transactions.ts'
import { service } from './service.ts'
import { shoppers } from './shoppers.ts'
import { stores } from './stores.ts'
import { subscriptions } from './subscriptions.ts'
import { transactions } from './transactions.ts'
import { webhooks } from './webhooks.ts'

/** Every operator of every requirement at every place that fits. */
export const faults: readonly Mutant[] = [
  ...[...service, ...limits, ...authentication, ...carts, ...customers, ...invoices, ...qrTransactions],
  ...[...exchangePayments, ...bankPayments, ...transactions, ...partialPayments, ...payouts, ...currencies],
  ...[...balances, ...banks, ...stores, ...shoppers, ...subscriptions, ...webhooks],
]

/** The fixed list. */
export const mutants = faults.filter(({ isFixed }) => isFixed)

/** The first mutant whose name contains these words, of those that violate the requirement. */
export function mutantOf(id: RequirementId, words = ''): Mutant {
  const found = mutants.find(({ requirement, name }) => requirement === id && name.includes(words))
  if (found === undefined) throw new RangeError(`There is no mutant of ${id} ${words}.`)
  return found
}
