// The names of sandboxes, what they are created with, and what is wrong with one.

import { ConflictError, NotFoundError, UsageError } from '../../core/errors.ts'
import { defaultName, sandboxNamePattern } from '../../spec/control/values.ts'
import type { SandboxSetup } from '../options/simulator-options.ts'
import type { Sandbox } from './sandbox.ts'

/** The options of a named sandbox. Those left out are the simulator's. */
export interface NamedSandboxOptions extends Omit<SandboxSetup, 'world'> {
  /** A world file, not yet validated. */
  world?: unknown
  /** Excludes every other option but `webhookUrl`. */
  snapshot?: unknown
}

/** Throws a UsageError for a name that a new sandbox cannot have. */
export function checkName(name: string): void {
  if (!sandboxNamePattern.test(name))
    throw new UsageError(
      `Invalid sandbox name ${JSON.stringify(name)}.`,
      'Expected up to 64 letters, digits, dots, hyphens and underscores, starting with a letter or a digit.',
      'Use one such as checkout-suite-7.',
    )
  if (name !== defaultName) return
  throw new UsageError(
    'The name "default" is taken.',
    'It is the sandbox at the root.',
    'Use another name. To start the default sandbox again, send POST /control/reset.',
  )
}

/** Throws a ConflictError while the clock of a sandbox advances. */
export function refuseWhileAdvancing(
  { name, advancing }: Pick<Sandbox, 'name' | 'advancing'>,
  what: string,
): void {
  if (!advancing) return
  throw new ConflictError(
    `The sandbox ${name} cannot be ${what} now.`,
    'Its clock is advancing.',
    'Wait for the response of that advance, then try again.',
    { state: 'advancing' },
  )
}

/** The error for a sandbox that does not exist. */
export function unknownSandbox(name: string): NotFoundError {
  return new NotFoundError(
    `There is no sandbox "${name}".`,
    'It was never created, or it was deleted. Without --data, the least recently used one is deleted when there are too many.',
    `Create it with PUT /sandboxes/${encodeURIComponent(name)}, or see GET /sandboxes.`,
  )
}

/** Throws a UsageError for options that a sandbox from a snapshot cannot have. */
export function refuseOtherOptions(others: Readonly<Record<string, unknown>>): void {
  const set = Object.entries(others).flatMap(([key, value]) => (value === undefined ? [] : [key]))
  if (set.length > 0)
    throw new UsageError(
      'A sandbox from a snapshot has no other options.',
      `The snapshot has its own options; these were given: ${set.join(', ')}.`,
      'Leave them out, or leave out the snapshot.',
    )
}

/** Throws a UsageError when the default sandbox is to be deleted. */
export function refuseDefault(name: string): void {
  if (name !== defaultName) return
  throw new UsageError(
    'The sandbox "default" cannot be deleted.',
    'It is the sandbox at the root.',
    'To reset it, send POST /control/reset.',
  )
}

/** The error when there are as many sandboxes as permitted, and none can leave. */
export function tooManySandboxes(max: number): ConflictError {
  return new ConflictError(
    'There are too many sandboxes.',
    `The limit is ${max}, and each of them is in use.`,
    'Delete one with DELETE /sandboxes/{name}, or wait.',
  )
}

/** Throws a UsageError when a sandbox is to be forked onto itself. */
export function refuseOntoItself({ name }: Pick<Sandbox, 'name'>, fork: string): void {
  if (name !== fork) return
  throw new UsageError(
    `The sandbox ${name} cannot be forked onto itself.`,
    'A fork is another sandbox with the same state.',
    'Use another name.',
  )
}
