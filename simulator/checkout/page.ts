// The hosted checkout page of an invoice: the cart, the ways to pay, and what became of the payment. A shopper is a test account
// that the visitor chooses.

import { html } from 'hono/html'
import { type Html, missing, type Page, page } from '../pages/layout.ts'
import { lineTotal } from '../resources/carts.ts'
import { followableUrl } from '../resources/invoices.ts'
import { parseSubscriptionPeriod } from '../time/frequencies.ts'
import { formatInstant } from '../time/instants.ts'
import { compare } from '../world/money.ts'
import type { CartLine, InvoiceState, TransactionState } from '../world/state.ts'
import type { World } from '../world/world.ts'
import { methodTabs, paymentForm } from './methods.ts'
import { openWalletPayment, paymentOf } from './payments.ts'
import { type CheckoutView, type Choices, link, money, pathOf } from './view.ts'

/** The page. `error` is why the last payment was refused. */
export async function checkoutPage(
  world: World,
  uuid: string,
  choices: Choices = {},
  error?: string,
): Promise<Page> {
  const invoice = world.invoices.get(uuid)
  const merchant = invoice === undefined ? undefined : world.accounts.merchant(invoice.merchant)
  if (invoice === undefined || merchant === undefined)
    return missing(
      'invoice',
      html`This sandbox has no invoice <code>${uuid}</code>. Create one with <code>POST /hosted-page</code>. A restart or a reset deletes all invoices.`,
    )
  const { accounts } = world
  const [first] = accounts.shoppers
  const shopper = accounts.shopperWithToken(choices.as ?? '') ?? accounts.shopper(choices.as ?? '') ?? first
  if (shopper === undefined) return missing('shopper', html`The world has no shopper.`)
  const view = { world, merchant, invoice, shopper, choices }
  const payment = paymentOf(world, merchant, invoice)
  const body = html`<header><span class="logo" aria-hidden="true">${merchant.shop.companyName.slice(0, 1)}</span><h1>${merchant.shop.companyName}</h1></header>
${cart(world, invoice)}
${error === undefined || payment !== undefined ? '' : html`<p role="alert" class="error">${error}</p>`}
${payment !== undefined ? result(view, payment) : world.assumptions.is('invoices.checkout-page', 'payable') ? await waysToPay(view) : html`<p role="status">Pay this order on the website of the shop.</p>`}
${invoice.redirectUrl === null || followableUrl(invoice.redirectUrl) !== undefined ? '' : html`<p><small><code>redirectUrl</code> is not an absolute http(s) URL, so this page has no link back to the shop.</small></p>`}
<footer>Simulated by paytwin. No money is transferred.</footer>`
  return {
    status: error === undefined ? 200 : 409,
    page: page(`Order ${invoice.order}`, body, {
      data: {
        state: payment === undefined ? 'open' : payment.status,
        uuid,
        redirectUrl:
          payment !== undefined && choices.returning === '1' && invoice.redirectUrl !== null
            ? (followableUrl(invoice.redirectUrl) ?? '')
            : '',
      },
    }),
  }
}

/** How many lines of a cart are shown: one can have tens of thousands. */
const maxLines = 100

function cart(world: World, { cart, order, amount, currency, customer }: InvoiceState): Html {
  const lines = cart.slice(0, maxLines).map((line) => {
    const total = lineTotal(line)
    const terms = line.isSubscription === true ? html` <small>${termsOf(world, line)}</small>` : ''
    return html`<tr><td>${line.name ?? line.id}${terms}</td><td>${line.quantity ?? 1}</td><td>${total === undefined ? '' : money(world, total, currency)}</td></tr>`
  })
  return html`<p>Order <code>${order}</code>${customer === null ? '' : html` for ${customer.name}`}</p>
<table><thead><tr><th scope="col">Item</th><th scope="col">Quantity</th><th scope="col">Total</th></tr></thead>
<tbody>${lines}${cart.length > maxLines ? html`<tr><td colspan="3">and ${cart.length - maxLines} more</td></tr>` : ''}</tbody><tfoot><tr><th scope="row" colspan="2">Amount due</th><td><strong>${money(world, amount, currency)}</strong></td></tr></tfoot></table>`
}

