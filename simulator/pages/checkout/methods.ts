// The ways to pay on the checkout page: from an exchange, from a wallet, from a bank. Each is a form that works without scripts.

import { html } from 'hono/html'
import { checkoutTabs } from '../../../spec/enumerations.ts'
import { checkExchangeBalance, covers } from '../../resources/balances.ts'
import { dollarsOf, exchangeCheck, openWalletPayment } from '../../resources/checkout-payments.ts'
import { cryptoAmount, validateExchangePayment } from '../../resources/exchange-payments.ts'
import { paymentUri } from '../../resources/qr-transactions.ts'
import { describeRefusal, Refusal, refuse } from '../../resources/refusals.ts'
import { isExchangeOnly } from '../../resources/transactions.ts'
import type { Exchange } from '../../world/accounts.ts'
import { compare, plainText, subtract } from '../../world/money.ts'
import type { TransactionState } from '../../world/state.ts'
import type { Html } from '../layout.ts'
import { amountOf, type CheckoutView, type Choices, checkoutPath, link, money, shownChoices } from './view.ts'

type PaymentMethod = 'exchange' | 'wallet' | 'bank'

const [exchangeLabel, walletLabel, bankLabel] = checkoutTabs
const labels: Readonly<Record<PaymentMethod, string>> = {
  exchange: exchangeLabel,
  wallet: walletLabel,
  bank: bankLabel,
}

/** The tabs that the merchant's settings allow. */
export function methodTabs({ merchant }: CheckoutView): { id: PaymentMethod; label: string }[] {
  const ids = Object.keys(labels) as PaymentMethod[]
  return ids.filter((id) => merchant.settings[id]).map((id) => ({ id, label: labels[id] }))
}

/** The form of one way to pay. */
export async function paymentFields(view: CheckoutView, method: PaymentMethod): Promise<Html> {
  if (method === 'exchange') return exchangeFields(view)
  if (isExchangeOnly(view.world, view.invoice))
    return html`<p role="status">${describeRefusal(refuse('bank-payments.subscription-item'))} Choose ${exchangeLabel}.</p>${refusalOf(view)}`
  return method === 'wallet' ? walletFields(view) : bankFields(view)
}

/** Why the last payment was refused, and what the shopper can do. It is next to the button that pays. */
function refusalOf({ refusal }: CheckoutView): Html | '' {
  return refusal === undefined
    ? ''
    : html`<div class="error"><p role="alert">${refusal}</p><p>Nothing was paid. Choose another account or another way to pay, and try again.</p></div>`
}

/** A button that shows the page with what was chosen. With scripts, choosing does so at once, and the script hides the button. */
export function showButton({ world, invoice }: CheckoutView, label: string): Html {
  return html`<button formmethod="get" formaction="${checkoutPath(world, invoice.uuid)}" formnovalidate>${label}</button>`
}

function shown(choices: Choices): Html {
  return html`<input type="hidden" name="shown" value="${shownChoices(choices)}">`
}

function options(values: readonly (readonly [value: string, label: string])[], chosen: string): Html[] {
  return values.map(
    ([value, label]) =>
      html`<option value="${value}"${value === chosen ? html` selected` : ''}>${label}</option>`,
  )
}

function exchangeFields(view: CheckoutView): Html {
  const { world, invoice, choices } = view
  const { exchanges } = world.accounts
  const exchange = exchanges.find(({ name }) => name === choices.exchange) ?? exchanges[0]
  if (exchange === undefined) return html`<p class="error">The world has no exchange.</p>`
  const wallets = walletsOf(view, exchange)
  const coin = (wallets.find(([id]) => id === choices.coin) ?? wallets[0])?.[0] ?? ''
  const checked = validateExchangePayment(exchangeCheck(view, exchange, coin))
  const choice = html`${shown({ by: 'exchange', exchange: exchange.name, coin })}<div class="choices"><div><label for="exchange">Exchange</label><select id="exchange" name="exchange">${options(
    exchanges.map(({ name, title }) => [name, title]),
    exchange.name,
  )}</select></div><div><label for="coin">Coin</label><select id="coin" name="coin">${options(
    wallets.map(([id, balance]) => [id, `${id}, balance ${plainText(balance)}`]),
    coin,
  )}</select></div>${showButton(view, 'Show the amount')}</div>`
  if (checked instanceof Refusal)
    return html`${choice}<p role="alert" class="error">${describeRefusal(checked)}</p>`
  const { amount, fee, password, showWhitelistElement } = checked.result
  return html`${choice}
<dl><dt>To pay</dt><dd>${amountOf(world, amount, coin)}, for ${amountOf(world, invoice.amount, invoice.currency)}</dd><dt>Exchange fee</dt><dd>${amountOf(world, fee, coin)}</dd></dl>
${showWhitelistElement ? html`<p role="alert" class="error">The deposit address is not whitelisted at ${exchange.title}, so the payment will be refused.</p>` : ''}
${isCovered(view, exchange, coin) ? '' : html`<p role="status" class="error">The balance at ${exchange.title} does not cover this amount, so the payment will be refused.</p>`}
${
  password
    ? html`<label for="password">Password at ${exchange.title}</label><input id="password" type="password" name="password" required autocomplete="off">
<label class="inline"><input type="checkbox" name="savePassword" value="true"> Save the password</label>`
    : ''
}
<label class="inline"><input id="terms" name="terms" value="yes" type="checkbox" required${choices.terms === 'yes' ? html` checked` : ''}> I accept the terms (simulated)</label>
${refusalOf(view)}${payButton(view)}`
}

