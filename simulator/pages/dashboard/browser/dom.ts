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

/** A text whose parts between backticks are code. */
export function prose(text: string): (Node | string)[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? h('code', {}, part) : part))
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
    h(
      'tr',
      {},
      ...cells.map((cell, index) =>
        h('td', { 'data-label': head[index] ?? '' }, Array.isArray(cell) ? h('span', {}, cell) : cell),
      ),
    ),
  )
  return h(
    'div',
    { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': `Table: ${caption}` },
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

export function button(label: string, click: () => void, attributes: Record<string, Attribute> = {}) {
  return h('button', { type: 'button', click, ...attributes }, label)
}

export function field(label: string, control: HTMLElement): HTMLElement {
  return h('label', { class: 'field' }, h('span', {}, label), control)
}

type Choice = string | readonly [value: string, label: string]

/** The options of a choice: values, with labels unless the values are shown. */
export function options(choices: readonly Choice[], chosen = ''): HTMLElement[] {
  return choices.map((choice) => {
    const [value, label] = typeof choice === 'string' ? [choice, choice] : choice
    return h('option', { value, selected: value === chosen }, label)
  })
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

export function copyButton(text: string, what: string, label = 'Copy'): HTMLElement {
  const copy = button(
    label,
    () => {
      void navigator.clipboard.writeText(text).then(() => {
        copy.textContent = 'Copied'
        setTimeout(() => {
          copy.textContent = label
        }, 1500)
      })
    },
    { class: 'copy', 'aria-label': `${label} ${what}` },
  )
  return copy
}

/** A text with a button that copies it. */
export function copyable(text: string, what: string, shown = text): HTMLElement {
  return h('span', { class: 'copyable' }, h('code', {}, shown), ' ', copyButton(text, what))
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The object that a JSON text has; undefined for any other text. */
export function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    return undefined
  }
}

/** A value as JSON with spaces, so that lines break between words. */
export function spaced(value: unknown): string {
  return JSON.stringify(value, null, 1).replace(/\n */g, ' ')
}

export function list(entries: readonly (readonly [name: string, value: Child])[]): HTMLElement {
  return h('dl', {}, ...entries.flatMap(([name, value]) => [h('dt', {}, name), h('dd', {}, value)]))
}

/** An instant as people read it: in UTC, without fractions of a second. */
export function readable(text: string): string {
  return text.slice(0, 19).replace('T', ' ')
}

/** The element of an instant. */
export function instant(text: string): HTMLElement {
  return h('time', { datetime: text, title: text }, readable(text))
}

/** An amount with its currency, as the control API writes it. */
export function amountText(amount: unknown, currency: unknown): string {
  return `${amount} ${currency}`
}
