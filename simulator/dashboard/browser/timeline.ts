// The timeline: everything that happened, the latest first, with filters.

import { act, change } from './api.ts'
import { button, field, h, instant } from './dom.ts'
import { detailOf, searchText, summaryOf, versionOf } from './items.ts'
import { saveScenario } from './scenario.ts'
import { type Item, TimelineData } from './timeline-data.ts'
import type { View } from './view.ts'

const kinds = { request: 'Requests', control: 'Control', change: 'State changes', email: 'E-mails' } as const

/** What a person chose to see; it stays while other views are shown. */
const filter = { hidden: new Set<Item['kind']>(), text: '', failures: false }

/** The view of the timeline. */
export function timelineView(): View {
  const data = new TimelineData()
  const list = h('ol', { class: 'timeline', 'aria-label': 'Timeline, the latest first' })
  const empty = h('p', { class: 'quiet' })
  const older = button('Show older', () =>
    act(async () => {
      await data.readOlder()
      return undefined
    }),
  )
  const shown = new Map<string, { version: string; element: HTMLElement }>()

  const render = () => {
    const items = data.items().reverse().filter(isShown)
    const elements = items.map((item) => {
      const version = versionOf(item)
      const before = shown.get(item.key)
      if (before?.version === version) return before.element
      const element = elementOf(item, before?.element.querySelector('details')?.open === true, redeliver)
      shown.set(item.key, { version, element })
      return element
    })
    placeInOrder(list, elements)
    empty.textContent =
      items.length > 0 ? '' : 'Nothing yet. Send a request to the service, or move the clock.'
    older.hidden = !data.hasOlder
  }
  const redeliver = (seq: number) =>
    act(async () => {
      const event = await change<'redeliver'>('POST', `/events/${seq}/redeliver`)
      data.replace(event)
      return `The webhook was sent again: ${event.attempts.at(-1)?.outcome ?? event.delivery}.`
    })
  const root = h(
    'section',
    { 'aria-label': 'Timeline' },
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

/** Makes the list have these elements. Elements that stay keep their place, so that focus and open details do, too. */
function placeInOrder(list: HTMLElement, elements: readonly HTMLElement[]): void {
  const wanted = new Set<Element>(elements)
  for (const child of [...list.children]) if (!wanted.has(child)) child.remove()
  for (const [index, element] of elements.entries())
    if (list.children[index] !== element) list.insertBefore(element, list.children[index] ?? null)
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
    placeholder: 'path, id, text',
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
  const boxes = (Object.keys(kinds) as Item['kind'][]).map((kind) =>
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

function elementOf(item: Item, isOpen: boolean, redeliver: (seq: number) => void): HTMLElement {
  const { badge, title, status, isFailure } = summaryOf(item)
  const details = h(
    'details',
    {
      toggle: () => {
        if (details.open && details.children.length === 1) details.append(detailOf(item, redeliver))
      },
    },
    h(
      'summary',
      {},
      instant(item.at),
      h('span', { class: `badge ${item.kind}` }, badge),
      h('span', { class: 'title' }, title),
      h('span', { class: isFailure ? 'status failure' : 'status' }, status),
    ),
  )
  details.open = isOpen
  return h('li', { class: item.kind }, details)
}
