// Reads a world that a person wrote: a file on the command line, a body of the control API, an option in process.

import { UsageError } from '../../core/errors.ts'
import { isObject } from '../../core/json.ts'
import { listMessages } from '../../core/validation-words.ts'
import { type Issue, parseUpTo, zodMessages } from '../../core/zod-messages.ts'
import { defaultWorld } from './default-world.ts'
import { type WorldFile, WorldFileSchema } from './world-file.ts'
import { worldIssues } from './world-rules.ts'

const maxMessages = 20
/** More issues are not looked for: zod takes seconds for a few hundred thousand. */
const maxIssues = 1000

/**
 * The world in a JSON value, as a copy with every default filled in. Throws a UsageError with every place that is wrong;
 * `name` is what the value is called there, such as `world file world.json`.
 */
export function readWorld(written: unknown, name = 'world'): WorldFile {
  if (written === defaultWorld) return defaultWorld
  // A file may name its schema, for editors.
  const { $schema: _, ...world } = isObject(written) ? written : {}
  const read = parseUpTo(maxIssues, WorldFileSchema, isObject(written) ? world : written)
  const issues: readonly Issue[] = 'issues' in read ? read.issues : worldIssues(read.data)
  if ('data' in read && issues.length === 0) return read.data
  const messages = zodMessages(issues.slice(0, maxIssues), 'world').map((message) => `${message}.`)
  throw new UsageError(
    `Invalid ${name}.`,
    listMessages(messages, { max: maxMessages, separator: '\n', isComplete: issues.length < maxIssues }),
    'Correct these places. "paytwin world" prints a valid world to start from.',
  )
}
