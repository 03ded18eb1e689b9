// `serve` with several processes: the first one, and its workers.

import { singleLine } from '../../core/terminal-text.ts'
import { nodeLeaseMs } from '../durability/lease.ts'
import type { SimulatorOptions } from '../options/simulator-options.ts'
import { accessPolicy } from '../server/access-control.ts'
import { withAddressFile } from '../server/address-file.ts'
import { Workers } from '../workers/primary.ts'
import { jsonLine } from './log-lines.ts'
import { isDatabase, openDirectory } from './open-store.ts'
import type { ServeFlags } from './simulator-flags.ts'

/** Serves with workers until the process is signaled to end. */
export async function serveWithWorkers(
  { host, port, workers, data, log, addressFile }: ServeFlags,
  {
    token,
    options,
    signaled,
  }: { token: string | undefined; options: SimulatorOptions; signaled: Promise<void> },
): Promise<void> {
  const directory = data === undefined || isDatabase(data) ? undefined : await openDirectory(data)
  const { control = true } = options
  const group = new Workers({
    workers,
    policyAt: (url) => accessPolicy({ host, publicUrl: options.publicUrl ?? url, token, control }),
    log: directory,
    leaseMs: data === undefined || directory !== undefined ? Number.POSITIVE_INFINITY : nodeLeaseMs,
    report: (line) => console.error(singleLine(line)),
    lost:
      data === undefined
        ? 'Its sandboxes are gone, because they were in memory only; the default one starts again if it was one of them.'
        : 'Its sandboxes continue.',
  })
  try {
    const { ready } = await group.listen({ host, port })
    const first = ready.find((one) => typeof one === 'object')
    if (first === undefined) return await group.failed
    await withAddressFile(addressFile, first.address, async () => {
      process.stdout.write(
        log === 'json' ? `${jsonLine({ event: 'ready', ...first.address })}\n` : first.greeting,
      )
      await Promise.race([signaled, group.failed])
    })
  } finally {
    await group.close()
    await directory?.close()
  }
}
