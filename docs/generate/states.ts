// docs/reference/states.md: the transition tables as diagrams.

import {
  subscriptionTransitions,
  type Transition,
  transactionTransitions,
} from '../../simulator/world/transitions.ts'

/** The text of docs/reference/states.md. */
export function stateDiagrams(): string {
  return [
    '<!-- Generated from simulator/world/transitions.ts by `npm run generate`. -->',
    '',
    '# States',
    '',
    'The contract names four statuses of a transaction: pending, processing, canceled and completed. It describes partially paid',
    'and closed wallet transactions without naming their statuses, and shows few transitions. The simulator permits the changes',
    'below and no others. The contract does not have the names `awaiting` and `timed-out`. Each change of a transaction to another',
    'status is reported to the webhook.',
    '',
    '## Transactions',
    '',
    diagram(transactionTransitions),
    '',
    '## Subscriptions',
    '',
    'The contract shows no subscription states. These are the states of the simulator.',
    '',
    diagram(subscriptionTransitions),
    '',
  ].join('\n')
}

function diagram(transitions: readonly Transition[]): string {
  const statuses = [...new Set(transitions.map(({ to }) => to))]
  return [
    '```mermaid',
    'stateDiagram-v2',
    ...statuses
      .filter((status) => status.includes('-'))
      .map((status) => `  state "${status}" as ${idOf(status)}`),
    ...transitions.map(
      ({ from, event, to }) => `  ${from === null ? '[*]' : idOf(from)} --> ${idOf(to)}: ${event}`,
    ),
    ...statuses
      .filter((status) => !transitions.some(({ from }) => from === status))
      .map((status) => `  ${idOf(status)} --> [*]`),
    '```',
  ].join('\n')
}

/** Mermaid ids have no hyphens. */
function idOf(status: string): string {
  return status.replaceAll('-', '_')
}
