// The hosted checkout page of an invoice: the cart, the ways to pay, and what became of the payment. A shopper is a test account
// that the visitor chooses.

import { html } from 'hono/html'
import { compileTemplate } from '../../../core/template.ts'
import { framePlaceholders } from '../../../spec/unspecified/invoices.ts'
import { lineTotal } from '../../resources/carts.ts'
import { openWalletPayment, paymentOf } from '../../resources/checkout-payments.ts'
import { followableUrl } from '../../resources/invoices.ts'
import { monthRule } from '../../resources/subscription-billing.ts'
import { parseSubscriptionPeriod, periodEnd } from '../../time/frequencies.ts'
import { formatInstant, type Instant } from '../../time/instants.ts'
import { paymentStatus } from '../../webhooks/payload.ts'
import type { Merchant, Shopper } from '../../world/accounts.ts'
import { compare } from '../../world/money.ts'
import type { CartLine, InvoiceState, TransactionState } from '../../world/state.ts'
import type { World } from '../../world/world.ts'
import { type Html, missing, type Page, page, pathOf } from '../layout.ts'
import { methodTabs, paymentFields, showButton } from './methods.ts'
import { amountOf, type CheckoutView, type Choices, checkoutPath, link, money } from './view.ts'

const event = (name: string) => ({
  source: 'paytwin-checkout',
  event: name,
  uuid: '{uuid}',
  state: '{state}',
})
const events = {
  completed: event('completed'),
  resized: { ...event('resized'), height: '{height}' },
  closed: event('closed'),
}

/** The messages by event, as JSON. The script of the page inserts the height. */
function frameMessages(
  world: World,
  { uuid, order }: InvoiceState,
  payment: TransactionState | undefined,
): string {
  const { assumptions } = world
  const template = assumptions.is('invoices.frame-messages', 'template')
    ? assumptions.value('invoices.frame-messages')
    : events
  const filled = compileTemplate(
    template,
    framePlaceholders,
    'the messages of the checkout page',
  )({
    uuid,
    order,
    state: payment?.status ?? 'open',
    paymentStatus: payment === undefined ? null : paymentStatus(world, payment.status),
    height: '{height}',
  })
  return JSON.stringify(filled)
}

/** The page. `error` is why the last payment was refused; after `returnSeconds` the page of a payment returns to the shop. */
export async function checkoutPage(
  world: World,
  uuid: string,
  { choices, error, returnSeconds }: { choices: Choices; error?: string; returnSeconds: number },
): Promise<Page> {
  const invoice = world.invoices.get(uuid)
  const merchant = invoice === undefined ? undefined : world.accounts.merchant(invoice.merchant)
  if (invoice === undefined || merchant === undefined)
    return missing(
      'invoice',
      html`This sandbox has no invoice <code>${uuid}</code>. Create one with <code>POST /hosted-page</code>. A restart or a reset deletes all invoices.`,
    )
  const shopper = shopperOf(world, choices)
  if (shopper === undefined) return missing('shopper', html`The world has no shopper.`)
  const view = { world, merchant, invoice, shopper, choices, refusal: error }
  const payment = paymentOf(world, merchant, invoice)
  const back = invoice.redirectUrl === null ? undefined : followableUrl(invoice.redirectUrl)
  const since = payment?.createdAt ?? world.now
  const body = html`<header><span class="logo" aria-hidden="true">${logoOf(merchant)}</span><h1>${merchant.shop.companyName}</h1><button type="button" class="close" hidden>Close</button></header>
<div>${cart(world, invoice, since, payment === undefined ? 'Amount due' : 'Total')}</div>
<div>${payment === undefined ? await unpaid(view) : result(view, payment)}
${wayBack(invoice, back, payment !== undefined)}
</div><footer>Simulated by paytwin. No money is transferred.</footer>`
  return {
    status: error === undefined ? 200 : 409,
    page: page(`Order ${invoice.order}`, body, {
      base: pathOf(world).replace(/\/sandboxes\/[^/]+$/, ''),
      script: 'checkout.js',
      kind: 'checkout',
      data: {
        state: payment === undefined ? 'open' : payment.status,
        messages: frameMessages(world, invoice, payment),
        'redirect-url': payment !== undefined && choices.returning === '1' ? (back ?? '') : '',
        'return-seconds': String(returnSeconds),
      },
    }),
  }
}

