// The options of a simulator: what they are, and which values they take. Each flag of `paytwin serve`, except for --host,
// --port and --data, is the option of the same name in camelCase. Defaults are in sandbox-options.ts and simulator.ts.

import { UsageError } from '../../core/errors.ts'
import { isObject } from '../../core/json.ts'
import { automationGroups, automationModes } from '../../spec/control/values.ts'
import type { Plugin } from '../plugin.ts'
import type { Handlers } from '../resources/handler-types.ts'
import type { Transport } from '../webhooks/http-transport.ts'
import type { AssumptionChoices } from '../world/assumptions.ts'
import { type AutomationGroup, type AutomationMode, modesOf } from '../world/automation.ts'
import type { WorldFile } from '../world/world-file.ts'
import { isChoices } from './assumption-choices.ts'

/** `report` processes a request that violates the contract, and reports the violations. */
export type Validation = 'strict' | 'report'

/** The start of a sandbox. Every option has a default. */
export interface SandboxSetup {
  seed?: string | number | undefined
  /** The first instant of the clock, ISO 8601 with an offset. */
  start?: string | undefined
  world?: WorldFile | undefined
  /** Options of unspecified behaviors; those not named have their default. */
  assumptions?: AssumptionChoices | undefined
  /** A seed that draws every assumption, instead of `assumptions`. */
  randomAssumptions?: string | number | undefined
  validation?: Validation | undefined
  /** Modes of scheduled events, by group; at their time by default. */
  automation?: Readonly<Partial<Record<AutomationGroup, AutomationMode | undefined>>> | undefined
  /** The initial webhook of every merchant. */
  webhookUrl?: string | null | undefined
}

/** Options that all sandboxes of a simulator share. */
export interface SharedOptions {
  /** True if webhooks are sent to other machines. */
  allowAnyWebhookHost?: boolean | undefined
  /** The longest time of a receiver, in real milliseconds. */
  webhookTimeoutMs?: number | undefined
  /** After how many real seconds the checkout page returns to the shop when it has received a payment. */
  returnSeconds?: number | undefined
  /** Sends webhooks in place of HTTP. */
  transport?: Transport | undefined
  /** Handlers that replace those of the simulator, by operation. */
  handlers?: Partial<Handlers> | undefined
}

/** The options of a simulator. Those of a sandbox apply to the default sandbox, and are defaults of named ones. */
export interface SimulatorOptions extends SandboxSetup, SharedOptions {
  /** `manual`, or how fast the clock of the default sandbox runs, such as `60x`. */
  clock?: string | undefined
  /** True if the control API and named sandboxes are served; the default. */
  control?: boolean | undefined
  /** Origins whose pages may call the service, in addition to those of the assumption `service.cors`. */
  cors?: readonly string[] | undefined
  /** The maximum number of named sandboxes in memory. Beyond it, the least recently used one is deleted; with --data, it only leaves the memory. */
  maxSandboxes?: number | undefined
  /** Functions that add routes and behavior to the service. */
  plugins?: readonly Plugin[] | undefined
  /** Where the simulator is reached; links in responses start with it. */
  publicUrl?: string | undefined
  /** The start of the default sandbox; its options replace those of the simulator there, except `webhookUrl`. */
  snapshot?: object | undefined
}

/** The values that an option takes. */
export interface OptionRule {
  accepts: (value: unknown) => boolean
  expected: string
  example: string
}

const isText = (value: unknown) => typeof value === 'string'
const isFunction = (value: unknown) => typeof value === 'function'

function rule(accepts: OptionRule['accepts'], expected: string, example: string): OptionRule {
  return { accepts, expected, example }
}

export function wholeNumbers(min: number, max: number, example = min): OptionRule {
  return rule(
    (value) => Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max,
    `a whole number from ${min} to ${max}`,
    String(example),
  )
}

const seeds = rule((value) => isText(value) || Number.isSafeInteger(value), 'a text or a whole number', '7')
const switches = rule((value) => typeof value === 'boolean', 'true or false', 'true')

const sandboxRules = {
  seed: seeds,
  start: rule(isText, 'an instant in ISO 8601 with an offset', '"2026-01-05T09:00:00.000Z"'),
  world: rule(
    isObject,
    'a world as an object, not the name of its file',
    'defaultWorld, which "paytwin world" prints',
  ),
  assumptions: rule(
    isChoices,
    'an object: ids of unspecified behaviors with the name of an option, or with { "use": name, "value": data }',
    '{ "transactions.repeated-order": "refused" }',
  ),
  randomAssumptions: seeds,
  validation: rule(
    (value: unknown) => value === 'strict' || value === 'report',
    '"strict", which refuses violations of the contract, or "report", which reports them and continues',
    '"report"',
  ),
  automation: rule(
    isAutomation,
    `an object from groups to modes. Groups: ${automationGroups.join(', ')}. Modes: ${automationModes.join(', ')}. The groups renewals and reminders cannot be auto, because each event schedules the next`,
    '{ transactions: "manual" }',
  ),
  webhookUrl: rule(
    (value: unknown) => value === null || isText(value),
    'the URL of a webhook, or null',
    '"http://127.0.0.1:3000/webhook"',
  ),
} satisfies Record<keyof SandboxSetup, OptionRule>

