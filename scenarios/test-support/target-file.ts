// A target file for a simulator that stands for a real deployment: its accounts, and no control API.

import type { TargetFile } from '../../client/target.ts'
import type { OpenedTarget } from '../targets.ts'

/** The target file of an opened simulator. */
export function targetFileOf(
  { accounts, serviceUrl }: OpenedTarget,
  overrides: Partial<TargetFile> = {},
): TargetFile {
  const { ready, abroad } = accounts.shoppers
  const shoppers = { ready, ...(abroad === undefined ? {} : { abroad }) }
  const withoutIds = Object.entries(shoppers).map(([role, { id: _, ...shopper }]) => [role, shopper])
  return {
    ...accounts,
    name: 'the staging host',
    baseUrl: serviceUrl,
    shoppers: { ready, ...Object.fromEntries(withoutIds) },
    ...overrides,
  }
}