/** The shopper who was chosen, or else the first one. */
function shopperOf({ accounts }: World, { as = '' }: Choices): Shopper | undefined {
  return accounts.shopperWithToken(as) ?? accounts.shopper(as) ?? accounts.shoppers[0]
}

async function unpaid(view: CheckoutView): Promise<Html> {
  const isPayable = view.world.assumptions.is('invoices.checkout-page', 'payable')
  return html`${cancellation(view, isPayable)}${isPayable ? await waysToPay(view) : html`<p role="status">Pay this order on the website of the shop.</p>`}`
}

/** That the last payment of an order was canceled, and what to do. */
function cancellation({ world, merchant, invoice }: CheckoutView, isPayable: boolean): Html | '' {
  const last = world.transactions
    .group(merchant, invoice.order)
    .findLast((payment) => payment.invoice === invoice.uuid)
  if (last?.status !== 'canceled') return ''
  return html`<section class="result canceled" role="status"><h2>Payment canceled</h2>
<p>The payment by ${kinds[last.kind]} of ${amountOf(world, last.amount, last.currency)} was canceled. This order is not paid.${isPayable ? ' Pay again, or choose another account or another way to pay.' : ''}</p>
<p><small>Transaction <code>${last.id}</code></small></p></section>`
}

/** The link to the shop that an order without a payment has, or why there is none. */
function wayBack({ redirectUrl }: InvoiceState, back: string | undefined, isPaid: boolean): Html | string {
  if (back !== undefined)
    return isPaid ? '' : html`<p><a href="${back}">Return to the shop without paying</a></p>`
  return redirectUrl
    ? html`<p><small><code>redirectUrl</code> is not an absolute http(s) URL, so this page has no link back to the shop.</small></p>`
    : ''
}

/** The logo of a store, if this page can show it without asking another machine: otherwise the first letter of its name. */
function logoOf({ shop }: Merchant): Html | string {
  return shop.logo.startsWith('data:image/')
    ? html`<img src="${shop.logo}" alt="">`
    : shop.companyName.slice(0, 1)
}

/** Lines of a cart that are shown: one can have tens of thousands. */
const maxLines = 100

function cart(
  world: World,
  { cart, order, amount, currency, customer }: InvoiceState,
  since: Instant,
  total: string,
): Html {
  const lines = cart.slice(0, maxLines).map((line) => {
    const price = lineTotal(line)
    const terms = line.isSubscription === true ? html` <small>${termsOf(world, line)}</small>` : ''
    return html`<tr><td>${line.name ?? line.id}${terms}</td><td>${line.quantity ?? 1}</td><td>${price === undefined ? '' : money(world, price, currency)}</td></tr>`
  })
  return html`<p>Order <code>${order}</code>${customer === null ? '' : html` for ${customer.name}`}</p>
<table><thead><tr><th scope="col">Item</th><th scope="col">Quantity</th><th scope="col">Total</th></tr></thead>
<tbody>${lines}${cart.length > maxLines ? html`<tr><td colspan="3">and ${cart.length - maxLines} more</td></tr>` : ''}</tbody><tfoot><tr><th scope="row" colspan="2">${total}</th><td><strong>${amountOf(world, amount, currency)}</strong></td></tr></tfoot></table>
${cart
  .filter(({ isSubscription }) => isSubscription === true)
  .slice(0, maxLines)
  .map((line) => html`<p class="renewal">${renewalOf(world, line, currency, since)}</p>`)}`
}

/** The price of a subscription item after the first payment, and its end: `then 12.50 USD monthly until 2027-01-05`. */
function renewalOf(world: World, line: CartLine, currency: string, since: Instant): string {
  const { frequency, period } = subscriptionTerms(world, line)
  const end =
    period === undefined || period.count === 0 ? undefined : periodEnd(since, period, monthRule(world))
  const amount = money(world, lineTotal(line) ?? '0', currency)
  return `then ${amount} ${frequency}${end === undefined ? '' : ` until ${formatInstant(end).slice(0, 10)}`}`
}

