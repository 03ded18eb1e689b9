// The mutation report as text: the figures, and what went wrong.

import type { Rate, Score } from './score.ts'

export function reportText(score: Score): string {
  const { killed, killedStated, detected, passed, requirements, schema, survivors, falseAlarms, unguarded } =
    score
  return [
    `mutation score  ${share(killed)} mutants killed by the requirement that they break`,
    `                ${share(killedStated)} of those that break a stated requirement`,
    `                ${share(detected)} mutants on which any requirement failed`,
    `specificity     ${share(passed)} conforming variants passed`,
    `requirements    ${share(requirements)} observable requirements killed by their own mutant`,
    'for comparison, validating responses against the document only:',
    `                ${share(schema.detected)} mutants detected`,
    `                ${share(schema.passed)} conforming variants passed`,
    ...survivors.flatMap(({ id, failed, errors }) => [
      `survivor: ${id}`,
      `  ${failed.length === 0 ? 'Nothing failed.' : `Failed instead: ${failed.join(', ')}.`}`,
      ...errors.map((error) => `  Error of the suite: ${error}`),
    ]),
    ...falseAlarms.map(
      ({ id, failed, errors }) => `false alarm: ${id}: ${[...failed, ...errors].join(', ')}`,
    ),
    ...unguarded.map((id) => `no mutant kills ${id}`),
  ].join('\n')
}

export function share({ count, of }: Rate): string {
  return `${count} of ${of}${of === 0 ? '' : ` (${((100 * count) / of).toFixed(1)} %)`}`
}
