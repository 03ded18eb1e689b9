// The logo of a currency: a disc with its id.

import { html } from 'hono/html'
import type { World } from '../world/world.ts'
import type { Html } from './page.ts'

/** An SVG; undefined for an unknown currency. */
export function logo({ accounts }: World, id: string): Html | undefined {
  if (accounts.currency(id) === undefined) return undefined
  const size = Math.min(24, Math.floor(80 / id.length))
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" role="img" aria-label="${id}"><circle cx="32" cy="32" r="32" fill="#1c2330"/><text x="32" y="32" fill="#fff" font-family="sans-serif" font-size="${size}" text-anchor="middle" dominant-baseline="central">${id}</text></svg>`
}
