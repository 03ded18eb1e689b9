// Audits the sandboxes of a simulator after each request. The auditor knows a world by its events; what requests do on purpose,
// such as setting a balance, is noted here.

import { valueAt } from '../core/json.ts'
import type { Sandbox } from '../simulator/sandbox/sandbox.ts'
import type { Simulator } from '../simulator/simulator.ts'
import { bankHolidays } from '../simulator/time/bank-holidays.ts'
import type { World } from '../simulator/world/world.ts'
import { Auditor, type Knowledge } from './auditor.ts'
import type { Reply } from './player.ts'
import type { Step } from './sequences.ts'
import type { Sent } from './service-requests.ts'

const years = Array.from({ length: 60 }, (_, index) => 2000 + index)

/** The days on which banks are closed, in the years that a run reaches. */
const closedDays: ReadonlySet<string> = new Set(
  years.flatMap((year) => bankHolidays(year).flatMap(({ closes }) => (closes === undefined ? [] : [closes]))),
)

/** The sandbox of a request, and what it had before. */
interface Before {
  sandbox: Sandbox | undefined
  transactions: number
  balance: string | undefined
  nextIndex: number | undefined
}

/** The auditors of the sandboxes whose whole history is known, and whose assumptions are the default ones. */
export class Audit {
  private readonly simulator: Simulator
  private readonly auditors = new Map<Sandbox, Auditor>()
  private readonly knowledgeOf = new Map<string, Knowledge>()
  private before: Before | undefined
  private readonly holidays: ReadonlySet<string>

  constructor(simulator: Simulator, holidays: ReadonlySet<string> = closedDays) {
    this.simulator = simulator
    this.holidays = holidays
    this.auditors.set(simulator.defaultSandbox, new Auditor(simulator.defaultSandbox.world, holidays))
  }

  get knowledge(): Knowledge | undefined {
    return this.auditors.get(this.simulator.defaultSandbox)?.knowledge
  }

  /** Notes what a request is about to change. */
  beforeRequest(step: Step, sent: Sent): void {
    const sandbox = this.named(step.sandbox ?? 'default')
    const id = idIn(sent)
    this.before = {
      sandbox,
      transactions: sandbox?.world.transactions.size ?? 0,
      balance: sandbox === undefined ? undefined : balanceOf(sandbox.world, sent),
      nextIndex: sandbox?.world.subscriptions.get(id)?.nextIndex,
    }
  }

  /** Notes what a request changed, and checks every sandbox. Throws an Error for a violated invariant. */
  async afterRequest(step: Step, sent: Sent, { succeeded, body }: Reply): Promise<void> {
    const { sandbox } = this.before ?? {}
    if (succeeded && sandbox !== undefined && step.api !== 'odd')
      this.note(step.operationId, sandbox, sent, body)
    const sandboxes = this.simulator.sandboxes.list()
    for (const [audited, auditor] of this.auditors) {
      if (!sandboxes.includes(audited)) this.auditors.delete(audited)
      else auditor.check(audited.world)
    }
  }

  private named(name: string): Sandbox | undefined {
    return this.simulator.sandboxes.list().find((sandbox) => sandbox.name === name)
  }

  private note(operationId: string, sandbox: Sandbox, sent: Sent, body: unknown): void {
    const auditor = this.auditors.get(sandbox)
    switch (operationId) {
      case 'restoreSnapshot':
        this.startWith(sandbox, this.knowledgeOf.get(String(valueAt(sent.content, 'digest'))))
        return
      case 'resetSandbox':
        if (auditor !== undefined) this.auditors.set(sandbox, new Auditor(sandbox.world, this.holidays))
        return
      case 'forkSandbox': {
        const fork = this.named(String(valueAt(sent.content, 'name')))
        if (fork !== undefined) this.startWith(fork, auditor?.knowledge)
        return
      }
      case 'takeSnapshot':
        if (auditor !== undefined)
          this.knowledgeOf.set(String(valueAt(body, 'digest')), structuredClone(auditor.knowledge))
        return
    }
    if (auditor !== undefined) this.noteIn(auditor, operationId, sandbox.world, sent)
  }

  /** Audits a sandbox from a known point; not at all without knowledge. */
  private startWith(sandbox: Sandbox, knowledge: Knowledge | undefined): void {
    this.auditors.delete(sandbox)
    if (knowledge === undefined) return
    const auditor = new Auditor(sandbox.world, this.holidays)
    auditor.knowledge = structuredClone(knowledge)
    this.auditors.set(sandbox, auditor)
  }

  private noteIn(auditor: Auditor, operationId: string, world: World, sent: Sent): void {
    const { transactions = 0, balance = '0', nextIndex = 0 } = this.before ?? {}
    const { debitedByRequest, takenEarly, settledByRequest, moved } = auditor.knowledge
    const id = idIn(sent)
    switch (operationId) {
      case 'setBalance':
        auditor.balanceSet(String(valueAt(sent.content, 'coin')), balance, balanceOf(world, sent) ?? '0')
        return
      case 'payFromWallet': {
        const transaction = world.transactions.get(id)
        if (transaction !== undefined) auditor.wasPaid(transaction, world.now)
        return
      }
      case 'setTransactionStatus':
        moved.add(id)
        return
      case 'settle':
        settledByRequest.add(world.now)
        return
      case 'renewSubscription':
        takenEarly.set(id, [...(takenEarly.get(id) ?? []), nextIndex])
        for (const debit of [...world.transactions].slice(transactions)) debitedByRequest.add(debit.id)
        return
      case 'debitSubscription':
        for (const debit of [...world.transactions].slice(transactions)) debitedByRequest.add(debit.id)
    }
  }
}

/** The id in the path of a control request. */
export function idIn({ path }: Sent): string {
  return decodeURIComponent(/\/control\/\w+\/([^/?]+)/.exec(path)?.[1] ?? '')
}

/** The balance that setBalance sets, before or after. */
function balanceOf(world: World, sent: Sent): string | undefined {
  const shopper = world.accounts.shoppers.find(({ id }) => id === idIn(sent))
  const exchange = world.accounts.exchange(String(valueAt(sent.content, 'exchange')))
  if (shopper === undefined || exchange === undefined) return undefined
  return world.balancesOf(shopper, exchange)[String(valueAt(sent.content, 'coin'))] ?? '0'
}
