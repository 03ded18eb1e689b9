// Reading a world that a person wrote, with every fault told by its place: the same words on the command line and over the
// control API. The schema is loaded only here, for most starts do without.

import type { ZodIssue } from 'zod'
import { UsageError } from '../../core/errors.ts'
import type { WorldFile } from './world-file.ts'

const maxFaults = 20

/** The world that a JSON value is; `name` is what it is called, such as `The world file world.json`. */
export async function readWorld(written: unknown, name = 'The world file'): Promise<WorldFile> {
  const { WorldFileSchema } = await import('./world-file.ts')
  const read = WorldFileSchema.safeParse(written)
  if (read.success) return read.data
  const faults = read.error.issues.map(faultLine)
  const shown = faults.slice(0, maxFaults)
  if (faults.length > shown.length) shown.push(`and ${faults.length - shown.length} more`)
  throw new UsageError(
    `${name} has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}.`,
    shown.join('\n'),
    'Mend it; "paytwin world" prints the world that is served without one, to begin with.',
  )
}

function faultLine(issue: ZodIssue): string {
  const place = issue.path.reduce<string>(
    (path, step) => (typeof step === 'number' ? `${path}[${step}]` : path === '' ? step : `${path}.${step}`),
    '',
  )
  return `${place === '' ? 'the file' : place}: ${faultText(issue)}`
}

function faultText(issue: ZodIssue): string {
  if (issue.code === 'invalid_type')
    return issue.received === 'undefined'
      ? `is missing; expected ${issue.expected}`
      : `is ${issue.received}; expected ${issue.expected}`
  if (issue.code === 'unrecognized_keys')
    return `holds ${issue.keys.map((key) => `"${key}"`).join(', ')}, which a world file does not know`
  return issue.message
}
