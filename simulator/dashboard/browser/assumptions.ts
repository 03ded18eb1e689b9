// The unspecified behaviors with the assumption in force. A click chooses another option.

import { act, change, read } from './api.ts'
import { button, h } from './dom.ts'
import { replacer, type View } from './view.ts'

type Assumption = Awaited<ReturnType<typeof read<'getAssumptions'>>>['assumptions'][number]

/** The view of the assumptions. The argument is the id of one to show first. */
export function assumptionsView(id: string): View {
  const search = h('input', {
    type: 'search',
    value: id,
    placeholder: 'id or question',
    'aria-label': 'Search assumptions',
    input: () => show({ assumptions: latest, text: search.value }),
  })
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
    search,
    list,
  )
  let latest: Assumption[] = []
  const show = replacer<{ assumptions: Assumption[]; text: string }>(list, ({ assumptions, text }) =>
    assumptions
      .filter(({ id, question }) => `${id} ${question}`.toLowerCase().includes(text.toLowerCase()))
      .map(card),
  )
  return {
    root,
    update: async () => {
      latest = (await read<'getAssumptions'>('/assumptions?limit=10000')).assumptions
      show({ assumptions: latest, text: search.value })
    },
  }
}

function card({ id, question, assumption, value, effect, otherOptions }: Assumption): HTMLElement {
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
    h('h3', {}, h('code', {}, id)),
    h('p', {}, question),
    h('p', { class: 'buttons' }, h('span', { class: 'chosen' }, assumption), ...options),
    h('p', { class: 'quiet' }, effect, value === undefined ? '' : ` Value: ${JSON.stringify(value)}`),
  )
}
