// Actions on a record where it stands: pay, debit, cancel and the like.

import type { ControlBody, ControlResponse } from 'paytwin/client'
import { accounts, merchantOf } from './accounts-data.ts'
import { act, change, sandboxPath, send } from './api.ts'
import { button, field, form, h, options } from './dom.ts'

export type Transaction = ControlResponse<'getTransaction'>
export type Subscription = ControlResponse<'getSubscription'>
export type Invoice = ControlResponse<'listInvoices'>['invoices'][number]

function action(label: string, run: () => Promise<unknown>, name = label): HTMLElement {
  return button(label, () => act(run), { 'aria-label': name })
}

/** The actions that the state of a transaction allows through the control API. */
export function transactionActions({ id, allowedActions }: Transaction): HTMLElement {
  const path = `/transactions/${encodeURIComponent(id)}`
  const pay = (share: string) => () => change<'payFromWallet'>('POST', `${path}/pay`, { share })
  const buttons = allowedActions.flatMap((name) => {
    if (name === 'process' || name === 'complete' || name === 'cancel')
      return [action(name, () => change('POST', `${path}/${name}`))]
    if (name === 'pay')
      return [action('pay', pay('1'), 'Pay from the wallet'), action('pay half', pay('0.5'))]
    if (name === 'request-refund')
      return [action('refund', () => change('POST', `${path}/request-refund`), 'Request a refund')]
    return []
  })
  return h('span', { class: 'buttons small' }, buttons)
}

/** The actions that the state of a subscription allows: the next bill through the control API, the others as its merchant. */
export function subscriptionActions(subscription: Subscription): HTMLElement {
  const { id, merchantId, amount, currency, allowedActions } = subscription
  const asMerchant = (operation: string, fields: object) => async () => {
    const merchantAuth = merchantOf(merchantId)?.merchantAuth
    const body = { merchantId, merchantAuth, subscriptionId: id, ...fields }
    await send('POST', `${sandboxPath()}/api/subscription/${operation}`, JSON.stringify(body))
  }
  const buttons: Record<string, () => HTMLElement> = {
    renew: () => action('debit now', () => change('POST', `/subscriptions/${encodeURIComponent(id)}/renew`)),
    debit: () =>
      action('debit', asMerchant('debit', { amount: Number(amount), currency }), 'Debit as the merchant'),
    cancel: () => action('cancel', asMerchant('cancel', {}), 'Cancel the subscription'),
  }
  // A merchant debits only what the service does not.
  const names = allowedActions.filter((name) => name !== 'debit' || !subscription.autoRenewal)
  return h(
    'span',
    { class: 'buttons small' },
    names.map((name) => buttons[name]?.()),
  )
}

/** The checkout page of an invoice on this server. */
export function checkoutLink({ url }: Invoice): HTMLElement {
  const { pathname, search } = new URL(url)
  return h('a', { href: pathname + search, target: '_blank', rel: 'noopener' }, 'Checkout page')
}

const ways = { exchange: 'Crypto Exchange', wallet: 'Crypto Wallet', bank: 'Bank Transfer' } as const

/** The form that pays an invoice as a shopper. */
export function paymentForm({ uuid }: Invoice): HTMLElement {
  const shoppers = accounts().shoppers.map(({ id, name }) => [id, name] as const)
  return form(
    'Pay the invoice',
    [
      field('Pay as', h('select', { name: 'as' }, options(shoppers))),
      field('By', h('select', { name: 'by' }, options(Object.entries(ways)))),
    ],
    'Pay',
    ({ as = '', by }) =>
      act(async () => {
        const body = { by, as } as ControlBody<'payInvoice'>
        const { status } = await change<'payInvoice'>(
          'POST',
          `/invoices/${encodeURIComponent(uuid)}/pay`,
          body,
        )
        return `The payment is ${status}.`
      }),
  )
}