function payButton({ world, invoice }: CheckoutView): Html {
  return html`<button id="pay" class="primary">Pay ${money(world, invoice.amount, invoice.currency)}</button>`
}

function isCovered({ world, invoice, shopper }: CheckoutView, exchange: Exchange, coinId: string): boolean {
  const coin = world.accounts.currency(coinId)
  return (
    coin === undefined ||
    covers(world, shopper, exchange, coin, cryptoAmount(coin, dollarsOf(world, invoice)))
  )
}

/** The wallets at an exchange that can pay the merchant, with their balances. */
function walletsOf({ world, merchant, shopper }: CheckoutView, exchange: Exchange): [string, string][] {
  const query = { merchantId: merchant.id }
  const shared = { world, merchant: undefined, shopper, exchange, body: undefined, payload: undefined }
  const listed = checkExchangeBalance({ ...shared, query })
  if (listed instanceof Refusal) return []
  return listed.result.accounts.map(({ currency, balance }) => [currency, String(balance)])
}

async function walletFields(view: CheckoutView): Promise<Html> {
  const { world, merchant, choices } = view
  const open = openWalletPayment(view)
  if (open !== undefined) return openWallet(view, open)
  const coins = merchant.enabledCurrencies.flatMap((id) => {
    const coin = world.accounts.currency(id)
    return coin === undefined || coin.isFiat ? [] : [[id, coin.title] as const]
  })
  return html`<input type="hidden" name="share" value="0"><div class="choices"><div><label for="wallet-coin">Coin</label><select id="wallet-coin" name="coin">${options(coins, choices.coin ?? '')}</select></div><button class="primary">Show the payment address</button></div>${refusalOf(view)}`
}

/** A code of more characters is hard to scan, and one of 3000 cannot be made. */
const maxQrCharacters = 600

async function qrImage(text: string): Promise<Html> {
  const { renderSVG } = await import('uqr')
  // The library writes only path data into the image; the text is not part of it.
  const source = `data:image/svg+xml;base64,${Buffer.from(renderSVG(text, { border: 2 })).toString('base64')}`
  return html`<img src="${source}" alt="QR code of the payment address" width="180" height="180">`
}

/** The address and QR code of a wallet transaction, with what the simulated wallet can do. */
async function openWallet(view: CheckoutView, transaction: TransactionState): Promise<Html> {
  const { world, invoice, shopper } = view
  const { amount, received, currency, receiverAddress } = transaction
  const coin = world.accounts.currency(currency)
  const rest = subtract(amount, received)
  const uri = coin === undefined ? receiverAddress : paymentUri(coin, receiverAddress, rest)
  const image = uri.length > maxQrCharacters ? '' : await qrImage(uri)
  const pay = (share: string, label: string) => html`<button name="share" value="${share}">${label}</button>`
  return html`<div class="wallet">${image}
<dl><dt>Amount</dt><dd>${amountOf(world, amount, currency)}</dd><dt>Received</dt><dd>${amountOf(world, received, currency)}</dd><dt>To pay</dt><dd>${amountOf(world, rest, currency)}</dd><dt>Address</dt><dd>${copyable(receiverAddress, 'address')}</dd><dt>Payment URI</dt><dd>${copyable(uri, 'payment URI')}</dd></dl></div>
<input type="hidden" name="coin" value="${currency}"><fieldset><legend>Your simulated wallet</legend>
${refusalOf(view)}${compare(received, 0) === 0 ? html`${pay('1', 'Pay all')} ${pay('0.5', 'Pay half')} ${pay('1.5', 'Pay too much')}` : html`${pay('', `Pay the rest, ${rest} ${currency}`)}`}
<p><small>If you do not pay, the transaction ${world.assumptions.is('qr-transactions.expiry', 'after-days') ? 'times out on the virtual clock.' : 'stays open.'} <a href="${link(world, invoice.uuid, { as: shopper.accessToken, tab: 'wallet' })}">Refresh</a></small></p></fieldset>`
}

/** A text with a button that copies it. The script of the page shows the button. */
function copyable(text: string, name: string): Html {
  return html`<code>${text}</code> <button type="button" class="copy" data-copy="${text}" aria-label="Copy the ${name}" hidden>Copy</button>`
}

function bankFields(view: CheckoutView): Html {
  const { shopper } = view
  if (shopper.banks.length === 0)
    return html`<p role="status">This account has no linked bank. Choose another account or another way to pay.</p>${refusalOf(view)}`
  const banks = shopper.banks.flatMap((bank, index) =>
    bank.accounts.map(
      ({ accountName, bankName, mask }) =>
        html`<label class="inline"><input type="radio" name="stockId" value="${bank.stockId}"${index === 0 ? html` checked` : ''}> <span>${bankName}, ${accountName} ••&nbsp;${mask} <small>limit <span class="amount">${bank.limit} USD</span></small></span></label>`,
    ),
  )
  return html`${shown({ by: 'bank', as: shopper.accessToken })}<fieldset><legend>Linked accounts</legend>${banks}</fieldset><p><small>A bank transfer takes 3 to 4 banking days.</small></p>
${refusalOf(view)}${payButton(view)}`
}
