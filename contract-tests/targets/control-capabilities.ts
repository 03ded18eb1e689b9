// What a target offers through a simulator's control API: its clock and its shopper. Only a target that declares a control
// API is asked.

import { type ControlClient, ControlError } from '../../client/control-client.ts'
import { accessTokensOf, type Target } from '../../client/target.ts'
import { PreconditionFailed } from '../engine/violation.ts'
import { type Clock, ms, type ShopperHand } from './capabilities.ts'

export class ControlCapabilities implements Clock, ShopperHand {
  private readonly control: ControlClient
  private readonly target: Target

  constructor(control: ControlClient, target: Target) {
    this.control = control
    this.target = target
  }

  async now(): Promise<number> {
    return Date.parse((await this.control.getClock()).now)
  }

  async advance(span: Parameters<Clock['advance']>[0]): Promise<void> {
    await this.advanceTo((await this.now()) + ms(span))
  }

  async advanceTo(instant: number): Promise<void> {
    await this.control.advanceClock({ body: { to: new Date(instant).toISOString() } })
    if (this.target.assumptions['authentication.token-issue'] !== 'expiring') return
    for (const accessToken of accessTokensOf(this.target))
      await this.control.issueToken({ body: { accessToken } })
  }

  pay(id: string, share: string): Promise<void> {
    return ifPossible(this.control.payFromWallet({ params: { id }, body: { share } }))
  }

  requestRefund(id: string): Promise<void> {
    return ifPossible(this.control.requestRefund({ params: { id } }))
  }
}

/** A transaction that a deployment returns and does not have is a failed precondition, not a misuse. */
async function ifPossible(call: Promise<unknown>): Promise<void> {
  try {
    await call
  } catch (error) {
    if (error instanceof ControlError && error.status !== 0) throw new PreconditionFailed(error.message)
    throw error
  }
}