const snapshots = rule(
  isObject,
  'a snapshot as an object, not its text',
  'what snapshot() or GET /control/snapshot returned',
)

/** The values of every option. */
export const optionRules: Readonly<Record<keyof SimulatorOptions, OptionRule>> = {
  ...sandboxRules,
  allowAnyWebhookHost: switches,
  // Node's timers end at once beyond 2^31 - 1 milliseconds.
  webhookTimeoutMs: wholeNumbers(1, 2 ** 31 - 1, 5000),
  returnSeconds: wholeNumbers(0, 3600, 3),
  transport: rule(
    isFunction,
    'a function that sends a request and returns a promise of its outcome',
    'none, to send over HTTP',
  ),
  handlers: rule(
    (value) => isObject(value) && Object.values(value).every((one) => one === undefined || isFunction(one)),
    'an object: ids of operations with the function that handles each',
    'none, for the handlers of the simulator',
  ),
  clock: rule(
    (value) => isText(value) && clockRatio(String(value)) !== undefined,
    '"manual", or a multiple of real time up to 1000000x',
    '60x for a minute each second',
  ),
  control: switches,
  cors: rule(
    (value) => Array.isArray(value) && value.every(isOrigin),
    'a list of origins, each with scheme, host and port but no path',
    '["https://shop.example"]',
  ),
  maxSandboxes: wholeNumbers(1, 100_000, 256),
  plugins: rule(
    (value) => Array.isArray(value) && value.every(isFunction),
    'a list of functions, not the names of their files',
    '[({ service }) => { service.get("/version", (context) => context.text("1")) }]',
  ),
  publicUrl: rule(
    (value) => typeof value === 'string' && /^https?:\/\/[^?#]+$/.test(value) && URL.canParse(value),
    'a URL that starts with http:// or https://',
    '"http://127.0.0.1:4020"',
  ),
  snapshot: snapshots,
}

function isOrigin(value: unknown): boolean {
  return typeof value === 'string' && URL.canParse(value) && new URL(value).origin === value
}

const maxClockRatio = 1_000_000

/** The speed of a clock as a multiple of real time: 0 for `manual`; undefined for an invalid value. */
export function clockRatio(clock: string): number | undefined {
  if (clock === 'manual') return 0
  const ratio = Number(/^(\d+(?:\.\d+)?)x$/.exec(clock)?.[1])
  return ratio > 0 && ratio <= maxClockRatio ? ratio : undefined
}

/** Throws a UsageError for options that a simulator does not have, or values that they do not take. */
export function checkSimulatorOptions(options: unknown): void {
  check('simulator', optionRules, options)
}

/** Throws a UsageError for options that a named sandbox does not have, or values that they do not take. */
export function checkSandboxOptions(options: unknown): void {
  check('named sandbox', { ...sandboxRules, snapshot: snapshots }, options)
}

/** Throws a UsageError for what a plugin cannot set. */
export function checkPluginSettings(settings: object): void {
  const { assumptions, validation, world } = sandboxRules
  check('plugin', { assumptions, validation, world }, settings)
}

function check(owner: string, rules: Readonly<Record<string, OptionRule>>, options: unknown): void {
  const names = `Use one of ${Object.keys(rules).join(', ')}.`
  if (!isObject(options))
    throw new UsageError(`Invalid options of a ${owner}: ${shown(options)}.`, 'Expected an object.', names)
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined
    if (rule === undefined)
      throw new UsageError(`Unknown option "${name}" of a ${owner}.`, `Its value is ${shown(value)}.`, names)
    if (!rule.accepts(value)) throw invalidValue(shown(value), `the option "${name}"`, rule)
  }
}

/** The error for a value that an option or flag does not take. */
export function invalidValue(
  value: string,
  of: string,
  { expected, example }: Omit<OptionRule, 'accepts'>,
): UsageError {
  return new UsageError(
    `Invalid value ${value} for ${of}.`,
    `Expected ${expected}.`,
    `Use, for example, ${example}.`,
  )
}

function isAutomation(value: unknown): boolean {
  if (!isObject(value)) return false
  return Object.entries(value).every(([name, mode]) => {
    const group = automationGroups.find((one) => one === name)
    return group !== undefined && (mode === undefined || modesOf(group).some((one) => one === mode))
  })
}

/** A value in a message: texts and numbers in full, the type of everything else. */
function shown(value: unknown): string {
  if (typeof value === 'function') return 'a function'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'string') return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value)
  return isObject(value) ? 'an object' : String(value)
}
