// Targets of a replay, and the limits of a target that are known before anything is sent.

import { ControlError } from '../client/control-client.ts'
import type { Send } from '../client/service-client.ts'
import type { Target } from '../client/target.ts'
import { UsageError } from '../core/errors.ts'
import type { Harm } from '../spec/operation.ts'
import type { SimulatorSetting } from './format/scenario.ts'

/** A target that is ready for one scenario. */
export interface OpenedTarget {
  /** The URL that the paths of the service are relative to. */
  serviceUrl: string
  /** The URL that the paths of the control API are relative to; undefined without a control API. */
  controlUrl: string | undefined
  send: Send
  /** The accounts, and what is known about the service. */
  accounts: Target
  /** The options of unspecified behaviors by id, if its control API shows them and they cannot be set up for each scenario. */
  assumptions?: Readonly<Record<string, string>>
  close: () => Promise<void>
}

/** A target that scenarios can be replayed against. */
export interface ScenarioTarget {
  /** The name in reports. */
  name: string
  hasControl: boolean
  /** The level of scenarios against it. */
  level: Harm
  /** The accounts, if they are known before anything is sent. */
  accounts: Target | undefined
  /** Prepares it for one scenario; a simulator creates a world for it. */
  open: (setting: SimulatorSetting | undefined) => Promise<OpenedTarget>
}

/** The choices of a user for all scenarios of a run against a simulator. */
export interface SimulatorChoice {
  seed?: string
  /** The accounts. */
  world?: object
  /** Options by the id of the unspecified behavior. */
  assumptions?: Record<string, unknown>
  /** Seed of a random choice of assumptions. */
  randomAssumptions?: string
}

/** A target that does not respond, or whose control URL is not that of a control API. */
export class TargetUnreachable extends UsageError {
  override name = 'TargetUnreachable'
}

/** Awaits calls of a control API. Throws TargetUnreachable if there is none at its URL. */
export async function reached<Result>(calls: Promise<Result>): Promise<Result> {
  return calls.catch((error: unknown) => {
    if (!(error instanceof ControlError) || error.refused) throw error
    throw new TargetUnreachable(error.fact, error.detail, error.remedy)
  })
}
