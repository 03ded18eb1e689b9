// Deliveries to the webhooks of merchants: form encoded, by GET or POST.

import { CHOICES } from './choices.ts'

type Fields = Readonly<Record<string, unknown>>

/** One update for a merchant's webhook. */
export interface Deliverable {
  readonly fields: Readonly<Record<string, string>>
  readonly customParameter: Fields
}

/** Sends updates to the merchants' webhooks, form encoded by either method. */
export class Deliveries {
  private readonly urls = new Map<string, string>()
  private readonly running = new Set<Promise<void>>()

  register(merchantId: string, url: string | undefined): void {
    if (url === undefined) this.urls.delete(merchantId)
    else this.urls.set(merchantId, url)
  }

  urlOf(merchantId: string): string | undefined {
    return this.urls.get(merchantId)
  }

  send(merchantId: string, message: Deliverable, ended: (ok: boolean) => void): void {
    const url = this.urls.get(merchantId)
    if (url === undefined) return
    const sending = post(url, message)
      .then(ended)
      .finally(() => this.running.delete(sending))
    this.running.add(sending)
  }

  async idle(): Promise<void> {
    while (this.running.size > 0) await Promise.all(this.running)
  }
}

/** The method that a customParameter asks for. */
export const methodOf = (customParameter: Fields): string =>
  String(customParameter.returnMethod ?? CHOICES.webhook.defaultMethod)

/** The form text of an update: the parameters by number, then the fields. */
export function formOf(message: Deliverable): string {
  const form = new URLSearchParams()
  const params = message.customParameter.params
  for (const [index, one] of (Array.isArray(params) ? (params as Fields[]) : []).entries()) {
    form.append(`params[${index}][name]`, String(one.name))
    form.append(`params[${index}][value]`, String(one.value))
  }
  for (const [name, value] of Object.entries(message.fields)) form.append(name, value)
  return form.toString()
}

async function post(url: string, message: Deliverable): Promise<boolean> {
  const text = formOf(message)
  const signal = AbortSignal.timeout(3000)
  try {
    const response =
      methodOf(message.customParameter) === 'GET'
        ? await fetch(`${url}${url.includes('?') ? '&' : '?'}${text}`, { signal })
        : await fetch(url, {
            method: 'POST',
            body: text,
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
            signal,
          })
    await response.arrayBuffer()
    return response.status < 300
  } catch {
    return false
  }
}
