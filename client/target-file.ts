// Reads target files, which `verify`, `replay` and `record` take.

import { readFileSync } from 'node:fs'
import { errorMessage, UsageError } from '../core/errors.ts'
import { readJson } from '../core/json-positions.ts'
import { listMessages } from '../core/validation-words.ts'
import type { Issue } from '../core/zod-messages.ts'
import { type Target, targetSchema } from './target.ts'
import { parseWithEnvironment } from './target-environment.ts'
import { withModule } from './target-module.ts'

const schemaHint = 'The schema of target files is client/target.schema.json.'

/** Reads a target file and loads its module. Throws a UsageError that names every invalid place. */
export async function readTarget(
  path: string,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<Target> {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new UsageError(
      `Cannot read the target file ${path}.`,
      `${errorMessage(error)}.`,
      `Check the path. ${schemaHint}`,
    )
  }
  const json = readJson(text, { allowComments: true })
  if (json.ok) return withModule(validTarget(json.value, environment, path), path)
  throw new UsageError(
    `The target file ${path} is not JSON.`,
    `At line ${json.position.line}, column ${json.position.column}: expected ${json.expected}.`,
    `Correct it. ${schemaHint}`,
  )
}

/** The token for a control API whose URL is given on the command line; undefined if none is set. */
export function controlTokenOf({ PAYTWIN_CONTROL_TOKEN }: NodeJS.ProcessEnv): string | undefined {
  return PAYTWIN_CONTROL_TOKEN === '' ? undefined : PAYTWIN_CONTROL_TOKEN
}

/**
 * Resolves the environment variables of a target, validates it, and applies defaults. Throws a UsageError that names every
 * invalid place. A target with a module is read from its file, by `readTarget`.
 */
export function resolveTarget(
  file: unknown,
  environment: NodeJS.ProcessEnv = process.env,
  origin = 'target',
): Target {
  const target = validTarget(file, environment, origin)
  if (target.module === undefined) return target
  throw new UsageError(
    `The target (${origin}) has a module.`,
    'The path of a module is relative to a target file, and this target is not read from a file.',
    'Use readTarget.',
  )
}

function validTarget(file: unknown, environment: NodeJS.ProcessEnv, origin: string): Target {
  const parsed = parseWithEnvironment(targetSchema, file, environment)
  if ('invalid' in parsed) throw invalid(origin, parsed.invalid)
  const issues = unusableTokens(parsed.data)
  if (issues.length > 0) throw invalid(origin, parsed.messages(issues))
  return parsed.data
}

function invalid(origin: string, messages: readonly string[]): UsageError {
  return new UsageError(
    `Invalid target (${origin}).`,
    `${listMessages(messages)}.`,
    `Correct it. ${schemaHint}`,
  )
}

/** Access tokens that cannot be sent in a header. */
function unusableTokens({ merchants, shoppers, capabilities }: Target): Issue[] {
  const tokens = [
    ...merchants.map(({ accessToken }, index) => ({
      path: ['merchants', index, 'accessToken'],
      token: accessToken,
    })),
    ...merchants.map(({ payoutToken }, index) => ({
      path: ['merchants', index, 'payoutToken'],
      token: payoutToken,
    })),
    ...Object.entries(shoppers).map(([role, account]) => ({
      path: ['shoppers', role, 'accessToken'],
      token: account?.accessToken,
    })),
    { path: ['capabilities', 'control', 'token'], token: capabilities.control?.token },
  ]
  return tokens
    .filter(({ token }) => token !== undefined && !/^[\x21-\x7e]+$/.test(token))
    .map(({ path }) => ({
      path,
      message: 'must be printable ASCII without spaces, because it is sent in a header',
    }))
}
