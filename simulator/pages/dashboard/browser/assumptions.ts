// The unspecified behaviors with the assumption in force. A click chooses another option.

import { act, change, read } from './api.ts'
import { button, h, prose, spaced } from './dom.ts'
import { replacer, type View } from './view.ts'

type Assumption = Awaited<ReturnType<typeof read<'getAssumptions'>>>['assumptions'][number]

/** Assumptions that a shop meets first when it is connected. */
const first: ReadonlySet<string> = new Set([
  'transactions.status-integers',
  'transactions.repeated-order',
  'transactions.amount-mismatch',
  'transactions.without-invoice',
  'transactions.crypto-duration',
  'invoices.link',
  'invoices.checkout-page',
  'errors.http-status',
  'errors.envelope',
  'encryption.rsa-padding',
  'authentication.merchant-auth',
  'webhooks.payload',
  'webhooks.query',
  'webhooks.payment-status',
  'webhooks.signature',
  'webhooks.retries',
  'subscriptions.id',
  'subscriptions.failed-debit',
  'qr-transactions.tolerance',
])
const firstGroup = 'what shops care about'

interface Shown {
  assumptions: Assumption[]
  text: string
  isChangedOnly: boolean
}

/** The view of the assumptions. The argument is the id of one to show first. */
export function assumptionsView(id = ''): View {
  const search = h('input', {
    type: 'search',
    value: id,
    placeholder: 'id or question',
    'aria-label': 'Search assumptions',
    input: () => render(),
  })
  const changed = h('input', { type: 'checkbox', change: () => render() })
  const list = h('div')
  const root = h(
    'section',
    { 'aria-label': 'Assumptions' },
    h('h2', {}, 'Assumptions'),
    h(
      'p',
      { class: 'quiet' },
      'What the contract leaves open, and what this sandbox does. Each option is permitted.',
    ),
    h('div', { class: 'filters' }, search, h('label', { class: 'inline' }, changed, 'Changed only')),
    list,
  )
  let latest: Assumption[] = []
  const show = replacer<Shown>(list, ({ assumptions, text, isChangedOnly }) => {
    const shown = assumptions
      .filter(({ id, question }) => `${id} ${question}`.toLowerCase().includes(text.toLowerCase()))
      .filter((one) => !isChangedOnly || one.isChanged)
    const groups = [...new Set([firstGroup, ...shown.map(groupOf)])]
    return shown.length === 0
      ? [h('p', { class: 'quiet' }, 'None.')]
      : groups.flatMap((name) =>
          group(
            name,
            shown.filter((one) => groupOf(one) === name),
          ),
        )
  })
  const render = () => show({ assumptions: latest, text: search.value, isChangedOnly: changed.checked })
  return {
    root,
    update: async () => {
      latest = (await read<'getAssumptions'>('/assumptions?limit=10000')).assumptions
      render()
    },
  }
}

function groupOf({ id }: Assumption): string {
  return first.has(id) ? firstGroup : (id.split('.')[0] ?? '')
}

function group(name: string, assumptions: readonly Assumption[]): HTMLElement[] {
  if (assumptions.length === 0) return []
  const title = (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll('-', ' ')
  return [h('h3', {}, `${title} (${assumptions.length})`), ...assumptions.map(card)]
}

function card({ id, question, assumption, value, effect, otherOptions, isChanged }: Assumption): HTMLElement {
  const choose = (use: string) => () =>
    act(async () => {
      await change<'setAssumption'>('PUT', `/assumptions/${id}`, { use })
      return `${id} is now ${use}.`
    })
  const options = otherOptions.map((name) =>
    button(name, choose(name), { 'aria-label': `${id}: choose ${name}` }),
  )
  return h(
    'article',
    { class: 'card' },
    h('h4', {}, h('code', {}, id), isChanged ? h('span', { class: 'badge open' }, 'changed') : null),
    h('p', {}, prose(question)),
    h('p', { class: 'buttons' }, h('span', { class: 'chosen' }, assumption), ...options),
    h('p', { class: 'quiet' }, prose(effect), value === undefined ? '' : ` Value: ${spaced(value)}`),
  )
}
