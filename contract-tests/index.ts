// The conformance suite from code: the package's export `paytwin/verify`.

import type { TargetFile } from '../client/target.ts'
import type { SuiteOptions } from './commands/suite-options.ts'
import { verify as verifyDeployment } from './commands/verify.ts'
import type { Report } from './judge/report.ts'
import { deploymentOf, targetWords } from './observe/target-flags.ts'

export { UsageError } from '../core/errors.ts'
export type { SuiteOptions } from './commands/suite-options.ts'
export { exitCodes } from './judge/exit-codes.ts'
export type {
  Failure,
  Report,
  RequirementResult,
  Verdict,
} from './judge/report.ts'

/** The options of a check: the flags of `verify` in camelCase. Without a target, it is the built-in simulator. */
export interface VerifyOptions extends SuiteOptions {
  /** The path of a target file, or its content. */
  target?: string | TargetFile
  /** The base URL of the service; overrides the target file. */
  baseUrl?: string
  /** The control API of a simulator; overrides the target file. */
  controlUrl?: string
}

/**
 * Checks a deployment against the contract. `report.exitCode` is that of `paytwin verify`. Throws a UsageError for invalid
 * options, and for a target that does not respond.
 */
export async function verify(options: VerifyOptions = {}): Promise<Report> {
  const { target, baseUrl, controlUrl, ...suite } = options
  const flags = {
    ...(target === undefined ? {} : { target }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(controlUrl === undefined ? {} : { controlUrl }),
  }
  const deployment = await deploymentOf(flags)
  try {
    return await verifyDeployment(deployment, {
      ...suite,
      command: `npx paytwin verify${targetWords(flags)}`,
    })
  } finally {
    await deployment.close()
  }
}
