// A deployment that the suite runs against: its target, a way to send requests, and its capabilities.

import type { Target } from '../../client/target.ts'
import type { OperationId } from '../../spec/operations.ts'
import type { Profile } from '../profile/profile.ts'
import type { Clock, ShopperActions, WebhookReceiver } from './capabilities.ts'

/** True if requests cost nothing: in a world of the run alone, or where the suite moves the clock. */
export const hasControl = ({ isolates, clock }: Deployment) => isolates || clock !== undefined

export interface Deployment {
  target: Target
  /** Sends a request, usually that of an operation. */
  send: (url: string, init: RequestInit, operationId?: OperationId) => Promise<Response>
  clock?: Clock
  shopper?: ShopperActions
  webhooks?: WebhookReceiver
  /** Real time that a run may wait where there is no clock, in seconds. */
  patience?: number
  /** The behavior of the deployment where the contract is silent. The preflight adds what it learns. */
  readonly profile: Profile
  /** Why a declared capability does not work, as the preflight found, or not in a run of this kind. */
  readonly missing: Map<'clock' | 'shopper' | 'webhooks', string>
  /** The integers of statuses that checks assume, and where they are from; undefined if the target itself says them. */
  assumed?: string
  /** True if each example and each run with generated inputs gets a new world. */
  isolates: boolean
  /** True if requests leave this process. */
  remote: boolean
  /** Texts that differ between runs, such as a sandbox's name, each with its replacement in reports. */
  names?: ReadonlyMap<string, string>
  /** The base URL that is there after the run, if that of the target is of a sandbox that is deleted. */
  lastingUrl?: string
  /** True if the accounts are those of the default world, which are no secrets. */
  hasPublicAccounts?: boolean
  /** Starts a new world if the deployment isolates; otherwise does nothing. */
  fresh(): Promise<void>
  /** Undoes the setup. */
  close(): Promise<void>
}