const units = { y: 'year', m: 'month', w: 'week', d: 'day' } as const

/** The frequency and duration of a subscription item: `monthly for 1 year`. */
function termsOf(world: World, line: CartLine): string {
  const { frequency, period } = subscriptionTerms(world, line)
  if (period === undefined || period.count === 0) return frequency
  return `${frequency} for ${period.count} ${units[period.unit]}${period.count === 1 ? '' : 's'}`
}

function subscriptionTerms({ assumptions }: World, line: CartLine) {
  const absent = assumptions.value('subscriptions.absent-fields')
  const { frequency = absent.frequency, subscriptionPeriod = absent.subscriptionPeriod } = line
  return { frequency, period: parseSubscriptionPeriod(subscriptionPeriod) }
}

async function waysToPay(view: CheckoutView): Promise<Html> {
  const { world, invoice, shopper, choices } = view
  const tabs = methodTabs(view)
  const begun = openWalletPayment(view) === undefined ? undefined : 'wallet'
  const method = tabs.find(({ id }) => id === (choices.tab ?? choices.by ?? begun))?.id ?? tabs[0]?.id
  if (method === undefined) return html`<p class="error">This store has no payment method enabled.</p>`
  const options = world.accounts.shoppers.map(
    (one) =>
      html`<option value="${one.accessToken}"${one === shopper ? html` selected` : ''}>${one.accessToken}</option>`,
  )
  const links = tabs.map(
    ({ id, label }) =>
      html`<a href="${link(world, invoice.uuid, { as: shopper.accessToken, tab: id })}"${id === method ? html` aria-current="page"` : ''}>${label}</a>`,
  )
  // Enter in a field presses the first button of the form, so that one pays.
  const first = method === 'exchange' ? html`<button hidden></button>` : ''
  return html`<form method="post" action="${checkoutPath(world, invoice.uuid)}/pay">${first}<input type="hidden" name="by" value="${method}"><div class="account"><label for="as">Test account</label><select id="as" name="as" aria-describedby="as-description">${options}</select>${showButton(view, 'Switch')}<small id="as-description">${shopper.description}</small></div>
<nav class="methods" aria-label="Payment method">${links}</nav>
${await paymentFields(view, method)}</form>`
}

function result({ world, invoice, choices }: CheckoutView, payment: TransactionState): Html {
  const { id, kind, status, amount, received, currency } = payment
  const due = [...world.schedule].find((event) => event.kind === 'transaction.complete' && event.ref === id)
  const url = invoice.redirectUrl === null ? undefined : followableUrl(invoice.redirectUrl)
  return html`<section class="result ${status}" aria-live="polite"><h2>${titles[status] ?? 'Payment in progress'}</h2>
${titles[status] === undefined ? html`<p>The payment is not yet completed. You do not have to pay again.</p>` : ''}
<dl><dt>Status</dt><dd>${status}</dd><dt>Paid by</dt><dd>${kinds[kind]}</dd>
<dt>Amount</dt><dd>${amountOf(world, compare(received, 0) > 0 ? received : amount, currency)}</dd>
<dt>Transaction</dt><dd><code>${id}</code></dd>
${due === undefined || status === 'completed' ? '' : html`<dt>${kind === 'bank' ? 'Expected' : 'Completes'}</dt><dd>${formatInstant(due.due).slice(0, 16).replace('T', ' ')} UTC, on the virtual clock</dd>`}</dl>
${url === undefined ? '' : html`<p><a class="button" href="${url}">Return to the shop</a></p>${choices.returning === '1' ? html`<p><small>This page returns to the shop by itself, unless it is in a frame.</small></p>` : ''}`}</section>`
}

const titles: Readonly<Record<string, string>> = { completed: 'Paid', closed: 'Partially paid and closed' }

const kinds: Readonly<Record<TransactionState['kind'], string>> = {
  exchange: 'crypto exchange',
  wallet: 'crypto wallet',
  bank: 'bank transfer',
  subscription: 'crypto exchange',
}
