// Creating, listing and deleting sandboxes.

import type { Sandbox } from '../../sandbox/sandbox.ts'
import type { SandboxEntry } from '../../sandbox/sandboxes.ts'
import { formatInstant } from '../../time/instants.ts'
import type { TopicHandlers } from '../handler-types.ts'
import { namedPage } from './page.ts'

/** A sandbox of this process as the control API lists it. */
export function sandboxEntry({ name, world }: Sandbox): SandboxEntry & { now: string } {
  const { publicUrl } = world.options
  return {
    name,
    baseUrl: `${publicUrl}/api`,
    controlUrl: `${publicUrl}/control`,
    now: formatInstant(world.now),
  }
}

export const sandboxes: TopicHandlers<'sandboxes'> = {
  listSandboxes: async ({ sandboxes, query }) => ({
    ...(await namedPage('sandboxes', await sandboxes.listAll(sandboxEntry), query, (entry) => entry)),
    max: sandboxes.max,
  }),
  getSandbox: async ({ sandboxes, params }) => sandboxEntry(await sandboxes.find(params.name)),
  putSandbox: async ({ sandboxes, params, body }) =>
    sandboxEntry(await sandboxes.put(params.name, body ?? {})),
  deleteSandbox: async ({ sandboxes, params }) => {
    await sandboxes.delete(params.name)
    return { deleted: params.name }
  },
}
