// A run in two phases. Its file has what the properties have done so far, without secrets: the first phase creates, and later
// ones judge what can be judged by then.

import { readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import type { Target } from '../../client/target.ts'
import { dayMs } from '../../core/durations.ts'
import { errorMessage, UsageError } from '../../core/errors.ts'
import { parseJson } from '../../core/json.ts'
import { writeOutput } from '../../core/output-files.ts'
import type { Redactor } from '../../core/redaction.ts'
import { harmLevels } from '../../spec/operation.ts'
import { ms } from '../observe/capabilities.ts'
import type { Deployment } from '../observe/deployment.ts'
import { Journal, journalEntry } from '../observe/journal.ts'
import { nameOf, type Property } from '../steps/property.ts'
import type { SuiteOptions } from './suite-options.ts'

const schema = z
  .object({
    paytwin: z.literal('prepared-run'),
    version: z.literal(1),
    /** The base URL of the target. */
    target: z.string(),
    preparedAt: z.number(),
    level: z.enum(harmLevels),
    seed: z.number().int(),
    /** Every id of the run begins with it. */
    tag: z.string(),
    properties: z.array(z.object({ name: z.string(), entries: z.array(journalEntry) }).strict()),
  })
  .strict()
/** After it, subscriptions of the run may have ended. */
const maxDays = 120
type State = z.output<typeof schema>

/** A run that is prepared or resumed. */
interface PreparedRun {
  path: string
  /** In milliseconds since 1970. */
  preparedAt: number
  /** The state of an earlier phase; undefined in the first one. */
  state: State | undefined
  journals: Map<Property, Journal>
}

/** The run that the options prepare or resume; undefined by default. Throws a UsageError for a file that cannot be used. */
export function preparedRun(
  { prepare, resume }: Pick<SuiteOptions, 'prepare' | 'resume'>,
  target: Target,
  now: number,
): PreparedRun | undefined {
  if (prepare !== undefined && resume !== undefined)
    throw new UsageError(
      '--prepare and --resume exclude each other.',
      'A run is one phase.',
      'Use one of them.',
    )
  if (prepare !== undefined) {
    return { path: prepare, state: undefined, preparedAt: now, journals: new Map() }
  }
  if (resume === undefined) return undefined
  const state = read(resume)
  if (state.target !== target.baseUrl)
    throw new UsageError(
      `The file ${resume} is of another target.`,
      `It was prepared for ${state.target}; this run is for ${target.baseUrl}.`,
      'Resume it with the target that it was prepared for.',
    )
  if (now - state.preparedAt > maxDays * dayMs)
    throw new UsageError(
      `The run in ${resume} is too old.`,
      `It was prepared more than ${maxDays} days ago, so its subscriptions may have ended.`,
      'Prepare another one.',
    )
  return { path: resume, state, preparedAt: state.preparedAt, journals: new Map() }
}

/** The properties of a prepared run: those that it began with, or all that can be judged after days without the suite. */
export function propertiesOf({ state }: PreparedRun, properties: readonly Property[]): Property[] {
  return properties.filter(
    ({ waits, needs, ...rest }) =>
      waits !== undefined &&
      // A check that only reads soon after a payment proves nothing days later.
      (needs?.includes('webhooks') === true || ms(waits) >= dayMs) &&
      (state === undefined || state.properties.some(({ name }) => name === nameOf(rest))),
  )
}

/** A deployment without a receiver that listens only while the suite runs. */
export function betweenPhases({ webhooks, ...others }: Deployment): Deployment {
  if (webhooks?.isLasting === true) return { ...others, webhooks }
  const why = 'without capabilities.webhooks.log in the target file, a run in two phases has none'
  return { ...others, missing: new Map([...others.missing, ['webhooks', why]]) }
}

/** Creates the file of a first phase. Throws a UsageError if it cannot, or if the phase has nothing to do. */
export function beginPhase({ path, state }: PreparedRun, applicable: readonly Property[]): void {
  if (state !== undefined) return
  if (applicable.length === 0)
    throw new UsageError(
      'There is nothing to prepare.',
      'No selected requirement that takes days can be checked with this target file at this level.',
      'Add capabilities.webhooks.log or fixtures to the target file, and use --level money; --init explains them.',
    )
  create(path)
}

/** The journal of a property, with what it did in earlier phases. */
export function journalOf(
  { state, journals }: PreparedRun,
  property: Property,
  save: () => Promise<void>,
): Journal {
  const known = journals.get(property)
  if (known !== undefined) return known
  const found = state?.properties.find(({ name }) => name === nameOf(property))
  const journal = new Journal(found?.entries, save)
  journals.set(property, journal)
  return journal
}

/** Returns the function that writes the file of a run. Calls during a write share the next one. */
export function saving(
  { path, preparedAt, journals }: PreparedRun,
  run: Pick<State, 'target' | 'level' | 'seed' | 'tag'>,
  redactor: Redactor,
): () => Promise<void> {
  const save = () => {
    const all = [...journals].flatMap(([, { entries }]) => entries)
    for (const { response } of all) if (response !== undefined) redactor.learnText(response.text)
    const shown = (text: string) => redactor.text(text)
    const properties = [...journals].map(([property, { entries }]) => ({
      name: nameOf(property),
      entries: entries.map(({ response, failure, ...entry }) => ({
        ...entry,
        ...(response === undefined ? {} : { response: { ...response, text: shown(response.text) } }),
        ...(failure === undefined ? {} : { failure: shown(failure) }),
      })),
    }))
    const state: State = { paytwin: 'prepared-run', version: 1, preparedAt, ...run, properties }
    return writeOutput(path, `${JSON.stringify(state, null, 1)}\n`)
  }
  let last = Promise.resolve()
  let next: Promise<void> | undefined
  return () => {
    next ??= last.then(() => {
      next = undefined
      return save()
    })
    last = next
    return next
  }
}

function read(path: string): State {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new UsageError(`Cannot read ${path}.`, `${errorMessage(error)}.`, 'Check the path of --resume.')
  }
  const result = schema.safeParse(parseJson(text))
  if (result.success) return result.data
  throw new UsageError(
    `The file ${path} is not a prepared run.`,
    'Expected a file that --prepare of this version wrote.',
    'Run --prepare first.',
  )
}

function create(path: string): void {
  try {
    writeFileSync(path, '', { mode: 0o600, flag: 'wx' })
  } catch (error) {
    throw new UsageError(
      `Cannot write ${path}.`,
      `${errorMessage(error)}.`,
      'Choose a file that does not exist yet, in a directory that exists.',
    )
  }
}
