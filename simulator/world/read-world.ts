// Reads a world that a person wrote: a file on the command line, a body of the control API, an option in process.

import { z } from 'zod'
import { UsageError } from '../../core/errors.ts'
import { listMessages } from '../../core/validation-words.ts'
import { zodMessages } from '../../core/zod-messages.ts'
import { defaultWorld } from './default-world.ts'
import { type WorldFile, WorldFileSchema } from './world-file.ts'
import { worldIssues } from './world-rules.ts'

const worldWithRules = WorldFileSchema.superRefine((file, context) => {
  for (const { path, message } of worldIssues(file))
    context.addIssue({ code: z.ZodIssueCode.custom, path, message })
})
const maxMessages = 20

/**
 * The world in a JSON value, as a copy with every default filled in. Throws a UsageError with every place that is wrong;
 * `name` is what the value is called there, such as `world file world.json`.
 */
export function readWorld(written: unknown, name = 'world'): WorldFile {
  if (written === defaultWorld) return defaultWorld
  const read = worldWithRules.safeParse(written)
  if (read.success) return read.data
  const messages = zodMessages(read.error.issues, 'world').map((message) => `${message}.`)
  throw new UsageError(
    `Invalid ${name}.`,
    listMessages(messages, { max: maxMessages, separator: '\n' }),
    'Correct these places. "paytwin world" prints a valid world to start from.',
  )
}
