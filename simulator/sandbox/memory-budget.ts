// Keeps the process from running out of heap: what would fill it is refused before the engine ends the process. Only this depends
// on the machine; everything else in a sandbox depends on its seed and its inputs.

import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { UnavailableError } from '../../core/errors.ts'

/** The heap of a process. */
interface Heap {
  /** Bytes, garbage included. */
  used: () => number
  /** Bytes. */
  limit: number
  /** Frees the garbage. */
  collect: () => void
}

const megabyte = 2 ** 20
/** The engine counts the space of new objects as part of the limit, but that space cannot store old ones. */
const youngBytes = 48 * megabyte

function heapOfProcess(): Heap {
  const { heap_size_limit: limit } = getHeapStatistics()
  return {
    used: () => getHeapStatistics().used_heap_size,
    limit: Math.max(limit - youngBytes, limit / 2),
    collect: () => {
      setFlagsFromString('--expose-gc')
      runInNewContext('gc()')
    },
  }
}

/** The share of the limit that may be used. The rest is for what is under way. */
const usableShare = 0.9
/** The part of the limit that must fill up before garbage is collected again: a collection stops the process for a moment. */
const collectionShare = 0.05
/** Inputs between two readings. */
const inputsPerReading = 16

export class MemoryBudget {
  private readonly heap: Heap
  private inputs = 0
  private usedAfterCollection = 0

  /** `heap` replaces the heap of the process in tests. */
  constructor(heap = heapOfProcess()) {
    this.heap = heap
  }

  /** True if that many more bytes may be used. */
  hasMemoryFor(bytes: number): boolean {
    const { heap } = this
    const most = heap.limit * usableShare - bytes
    const used = heap.used()
    if (used <= most) return true
    if (used - this.usedAfterCollection < heap.limit * collectionShare) return false
    heap.collect()
    this.usedAfterCollection = heap.used()
    return this.usedAfterCollection <= most
  }

  /** Notes that something large was dropped, so that the next reading collects it. */
  released(): void {
    this.usedAfterCollection = 0
  }

  /** Throws an UnavailableError when the heap is full. Reads the heap once for several inputs. */
  admitInput(): void {
    if (this.inputs === 0) this.require(0, 'process the request')
    // A refused input is not counted: the next one is measured again.
    this.inputs = (this.inputs + 1) % inputsPerReading
  }

  /** Throws an UnavailableError unless that many bytes can be used. `what` completes "paytwin cannot …". */
  require(bytes: number, what: string): void {
    if (this.hasMemoryFor(bytes)) return
    const { heap } = this
    throw new UnavailableError(
      `paytwin cannot ${what}: memory is nearly full.`,
      `It uses ${shown(heap.used())} of ${shown(heap.limit)} of heap${bytes === 0 ? '' : `, and this needs about ${shown(bytes)} more`}.`,
      memoryRemedy,
    )
  }
}

/** The remedy when the heap is full. */
export const memoryRemedy =
  'Reset the sandbox (POST /control/reset), delete named sandboxes, or start with more memory: NODE_OPTIONS=--max-old-space-size=8192.'

/** The heap of this process, which all its sandboxes share. */
export const processMemory = new MemoryBudget()

function shown(bytes: number): string {
  return `${Math.ceil(bytes / megabyte)} MB`
}
