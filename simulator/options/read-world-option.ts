// Validates the option "world" with the JSON Schema of world files and the rules beyond it. It is synchronous and does not load zod.

import { readFileSync } from 'node:fs'
import { UsageError } from '../../core/errors.ts'
import type { Schema } from '../../spec/openapi/document.ts'
import { type Check, faultTexts, schemaCompiler } from '../http/schemas.ts'
import { defaultWorld } from '../world/default-world.ts'
import type { WorldFile } from '../world/world-file.ts'
import { worldFaults } from '../world/world-rules.ts'

const maxFaults = 5
let check: Check | undefined

/** The world with all defaults. Throws a UsageError that names the invalid places. */
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

// A copy, because defaults must not be written into the caller's object.
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
    'Invalid value for the option "world".',
    `${faults.slice(0, maxFaults).join('; ')}${more}.`,
    'Fix these places, or start from defaultWorld, which "paytwin world" prints.',
  )
}
