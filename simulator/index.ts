// The public API of the package, for those who embed the simulator.

export { UsageError } from '../core/errors.ts'
export {
  type ControlClient,
  ControlError,
  controlClient,
  createSimulator,
  type EmbeddedSandbox,
  type EmbeddedSimulator,
  type FetchHandler,
} from './embedding/create-simulator.ts'
export type { ListeningSimulator, ListenOptions } from './embedding/listen.ts'
export type { ObservedRequest } from './embedding/observed-request.ts'
export type { WebhookFilter } from './embedding/wait-for-webhook.ts'
export type { SimulatorOptions } from './options/simulator-options.ts'
export type { Plugin, PluginParts, PluginSandbox, PluginSettings } from './plugin.ts'
export type { AdvanceOptions, AdvanceReport } from './sandbox/advance.ts'
export type { Sandbox } from './sandbox/sandbox.ts'
export type { NamedSandboxOptions } from './sandbox/sandbox-names.ts'
export type { Snapshot } from './sandbox/snapshot.ts'
// For one who needs the world and the handlers; `createSimulator` is enough for tests of a shop.
export { Simulator } from './simulator.ts'
export type { Delivery } from './webhooks/delivery.ts'
export { defaultWorld } from './world/default-world.ts'
export type { WorldFile } from './world/world-file.ts'
