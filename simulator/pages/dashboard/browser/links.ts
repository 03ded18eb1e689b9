// Links: from the name of an order to its page, and from every id to the order that it belongs to.

import { h, parsed } from './dom.ts'

const address = (...parts: readonly string[]) => `#${parts.map(encodeURIComponent).join('/')}`

/** The address of the page of an order. Several merchants can have an order of this name. */
export function orderAddress(order: string, merchantId = ''): string {
  return merchantId === '' ? address('order', order) : address('order', order, merchantId)
}

/** A link to the page of an order. */
export function orderLink(order: string, merchantId?: string): HTMLElement {
  return h('a', { href: orderAddress(order, merchantId), class: 'order' }, order)
}

/** A link from an id, of which the first part is shown, to the order that it belongs to. */
export function idLink(id: string): HTMLElement {
  return h('a', { href: address('id', id), title: id }, h('code', {}, id.slice(0, 8)))
}

/** Orders as fields of JSON, and ids. */
const places =
  /("(?:order|orderId|offerId)": ")((?:[^"\\]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})+)"|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** A text whose ids are links, and whose orders in JSON are, too. */
export function linked(text: string): (Node | string)[] {
  const nodes: (Node | string)[] = []
  let end = 0
  for (const match of text.matchAll(places)) {
    const [all, before = '', order] = match
    nodes.push(text.slice(end, match.index) + before)
    nodes.push(
      order === undefined
        ? h('a', { href: address('id', all) }, all)
        : h('a', { href: orderAddress(JSON.parse(`"${order}"`)) }, order),
    )
    end = match.index + all.length - (order === undefined ? 0 : 1)
  }
  return [...nodes, text.slice(end)]
}

/** JSON text, indented; any other text as it is. Its ids are links. */
export function pretty(text: string): HTMLElement {
  const value = parsed(text)
  return h(
    'pre',
    { tabindex: '0' },
    linked(value === undefined ? text : JSON.stringify(JSON.parse(text), null, 2)),
  )
}

export function block(title: string, text: string): HTMLElement | null {
  return text === '' ? null : h('section', { class: 'block' }, h('h3', {}, title), pretty(text))
}
