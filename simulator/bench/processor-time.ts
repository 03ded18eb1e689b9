// Processor time, and a piece of work that it is compared with, so that figures depend little on the machine.

import { median } from './figure.ts'

/** Seconds of processor time of all threads of this process, which other programs on the machine affect little. */
export async function cpuSeconds(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}

const rounds = 9

/** Seconds of processor time in which a value is written as JSON and read again, often enough to be measured. */
export async function jsonSeconds(value: unknown, times: number): Promise<number> {
  const seconds: number[] = []
  for (let round = 0; round < rounds; round += 1)
    seconds.push(
      await cpuSeconds(() => {
        for (let time = 0; time < times; time += 1) JSON.parse(JSON.stringify(value))
      }),
    )
  return median(seconds) / times
}
