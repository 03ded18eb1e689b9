// Sends the requests of the preflight. A refusal is a result here, and judges nothing.

import type { RequestOptions } from '../../client/operation-request.ts'
import { qrTransaction, type SampleSource, sampleSource } from '../../client/sample-requests.ts'
import type { MerchantAccount, Target } from '../../client/target.ts'
import type { Call } from '../../client/transcript.ts'
import type { OperationId } from '../../spec/operations.ts'
import type { ApiResponse } from '../observe/client.ts'
import { creationsIn } from '../observe/creations.ts'
import { NotApplicable, PreconditionFailed } from '../observe/violation.ts'
import { InvoicedClient } from '../steps/invoiced-client.ts'
import { type PropertyRun, waitAMoment } from '../steps/property-run.ts'

export type ProbeRun = Pick<
  PropertyRun,
  'deployment' | 'budget' | 'tag' | 'created' | 'succeeded' | 'accepted' | 'redactor'
> & {
  /** The last success of each operation. */
  successes: Map<OperationId, unknown>
}

/** Builds the options of a request; undefined if the target lacks what it needs. */
export type Form = (prober: Prober) => RequestOptions | undefined | Promise<RequestOptions | undefined>

/** After so many requests that were refused again, refusals are not taken for transient any more. */
const maxLastingRefusals = 2

export class Prober {
  readonly run: ProbeRun
  readonly target: Target
  readonly source: SampleSource
  /** The requests by their responses. */
  readonly calls = new WeakMap<ApiResponse, Call>()
  private readonly client: InvoicedClient
  /** The number of requests that were refused again after a moment. */
  private lastingRefusals = 0

  /** `target` differs from the one of the deployment in what is assumed. */
  constructor(run: ProbeRun, target: Target = run.deployment.target, source?: SampleSource) {
    this.run = run
    this.target = target
    this.source = {
      ...(source ?? sampleSource(target, `${run.tag}-preflight`)),
      debitFields: target.assumptions['subscriptions.debit-fields'],
      get notation() {
        return run.deployment.profile.addresses
      },
    }
    this.client = new InvoicedClient({ ...this.source, target }, { ...run.deployment, target }, run.budget, {
      responded: (response, call) => {
        this.calls.set(response, call)
        for (const [name, value] of Object.entries(response.headers)) run.redactor.learnHeader(name, value)
        if (!run.deployment.isolates) run.created.push(...creationsIn(call, response))
        if (response.outcome !== 'refusal') run.succeeded.add(response.operationId)
        if (response.outcome === 'success') run.successes.set(response.operationId, response.json)
      },
    })
  }

  /** The same with other assumptions. Ids go on. */
  assuming(assumptions: Partial<Target['assumptions']>): Prober {
    const target = { ...this.target, assumptions: { ...this.target.assumptions, ...assumptions } }
    return new Prober(this.run, target, this.source)
  }

  /** The same for a deployment that accepts only order ids of digits. */
  withOrdersOfDigits(): Prober {
    const target: Target = { ...this.target, known: { ...this.target.known, orderIds: 'digits' } }
    return new Prober(this.run, target)
  }

  /** The same for another merchant, in the place of the first. */
  for(merchant: MerchantAccount): Prober {
    const others = this.target.merchants.filter(({ id }) => id !== merchant.id)
    const target = { ...this.target, merchants: [merchant, ...others] }
    return new Prober(this.run, target, { ...this.source, merchant })
  }

  /** The response to a request; undefined if it has none, or cannot be sent. */
  async send<Id extends OperationId>(
    operationId: Id,
    form: Form = () => ({}),
  ): Promise<ApiResponse<Id> | undefined> {
    try {
      const options = await form(this)
      return options === undefined ? undefined : await this.client.call(operationId, options)
    } catch (error) {
      if (error instanceof PreconditionFailed || error instanceof NotApplicable) return undefined
      throw error
    }
  }

  /** A new transaction for a wallet: its id and its order id; undefined if it is refused. */
  async newTransaction(): Promise<{ id: string; orderId: string } | undefined> {
    const body = qrTransaction(this.source)
    const created = await this.send('createQrTransaction', () => ({ body }))
    if (created?.outcome !== 'success') return undefined
    return { id: created.success.result.id, orderId: body.orderId }
  }

  /** True if a request that was refused is accepted a little later: then it says nothing about the target. */
  async isRefusedForAMoment(operationId: OperationId, form: Form): Promise<boolean> {
    if (this.lastingRefusals >= maxLastingRefusals || !(await waitAMoment(this.run))) return false
    const response = await this.send(operationId, form)
    const isAccepted = response !== undefined && response.outcome !== 'refusal'
    if (!isAccepted) this.lastingRefusals += 1
    return isAccepted
  }
}
