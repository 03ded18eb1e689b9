// The mutation report: the figures and what went wrong as text, and every mutant with its description as Markdown.

import type { Mutant } from '../mutants/mutation.ts'
import type { Outcome } from './run.ts'
import { isKilled, type Rate, type Score } from './score.ts'

export function reportText(score: Score, mutants: readonly Pick<Mutant, 'id' | 'description'>[]): string {
  const { killed, detected, passed, requirements, schema, survivors, falseAlarms, unguarded } = score
  return [
    `mutation score  ${share(killed)} mutants killed by the requirement that they break`,
    `                ${share(detected)} mutants on which any requirement failed`,
    `specificity     ${share(passed)} conforming variants passed`,
    `requirements    ${share(requirements)} observable requirements killed by their own mutant`,
    'for comparison, validating responses against the document only:',
    `                ${share(schema.detected)} mutants detected`,
    `                ${share(schema.passed)} conforming variants passed`,
    ...survivors.flatMap(({ id, failed, errors }) => [
      `survivor: ${id}`,
      `  ${mutants.find((mutant) => mutant.id === id)?.description}`,
      `  ${failed.length === 0 ? 'Nothing failed.' : `Failed instead: ${failed.join(', ')}.`}`,
      ...errors.map((error) => `  Error of the suite: ${error}`),
    ]),
    ...falseAlarms.map(
      ({ id, failed, errors }) => `false alarm: ${id}: ${[...failed, ...errors].join(', ')}`,
    ),
    ...unguarded.map((id) => `no mutant kills ${id}`),
  ].join('\n')
}

/** Every mutant that was run, by requirement. */
export function reportMarkdown(outcomes: readonly Outcome[], mutants: readonly Mutant[]): string {
  const byId = new Map(outcomes.map((outcome) => [outcome.id, outcome]))
  let last: string | undefined
  const lines = mutants.flatMap(({ id, requirement, name, description }) => {
    const outcome = byId.get(id)
    if (outcome === undefined) return []
    const heading = requirement === last ? [] : ['', `## ${requirement}`, '']
    last = requirement
    const also = outcome.failed.filter((failed) => failed !== requirement)
    const text = [
      `- ${isKilled(outcome) ? 'killed' : '**survived**'}:`,
      ...(description === `${name}.` ? [] : [`\`${name}\`:`]),
      description,
      ...(also.length === 0 ? [] : [`Also failed: ${also.join(', ')}.`]),
    ]
    return [...heading, text.join(' ')]
  })
  return `# Mutation report\n${lines.join('\n')}\n`
}

function share({ count, of }: Rate): string {
  return `${count} of ${of}${of === 0 ? '' : ` (${((100 * count) / of).toFixed(1)} %)`}`
}
