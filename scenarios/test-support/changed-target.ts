// A simulator whose responses are changed on their way.

import { simulatorInProcess } from '../in-process.ts'
import type { ScenarioTarget } from '../targets.ts'

/** The simulator in process, with a text replaced in the responses at paths with this end. A changed response is a success. */
export function changedTarget(pathEnd: string, from: string | RegExp, to: string): ScenarioTarget {
  const target = simulatorInProcess()
  return {
    ...target,
    open: async (setting) => {
      const opened = await target.open(setting)
      return {
        ...opened,
        send: async (url, init) => {
          const response = await opened.send(url, init)
          if (!new URL(url).pathname.endsWith(pathEnd)) return response
          const text = await response.text()
          const changed = text.replace(from, to)
          const status = changed === text ? response.status : 200
          return new Response(changed, { status, headers: response.headers })
        },
      }
    },
  }
}
