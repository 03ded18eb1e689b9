// The files of a twin: assumptions.json and world.json, which `serve --twin` runs, and twin.json with the differences that remain.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { roles } from '../../client/target-accounts.ts'
import { errorMessage, UsageError } from '../../core/errors.ts'
import { parseJson } from '../../core/json.ts'
import { writeOutput } from '../../core/output-files.ts'
import { zodMessages } from '../../core/zod-messages.ts'
import { harmLevels } from '../../spec/operation.ts'
import { readAssumptionsFile, readWorldFile } from '../observe/in-process.ts'
import type { Twin } from './twin.ts'

const factsSchema = z.strictObject({
  paytwin: z.literal('twin'),
  level: z.enum(harmLevels),
  seed: z.number().int(),
  roles: z.record(z.enum(roles), z.string()),
  exceptions: z.array(
    z.strictObject({
      ...{ key: z.string(), count: z.number().int(), example: z.string() },
      requirements: z.array(z.string()),
    }),
  ),
})

const names = { assumptions: 'assumptions.json', world: 'world.json', facts: 'twin.json' } as const

/** The world has access tokens. */
const privateMode = 0o600

export async function writeTwin(directory: string, { hypothesis, ...facts }: Twin): Promise<void> {
  const { assumptions, world, roles: byRole = {} } = hypothesis
  const write = (name: string, value: unknown) =>
    writeOutput(join(directory, name), `${JSON.stringify(value, undefined, 2)}\n`, privateMode)
  await write(names.assumptions, assumptions)
  await write(names.world, world)
  await write(names.facts, { paytwin: 'twin', ...facts, roles: byRole })
}

/** Reads a twin. Throws a UsageError if the directory has none. */
export async function readTwin(directory: string): Promise<Twin> {
  const [assumptions, world] = await Promise.all([
    readAssumptionsFile(join(directory, names.assumptions)),
    readWorldFile(join(directory, names.world)),
  ])
  const { roles: byRole, paytwin: _, ...facts } = readFacts(join(directory, names.facts))
  return { ...facts, hypothesis: { assumptions, world, roles: byRole } }
}

function readFacts(path: string): z.output<typeof factsSchema> {
  const where = `Cannot read the twin ${path}.`
  const remedy = 'Write one with: paytwin learn --target FILE --out DIR'
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new UsageError(where, `${errorMessage(error)}.`, remedy)
  }
  const read = factsSchema.safeParse(parseJson(text))
  if (read.success) return read.data
  throw new UsageError(where, `${zodMessages(read.error.issues, 'twin').join('; ')}.`, remedy)
}
