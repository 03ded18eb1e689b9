// One simulated world: its processes, disk, database, balancer and clients; what faults do to it; and what must hold in it.

import { SeededRandom } from '../../simulator/world/random.ts'
import { Balancer } from './balancer.ts'
import { Client } from './client.ts'
import { Primary, startServer } from './directory-processes.ts'
import { SimulatedDisk, secretPath } from './disk.ts'
import { Machine } from './machine.ts'
import type { Listener } from './network.ts'
import { Node, type NodeOptions } from './nodes.ts'
import type { Plan } from './plan.ts'
import { PostgresModel, usualMs } from './postgres.ts'
import { Scheduler } from './scheduler.ts'

/** The longest wait of a client while a node can serve: a lease, and what the balancer needs to find a node. */
const maxWaitMs = 9000
/** The longest wait of a reader of a directory, which no lease can delay. */
const maxReadMs = 4000
const restartMs = 500
/** Two of them are one on some disks. */
const names = ['shop', 'Shop', 'shop.log']

interface Slot {
  machine: Machine | undefined
  running: Node | Primary | undefined
  /** Since when it can serve. */
  fineSince: number
  isStopped: boolean
}

export class World {
  readonly scheduler = new Scheduler()
  readonly random: SeededRandom
  readonly balancer: Balancer
  readonly database: PostgresModel
  readonly disk: SimulatedDisk
  readonly clients: Client[]
  readonly trace: string[] = []
  finding: string | undefined
  faults = 0
  mayBeOldUntil = 0
  readonly plan: Plan
  readonly slots: Slot[]
  /** Until when a fault affects everything. */
  troubleUntil = 0
  /** Until when only reads are answered. */
  fullUntil = 0
  private starts = 0
  private another: Machine | undefined
  decayed = 0
  private readonly epochs = new Map<Machine, Map<string, number>>()
  private readonly answered = new Map<string, number>()

  constructor(plan: Plan) {
    this.plan = plan
    const random = (what: string) => new SeededRandom(`${plan.seed} ${what}`)
    this.random = random('world')
    this.balancer = new Balancer(this.scheduler, random('balancer'))
    this.database = new PostgresModel(random('database'))
    this.disk = new SimulatedDisk(random('disk'))
    this.disk.isLocal = plan.kind !== 'two machines'
    if (!this.disk.isLocal) this.mayBeOldUntil = Number.POSITIVE_INFINITY
    this.clients = Array.from({ length: plan.clients }, (_, index) => new Client(names[index] ?? '', this))
    const count = { nodes: plan.nodes, server: 1, workers: 1, 'two machines': 2 }[plan.kind]
    this.slots = Array.from({ length: count }, () => ({
      ...{ machine: undefined, running: undefined, fineSince: 0, isStopped: false },
    }))
    this.balancer.listeners = this.slots.map((slot) => (target) => {
      const { running } = slot
      return running instanceof Primary ? running.listener(target) : running
    })
    this.balancer.onAnswer = ({ sandbox, target }, listener, { status, body }) => {
      this.note(`${target} -> ${status} by ${listener.machine.name}`)
      if (body.includes(secretPath)) this.find(`a response has a path of the machine: ${body}`)
      if (status === 200) this.checkOwner(sandbox, listener)
    }
    for (const slot of this.slots) this.start(slot)
  }

  readonly find = (finding: string): void => {
    // A bit that was durable has changed: one sandbox may be damaged, and says so.
    if (finding.includes('is damaged') && this.clients.filter((one) => one.isDamaged).length <= this.decayed)
      return
    this.note(`FOUND ${finding}`)
    this.finding ??= finding
  }

  note(text: string): void {
    this.trace.push(`${this.scheduler.now} ${text}`)
  }

  /** One sandbox has one owner: whoever answers has the latest epoch that anybody answered with. */
  private checkOwner(sandbox: string, { machine }: Listener): void {
    const epoch = this.epochs.get(machine)?.get(sandbox)
    const latest = this.answered.get(sandbox) ?? 0
    if (epoch === undefined) return
    if (epoch < latest && this.scheduler.now >= this.mayBeOldUntil)
      this.find(`${sandbox}: ${machine.name} answered, which is not its owner any more`)
    this.answered.set(sandbox, Math.max(latest, epoch))
  }

