// Opens the place of `--data`. What it needs is loaded only then.

import { UsageError } from '../../core/errors.ts'
import { singleLine } from '../../core/terminal-text.ts'
import { defaultName } from '../../spec/control/values.ts'
import { UnusableError } from '../sandbox/sandboxes.ts'
import type { Simulator } from '../simulator.ts'

/** True if a place is a database, not a directory. Throws a UsageError for a URL of anything else. */
export function isDatabase(place: string): boolean {
  const [, scheme] = /^([a-z][a-z0-9+.-]*):\/\//i.exec(place) ?? []
  if (scheme !== undefined && !/^postgres(ql)?$/.test(scheme))
    throw new UsageError(
      `Data cannot be kept in a place that starts with ${scheme}://.`,
      'It is a directory, or a database of PostgreSQL (postgres://...).',
      `Use one of the two. A directory of that name is ./${scheme}:.`,
    )
  return scheme !== undefined
}

const printError = (line: string) => console.error(singleLine(line))

/** Lets a simulator keep its sandboxes in a place. Throws a UsageError when it cannot be used. */
export async function keepIn(place: string, simulator: Simulator): Promise<void> {
  const { keepSandboxes } = await import('../journal/kept-sandboxes.ts')
  const store = isDatabase(place)
    ? await (await import('../journal/postgres-store.ts')).openPostgres(place, printError)
    : await (await import('../journal/directory-store.ts')).openDirectory(place, printError)
  keepSandboxes(simulator, store, printError)
}

/** Opens the sandboxes of a directory. Resolves with false when the default one cannot be continued. */
export async function openKept({ sandboxes }: Simulator): Promise<boolean> {
  const listed = await sandboxes.listAll(({ name }) => ({ name, baseUrl: '', controlUrl: '', now: null }))
  const names = [...new Set([defaultName, ...listed.map(({ name }) => name)])]
  let isWhole = true
  for (const name of names.slice(0, sandboxes.max + 1))
    await sandboxes.find(name).catch((error: unknown) => {
      // It is reported, and the others are served.
      if (!(error instanceof UnusableError)) throw error
      if (name === defaultName) isWhole = false
    })
  return isWhole
}
