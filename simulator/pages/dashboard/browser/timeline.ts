// The timeline: everything that happened, the latest first, with filters.

import { act } from './api.ts'
import { button, field, h } from './dom.ts'
import { itemList } from './item-list.ts'
import { searchText, summaryOf } from './items.ts'
import { saveScenario } from './scenario.ts'
import { type Item, TimelineData } from './timeline-data.ts'
import type { View } from './view.ts'

const kinds = { request: 'Requests', control: 'Control', change: 'State changes', email: 'E-mails' } as const

/** The filter of a person; it stays while other views are shown. */
const filter = { hidden: new Set<Item['kind']>(), text: '', failures: false }

export function timelineView(): View {
  const data = new TimelineData()
  const { root: list, show } = itemList('Timeline, the latest first', (change) => data.replace(change))
  const empty = h('p', { class: 'quiet' })
  const older = button('Show older', () => act(() => data.readOlder()))
  const render = () => {
    const items = data.items().reverse().filter(isShown)
    show(items)
    empty.textContent =
      items.length > 0 ? '' : 'Nothing yet. Send a request to the service, or move the clock.'
    older.hidden = !data.hasOlder
  }
  const root = h(
    'section',
    { 'aria-label': 'Timeline' },
    h('h2', { class: 'hidden' }, 'Timeline'),
    filters(render),
    empty,
    list,
    h('p', { class: 'buttons' }, older),
  )
  return {
    root,
    update: async () => {
      await data.update()
      render()
    },
  }
}

function isShown(item: Item): boolean {
  if (filter.hidden.has(item.kind)) return false
  if (filter.failures && !summaryOf(item).isFailure) return false
  return filter.text === '' || searchText(item).includes(filter.text.toLowerCase())
}

function filters(render: () => void): HTMLElement {
  const search = h('input', {
    type: 'search',
    value: filter.text,
    placeholder: 'order, id, path, text',
    input: () => {
      filter.text = search.value
      render()
    },
  })
  const check = (label: string, checked: boolean, change: (checked: boolean) => void) => {
    const box = h('input', {
      type: 'checkbox',
      checked,
      change: () => {
        change(box.checked)
        render()
      },
    })
    return h('label', { class: 'inline' }, box, label)
  }
  const boxes = (Object.keys(kinds) as (keyof typeof kinds)[]).map((kind) =>
    check(kinds[kind], !filter.hidden.has(kind), (checked) => {
      if (checked) filter.hidden.delete(kind)
      else filter.hidden.add(kind)
    }),
  )
  return h(
    'div',
    { class: 'filters', role: 'group', 'aria-label': 'Filters' },
    ...boxes,
    check('Only failures', filter.failures, (checked) => {
      filter.failures = checked
    }),
    field('Search', search),
    button('Save as scenario', saveScenario),
  )
}
