// A list of items, the latest first, as the timeline and the page of an order show it.

import { act, change } from './api.ts'
import { h, instant } from './dom.ts'
import { detailOf } from './item-details.ts'
import { summaryOf, versionOf } from './items.ts'
import type { Item, StatusChange } from './timeline-data.ts'

/** An empty list, and a function that shows items in it. `replace` is called with a status change that was delivered again. */
export function itemList(
  label: string,
  replace: (change: StatusChange) => void,
): { root: HTMLElement; show: (items: readonly Item[]) => void } {
  const root = h('ol', { class: 'timeline', 'aria-label': label })
  const shown = new Map<string, { version: string; element: HTMLElement }>()
  const redeliver = (seq: number) =>
    act(async () => {
      const event = await change<'redeliver'>('POST', `/events/${seq}/redeliver`)
      replace(event)
      return `The webhook was resent: ${event.attempts.at(-1)?.outcome ?? event.delivery}.`
    })
  const show = (items: readonly Item[]) => {
    const elements = items.map((item) => {
      const version = versionOf(item)
      const before = shown.get(item.key)
      if (before?.version === version) return before.element
      const element = elementOf(item, before?.element.querySelector('details')?.open === true, redeliver)
      shown.set(item.key, { version, element })
      return element
    })
    placeInOrder(root, elements)
  }
  return { root, show }
}

/** Makes the list have these elements. Elements that stay keep their place, so that focus and open details do, too. */
function placeInOrder(list: HTMLElement, elements: readonly HTMLElement[]): void {
  const wanted = new Set<Element>(elements)
  for (const child of [...list.children]) if (!wanted.has(child)) child.remove()
  for (const [index, element] of elements.entries())
    if (list.children[index] !== element) list.insertBefore(element, list.children[index] ?? null)
}

function elementOf(item: Item, isOpen: boolean, redeliver: (seq: number) => void): HTMLElement {
  const { badge, title, order, status, outcome, isFailure } = summaryOf(item)
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
      h('span', { class: `badge ${outcome}` }, badge),
      h('span', { class: 'title' }, title),
      h('span', { class: isFailure ? 'status failure' : 'status' }, status),
    ),
  )
  details.open = isOpen
  // Next to the summary, which cannot contain a link.
  const link =
    order === undefined ? null : h('a', { href: order, 'aria-label': `Order of ${title}` }, 'Order')
  return h('li', { class: `${item.kind} ${outcome}` }, details, link)
}
