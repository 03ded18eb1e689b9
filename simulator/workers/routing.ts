// Which worker has which sandbox.

import { crc32 } from 'node:zlib'

/** The number of the worker, from 0, that has the sandbox of that name. The same in every process, now and later. */
export function workerOf(name: string, workers: number): number {
  return crc32(name) % workers
}
