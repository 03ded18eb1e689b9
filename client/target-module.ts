// The module of a target file: it encrypts payloads in place of the encryptions that a target file can describe.

import { dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { errorMessage, UsageError } from '../core/errors.ts'
import type { EncryptPayload, ModuleOperation, Target } from './target.ts'

const remedy =
  'Export a function encrypt(payload, { operationId, merchant, servicePublicKey }) that returns the encrypted text.'

/** Adds the `encrypt` of the module that a target names. The path of the module is relative to the target file. */
export async function withModule(target: Target, targetFile: string): Promise<Target> {
  if (target.module === undefined) return target
  const path = resolve(dirname(targetFile), target.module)
  const exported = await importModule(path)
  const encrypt: unknown = Object(exported).encrypt
  if (typeof encrypt !== 'function')
    throw new UsageError(`The target module ${path} does not export encrypt.`, 'It is required.', remedy)
  return { ...target, encrypt: checked(path, (payload, operation) => encrypt(payload, operation)) }
}

async function importModule(path: string): Promise<unknown> {
  try {
    return await import(pathToFileURL(path).href)
  } catch (error) {
    throw new UsageError(
      `Cannot load the target module ${path}.`,
      `${errorMessage(error)}.`,
      'Correct the module, or its path in the target file: it is relative to that file.',
    )
  }
}

/** An `encrypt` that throws a UsageError where the one of the module fails. */
function checked(
  path: string,
  encrypt: (payload: unknown, operation: ModuleOperation) => unknown,
): EncryptPayload {
  return (payload, operation) => {
    const where = `The target module ${path} cannot encrypt a payload of ${operation.operationId}.`
    let encrypted: unknown
    try {
      encrypted = encrypt(payload, operation)
    } catch (error) {
      throw new UsageError(where, `encrypt threw: ${errorMessage(error)}.`, 'Correct the module.')
    }
    if (typeof encrypted === 'string') return encrypted
    const returned = encrypted instanceof Promise ? 'a promise' : `a value of type ${typeof encrypted}`
    throw new UsageError(where, `encrypt returned ${returned}; expected a string.`, remedy)
  }
}
