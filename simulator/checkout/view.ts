// What the parts of the checkout page share.

import type { Merchant, Shopper } from '../world/accounts.ts'
import { toScale } from '../world/money.ts'
import type { InvoiceState } from '../world/state.ts'
import type { World } from '../world/world.ts'

/** What a visitor of the page chose: everything is a text of the query or of a form. */
export type Choices = Readonly<Record<string, string>>

/** The invoice and who looks at it. */
export interface CheckoutView {
  world: World
  merchant: Merchant
  invoice: InvoiceState
  shopper: Shopper
  choices: Choices
}

const maxAmountCharacters = 60

/** An amount with the decimals of its currency, at most eight: `30.00 USD`. A very long one is cut. */
export function money(world: World, amount: string, currency: string): string {
  if (amount.length > maxAmountCharacters) return `${amount.slice(0, maxAmountCharacters)}… ${currency}`
  const { decimals = 2 } = world.accounts.currency(currency) ?? {}
  return `${toScale(amount, Math.min(decimals, 8))} ${currency}`
}

/** The path of the page. It does not depend on the form of the link or on the address of the form that was sent last. */
export function pathOf(world: World, uuid: string): string {
  const { pathname } = new URL(world.options.publicUrl)
  return `${pathname === '/' ? '' : pathname}/checkout/${encodeURIComponent(uuid)}`
}

/** A link to the page with other choices. */
export function link(world: World, uuid: string, choices: Choices): string {
  return `${pathOf(world, uuid)}?${new URLSearchParams(choices)}`
}
