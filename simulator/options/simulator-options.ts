// What each option of a simulator may be. Every door comes by here: code without types, the command line, and the control
// API for what its own document cannot say. What they are when they are left out is in setup.ts.

import { UsageError } from '../../core/errors.ts'
import type { SimulatorOptions } from '../simulator.ts'
import type { AssumptionChoice, AssumptionChoices } from '../world/assumptions.ts'
import { progresses, things } from '../world/automation.ts'
import type { SandboxSetup } from './sandbox-options.ts'

/** What the values of one option have in common. */
export interface Form {
  holds: (value: unknown) => boolean
  /** What is taken, as a sentence. */
  takes: string
  remedy: string
}

/** Whole numbers within bounds. */
export function wholeNumbers(min: number, max: number): Form {
  return {
    holds: (value) => Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max,
    takes: `It takes a whole number from ${min} to ${max}.`,
    remedy: `Give one, such as ${min}.`,
  }
}

/** How many named sandboxes there may be. */
export const sandboxBounds = [1, 100_000] as const
/** How many milliseconds a receiver may be waited for; beyond the last, timers end at once. */
export const timeoutBounds = [1, 2 ** 31 - 1] as const
export const defaultTimeoutMs = 5000

const isText = (value: unknown) => typeof value === 'string'
const isFunction = (value: unknown) => typeof value === 'function'
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const seeds: Form = {
  holds: (value) => isText(value) || Number.isSafeInteger(value),
  takes: 'It takes a text or a whole number.',
  remedy: 'Give one, such as 7.',
}
const switches: Form = {
  holds: (value) => typeof value === 'boolean',
  takes: 'It takes true or false.',
  remedy: 'Give one of the two.',
}
const snapshots: Form = {
  holds: isObject,
  takes: 'It takes a snapshot as it was taken, not its text.',
  remedy: 'Give what snapshot() or GET /control/snapshot gave.',
}
/** How strictly requests are held to the contract. */
export const validation: Form = {
  holds: (value) => value === 'strict' || value === 'report',
  takes:
    'It takes "strict", which refuses what the contract does not allow, or "report", which names it and goes on.',
  remedy: 'Give one of the two.',
}

// What a sandbox begins with.
const sandboxForms = {
  seed: seeds,
  start: {
    holds: isText,
    takes: 'It takes an instant in ISO 8601 with its offset.',
    remedy: 'Give one, such as "2026-01-05T09:00:00.000Z".',
  },
  world: {
    holds: isObject,
    takes: 'It takes a world itself, not the name of its file.',
    remedy: 'Give an object like defaultWorld, which "paytwin world" prints.',
  },
  assumptions: {
    holds: isChoices,
    takes:
      'It takes an object: ids of unspecified behaviors with the name of a assumption, or with { "use": name, "value": data }.',
    remedy: 'Write it like { "transactions.repeated-order": "refused" }.',
  },
  vary: seeds,
  validation,
  progress: {
    holds: isObject,
    takes: 'It takes an object: things and how each moves on.',
    remedy: 'Write it like { transactions: "manual" }.',
  },
  webhookUrl: {
    holds: (value: unknown) => value === null || isText(value),
    takes: 'It takes the address of a webhook, or null.',
    remedy: 'Give one, such as "http://127.0.0.1:3000/webhook".',
  },
} satisfies Record<keyof SandboxSetup, Form>

