// The door for those who embed the simulator.

export type { AdvanceOptions, AdvanceReport, Sandbox } from './sandbox.ts'
export { Simulator, type SimulatorOptions } from './simulator.ts'
export { defaultWorld } from './world/default-world.ts'
export { UsageError } from './world/errors.ts'
export type { WorldFile } from './world/world-file.ts'
