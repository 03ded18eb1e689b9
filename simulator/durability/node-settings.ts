// The settings that nodes of one database must share: with others, the same request would get another response at another node.

import { UsageError } from '../../core/errors.ts'
import type { SandboxOptions } from '../sandbox/sandbox-options.ts'

/** JSON texts, by what a user calls the setting. */
export type NodeSettings = Readonly<Record<string, string>>

/** Those of a node whose default sandbox has these options. */
export function nodeSettings({ seed, validation, publicUrl, assumptions }: SandboxOptions): NodeSettings {
  const chosen = assumptions.list().map(({ id, assumption, value }): [string, string] => {
    const valued = value === undefined ? assumption : { use: assumption, value }
    return [`assumption ${id}`, JSON.stringify(valued)]
  })
  return Object.fromEntries([
    ['--seed', JSON.stringify(seed)],
    ['--validation', JSON.stringify(validation)],
    ['--public-url', JSON.stringify(publicUrl)],
    ...chosen,
  ])
}

/** Differences that a message names. */
const maxShown = 5

/** Throws a UsageError that names the differences from the settings of a node that is alive. */
export function requireSame(own: NodeSettings, other: NodeSettings): void {
  // An assumption that only one of the two knows is that of another version.
  const differences = Object.keys(own)
    .filter((name) => other[name] !== undefined && other[name] !== own[name])
    .map((name) => `${name} is ${other[name]} there and ${own[name]} here`)
  if (differences.length === 0) return
  const more = differences.length - maxShown
  const shown = differences.slice(0, maxShown).join('; ')
  throw new UsageError(
    'Another node of this database has other settings.',
    `${shown}${more > 0 ? `; and ${more} more` : ''}.`,
    'Start this node with the same settings, or end the other nodes first. A node that was killed counts for 2.5 s more.',
  )
}
