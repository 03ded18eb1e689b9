// Checks what a scenario says about itself: the requirements it demonstrates, the assumptions it relies on, its workflow ids
// and dependencies.

import { pointerInto } from '../../core/json-pointer.ts'
import { nearest } from '../../core/nearest.ts'
import { requirementIds } from '../../spec/requirements.ts'
import type { UnspecifiedBehavior } from '../../spec/statements.ts'
import { unspecifiedBehaviors, unspecifiedIds } from '../../spec/unspecified.ts'
import { calledWorkflow, type Scenario } from '../format/scenario.ts'
import type { Finding } from './references.ts'

/** What is wrong with a document outside of its steps. */
export function documentFindings(scenario: Scenario): Finding[] {
  return [...requirementFindings(scenario), ...assumptionFindings(scenario), ...workflowFindings(scenario)]
}

function requirementFindings({ document }: Scenario): Finding[] {
  const known: readonly string[] = requirementIds
  return (document['x-requirements'] ?? []).flatMap((id, index) =>
    known.includes(id)
      ? []
      : [
          {
            pointer: `/x-requirements/${index}`,
            message: `There is no requirement "${id}". Did you mean ${nearest(id, known).join(', ')}?`,
          },
        ],
  )
}

function assumptionFindings({ document }: Scenario): Finding[] {
  return Object.entries(document['x-simulator']?.assumptions ?? {}).flatMap(([id, choice]) => {
    const pointer = pointerInto('/x-simulator/assumptions', id)
    const behavior: UnspecifiedBehavior | undefined = new Map(Object.entries(unspecifiedBehaviors)).get(id)
    if (behavior === undefined)
      return [
        {
          pointer,
          message: `There is no unspecified behavior "${id}". Did you mean ${nearest(id, unspecifiedIds).join(', ')}?`,
        },
      ]
    const options = Object.keys(behavior.options)
    if (typeof choice !== 'string' || options.includes(choice)) return []
    return [{ pointer, message: `"${id}" has no option "${choice}". It has: ${options.join(', ')}.` }]
  })
}

function workflowFindings(scenario: Scenario): Finding[] {
  const { workflows } = scenario.document
  return workflows.flatMap(({ workflowId, dependsOn = [] }, index) => {
    const pointer = `/workflows/${index}`
    const isRepeated = workflows.findIndex((one) => one.workflowId === workflowId) < index
    const unknown = dependsOn.filter((reference) => calledWorkflow(scenario, reference) === undefined)
    return [
      ...(isRepeated
        ? [{ pointer: `${pointer}/workflowId`, message: 'Two workflows have this id. Rename one.' }]
        : []),
      ...unknown.map((reference) => ({
        pointer: `${pointer}/dependsOn`,
        message: `There is no workflow "${reference}".`,
      })),
    ]
  })
}
