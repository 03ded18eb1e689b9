// Calls the control API of the chosen sandbox.

import type { ControlBody, ControlClient, ControlResponse } from 'paytwin/client'
import { byId } from './dom.ts'

type Id = keyof ControlClient

let sandbox = new URLSearchParams(location.search).get('sandbox') ?? 'default'

/** The name of the sandbox that the page shows. */
export function sandboxName(): string {
  return sandbox
}

/** Shows another sandbox from now on. */
export function chooseSandbox(name: string): void {
  sandbox = name
  history.replaceState(
    null,
    '',
    `${name === 'default' ? '/' : `/?sandbox=${encodeURIComponent(name)}`}${location.hash}`,
  )
}

/** The path of the sandbox; empty for the default one. */
export function sandboxPath(): string {
  return sandbox === 'default' ? '' : `/sandboxes/${encodeURIComponent(sandbox)}`
}

/** The path of the control API of the sandbox. */
export function controlPath(): string {
  return `${sandboxPath()}/control`
}

/** Sends a request and returns the text of the response. Throws an error with the fact, detail and remedy of a refusal. */
export async function send(method: string, path: string, body?: string): Promise<string> {
  const response = await fetch(path, {
    method,
    // The control API refuses requests of pages that a form could send, so those without a body have the type, too.
    ...(method === 'GET' ? {} : { headers: { 'content-type': 'application/json' } }),
    ...(body === undefined ? {} : { body }),
  })
  const text = await response.text()
  if (response.ok) return text
  const { fact = `The response has the status ${response.status}.`, detail = '', remedy = '' } = errorOf(text)
  throw new Error([fact, detail, remedy].filter((part) => part !== '').join(' '))
}

function errorOf(text: string): { fact?: string; detail?: string; remedy?: string } {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

/** Reads from the control API: `read<'getClock'>('/clock')`. */
export async function read<Name extends Id>(path: string): Promise<ControlResponse<Name>> {
  return JSON.parse(await send('GET', controlPath() + path))
}

/** Changes something through the control API. */
export async function change<Name extends Id>(
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: ControlBody<Name>,
): Promise<ControlResponse<Name>> {
  return JSON.parse(
    await send(method, controlPath() + path, body === undefined ? undefined : JSON.stringify(body)),
  )
}

/** The sandboxes of the simulator. */
export async function readSandboxes(): Promise<ControlResponse<'listSandboxes'>['sandboxes']> {
  return JSON.parse(await send('GET', '/sandboxes')).sandboxes
}

/** Shows a message, or removes it. */
export function say(text: string, isError = false): void {
  const message = byId('message')
  message.textContent = text
  message.hidden = text === ''
  message.className = isError ? 'error' : 'done'
}

let afterAction: () => Promise<void> = async () => undefined

/** Sets what happens after each action: the page shows what has changed. */
export function onAction(refresh: () => Promise<void>): void {
  afterAction = refresh
}

/** Does something that a person asked for, then shows the text that it returns, if it does, or why it failed. */
export function act(action: () => Promise<unknown>): void {
  document.body.setAttribute('aria-busy', 'true')
  action()
    .then(
      (done) => say(typeof done === 'string' ? done : ''),
      (error: unknown) => say(error instanceof Error ? error.message : String(error), true),
    )
    .then(afterAction)
    .finally(() => document.body.removeAttribute('aria-busy'))
}
