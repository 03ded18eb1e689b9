// One failure of a step in words: place, step, expected, actual, request. Secrets are redacted, those of responses too.

import { redacted } from '../../core/redaction.ts'
import { isSecretField, secretFields } from '../../spec/secret-fields.ts'
import { kindOf } from '../format/criteria.ts'
import { type Criterion, stepName } from '../format/scenario.ts'
import type { Failure, StepResult } from '../run/step.ts'
import { redactorOf } from './transcript.ts'

const maxShown = 300

interface FailureReport {
  file: string
  line: number
  column: number
  kind: Failure['kind']
  expected: string
  actual: string
  /** What to do, if it is not obvious. */
  remedy?: string
}

/** A failure as data for reports. `names` are addresses and secrets, each with the name that is shown instead. */
export function failureReport(
  { home, exchange }: StepResult,
  failure: Failure,
  names: ReadonlyMap<string, string>,
): FailureReport {
  const place = { file: home.file, ...home.placeOf(failure.pointer), kind: failure.kind }
  switch (failure.kind) {
    case 'criterion':
      return {
        ...place,
        expected: expectedText(failure.criterion),
        actual: actualText(failure, redactorOf(names, secretFields)),
      }
    case 'invalid-response':
      return {
        ...place,
        expected: `a response that matches the ${exchange?.operation.document} document`,
        actual: failure.violation,
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
        actual: failure.detail,
        remedy:
          failure.reason === 'timeout'
            ? 'Check why the target hangs, or raise --timeout.'
            : 'Check that the target runs and can be reached.',
      }
  }
}

/** A failure as lines for people. */
export function failureText(step: StepResult, failure: Failure, names: ReadonlyMap<string, string>): string {
  const { file, line, column, expected, actual, remedy } = failureReport(step, failure, names)
  const { exchange } = step
  const redact = redactorOf(names, secretFields)
  return [
    `${file}:${line}:${column}: ${stepName(step.workflowId, step.stepId)}`,
    `  expected  ${expected}`,
    `  actual    ${actual}`,
    ...(exchange === undefined ? [] : [`  request   ${exchange.method} ${short(redact(exchange.path))}`]),
    ...(exchange === undefined || exchange.status === 0
      ? []
      : [`  response  ${exchange.status} ${short(redact(exchange.responseText))}`]),
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
  redact: (text: string) => string,
): string {
  const isQuery = kindOf(criterion) === 'jsonpath'
  const valueText = (expression: string, value: unknown) =>
    isSecretField(expression.split(/[./#]/).at(-1) ?? '') ? redacted : short(redact(JSON.stringify(value)))
  const values = actual
    // The whole response is shown anyway.
    .filter(({ expression }) => !(isQuery && expression === '$response.body'))
    .map(({ expression, value }) =>
      value === undefined ? `${expression} is absent` : `${expression} is ${valueText(expression, value)}`,
    )
  return [...(isQuery ? ['nothing was selected'] : []), ...values].join(', ')
}

function short(text: string): string {
  return text.length > maxShown ? `${text.slice(0, maxShown)}… (${text.length} characters)` : text
}
