// Colors of text at a terminal that supports them.

import { styleText } from 'node:util'

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow'

export type Paint = (style: Style, text: string) => string

/** A stream that may be a terminal. */
interface Output {
  isTTY?: boolean
  hasColors?(env: object): boolean
}

export const withoutColor: Paint = (_, text) => text

/** Colors for a terminal; none for files and pipes, with NO_COLOR, or for a terminal without colors. */
export function paintFor(stream: Output, env: object): Paint {
  if (stream.isTTY !== true || stream.hasColors?.(env) !== true) return withoutColor
  return (style, text) => styleText(style, text, { validateStream: false })
}