const simulatorForms: Readonly<Record<keyof SimulatorOptions, Form>> = {
  ...sandboxForms,
  allowAnyWebhookHost: switches,
  webhookTimeoutMs: wholeNumbers(...timeoutBounds),
  transport: {
    holds: isFunction,
    takes: 'It takes a function that sends a request and gives back a promise of its outcome.',
    remedy: 'Leave it out to send over HTTP.',
  },
  handlers: {
    holds: (value) =>
      isObject(value) && Object.values(value).every((one) => one === undefined || isFunction(one)),
    takes: 'It takes an object: ids of operations with the function that answers each.',
    remedy: 'Leave it out for the handlers of the simulator.',
  },
  publicUrl: {
    holds: (value) => typeof value === 'string' && /^https?:\/\/[^?#]+$/.test(value) && URL.canParse(value),
    takes: 'It takes the address under which the simulator is reached, beginning with http:// or https://.',
    remedy: 'Give one, such as "http://127.0.0.1:4020".',
  },
  document: {
    holds: isObject,
    takes: 'It takes an OpenAPI document itself, not the name of its file.',
    remedy: 'Begin with the one that the package exports as "paytwin/openapi.json".',
  },
  control: switches,
  maxSandboxes: wholeNumbers(...sandboxBounds),
}

/** Options of the command line that are called otherwise in code, or have no counterpart there. */
const otherwise = new Map(
  Object.entries({
    webhookTimeout: 'What --webhook-timeout is on the command line is webhookTimeoutMs here.',
    noControl: 'What --no-control is on the command line is control: false here.',
    clock: 'In process, time moves only when told: clock.advance does it.',
    port: 'In process there is no socket; publicUrl is what links in answers begin with.',
    host: 'In process there is no socket; publicUrl is what links in answers begin with.',
  }),
)

/** Throws a UsageError for options of a simulator that cannot be used. */
export function checkSimulatorOptions(options: unknown): void {
  check('A simulator', simulatorForms, options)
}

/** Throws a UsageError for options of a named sandbox that cannot be used. */
export function checkSandboxOptions(options: unknown): void {
  check('A named sandbox', { ...sandboxForms, snapshot: snapshots }, options)
}

function check(whose: string, forms: Readonly<Record<string, Form>>, options: unknown): void {
  const names = Object.keys(forms).join(', ')
  if (!isObject(options))
    throw new UsageError(
      `${whose} cannot begin with ${shown(options)}.`,
      'Its options are an object.',
      `Choose among: ${names}.`,
    )
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue
    const form = Object.hasOwn(forms, name) ? forms[name] : undefined
    if (form === undefined)
      throw new UsageError(
        `${whose} has no option "${name}".`,
        otherwise.get(name) ?? `It was given as ${shown(value)}.`,
        `Choose among: ${names}.`,
      )
    if (!form.holds(value))
      throw new UsageError(`The option "${name}" cannot be ${shown(value)}.`, form.takes, form.remedy)
    if (name === 'progress') checkProgress(value)
  }
}

function checkProgress(value: unknown): void {
  for (const [thing, how] of Object.entries(Object(value))) {
    if (how === undefined) continue
    const known = things.some((one) => one === thing) && progresses.some((one) => one === how)
    if (known && !neverEnds(thing, how)) continue
    throw new UsageError(
      `The option "progress.${thing}" cannot be ${shown(how)}.`,
      known ? endless : pairs,
      'Write it like { transactions: "manual" }.',
    )
  }
}

/** What a choice of progress takes. */
export const pairs = `It takes a thing (${things.join(', ')}) and how it moves on (${progresses.join(', ')}).`

/** Whether a thing that moved on like that would for ever cause the next one. */
export function neverEnds(thing: string, progress: unknown): boolean {
  return progress === 'auto' && (thing === 'renewals' || thing === 'reminders')
}

/** Why some things cannot move on at once. */
export const endless = 'A renewal or reminder that came at once would be followed by the next at once.'

/** Whether a value is a choice of assumptions; whether there are such is not asked. */
export function isChoices(value: unknown): value is AssumptionChoices {
  return isObject(value) && Object.values(value).every(isChoice)
}

function isChoice(value: unknown): value is AssumptionChoice {
  if (isText(value)) return true
  if (!isObject(value) || !Object.hasOwn(value, 'value')) return false
  const { use } = value
  return use === undefined || isText(use)
}

/** A value in a message: what it is, not all that it holds. */
function shown(value: unknown): string {
  if (typeof value === 'function') return 'a function'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'string') return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value)
  return isObject(value) ? 'an object' : String(value)
}
