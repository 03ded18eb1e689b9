// Reading a world that came as a value, at once. Its JSON Schema and the rules beyond it are what the command line and the
// control API hold world files to; neither needs zod here, and the schema is compiled only when a world is given.

import { readFileSync } from 'node:fs'
import { UsageError } from '../../core/errors.ts'
import type { Schema } from '../../spec/openapi/document.ts'
import { type Check, faultTexts, schemaCompiler } from '../http/schemas.ts'
import { defaultWorld } from '../world/default-world.ts'
import type { WorldFile } from '../world/world-file.ts'
import { worldFaults } from '../world/world-rules.ts'

const maxFaults = 5
let check: Check | undefined

/** The world, with every default filled in; throws a UsageError that says where it is none. */
export function worldOf(written: unknown): WorldFile {
  if (written === defaultWorld) return defaultWorld
  const copy = asJson(written)
  check ??= schemaCompiler(
    { components: { schemas: {}, securitySchemes: {} } },
    'plain, every fault',
  )(readSchema())
  const misformed = check(copy)
  if (misformed !== undefined) throw refusal(faultTexts('world', misformed))
  const file = copy as WorldFile
  const faults = worldFaults(file)
  if (faults.length === 0) return file
  throw refusal(faults.map(({ path, message }) => `${['world', ...path].join('.')} ${message}`))
}

function readSchema(): Schema {
  return JSON.parse(readFileSync(new URL('../world/world.schema.json', import.meta.url), 'utf8'))
}

// A copy: filling in defaults must not change what the caller holds.
function asJson(written: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(written))
  } catch (error) {
    throw refusal([error instanceof Error ? error.message : String(error)])
  }
}

function refusal(faults: readonly string[]): UsageError {
  const more = faults.length > maxFaults ? `; and ${faults.length - maxFaults} more` : ''
  return new UsageError(
    'The option "world" is no world.',
    `${faults.slice(0, maxFaults).join('; ')}${more}.`,
    'Mend these places; begin with defaultWorld, or with what "paytwin world" prints.',
  )
}
