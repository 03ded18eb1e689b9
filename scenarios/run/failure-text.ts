// One failure of a step in words: place, step, expected, actual, request. Secrets are redacted, those of responses too.

import type { Redactor } from '../../core/redaction.ts'
import { kindOf } from '../format/criteria.ts'
import { type Criterion, stepName } from '../format/scenario.ts'
import type { FailureReport } from './scenario-report.ts'
import type { Failure, StepResult } from './step.ts'

const maxShown = 300

/** A failure as data for reports. */
export function failureReport(
  { home, exchange }: StepResult,
  failure: Failure,
  redactor: Redactor,
): FailureReport {
  const place = { file: home.file, ...home.placeOf(failure.pointer), kind: failure.kind }
  switch (failure.kind) {
    case 'criterion':
      return {
        ...place,
        expected: redactor.text(expectedText(failure.criterion)),
        actual: actualText(failure, redactor),
      }
    case 'invalid-response':
      return {
        ...place,
        expected: `a response that matches the ${exchange?.operation.document} document`,
        actual: redactor.text(failure.violation),
      }
    case 'unresolved-expression':
      return {
        ...place,
        expected: `a value of ${failure.expression}`,
        actual: 'absent: a step did not run, or its response lacks the value',
      }
    case 'no-response':
      return {
        ...place,
        expected: 'a response',
        actual: redactor.text(failure.detail),
        remedy:
          failure.reason === 'timeout'
            ? 'Check why the target hangs, or raise --timeout.'
            : 'Check that the target runs and can be reached.',
      }
  }
}

/** A failure as lines for people. */
export function failureText(step: StepResult, failure: Failure, redactor: Redactor): string {
  const { file, line, column, expected, actual, remedy } = failureReport(step, failure, redactor)
  const { exchange } = step
  return [
    `${file}:${line}:${column}: ${stepName(step.workflowId, step.stepId)}`,
    `  expected  ${expected}`,
    `  actual    ${actual}`,
    ...(exchange === undefined
      ? []
      : [`  request   ${exchange.method} ${redactor.shortened(exchange.path, maxShown)}`]),
    ...(exchange === undefined || exchange.status === 0
      ? []
      : [`  response  ${exchange.status} ${redactor.shortened(exchange.responseText, maxShown)}`]),
    ...(remedy === undefined ? [] : [`  remedy    ${remedy}`]),
  ].join('\n')
}

function expectedText(criterion: Criterion): string {
  const { condition, context } = criterion
  const kind = kindOf(criterion)
  if (kind === 'simple') return condition
  return kind === 'regex'
    ? `${context} to match /${condition}/`
    : `${condition} to select something in ${context}`
}

function actualText(
  { criterion, actual }: Extract<Failure, { kind: 'criterion' }>,
  redactor: Redactor,
): string {
  const isQuery = kindOf(criterion) === 'jsonpath'
  const valueText = (expression: string, value: unknown) =>
    redactor.shortened(JSON.stringify(redactor.json(value, expression.split(/[./#]/).at(-1) ?? '')), maxShown)
  const values = actual
    // The whole response is shown anyway.
    .filter(({ expression }) => !(isQuery && expression === '$response.body'))
    .map(({ expression, value }) =>
      value === undefined ? `${expression} is absent` : `${expression} is ${valueText(expression, value)}`,
    )
  return [...(isQuery ? ['nothing was selected'] : []), ...values].join(', ')
}
