// Reads OpenAPI Overlay 1.0 documents. JSONPath takes time to load, so it is loaded only for an overlay.

import type { JSONPathQuery, JSONValue } from 'json-p3'
import { z } from 'zod'
import { errorMessage, UsageError, usageErrorsOf } from '../../core/errors.ts'
import { copyJson, isObject, valueAt } from '../../core/json.ts'
import { nearest } from '../../core/nearest.ts'
import { listMessages } from '../../core/validation-words.ts'
import { parseUpTo, zodMessages } from '../../core/zod-messages.ts'
import { isChoices } from '../options/assumption-choices.ts'
import type { Extension } from '../options/extension.ts'
import { optionRules } from '../options/simulator-options.ts'
import { type AssumptionChoices, Assumptions } from '../world/assumptions.ts'
import { defaultWorld } from '../world/default-world.ts'
import { readWorld } from '../world/read-world.ts'
import type { WorldFile } from '../world/world-file.ts'

const text = z.string().min(1)
const actionSchema = z
  .object({
    target: text,
    description: z.string().optional(),
    update: z.unknown().optional(),
    remove: z.boolean().optional(),
  })
  .refine(
    ({ update, remove }) => update !== undefined || remove === true,
    'must have "update", or "remove": true',
  )
/** Settings of an overlay in addition to the document. */
const settings = {
  'x-paytwin-assumptions': z.unknown().optional(),
  'x-paytwin-validation': z.enum(['strict', 'report']).optional(),
  'x-paytwin-world': z.record(z.unknown()).optional(),
}
const overlaySchema = z
  .object({
    overlay: z.string().regex(/^1\.0\.\d+$/, 'must be "1.0.0"'),
    info: z.object({ title: text.max(100), version: text }),
    extends: z.string().optional(),
    actions: z.array(actionSchema).default([]),
    ...settings,
  })
  .passthrough()
  .superRefine((overlay, { addIssue }) => {
    const own = Object.keys(overlay).filter((key) => key.startsWith('x-paytwin-'))
    for (const key of own)
      if (!Object.hasOwn(settings, key))
        addIssue({
          code: 'custom',
          path: [key],
          message: `is unknown. Did you mean ${nearest(key, Object.keys(settings)).join(', ')}?`,
        })
    if (overlay.actions.length === 0 && own.length === 0)
      addIssue({ code: 'custom', path: ['actions'], message: 'is missing' })
  })

interface Action {
  query: JSONPathQuery
  target: string
  update: unknown
  remove: boolean
  /** The action in messages. */
  place: string
}

const maxMessages = 20

/** Reads an overlay. Throws a UsageError for an invalid one; `name` is what it is called there, such as `overlay shop.json`. */
export async function readExtension(overlay: unknown, name = 'overlay'): Promise<Extension> {
  const read = parseUpTo(maxMessages, overlaySchema, overlay)
  if ('issues' in read)
    throw new UsageError(
      `Invalid ${name}.`,
      listMessages(
        zodMessages(read.issues, 'overlay').map((message) => `${message}.`),
        { separator: '\n', isComplete: read.issues.length < maxMessages },
      ),
      'Expected an OpenAPI Overlay 1.0 document. See docs/guide/extensions.md.',
    )
  const { info, actions, 'x-paytwin-assumptions': chosen = {} } = read.data
  const { 'x-paytwin-validation': validation, 'x-paytwin-world': world } = read.data
  const { compile } = await import('json-p3')
  const compiled = actions.map(({ target, update, remove = false }, at): Action => {
    const place = `Action ${at + 1} of the ${name}`
    return { query: compiledTarget(compile, target, place), target, update, remove, place }
  })
  return {
    name: info.title.replace(/[^\x20-\x7e]/g, '?'),
    file: name,
    assumptions: assumptionsOf(chosen, name),
    validation,
    world: world === undefined ? undefined : worldOf(world, name),
    apply: (document) => {
      const copy = copyJson(document) as typeof document
      for (const action of compiled) applyAction(copy, action)
      return copy
    },
  }
}

function compiledTarget(
  compile: (target: string) => JSONPathQuery,
  target: string,
  place: string,
): JSONPathQuery {
  try {
    return compile(target)
  } catch (error) {
    throw new UsageError(
      `${place} has an invalid target "${target}".`,
      `${errorMessage(error)}.`,
      'A target is a JSONPath (RFC 9535), such as $.paths.',
    )
  }
}

/** The default world with changes: objects are merged, and the elements of a list change those in the same places. */
function worldOf(changes: Readonly<Record<string, unknown>>, name: string): WorldFile {
  return readWorld(changed(defaultWorld, changes), `"x-paytwin-world" of the ${name}`)
}

function changed(before: unknown, changes: unknown): unknown {
  if (Array.isArray(changes)) return changes.map((change, index) => changed(valueAt(before, index), change))
  if (!isObject(changes)) return changes
  const kept = isObject(before) ? before : {}
  return {
    ...kept,
    ...Object.fromEntries(
      Object.entries(changes).map(([key, change]) => [key, changed(valueAt(kept, key), change)]),
    ),
  }
}

function assumptionsOf(chosen: unknown, name: string): AssumptionChoices {
  if (!isChoices(chosen))
    throw new UsageError(
      `Invalid "x-paytwin-assumptions" of the ${name}.`,
      `Expected ${optionRules.assumptions.expected}.`,
      `Use, for example, ${optionRules.assumptions.example}.`,
    )
  return usageErrorsOf(`"x-paytwin-assumptions" of the ${name}`, () => Assumptions.from(chosen).written)
}

function applyAction(document: object, { query, target, update, remove, place }: Action): void {
  const nodes = query.query(document as JSONValue).nodes
  if (nodes.length === 0)
    throw new UsageError(
      `The target "${target}" matches nothing.`,
      `It is the target of ${place.replace(/^A/, 'a')}, which would have no effect.`,
      'Correct it. Targets are evaluated against GET /openapi.json with all earlier actions applied.',
    )
  if (remove) {
    // From the end, so that the indexes before it stay.
    for (const { location } of [...nodes].reverse()) removeAt(document, location, place)
    return
  }
  for (const { value } of nodes) {
    if (Array.isArray(value)) value.push(copyJson(update) as JSONValue)
    else if (isObject(value) && isObject(update)) merge(value, update)
    else
      throw new UsageError(
        `${place} cannot update "${target}".`,
        `The target is ${isObject(value) ? 'an object, but "update" is not' : 'neither an object nor an array'}.`,
        'Update an object with an object, an array with an element, or the parent of any other value.',
      )
  }
}

function removeAt(document: object, location: readonly (string | number)[], place: string): void {
  const key = location.at(-1)
  if (key === undefined)
    throw new UsageError(
      `${place} removes the whole document.`,
      'Its target is the root.',
      'Target a part of it.',
    )
  let parent: unknown = document
  for (const step of location.slice(0, -1)) parent = Reflect.get(Object(parent), step)
  if (Array.isArray(parent)) parent.splice(Number(key), 1)
  else Reflect.deleteProperty(Object(parent), key)
}

/** Objects are merged, arrays are concatenated, and other values replaced. */
function merge(into: Record<string, unknown>, update: Readonly<Record<string, unknown>>): void {
  for (const [key, value] of Object.entries(update)) {
    const known = Object.hasOwn(into, key) ? into[key] : undefined
    if (isObject(known) && isObject(value)) merge(known, value)
    else
      Object.defineProperty(into, key, {
        value: Array.isArray(known) && Array.isArray(value) ? [...known, ...value] : copyJson(value),
        enumerable: true,
        writable: true,
        configurable: true,
      })
  }
}
