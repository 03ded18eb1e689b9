// Builds elements. Texts are only ever set as texts, so nothing that the service received is interpreted as HTML.

type Child = Node | string | number | null | undefined | readonly Child[]
type Attribute = string | boolean | ((event: Event) => void)

/** An element. Functions are event listeners; `true` is an attribute without a value. */
export function h<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, Attribute>> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(key, value)
    else if (value !== false) element.setAttribute(key, value === true ? '' : value)
  }
  append(element, children)
  return element
}

function append(parent: Node, children: readonly Child[]): void {
  for (const child of children) {
    if (child === null || child === undefined) continue
    if (child instanceof Node) parent.appendChild(child)
    else if (typeof child === 'object') append(parent, child)
    else parent.appendChild(document.createTextNode(String(child)))
  }
}

/** The element with an id. */
export function byId(id: string): HTMLElement {
  const element = document.getElementById(id)
  if (element === null) throw new Error(`The page has no element "${id}".`)
  return element
}

/** A table with a caption for screen readers. A wide one scrolls in its own box. */
export function table(caption: string, head: readonly string[], rows: readonly Child[][]): HTMLElement {
  const columns = head.map((text) => h('th', { scope: 'col' }, text))
  const body = rows.map((cells) =>
    h('tr', {}, ...cells.map((cell, index) => h('td', { 'data-label': head[index] ?? '' }, cell))),
  )
  return h(
    'div',
    { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': caption },
    h(
      'table',
      {},
      h('caption', { class: 'hidden' }, caption),
      h('thead', {}, h('tr', {}, ...columns)),
      h('tbody', {}, ...body),
    ),
    rows.length === 0 ? h('p', { class: 'quiet' }, 'None.') : null,
  )
}

/** A button. */
export function button(label: string, click: () => void, attributes: Record<string, Attribute> = {}) {
  return h('button', { type: 'button', click, ...attributes }, label)
}

/** A labeled field. */
export function field(label: string, control: HTMLElement): HTMLElement {
  return h('label', { class: 'field' }, h('span', {}, label), control)
}

/** A choice. */
export function select(name: string, values: readonly string[], chosen = ''): HTMLSelectElement {
  return h(
    'select',
    { name },
    ...values.map((value) => h('option', { value, selected: value === chosen }, value)),
  )
}

/** A form whose values go to `send`. */
export function form(
  label: string,
  fields: readonly Child[],
  submit: string,
  send: (values: Record<string, string>) => void,
): HTMLFormElement {
  const element = h(
    'form',
    {
      class: 'fields',
      'aria-label': label,
      submit: (event) => {
        event.preventDefault()
        const entries = [...new FormData(element)].map(([name, value]) => [name, String(value)])
        send(Object.fromEntries(entries))
      },
    },
    ...fields,
    h('button', { class: 'primary' }, submit),
  )
  return element
}

/** A text with a button that copies it. */
export function copyable(text: string, what: string, shown = text): HTMLElement {
  const copy = button(
    'Copy',
    () => {
      void navigator.clipboard.writeText(text).then(() => {
        copy.textContent = 'Copied'
        setTimeout(() => {
          copy.textContent = 'Copy'
        }, 1500)
      })
    },
    { class: 'copy', 'aria-label': `Copy ${what}` },
  )
  return h('span', { class: 'copyable' }, h('code', {}, shown), ' ', copy)
}

/** JSON text, indented; any other text as it is. */
function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** A titled block of text. */
export function block(title: string, text: string): HTMLElement | null {
  return text === ''
    ? null
    : h('section', { class: 'block' }, h('h3', {}, title), h('pre', { tabindex: '0' }, pretty(text)))
}

/** An instant as people read it. */
export function instant(text: string): HTMLElement {
  return h('time', { datetime: text, title: text }, text.slice(0, 19).replace('T', ' '))
}

/** A UUID as its first part, and all of it for people who point at it. */
export function shortId(id: string): HTMLElement {
  return h('code', { title: id }, id.slice(0, 8))
}
