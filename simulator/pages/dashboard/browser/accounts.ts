// The test accounts with their credentials.

import { accounts, type Credentials } from './accounts-data.ts'
import { act, change } from './api.ts'
import { copyable, form, h, list, table } from './dom.ts'
import { replacer, type View } from './view.ts'

const longText = 24
const cut = (text: string) => (text.length > longText ? `${text.slice(0, longText)}…` : text)

export function accountsView(): View {
  const root = h('section', { 'aria-label': 'Accounts' })
  const show = replacer<Credentials>(root, ({ baseUrl, controlUrl, merchants, shoppers, exchanges }) => [
    h('h2', {}, 'Service'),
    list([
      ['Base URL', copyable(baseUrl, 'the base URL')],
      ['Control API', copyable(controlUrl, 'the URL of the control API')],
      ['Exchanges', exchanges.join(', ')],
    ]),
    h('h2', {}, 'Shoppers'),
    table(
      'Shoppers',
      ['Access token', 'What happens', 'Name', 'Id'],
      shoppers.map(({ id, name, description, accessToken }) => [
        copyable(accessToken, `the access token of ${name}`),
        description,
        name,
        copyable(id, `the id of ${name}`, cut(id)),
      ]),
    ),
    h('h2', {}, 'Merchants'),
    ...merchants.map(merchantCard),
  ])
  return { root, update: async () => show(accounts()) }
}

function merchantCard(merchant: Credentials['merchants'][number]): HTMLElement {
  const { id, companyName, username, accessToken, clientSecret, merchantAuth, publicKey, webhookUrl } =
    merchant
  const of = (what: string) => `${what} of ${companyName}`
  const entries: [string, Node | string][] = [
    ['Id', copyable(id, of('the id'))],
    ['User name', username],
    ['Access token', copyable(accessToken, of('the access token'))],
    ['Client secret', copyable(clientSecret, of('the client secret'))],
    ['merchantAuth', copyable(merchantAuth, of('the merchantAuth'), cut(merchantAuth))],
    ['Public key', copyable(publicKey, of('the public key'), 'PEM')],
    ['Currencies', merchant.enabledCurrencies.join(', ')],
    ['Verified', merchant.verified ? 'yes' : 'no'],
  ]
  const url = h('input', {
    name: 'url',
    type: 'url',
    value: webhookUrl ?? '',
    placeholder: 'none',
    'aria-label': of('Webhook'),
  })
  const register = ({ url = '' }: Record<string, string>) =>
    act(async () => {
      await change<'registerWebhook'>('PUT', `/merchants/${encodeURIComponent(id)}/webhook`, {
        url: url === '' ? null : url,
      })
      return url === '' ? 'The webhook was removed.' : 'The webhook was registered.'
    })
  return h(
    'article',
    { class: 'card' },
    h('h3', {}, companyName),
    list(entries),
    form(of('Webhook'), [h('span', {}, 'Webhook'), url], 'Register', register),
  )
}
