// The package's main export: the simulator in process.

export { type ControlClient, ControlError, controlClient } from './client/control-client.ts'
export { UsageError } from './core/errors.ts'
export { createSimulator, type EmbeddedSandbox, type EmbeddedSimulator } from './embed.ts'
export type { AdvanceOptions, AdvanceReport, Sandbox } from './simulator/sandbox.ts'
export type { WantedSandbox } from './simulator/sandboxes.ts'
export { Simulator, type SimulatorOptions } from './simulator/simulator.ts'
export type { Snapshot } from './simulator/snapshot.ts'
export type { Delivery } from './simulator/webhooks/delivery.ts'
export { defaultWorld } from './simulator/world/default-world.ts'
export type { WorldFile } from './simulator/world/world-file.ts'
