// The effects of the steps of a plan on a world.

import { Primary } from './directory-processes.ts'
import { Node } from './nodes.ts'
import { type Fault, isOfClient, type Step, stepText } from './plan.ts'
import { usualMs } from './postgres.ts'
import type { World } from './world.ts'

/** For how long a jump of the clock of the database affects what is promised for reads: what a node uses of its lease. */
const jumpMs = 2000
const slowMs = 1500

/** The process that a fault affects: a node, or one of the workers. */
function machineOf({ slots }: World, of: number) {
  const slot = slots[of % slots.length]
  const running = slot?.running
  const worker = running instanceof Primary ? running.workers[of % running.workers.length] : undefined
  return worker?.machine ?? slot?.machine
}

/** Lets something be over after some milliseconds. */
function during(world: World, ms: number, undo: () => void): void {
  world.troubleUntil = Math.max(world.troubleUntil, world.scheduler.now + ms)
  world.scheduler.after(ms, undo)
}

const faults: Readonly<Record<Fault, (world: World, step: Step) => void>> = {
  // A worker, or all of them.
  kill: (world, { of }) =>
    (of > 3 ? world.slots[of % world.slots.length]?.machine : machineOf(world, of))?.kill(),
  pause: (world, { of, ms }) => machineOf(world, of)?.pause(ms),
  stop: ({ slots }, { of }) => {
    const running = slots[of % slots.length]?.running
    if (!(running instanceof Node)) return
    const { simulator, machine } = running
    running.server = undefined
    const end = () => machine.kill()
    simulator?.close().then(end, end)
  },
  cut: (world, { of, ms }) => {
    const machine = machineOf(world, of)
    if (machine !== undefined) world.database.cut.set(machine, world.scheduler.now + 4 * ms)
  },
  disconnect: (world, { of }) => world.database.disconnect(machineOf(world, of)),
  'forget connections': (world, { of }) => {
    const machine = machineOf(world, of)
    if (machine !== undefined) world.database.forget(machine)
  },
  'disconnect all': ({ database }) => database.disconnect(),
  'restart database': (world, step) => {
    const { database } = world
    const { of, ms } = step
    // On another machine, which has another clock.
    if (of > 3) faults['jump clock'](world, step)
    database.isUp = false
    database.disconnect()
    during(world, ms, () => {
      database.isUp = true
    })
  },
  'slow database': (world, { ms }) => {
    const { database } = world
    database.slowness = slowMs
    during(world, ms, () => {
      database.slowness = usualMs
    })
  },
  'jump clock': (world, { of, ms }) => {
    world.database.clockOffset += (of % 2 === 0 ? ms : -ms) * 10
    // The promise for reads depends on this clock.
    world.mayBeOldUntil = Math.max(world.mayBeOldUntil, world.scheduler.now + jumpMs)
    during(world, ms, () => undefined)
  },
  'full disk': (world, { ms }) => {
    const { disk, random } = world
    disk.space = random.below(30_000)
    // Reads go on meanwhile.
    world.fullUntil = Math.max(world.fullUntil, world.scheduler.now + 4 * ms)
    world.scheduler.after(4 * ms, () => {
      if (world.scheduler.now >= world.fullUntil) disk.space = Number.POSITIVE_INFINITY
    })
  },
  'failing disk': (world, { ms }) => {
    const { disk, random } = world
    disk.failing = 1 / random.between(1, 6)
    during(world, ms, () => {
      disk.failing = 0
    })
  },
  'lose power': (world) => world.losePower(),
  'second process': (world) => world.launchAnother(),
  decay: (world) => {
    const { plan, database, disk } = world
    world.decayed += Number(plan.kind === 'nodes' ? database.decay() !== undefined : disk.decay())
  },
}

/** Lets a step happen. */
export function apply(world: World, step: Step): void {
  world.note(stepText(step))
  const { act, of, spelling, wrong } = step
  if (isOfClient(act)) world.clients[of]?.act(act, spelling, wrong)
  else {
    world.faults += 1
    faults[act](world, step)
  }
}
