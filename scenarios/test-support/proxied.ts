// A recording proxy, and a deployment behind it that is a simulator.

import { simulatorInProcess } from '../in-process.ts'
import { recordProxy } from '../record/proxy.ts'
import { serveRequests } from '../record/recorder.ts'
import { temporaryDirectory } from './changed-scenario.ts'

const here = { host: '127.0.0.1', port: 0 }

/** Starts recording what is sent to a deployment. */
export function proxyTo(baseUrl: string, options: Partial<Parameters<typeof recordProxy>[0]> = {}) {
  const unknown = { target: undefined, privateKeys: [] }
  const scenario = { title: 'Through a proxy', directory: temporaryDirectory() }
  return recordProxy({ ...here, ...scenario, ...unknown, baseUrl, ...options })
}

/** Serves the service of a simulator, with other responses if that is given. */
export async function deployed(other: (response: Response) => Promise<Response> = async (same) => same) {
  const opened = await simulatorInProcess().open(undefined)
  const { url, close } = await serveRequests(here, async ({ url, method, headers }, body) => {
    const { pathname, search } = new URL(url)
    const sent = { method, headers, ...(body.length === 0 ? {} : { body }) }
    return other(await opened.send(`${opened.serviceUrl}${pathname.replace('/v7', '')}${search}`, sent))
  })
  return { opened, baseUrl: `${url}/v7`, close }
}
