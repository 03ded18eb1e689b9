// A simulator in process, and a shop of its first merchant.

import { createSimulator, type EmbeddedSimulator } from '../embedding/create-simulator.ts'
import type { SimulatorOptions } from '../options/simulator-options.ts'
import { type Shop, shopIn } from './shop.ts'

/** Creates a simulator and opens a shop in it. */
export async function openShop(
  options?: SimulatorOptions,
): Promise<EmbeddedSimulator & { simulator: EmbeddedSimulator; shop: Shop }> {
  const simulator = createSimulator(options)
  return { ...simulator, simulator, shop: await shopIn(simulator) }
}
