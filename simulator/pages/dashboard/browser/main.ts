// The dashboard: shows the view that the address names, and refreshes it whenever the sandbox has changed.

import { accountsView } from './accounts.ts'
import { readAccounts } from './accounts-data.ts'
import { chooseSandbox, controlPath, onAction, readSandboxes, sandboxName, say } from './api.ts'
import { assumptionsView } from './assumptions.ts'
import { clockPanel } from './clock.ts'
import { dataView } from './data.ts'
import { byId, options } from './dom.ts'
import { faultsView } from './faults.ts'
import { idView, orderView } from './order.ts'
import { sandboxesView } from './sandboxes.ts'
import { scheduleView } from './schedule.ts'
import { timelineView } from './timeline.ts'
import type { View } from './view.ts'

const views: Readonly<Record<string, (...parts: string[]) => View>> = {
  timeline: timelineView,
  data: dataView,
  schedule: scheduleView,
  accounts: accountsView,
  faults: faultsView,
  sandboxes: sandboxesView,
  assumptions: assumptionsView,
  order: orderView,
  id: idView,
}

const minRefreshMs = 250
const clock = clockPanel()
let view: View = timelineView()
let refreshing: Promise<void> | undefined
let isStale = false

/** Shows the current state. Calls during a refresh lead to one more. */
function refresh(): Promise<void> {
  isStale = true
  refreshing ??= (async () => {
    while (isStale) {
      isStale = false
      try {
        await Promise.all([clock.update(), readAccounts()])
        await view.update()
      } catch (error) {
        say(error instanceof Error ? error.message : String(error), true)
      }
      await new Promise((resolve) => setTimeout(resolve, minRefreshMs))
    }
    refreshing = undefined
  })()
  return refreshing
}

function open(): void {
  const [name = '', ...parts] = location.hash.slice(1).split('/').map(decodeURIComponent)
  const known = Object.hasOwn(views, name) ? name : 'timeline'
  const make = views[known] ?? timelineView
  view = make(...parts)
  for (const link of document.querySelectorAll('nav[aria-label="Views"] a')) {
    if (link.getAttribute('href') === `#${known}`) link.setAttribute('aria-current', 'page')
    else link.removeAttribute('aria-current')
  }
  say('')
  byId('view').replaceChildren(view.root)
  void refresh()
}

let stream: EventSource | undefined

/** Listens for changes while the page is visible: a browser opens few connections to one server. */
function listen(): void {
  stream?.close()
  stream = undefined
  if (document.visibilityState === 'hidden') return
  stream = new EventSource(`${controlPath()}/stream`)
  const live = byId('live')
  stream.addEventListener('open', () => {
    live.textContent = 'live'
    live.className = 'live'
  })
  stream.addEventListener('error', () => {
    live.textContent = 'disconnected'
    live.className = 'lost'
  })
  stream.addEventListener('change', () => void refresh())
}

async function showSandboxes(): Promise<void> {
  const sandboxes = await readSandboxes()
  const names = new Set([...sandboxes.map(({ name }) => name), sandboxName()])
  byId('sandbox').replaceChildren(...options([...names], sandboxName()))
}

byId('sandbox').addEventListener('change', (event) => {
  if (!(event.target instanceof HTMLSelectElement)) return
  chooseSandbox(event.target.value)
  listen()
  open()
})
byId('sandbox').addEventListener('focus', () => void showSandboxes())
addEventListener('hashchange', open)
document.addEventListener('visibilitychange', listen)
byId('clock').replaceChildren(clock.root)
onAction(async () => {
  await Promise.all([refresh(), showSandboxes()])
})
open()
listen()
void showSandboxes()
