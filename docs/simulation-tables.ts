// What the last large run of the simulation did, and which seed found each fault that was planted, as tables.

import { readSimulation } from '../fuzz/simulation/figures.ts'

type Table = [head: readonly string[], rows: readonly (readonly string[])[]]

export function simulationTable(): Table {
  const { plants: _, ...figures } = readSimulation()
  return [Object.keys(figures), [Object.values(figures).map((figure) => figure.toLocaleString('en'))]]
}

export function plantedFaultTable(): Table {
  const rows = Object.entries(readSimulation().plants).map(([name, seeds]) => [name, String(seeds)])
  return [['planted', 'seeds until it is found'], rows]
}
