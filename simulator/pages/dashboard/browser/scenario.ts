// Saves what happened as a scenario file.

import { act, controlPath, sandboxName, send } from './api.ts'
import { h } from './dom.ts'

/** Downloads a text as a file. */
export function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  h('a', { href: url, download: name }).click()
  URL.revokeObjectURL(url)
}

/** Downloads the scenario of the sandbox, and says what it lacks. */
export function saveScenario(): void {
  act(async () => {
    const { scenario, remarks } = JSON.parse(await send('GET', `${controlPath()}/scenario`)) as {
      scenario: unknown
      remarks: string[]
    }
    const name = `${sandboxName()}.scenario.json`
    download(name, `${JSON.stringify(scenario, null, 2)}\n`)
    return [`Saved as ${name}. Replay it with: npx paytwin replay ${name}`, ...remarks].join(' · ')
  })
}
