// Which deployment the flags of `verify` mean: a target file, an address, or the built-in simulator; set up and ready.

import { UsageError } from '../core/errors.ts'
import { Control } from './control-capabilities.ts'
import type { Deployment } from './deployment.ts'

import { overHttp } from './over-http.ts'
import { readTarget, resolveTarget, type Target } from './target.ts'

export interface TargetFlags {
  target?: string
  baseUrl?: string
  controlUrl?: string
}

/** The deployment that the flags mean. Close it when done. Throws a Misuse where they mean none. */
export async function deploymentOf(flags: TargetFlags): Promise<Deployment> {
  for (const [flag, url] of [
    ['--base-url', flags.baseUrl],
    ['--control-url', flags.controlUrl],
  ]) {
    if (url === undefined || (/^https?:\/\/./.test(url) && URL.canParse(url))) continue
    throw new UsageError(
      `${flag} ${url} is no address.`,
      'It must be a URL that begins with http:// or https://.',
      'Mend it.',
    )
  }
  if (flags.target === undefined && flags.baseUrl === undefined) {
    if (flags.controlUrl !== undefined)
      throw new UsageError(
        '--control-url stands alone.',
        'It is the control API of a target, and no target is given.',
        'Give --target or --base-url too.',
      )
    const { inProcess } = await import('./in-process.ts')
    return inProcess()
  }
  return overHttp(await targetOf(flags))
}

/** The words of the command line that name the target again. */
export function targetWords({ target, baseUrl, controlUrl }: TargetFlags): string {
  return [
    target === undefined ? '' : ` --target ${target}`,
    baseUrl === undefined ? '' : ` --base-url ${baseUrl}`,
    controlUrl === undefined ? '' : ` --control-url ${controlUrl}`,
  ].join('')
}

async function targetOf({ target: path, baseUrl, controlUrl }: TargetFlags): Promise<Target> {
  const control = controlUrl === undefined ? undefined : { url: controlUrl, ownSandbox: true }
  if (path !== undefined) {
    const target = readTarget(path, process.env)
    return {
      ...target,
      ...(baseUrl === undefined ? {} : { baseUrl }),
      ...(control === undefined ? {} : { capabilities: { ...target.capabilities, control } }),
    }
  }
  // Without a file nothing is known but the built-in world, which is what a simulator on this machine has.
  const { inProcess } = await import('./in-process.ts')
  const assumptions = controlUrl === undefined ? undefined : await assumptionsOf(controlUrl)
  const { target } = inProcess(assumptions === undefined ? {} : { simulator: { assumptions } })
  const { limits: _, ...known } = target
  return resolveTarget(
    { ...known, name: baseUrl, baseUrl, capabilities: control === undefined ? {} : { control } },
    process.env,
    '--base-url',
  )
}

/** The assumptions of a simulator that serves the built-in world, so that what follows from them is known here too. */
async function assumptionsOf(controlUrl: string): Promise<Record<string, string>> {
  const response = await new Control(controlUrl, fetch, []).ask('GET', '/assumptions')
  const { assumptions } = response as { assumptions: { id: string; assumption: string }[] }
  return Object.fromEntries(assumptions.map(({ id, assumption }) => [id, assumption]))
}
