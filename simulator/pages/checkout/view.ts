// The common part of the checkout page's views.

import { html } from 'hono/html'
import type { Merchant, Shopper } from '../../world/accounts.ts'
import { plainText, toScale } from '../../world/money.ts'
import type { InvoiceState } from '../../world/state.ts'
import type { World } from '../../world/world.ts'
import { type Html, pathOf } from '../layout.ts'

/** The choices of a visitor of the page: everything is a text of the query or of a form. */
export type Choices = Readonly<Record<string, string>>

/** The invoice and who looks at it. */
export interface CheckoutView {
  world: World
  merchant: Merchant
  invoice: InvoiceState
  shopper: Shopper
  choices: Choices
  /** Why the last payment was refused. */
  refusal?: string | undefined
}

/** The choices that the amounts and accounts of a payment form depend on. The form states them, so that it never pays another amount. */
export function shownChoices({ by = '', as = '', exchange = '', coin = '' }: Choices): string {
  return by === 'exchange' ? `${exchange} ${coin}` : by === 'bank' ? as : ''
}

const maxAmountCharacters = 60

/** An amount: money with the decimals of its currency, `30.00 USD`, a coin without trailing zeros, `0.0006 BTC`. A very long one is cut. */
export function money(world: World, amount: string | number, currency: string): string {
  const { decimals = 2, isFiat = true } = world.accounts.currency(currency) ?? {}
  const text = String(amount)
  const shown =
    text.length > maxAmountCharacters
      ? text
      : isFiat
        ? toScale(amount, Math.min(decimals, 8))
        : plainText(amount)
  return shown.length > maxAmountCharacters
    ? `${shown.slice(0, maxAmountCharacters)}… ${currency}`
    : `${shown} ${currency}`
}

/** An amount that does not wrap, unless it is so long that it would be wider than a narrow screen. */
export function amountOf(world: World, amount: string | number, currency: string): Html {
  const text = money(world, amount, currency)
  return text.length > 24 ? html`${text}` : html`<span class="amount">${text}</span>`
}

/** The path of the page. It does not depend on the form of the link or on the address of the form that was sent last. */
export function checkoutPath(world: World, uuid: string): string {
  return `${pathOf(world)}/checkout/${encodeURIComponent(uuid)}`
}

/** A link to the page with other choices. */
export function link(world: World, uuid: string, choices: Choices): string {
  return `${checkoutPath(world, uuid)}?${new URLSearchParams(choices)}`
}
