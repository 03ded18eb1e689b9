// A deployment as the suite meets it: the facts of its target, a way to send requests, and what it offers beyond.

import type { Send } from '../../client/service-client.ts'
import type { Target } from '../../client/target.ts'
import type { Clock, ShopperHand, WebhookReceiver } from './capabilities.ts'

/** What a run is pointed at. */
export interface Deployment {
  target: Target
  send: Send
  clock?: Clock
  shopper?: ShopperHand
  webhooks?: WebhookReceiver
  /** Whether each example and each run of a property finds a world of its own. */
  isolates: boolean
  /** Whether requests leave this process. */
  remote: boolean
  /** Texts that differ from run to run, such as a sandbox's name, each with what a report shows in its place. */
  names?: ReadonlyMap<string, string>
  /** Begins a world of its own, where the deployment isolates; else does nothing. */
  fresh(): Promise<void>
  close(): Promise<void>
}
