// The door for those who embed the simulator.

export { UsageError } from '../core/errors.ts'
export { type ControlClient, ControlError, type ControlTarget, controlClient } from './control/client.ts'
export {
  createSimulator,
  type EmbeddedSandbox,
  type EmbeddedSimulator,
} from './embedding/create-simulator.ts'
export type { AdvanceOptions, AdvanceReport, Sandbox } from './sandbox/sandbox.ts'
export type { WantedSandbox } from './sandbox/sandboxes.ts'
export type { Snapshot } from './sandbox/snapshot.ts'
export { Simulator, type SimulatorOptions } from './simulator.ts'
export type { Delivery } from './webhooks/delivery.ts'
export { defaultWorld } from './world/default-world.ts'
export type { WorldFile } from './world/world-file.ts'
