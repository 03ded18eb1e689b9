// The script of the dashboard, whose pages the server renders: it shows what has changed, sends forms to the control API as JSON, opens
// rows, and copies texts.

const byId = (id: string) => document.getElementById(id)

/** Shows a message, or removes it. */
function say(text: string, isError = false): void {
  const message = byId('message')
  if (message === null) return
  message.textContent = text
  message.hidden = text === ''
  message.className = isError ? 'error' : 'done'
}

// Changes since the page was read

/** The HTML of elements as the server sent it: what a person opened or typed is not part of it. */
const received = new WeakMap<Element, string>()
const childrenOf = (element: Element) => [...element.children]

function remember(root: ParentNode): void {
  for (const region of root.querySelectorAll('[data-live]')) {
    received.set(region, region.outerHTML)
    for (const child of childrenOf(region)) received.set(child, child.outerHTML)
  }
}

/** Makes a region have the children of its next version. Those that are equal stay, with what a person opened in them. */
function update(region: Element, next: Element): void {
  if (received.get(region) === next.outerHTML) return
  const { activeElement } = document
  if (activeElement?.matches('input,select,textarea') === true && region.contains(activeElement)) return
  received.set(region, next.outerHTML)
  const before = new Map(childrenOf(region).map((child) => [child.id, child]))
  const children = childrenOf(next).map((child) => {
    const known = child.id === '' ? undefined : before.get(child.id)
    if (known !== undefined && received.get(known) === child.outerHTML) return known
    received.set(child, child.outerHTML)
    const isOpen = known?.querySelector('details')?.open === true
    if (isOpen) for (const details of child.querySelectorAll('details')) details.open = true
    return child
  })
  for (const child of childrenOf(region)) if (!children.includes(child)) child.remove()
  for (const [index, child] of children.entries())
    if (region.children[index] !== child) region.insertBefore(child, region.children[index] ?? null)
}

let isRefreshing = false
let isStale = false

/** Reads the page again and shows what is different. Calls while it runs lead to one more. */
async function refresh(): Promise<void> {
  isStale = true
  if (isRefreshing) return
  isRefreshing = true
  while (isStale) {
    isStale = false
    const page = await pageAt(location.href)
    for (const region of page?.querySelectorAll('[data-live]') ?? []) {
      const current = byId(region.id)
      if (current !== null) update(current, region)
    }
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  isRefreshing = false
}

/** A page of the dashboard; undefined if it cannot be read. */
async function pageAt(url: string): Promise<Document | undefined> {
  try {
    const response = await fetch(url, { headers: { accept: 'text/html' } })
    if (response.ok) return new DOMParser().parseFromString(await response.text(), 'text/html')
    if (response.status === 401) location.reload()
  } catch {}
  return undefined
}

let stream: EventSource | undefined

/** Listens for changes while the page is visible: a browser opens few connections to one server. */
function listen(): void {
  stream?.close()
  const live = byId('live')
  if (document.visibilityState === 'hidden' || live === null) return
  stream = new EventSource(live.dataset.stream ?? '')
  const show = (text: string) => () => {
    live.textContent = text
    live.className = text
  }
  stream.addEventListener('open', show('live'))
  stream.addEventListener('error', show('disconnected'))
  stream.addEventListener('change', () => void refresh())
}

// Forms of the control API

type Json = Record<string, unknown>

/** Sets a value in a body at a path of keys. */
function put(body: Json, [key = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) body[key] = value
  else {
    body[key] ??= {}
    put(body[key] as Json, rest, value)
  }
}

/** The value of a field: a text, or JSON where the schema asks for another type. */
function valueIn(field: HTMLInputElement): unknown {
  if (field.dataset.type !== 'json') return field.value
  try {
    return JSON.parse(field.value)
  } catch {
    throw new Error(`Invalid value of ${field.name}. Expected JSON, such as 5, true or {"a":1}.`)
  }
}

/** The body that a form sends: its fields that have a value, added to what it already has. */
async function bodyOf(form: HTMLFormElement, params: Map<string, string>): Promise<string | undefined> {
  const file = form.querySelector<HTMLInputElement>('[type=file]')?.files?.[0]
  if (file !== undefined) return file.text()
  const { body: given, at } = form.dataset
  const fields: Json = {}
  for (const field of form.querySelectorAll<HTMLInputElement>('input[name],select[name]')) {
    if (field.matches(':disabled')) continue
    if (field.dataset.in === 'path') params.set(field.name, field.value)
    else if (field.value !== '') put(fields, field.name.split('.'), valueIn(field))
  }
  if (given === undefined) return Object.keys(fields).length === 0 ? undefined : JSON.stringify(fields)
  const body: Json = JSON.parse(given)
  if (at === undefined) Object.assign(body, fields)
  else (body[at] as Json[]).push(fields)
  return JSON.stringify(body)
}

async function submit(form: HTMLFormElement): Promise<void> {
  const { path = '', method = 'POST', done = 'Done.', confirm: question } = form.dataset
  if (question !== undefined && !confirm(question)) return
  const params = new Map<string, string>()
  const body = await bodyOf(form, params)
  const url = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params.get(name) ?? ''))
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body }),
  })
  const result: Json = await response.json().catch(() => ({}))
  if (!response.ok) {
    const { fact = `The response has the status ${response.status}.`, detail, remedy } = result
    throw new Error([fact, detail, remedy].filter(Boolean).join(' '))
  }
  const { then } = form.dataset
  if (then !== undefined) location.assign(then)
  say(done.replace(/\{(\w+)\}/g, (_, name) => String(result[name] ?? '')))
  await refresh()
}

addEventListener('submit', (event) => {
  const form = event.target
  if (!(form instanceof HTMLFormElement) || form.dataset.path === undefined) return
  event.preventDefault()
  document.body.setAttribute('aria-busy', 'true')
  submit(form)
    .catch((error: unknown) => say(error instanceof Error ? error.message : String(error), true))
    .finally(() => document.body.removeAttribute('aria-busy'))
})

/** Enables the fields of the alternative that is chosen, and no others. */
function choose(select: HTMLSelectElement): void {
  for (const fields of select
    .closest('.choice')
    ?.querySelectorAll<HTMLFieldSetElement>(':scope > fieldset') ?? []) {
    fields.hidden = fields.dataset.choice !== select.value
    fields.disabled = fields.hidden
  }
}

addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLSelectElement)) return
  if (target.matches('.chooser')) choose(target)
  if (target.id === 'sandbox') location.assign(target.value)
})

// Rows and copies

/** Fills the details of a row from the page of its record. */
addEventListener(
  'toggle',
  async ({ target }) => {
    if (!(target instanceof HTMLDetailsElement) || !target.open) return
    const { src } = target.dataset
    if (src === undefined || target.children.length > 1) return
    const article = (await pageAt(src))?.querySelector('article')
    if (article !== undefined && article !== null && target.children.length === 1) target.append(article)
  },
  true,
)

addEventListener('click', async ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLButtonElement>('[data-copy]') : null
  if (button === null) return
  const { textContent } = button
  await navigator.clipboard.writeText(button.dataset.copy ?? '')
  button.textContent = 'Copied'
  setTimeout(() => {
    button.textContent = textContent
  }, 1500)
})

remember(document)
for (const select of document.querySelectorAll<HTMLSelectElement>('.chooser')) choose(select)
document.addEventListener('visibilitychange', listen)
listen()

export {}
