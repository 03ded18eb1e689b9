// Checks the success criteria of a step: that each can fail, and that the runner reads it as it is meant.

import type { Criterion, Step } from '../scenario.ts'
import type { Finding } from './findings.ts'

/** What is wrong with the criteria of a step. */
export function criteriaFindings(step: Step, at: string): Finding[] {
  return (step.successCriteria ?? []).flatMap((criterion, index) =>
    criterionFaults(criterion).map((text) => ({ pointer: `${at}/successCriteria/${index}`, text })),
  )
}

function criterionFaults({ condition, context, type }: Criterion): string[] {
  const kind = (typeof type === 'object' ? type.type : type) ?? 'simple'
  const faults: string[] = []
  if (kind !== 'simple' && context === undefined)
    faults.push(`A ${kind} criterion needs a context, such as "$response.body".`)
  if (kind === 'regex' && !compiles(condition))
    faults.push('The condition is no regular expression. Mend it.')
  if (kind === 'jsonpath' && chainsThree(condition))
    faults.push(
      'The runner reads three terms joined by "&&" wrongly. Put two of them in brackets: (a && b) && c.',
    )
  if (kind === 'simple' && !/[=<>!]|\$/.test(condition))
    faults.push('The condition compares nothing, so it holds always. Compare, such as $statusCode == 200.')
  if (kind === 'simple' && /[^=!<>]=[^=>]/.test(condition))
    faults.push('A single "=" compares nothing. Write "==".')
  return faults
}

/** Whether a JSONPath joins three terms by "&&" at one level: the library beneath the runner mistakes those. */
function chainsThree(condition: string): boolean {
  const levels = [0]
  for (const [mark] of condition.replace(/'[^']*'|"[^"]*"/g, '').matchAll(/[([]|[)\]]|&&|\|\||,/g)) {
    const at = levels.length - 1
    if (mark === '(' || mark === '[') levels.push(0)
    else if (mark === ')' || mark === ']') levels.pop()
    else if (mark === '&&') levels[at] = (levels[at] ?? 0) + 1
    else levels[at] = 0
    if (levels.some((joints) => joints > 1)) return true
  }
  return false
}

function compiles(pattern: string): boolean {
  try {
    new RegExp(pattern)
    return true
  } catch {
    return false
  }
}
