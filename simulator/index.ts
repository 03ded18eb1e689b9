// The package's main export: the simulator in process.

export { UsageError } from '../core/errors.ts'
export {
  type ControlClient,
  ControlError,
  controlClient,
  createSimulator,
  type EmbeddedSandbox,
  type EmbeddedSimulator,
} from './embed.ts'
export type { AdvanceOptions, AdvanceReport, Sandbox } from './sandbox.ts'
export type { WantedSandbox } from './sandboxes.ts'
export { Simulator, type SimulatorOptions } from './simulator.ts'
export type { Snapshot } from './snapshot.ts'
export type { Delivery } from './webhooks/delivery.ts'
export { defaultWorld } from './world/default-world.ts'
export type { WorldFile } from './world/world-file.ts'
