// The conformance suite from code: the package's export `paytwin/verify`.

import type { SuiteOptions } from './commands/suite-options.ts'
import { verify as verifyDeployment } from './commands/verify.ts'
import type { Report } from './judge/report.ts'
import { deploymentOf, type TargetFlags, targetWords } from './observe/target-flags.ts'

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
export interface VerifyOptions extends SuiteOptions, TargetFlags {}

/**
 * Checks a deployment against the contract. `report.exitCode` is that of `paytwin verify`. Throws a UsageError for invalid
 * options, and for a target that does not respond.
 */
export async function verify(options: VerifyOptions = {}): Promise<Report> {
  const deployment = await deploymentOf(options)
  try {
    return await verifyDeployment(deployment, {
      ...options,
      command: `npx paytwin verify${targetWords(options)}`,
    })
  } finally {
    await deployment.close()
  }
}
