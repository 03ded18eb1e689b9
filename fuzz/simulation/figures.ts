// Figures of the last large run of the simulation. `npm run simulate -- --write docs/simulation.json` writes it.

import { readFileSync } from 'node:fs'

export interface SimulationFigures {
  seeds: number
  /** Of clients, and faults. */
  steps: number
  /** Events in turn: packets, answers of disks and databases, timers. */
  events: number
  faults: number
  findings: number
  /** Seeds that found each planted fault. */
  plants: Readonly<Record<string, number>>
}

/** Reads them from the repository in the current directory. */
export function readSimulation(): SimulationFigures {
  return JSON.parse(readFileSync('docs/simulation.json', 'utf8'))
}