  private options(start: number): NodeOptions {
    return {
      replayMs: this.plan.replayMs,
      // Nodes may join with other options.
      maxSandboxes: this.random.below(3) === 0 ? this.random.between(1, 2) : 256,
      report: (machine, line) => this.note(`${machine.name} reports ${line}`),
      find: this.find,
      owns: (machine, name, epoch) => {
        const own = this.epochs.get(machine) ?? new Map<string, number>()
        this.epochs.set(machine, own)
        // A directory counts its epochs from its start.
        if (epoch === undefined) own.delete(name)
        else own.set(name, this.plan.kind === 'nodes' ? epoch : start * 1e6 + epoch)
      },
    }
  }

  private start(slot: Slot): void {
    this.starts += 1
    const { starts } = this
    const name = `${this.slots.indexOf(slot)}.${starts}`
    const machine = this.machine(name)
    slot.machine = machine
    machine.onEnd(() => {
      slot.running = undefined
      slot.machine = undefined
      if (!slot.isStopped) this.scheduler.after(restartMs, () => slot.machine ?? this.start(slot))
    })
    const options = this.options(starts)
    this.launch(machine, options).then(
      (running) => {
        slot.running = running
        this.note(`${name} serves`)
      },
      (error) => {
        this.note(`${name} does not start: ${error}`)
        machine.kill()
      },
    )
  }

  private readonly machine = (name: string) =>
    new Machine(name, this.scheduler, new SeededRandom(`${this.plan.seed} ${name}`))

  /** A process that is not one of the nodes. */
  launchAnother(): void {
    const machine = this.machine(`another.${this.starts}`)
    const end = () => machine.kill()
    this.another?.kill()
    this.another = machine
    this.launch(machine, this.options(0)).then(end, (error) => {
      this.note(`another process does not start: ${error}`)
      end()
    })
  }

  private async launch(machine: Machine, options: NodeOptions): Promise<Node | Primary> {
    const { kind, nodes } = this.plan
    if (kind === 'workers') {
      const primary = new Primary(machine, this.machine, nodes, options)
      await primary.start(this.disk)
      return primary
    }
    if (kind !== 'nodes') return startServer(machine, this.disk, options)
    const node = new Node(machine, options)
    await node.start(this.database.node(machine))
    return node
  }

  /** Ends all processes, and starts them again. */
  losePower(): void {
    for (const { machine } of this.slots) machine?.kill()
    this.another?.kill()
    this.disk.losePower()
  }

  /** Ends all faults. */
  heal(): void {
    Object.assign(this.database, { isUp: true, slowness: usualMs })
    this.database.cut.clear()
    Object.assign(this.disk, { space: Number.POSITIVE_INFINITY, failing: 0 })
    for (const { machine, running } of this.slots) {
      machine?.resume()
      if (running instanceof Primary) for (const worker of running.workers) worker?.machine.resume()
    }
  }

  /** Starts everything again after a loss of power, only one process of a directory. */
  restart(): void {
    if (this.plan.kind === 'two machines') for (const slot of this.slots.slice(1)) slot.isStopped = true
    this.mayBeOldUntil = 0
    this.losePower()
  }

  /** Ends all processes. */
  end(): void {
    for (const slot of this.slots) {
      slot.isStopped = true
      slot.machine?.kill()
    }
  }

  /** Checks the rules that apply after each step. */
  check(): void {
    const { now } = this.scheduler
    for (const slot of this.slots) if (!this.isFine(slot)) slot.fineSince = now
    const fineSince = Math.max(this.troubleUntil, Math.min(...this.slots.map((slot) => slot.fineSince)))
    for (const { name, waitsSince = now, isReading } of this.clients) {
      const since = Math.max(waitsSince, fineSince, isReading ? 0 : this.fullUntil)
      const maxMs = isReading && this.plan.kind !== 'nodes' ? maxReadMs : maxWaitMs
      if (now - since > maxMs) this.find(`${name}: waits for an answer since ${since}`)
    }
    for (const name of this.database.sandboxes.keys()) this.checkName(name)
    for (const file of this.disk.memory.files.keys())
      if (!/^(damaged-\d+-)?\d{8}\.log$/.test(file)) this.find(`the directory has a file ${file}`)
  }

  checkName(name: string): void {
    if (name !== 'default' && !this.clients.some((client) => client.name === name))
      this.find(`there is a sandbox ${name}`)
  }

  private isFine({ running }: Slot): boolean {
    if (running === undefined) return false
    // One that has lost the directory to another machine never serves again.
    if (!this.disk.isLocal && running instanceof Node && running.server === undefined) return false
    const all = running instanceof Primary ? [running, ...running.workers] : [running]
    return all.every(
      (one) =>
        one?.machine.isPaused === false && (this.database.cut.get(one.machine) ?? 0) < this.scheduler.now,
    )
  }
}
