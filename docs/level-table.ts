// The checks of each level, and what a target must declare for them.

import { checkableIn, distinctRuns, type Setup } from '../contract-tests/altered/mutation/levels.ts'
import { inProcess } from '../contract-tests/observe/in-process.ts'
import { type RequirementId, requirements } from '../spec/requirements.ts'

const setupTexts: Readonly<Record<Setup, string>> = {
  accounts: 'accounts only',
  receiver: 'a webhook receiver',
  control: 'a control API',
}

/** The needs of the first run that checks a requirement: the level, and what the target declares. Undefined if none does. */
export function firstChecked(): (id: RequirementId) => string | undefined {
  const deployment = inProcess()
  const first = new Map<RequirementId, string>()
  for (const run of distinctRuns(deployment))
    for (const id of checkableIn(run, deployment))
      if (!first.has(id))
        first.set(id, run.setup === 'accounts' ? run.level : `${run.level}, ${setupTexts[run.setup]}`)
  return (id) => first.get(id)
}

/** Its rows: one for each run that can check more than those before. */
export function levelRows(): string[][] {
  const deployment = inProcess()
  return distinctRuns(deployment).map((run) => {
    const ids = checkableIn(run, deployment)
    const stated = ids.filter((id) => requirements[id].basis === 'stated')
    return [setupTexts[run.setup], `\`${run.level}\``, ...[ids.length, stated.length].map(String)]
  })
}
