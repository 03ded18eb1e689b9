// Reads target files, which `verify`, `replay` and `record` take, and resolves the secrets in them.

import { readFileSync } from 'node:fs'
import { UsageError } from '../core/errors.ts'
import { type Target, targetSchema } from './target.ts'

const schemaHint = 'The schema of target files is client/target.schema.json.'

/** Reads a target file. Throws a UsageError that names every invalid place. */
export function readTarget(path: string, environment: NodeJS.ProcessEnv = process.env): Target {
  let json: string
  try {
    json = readFileSync(path, 'utf8')
  } catch (error) {
    throw new UsageError(
      `Cannot read the target file ${path}.`,
      reasonOf(error),
      `Check the path. ${schemaHint}`,
    )
  }
  let file: unknown
  try {
    file = JSON.parse(json)
  } catch (error) {
    throw new UsageError(`The target file ${path} is not JSON.`, reasonOf(error), `Correct it. ${schemaHint}`)
  }
  return resolveTarget(file, environment, path)
}

/**
 * Validates a target, applies defaults, and resolves secrets from the environment. Throws a UsageError that names every
 * invalid place.
 */
export function resolveTarget(
  file: unknown,
  environment: NodeJS.ProcessEnv = process.env,
  origin = 'target',
): Target {
  const result = targetSchema.safeParse(file)
  if (!result.success) throw invalid(origin, result.error.issues)
  const target = withSecrets(result.data, environment) as Target
  const issues = unusableTokens(target)
  if (issues.length > 0) throw invalid(origin, issues)
  return target
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? `${error.message}.` : String(error)
}

interface Issue {
  path: (string | number)[]
  message: string
}

function invalid(origin: string, issues: readonly Issue[]): UsageError {
  return new UsageError(
    `Invalid target (${origin}).`,
    `${issues.map(({ path, message }) => `${placeOf(path)}: ${message}`).join('; ')}.`,
    `Correct it. ${schemaHint}`,
  )
}

/** A path such as `merchants[0].publicKey`. */
function placeOf(path: readonly (string | number)[]): string {
  const steps = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
  return steps.join('').replace(/^\./, '') || '(root)'
}

/** Access tokens that cannot be sent in a header. Tokens from the environment are known only after validation. */
function unusableTokens({ merchants, shoppers }: Target): Issue[] {
  const accounts = [
    ...merchants.map((account, index) => ({ path: ['merchants', index], account })),
    ...Object.entries(shoppers).map(([role, account]) => ({ path: ['shoppers', role], account })),
  ]
  return accounts
    .filter(({ account }) => account !== undefined && !/^[\x21-\x7e]+$/.test(account.accessToken))
    .map(({ path }) => ({
      path: [...path, 'accessToken'],
      message: 'must be printable ASCII without spaces, because it is sent in a header',
    }))
}

function withSecrets(value: unknown, environment: NodeJS.ProcessEnv): unknown {
  if (Array.isArray(value)) return value.map((element) => withSecrets(element, environment))
  if (typeof value !== 'object' || value === null) return value
  if ('env' in value && typeof value.env === 'string') {
    const found = environment[value.env]
    if (found !== undefined && found !== '') return found
    throw new UsageError(
      `The environment variable ${value.env} is not set.`,
      'The target reads a secret from it.',
      `Set it: ${value.env}=… paytwin …`,
    )
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, element]) => [key, withSecrets(element, environment)]),
  )
}