const units = { y: 'year', m: 'month', w: 'week', d: 'day' } as const

/** How often and how long a subscription item is debited: `monthly for 1 year`. */
function termsOf({ assumptions }: World, { frequency, subscriptionPeriod }: CartLine): string {
  const absent = assumptions.value('subscriptions.absent-fields')
  const period = parseSubscriptionPeriod(subscriptionPeriod ?? absent.subscriptionPeriod)
  const often = frequency ?? absent.frequency
  if (period === undefined || period.count === 0) return often
  return `${often} for ${period.count} ${units[period.unit]}${period.count === 1 ? '' : 's'}`
}

async function waysToPay(view: CheckoutView): Promise<Html> {
  const { world, invoice, shopper, choices } = view
  const tabs = methodTabs(view)
  const [first] = tabs
  const begun = openWalletPayment(view) === undefined ? undefined : 'wallet'
  const method = tabs.find(({ id }) => id === (choices.tab ?? begun))?.id ?? first?.id
  if (method === undefined) return html`<p class="error">This store has no payment method enabled.</p>`
  const options = world.accounts.shoppers.map(
    (one) =>
      html`<option value="${one.accessToken}"${one === shopper ? html` selected` : ''}>${one.accessToken}</option>`,
  )
  const links = tabs.map(
    ({ id, label }) =>
      html`<a href="${link(world, invoice.uuid, { as: shopper.accessToken, tab: id })}"${id === method ? html` aria-current="page"` : ''}>${label}</a>`,
  )
  return html`<form method="get" action="${pathOf(world, invoice.uuid)}" class="account"><label for="as">Test account</label><select id="as" name="as" aria-describedby="as-description">${options}</select><input type="hidden" name="tab" value="${method}"><button>Switch</button><small id="as-description">${shopper.description}</small></form>
<nav class="methods" aria-label="Payment method">${links}</nav>
${await paymentForm(view, method)}`
}

function result({ world, invoice, choices }: CheckoutView, payment: TransactionState): Html {
  const { id, kind, status, amount, received, currency } = payment
  const due = [...world.schedule].find((event) => event.kind === 'transaction.complete' && event.ref === id)
  const url = invoice.redirectUrl === null ? undefined : followableUrl(invoice.redirectUrl)
  return html`<section class="result" aria-live="polite"><h2>${titles[status] ?? 'Payment in progress'}</h2>
${titles[status] === undefined ? html`<p>The payment is not yet completed. You do not have to pay again.</p>` : ''}
<dl><dt>Status</dt><dd>${status}</dd><dt>Paid by</dt><dd>${kinds[kind]}</dd>
<dt>Amount</dt><dd>${money(world, compare(received, 0) > 0 ? received : amount, currency)}</dd>
<dt>Transaction</dt><dd><code>${id}</code></dd>
${due === undefined || status === 'completed' ? '' : html`<dt>${kind === 'bank' ? 'Expected' : 'Completes'}</dt><dd>${formatInstant(due.due).slice(0, 16).replace('T', ' ')} UTC, on the virtual clock</dd>`}</dl>
${url === undefined ? '' : html`<p><a class="button" href="${url}">Return to the shop</a></p>${choices.returning === '1' ? html`<p><small>This page returns to the shop in 3 seconds, unless it is in a frame.</small></p>` : ''}`}</section>`
}

const titles: Readonly<Record<string, string>> = { completed: 'Paid', closed: 'Partially paid and closed' }

const kinds: Readonly<Record<TransactionState['kind'], string>> = {
  exchange: 'crypto exchange',
  wallet: 'crypto wallet',
  bank: 'bank transfer',
  subscription: 'crypto exchange',
}
