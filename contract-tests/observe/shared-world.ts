// A simulator with one world, which is not created anew for each property.

import type { Deployment } from './deployment.ts'
import { type InProcessOptions, inProcess } from './in-process.ts'

export async function sharedWorld(options?: InProcessOptions): Promise<Deployment> {
  const simulator = inProcess(options)
  await simulator.fresh()
  return { ...simulator, isolates: false, fresh: async () => {} }
}

/** The same without a control API and a webhook receiver. */
export const withoutControl = ({ clock: _, shopper: __, webhooks: ___, ...rest }: Deployment): Deployment =>
  rest
