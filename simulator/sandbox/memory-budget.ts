// Keeps the process from running out of heap: what would fill it is refused before the engine ends the process. Only this depends
// on the machine; everything else in a sandbox depends on its seed and its inputs.

import { getHeapStatistics } from 'node:v8'
import { UnavailableError } from '../../core/errors.ts'

/** The heap of the process, in bytes. */
interface Heap {
  used: number
  limit: number
}

const megabyte = 2 ** 20
/** The engine counts the space of new objects as part of the limit, but that space cannot store old ones. */
const youngBytes = 48 * megabyte

function readHeap(): Heap {
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics()
  return { used, limit: Math.max(limit - youngBytes, limit / 2) }
}

/** The share of the limit that may be used. The rest is for garbage that has not been collected, and for responses. */
const usableShare = 0.9
/** How many inputs pass between two readings. */
const inputsPerReading = 16

export class MemoryBudget {
  private readonly read: () => Heap
  private inputs = 0

  /** `read` replaces the reading of the heap in tests. */
  constructor(read: () => Heap = readHeap) {
    this.read = read
  }

  /** How many bytes may still be used; less than zero when there are none. */
  get freeBytes(): number {
    const { used, limit } = this.read()
    return limit * usableShare - used
  }

  /** Throws an UnavailableError when the heap is full. Reads the heap once for several inputs. */
  admitInput(): void {
    if (this.inputs === 0) this.require(0, 'process the request')
    // Not counted when it is refused: the next input is measured again.
    this.inputs = (this.inputs + 1) % inputsPerReading
  }

  /** Throws an UnavailableError unless that many bytes can be used. `what` completes "paytwin cannot …". */
  require(bytes: number, what: string): void {
    const { used, limit } = this.read()
    if (limit * usableShare - used >= bytes) return
    throw new UnavailableError(
      `paytwin cannot ${what} now: its memory is nearly full.`,
      `It uses ${shown(used)} of ${shown(limit)} of heap${bytes === 0 ? '' : `, and this needs about ${shown(bytes)} more`}.`,
      memoryRemedy,
    )
  }
}

/** What a user can do when the heap is full. */
export const memoryRemedy =
  'Reset the sandbox (POST /control/reset), delete named sandboxes, or start with more memory: NODE_OPTIONS=--max-old-space-size=8192.'

/** The heap of this process, which all its sandboxes share. */
export const processMemory = new MemoryBudget()

function shown(bytes: number): string {
  return `${Math.ceil(bytes / megabyte)} MB`
}
