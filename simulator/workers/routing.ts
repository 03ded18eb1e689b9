// Which worker has which sandbox.

import { crc32 } from 'node:zlib'
import { defaultName } from '../sandbox/sandbox-names.ts'

/** The name of the sandbox that a request is about, from its target. What is not below `/sandboxes/NAME` is about the default one. */
export function sandboxOf(target: string): string {
  const [, name] = /^(?:https?:\/\/[^/]*)?\/sandboxes\/([^/?#]+)/.exec(target) ?? []
  if (name === undefined) return defaultName
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/** The number of the worker, from 0, that has the sandbox of that name. The same in every process, now and later. */
export function workerOf(name: string, workers: number): number {
  return crc32(name) % workers
}
