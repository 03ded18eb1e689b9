// The handler of every control operation: those of kinds and transitions are derived from their tables.

import { InvariantError } from '../../core/errors.ts'
import { type ListedKind, listedKinds, readControlDocument } from '../../spec/control/document.ts'
import type { OtherTopic } from '../../spec/control/operations.ts'
import type { TransitionId } from '../../spec/control/transitions.ts'
import type { CompiledControlOperation } from './compiled-control.ts'
import type { ControlInput, ControlSubject, TopicHandlers } from './handler-types.ts'
import { accounts } from './handlers/accounts.ts'
import { clock } from './handlers/clock.ts'
import { faults } from './handlers/faults.ts'
import { sandboxes } from './handlers/sandboxes.ts'
import { recordOf, recordsOf } from './records.ts'
import { runTransition } from './transitions.ts'

const topics: { readonly [Name in OtherTopic]: TopicHandlers<Name> } = { accounts, clock, faults, sandboxes }

/** A request whose parameters and body are valid. */
type Input = ControlSubject & Record<'params' | 'query' | 'body', unknown>
type Key = string | number
type AnyHandler = (input: Input) => unknown

const others: Readonly<Record<string, AnyHandler>> = Object.assign({}, ...Object.values(topics))

/** The handler of an operation. It returns a promise only if it takes time. */
export function handlerOf({ operationId, node }: CompiledControlOperation): AnyHandler {
  const { 'x-kind': kind, 'x-record': name, 'x-event': event } = node
  if (kind !== undefined) return (input) => listOf(kind, input)
  const other = others[operationId]
  if (other !== undefined) return other
  if (name === undefined) throw new InvariantError(`The operation ${operationId} has no handler.`)
  const { key, word } = listedKinds(readControlDocument())[name]
  const show = (input: Input, of: Key) => recordOf(input, { name, word }, of)
  if (event === undefined) return (input) => show(input, Object(input.params)[key])
  return (input) => {
    const result = transit(operationId as TransitionId, input)
    return result instanceof Promise ? result.then((of) => show(input, of)) : show(input, result)
  }
}

// The place where validated values get the types that the schemas of the document stand for.
function transit<Id extends TransitionId>(id: Id, input: Input): Key | Promise<Key> {
  return runTransition[id](input as ControlInput<Id>)
}

async function listOf({ name, entries }: ListedKind, input: Input): Promise<object> {
  const { shown, ...rest } = await recordsOf[name].list(input, Object(input.query))
  return { ...rest, [entries]: shown }
}
