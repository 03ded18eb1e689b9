// A target file for a simulator that stands for a real deployment: its accounts, and no control API.

import type { Target, TargetFile } from '../../client/target.ts'
import { resolveTarget } from '../../client/target-file.ts'
import type { OpenedTarget } from '../connection.ts'

/** The target of an opened simulator, which has two shoppers. */
export function targetOf(
  { accounts, serviceUrl }: OpenedTarget,
  overrides: Partial<TargetFile> = {},
): Target {
  const { ready, abroad } = accounts.shoppers
  const [{ id: _, ...first }, { id: __, ...second }] = [ready, abroad ?? ready]
  const shoppers = { ready: first, abroad: second }
  return resolveTarget({ ...accounts, name: 'the host', baseUrl: serviceUrl, shoppers, ...overrides }, {})
}
