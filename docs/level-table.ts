// The table of what the suite detects at each level, and with what a target declares.

import { committedLevelMatrix, killedIn } from '../contract-tests/mutation/level-matrix.ts'
import { checkableIn, distinctRuns, type Setup } from '../contract-tests/mutation/levels.ts'
import { inProcess } from '../contract-tests/targets/in-process.ts'
import { requirements } from '../spec/requirements.ts'

const setupTexts: Readonly<Record<Setup, string>> = {
  accounts: 'accounts only',
  receiver: 'a webhook receiver',
  control: 'a control API',
}

/** Its rows: one for each run that can check more than those before. */
export function levelRows(): string[][] {
  const matrix = committedLevelMatrix()
  const deployment = inProcess()
  return distinctRuns(deployment).map((run) => {
    const ids = checkableIn(run, deployment)
    const stated = ids.filter((id) => requirements[id].basis === 'stated')
    const { count, of } = killedIn(run, matrix)
    const percent = `${((100 * count) / of).toFixed(1)} %`
    const counts = [ids.length, stated.length].map(String)
    return [setupTexts[run.setup], `\`${run.level}\``, ...counts, `${count} of ${of}`, percent]
  })
}
