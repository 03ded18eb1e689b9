// Scenarios of the catalog with texts replaced, and targets whose responses are replaced.

import { readFileSync } from 'node:fs'
import type { ScenarioTarget } from '../connection.ts'
import { simulatorInProcess } from '../in-process.ts'

type Replacement = readonly [from: string, to: string]

/** The text of a catalog scenario with the first occurrence of each text replaced. Its references work in any directory. */
export function changedScenario(name: string, ...replacements: readonly Replacement[]): string {
  const original = readFileSync(`scenarios/catalog/${name}.json`, 'utf8')
  const changed = replacements.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`The scenario does not contain ${from}.`)
    return text.replace(from, to)
  }, original)
  return changed.replaceAll('"../shared', `"${process.cwd()}/scenarios/shared`)
}

/** The simulator in process, with the text of each response replaced. A changed response is a success. */
export function changedTarget(change: (text: string, url: string) => string): ScenarioTarget {
  const target = simulatorInProcess()
  return {
    ...target,
    open: async (setting) => {
      const opened = await target.open(setting)
      return {
        ...opened,
        send: async (url, init) => {
          const response = await opened.send(url, init)
          const text = await response.text()
          const changed = change(text, url)
          return new Response(changed, { status: changed === text ? response.status : 200 })
        },
      }
    },
  }
}
