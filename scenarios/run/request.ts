// The request of a step: parameters and payload with their expressions replaced.

import { UsageError } from '../../core/errors.ts'
import { atPointer, pointerSteps } from '../../core/json-pointer.ts'
import type { ListedOperation } from '../format/documents.ts'
import { resolveTemplates, type Scope } from '../format/expressions.ts'
import type { Parameter, Step } from '../format/scenario.ts'
import type { StepRequest } from './exchange.ts'

/** Builds the request of a step. Throws an UnresolvedExpression. */
export function requestOf(
  operation: ListedOperation,
  parameters: readonly Parameter[],
  step: Step,
  scope: Scope,
): StepRequest & { values: Scope['request'] } {
  const values = parameters.map(({ name, in: place, value }) => ({
    name,
    place,
    value: resolveTemplates(value, scope, '/parameters'),
  }))
  const at = (place: Parameter['in']) => values.filter((one) => one.place === place)
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(at('path').find((one) => one.name === name)?.value ?? '')),
  )
  const query = at('query').map(({ name, value }) => `${encoded(name)}=${encoded(value)}`)
  const body = bodyOf(step, scope)
  const header: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
  for (const { name, value } of at('header')) header[name.toLowerCase()] = String(value)
  return {
    operation,
    path: query.length === 0 ? path : `${path}?${query.join('&')}`,
    headers: header,
    body,
    values: { header, query: byName(at('query')), path: byName(at('path')), body },
  }
}

function bodyOf({ stepId, requestBody }: Step, scope: Scope): unknown {
  if (requestBody === undefined) return undefined
  const payload = resolveTemplates(requestBody.payload, scope, '/requestBody/payload')
  requestBody.replacements?.forEach(({ target, value }, index) => {
    const holder = atPointer(payload, target.slice(0, target.lastIndexOf('/')))
    const key = pointerSteps(target).at(-1) ?? ''
    if (typeof holder !== 'object' || holder === null || !Object.hasOwn(holder, key))
      throw new UsageError(
        `The payload of the step "${stepId}" has nothing at ${target}.`,
        'A replacement needs a target that exists.',
        'Correct the JSON pointer.',
      )
    Reflect.set(holder, key, resolveTemplates(value, scope, `/requestBody/replacements/${index}/value`))
  })
  return payload
}

function byName(values: readonly { name: string; value: unknown }[]): Record<string, unknown> {
  return Object.fromEntries(values.map(({ name, value }) => [name, value]))
}

function encoded(value: unknown): string {
  return encodeURIComponent(String(value))
}
