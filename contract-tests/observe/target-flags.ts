// The deployment that the flags of `verify` select: a target file, a URL, or the built-in simulator.

import { controlClient } from '../../client/control-client.ts'
import { readSimulatorTarget } from '../../client/simulator-target.ts'
import type { Target, TargetFile } from '../../client/target.ts'
import { controlTokenOf, readTarget, resolveTarget } from '../../client/target-file.ts'
import { UsageError } from '../../core/errors.ts'
import { flagWords } from '../../core/shell-words.ts'
import type { Deployment } from './deployment.ts'
import { overHttp } from './over-http.ts'

export interface TargetFlags {
  /** The path of a target file, or its content. */
  target?: string | TargetFile
  /** The base URL of the service; overrides the target file. */
  baseUrl?: string
  /** The control API of a simulator; overrides the target file. */
  controlUrl?: string
}

/** Opens the deployment that the flags select. Close it when done. Throws a UsageError for invalid flags. */
export async function deploymentOf(flags: TargetFlags): Promise<Deployment> {
  for (const [flag, url] of [
    ['--base-url', flags.baseUrl],
    ['--control-url', flags.controlUrl],
  ]) {
    if (url === undefined || (/^https?:\/\/./.test(url) && URL.canParse(url))) continue
    throw new UsageError(
      `Invalid value "${url}" for ${flag}.`,
      'Expected a URL that begins with http:// or https://.',
      'Use a URL such as http://127.0.0.1:4020/api.',
    )
  }
  if (flags.target === undefined && flags.baseUrl === undefined) {
    if (flags.controlUrl !== undefined)
      throw new UsageError(
        '--control-url needs a target.',
        'It is the control API of a target, and no target is given.',
        'Add --target or --base-url.',
      )
    const { inProcess } = await import('./in-process.ts')
    return inProcess()
  }
  const target = await targetOf(flags)
  const deployment = await overHttp(target)
  const source = flags.target === undefined ? 'default world, because there is no target file' : 'target file'
  const assumed = `known.statusIntegers ${JSON.stringify(target.known.statusIntegers)} of the ${source}`
  if (flags.target !== undefined) return { ...deployment, assumed }
  return flags.controlUrl === undefined ? { ...deployment, assumed, hasPublicAccounts: true } : deployment
}

/** The flags as text, for the command that reproduces a failure. */
export function targetWords({ target, baseUrl, controlUrl }: TargetFlags): string {
  return flagWords({
    // The content of a file has no path.
    '--target': typeof target === 'object' ? 'TARGET_FILE' : target,
    '--base-url': baseUrl,
    '--control-url': controlUrl,
  })
}

async function targetOf({ target: given, baseUrl, controlUrl }: TargetFlags): Promise<Target> {
  const control =
    controlUrl === undefined ? undefined : { url: controlUrl, token: controlTokenOf(process.env) }
  if (given !== undefined) {
    const target = typeof given === 'string' ? await readTarget(given, process.env) : resolveTarget(given)
    return {
      ...target,
      ...(baseUrl === undefined ? {} : { baseUrl }),
      ...(control === undefined ? {} : { capabilities: { ...target.capabilities, control } }),
    }
  }
  // Without a file, the target is a simulator: the one that the control API describes, else one with the default world.
  const known =
    control === undefined
      ? (await import('./in-process.ts')).inProcess().target
      : await readSimulatorTarget(controlClient(control))
  const { limits: _, ...target } = known
  const capabilities = control === undefined ? {} : { control }
  return resolveTarget({ ...target, name: baseUrl, baseUrl, capabilities }, {}, '--base-url')
}
