// The clock and the shopper of a target whose file declares a simulator's control API.

import { ControlError } from '../../client/control-client.ts'
import { accessTokensOf, type Target } from '../../client/target.ts'
import { type Clock, ms, type ShopperActions } from './capabilities.ts'
import type { SuiteControl } from './suite-control.ts'
import { PreconditionFailed } from './violation.ts'

export class ControlCapabilities implements Clock, ShopperActions {
  private readonly control: SuiteControl
  private readonly target: Target

  constructor(control: SuiteControl, target: Target) {
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
    return orFailedPrecondition(this.control.payFromWallet({ params: { id }, body: { share } }))
  }

  requestRefund(id: string): Promise<void> {
    return orFailedPrecondition(this.control.requestRefund({ params: { id } }))
  }

  cancel(id: string): Promise<void> {
    return orFailedPrecondition(this.control.cancelTransaction({ params: { id } }))
  }

  setBalance(id: string, exchange: string, coin: string, amount: string): Promise<void> {
    return orFailedPrecondition(this.control.setBalance({ params: { id }, body: { exchange, coin, amount } }))
  }
}

/** A refusal is a failed precondition: a deployment can return a transaction that it does not have. */
async function orFailedPrecondition(call: Promise<unknown>): Promise<void> {
  try {
    await call
  } catch (error) {
    if (error instanceof ControlError && error.status !== 0) throw new PreconditionFailed(error.message)
    throw error
  }
}
