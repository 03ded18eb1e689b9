// The behavior of a deployment where the contract is silent, as data: learned once per run (learn-profile.ts), or read from the file that
// the target file names. Nothing here is judged.

import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { countryForms, stateForms } from '../../client/sample-customers.ts'
import type { Target } from '../../client/target.ts'
import { errorMessage, UsageError } from '../../core/errors.ts'
import { writeOutput } from '../../core/output-files.ts'
import { readJson } from '../../core/read-json.ts'
import { zodMessages } from '../../core/zod-messages.ts'
import { type OperationId, operationIds } from '../../spec/operations.ts'
import type { OptionName, UnspecifiedId } from '../../spec/unspecified.ts'

const refusal = z
  .object({
    status: z.number().int(),
    /** The places that only a refusal has, such as `error.code`: false, or with a text, a number or a list. */
    fields: z.array(z.string()),
    /** True if a request that must be refused got a success: without a form of refusals in the contract, it may be one. */
    isLikeSuccess: z.boolean().optional(),
  })
  .strict()

const words = z.array(z.string())

const profileSchema = z
  .object({
    paytwin: z.literal('profile'),
    /** The form in which each operation refuses a request that is invalid. */
    refusals: z.record(z.enum(operationIds as [OperationId, ...OperationId[]]), refusal).default({}),
    /** The notation of shipping addresses, learned where a service refuses the address of a payment. */
    addresses: z
      .object({ states: z.enum(stateForms), country: z.enum(countryForms) })
      .strict()
      .optional(),
    deliveries: z
      .object({
        /** The time that deliveries are under way after the clock has moved, or after what caused them. */
        lagSeconds: z.number().nonnegative().optional(),
        /** The field with the status of the payment, and the texts that stand for the four statuses. */
        statusField: z.string().optional(),
        statusWords: z
          .object({ pending: words, processing: words, canceled: words, completed: words })
          .partial()
          .strict()
          .default({}),
        /** The field with the id of the transaction. */
        transactionField: z.string().optional(),
      })
      .strict()
      .default({}),
  })
  .strict()

/** The learned or declared behavior of a deployment in what the contract leaves open. */
export type Profile = z.output<typeof profileSchema>
export type Refusal = z.output<typeof refusal>

/** The profile that a target names; otherwise one that knows nothing. */
export const profileOf = ({ profile }: Pick<Target, 'profile'>): Profile =>
  profile === undefined ? profileSchema.parse({ paytwin: 'profile' }) : readProfile(profile)

/** Reads the file of a saved profile. Throws a UsageError that names every invalid place. */
function readProfile(path: string): Profile {
  const where = `Cannot read the profile ${path}.`
  const remedy = 'Write one with --save-profile, or remove profile from the target file.'
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new UsageError(where, `${errorMessage(error)}.`, remedy)
  }
  const json = readJson(text)
  const parsed = profileSchema.safeParse(json.ok ? json.value : undefined)
  if (parsed.success) return parsed.data
  throw new UsageError(where, `${zodMessages(parsed.error.issues, 'profile').join('; ')}.`, remedy)
}

/** Writes a profile to a file. Throws a UsageError if it cannot. */
export const saveProfileTo = (path: string, profile: Profile): Promise<void> =>
  writeOutput(path, `${JSON.stringify(profile, undefined, 2)}\n`)

/** The part of a profile that the report has. `shown` hides secrets. */
export const reportedProfile = (profile: Profile, shown: (text: string) => string) => ({
  lines: profileLines(profile).map(shown),
  options: optionsOf(profile),
})

/** The profile as lines in words; none if it knows nothing. */
function profileLines({ refusals, deliveries, addresses }: Profile): string[] {
  const forms = new Map<string, string[]>()
  for (const [id, { status, fields, isLikeSuccess }] of Object.entries(refusals)) {
    const said = fields.length === 0 ? '' : ` with ${fields.join(', ')}`
    const form = `HTTP ${status}${isLikeSuccess === true ? ' like a success' : said}`
    forms.set(form, [...(forms.get(form) ?? []), id])
  }
  const { lagSeconds, statusField, statusWords, transactionField } = deliveries
  const said = Object.entries(statusWords).map(([name, texts]) => `${name} is ${texts?.join(' or ')}`)
  return [
    ...[...forms].map(([form, ids]) => `refuses by ${form}: ${ids.join(', ')}`),
    ...(addresses === undefined
      ? []
      : [`takes addresses with ${addresses.states} of states and the country ${addresses.country}`]),
    ...(statusField === undefined ? [] : [`webhooks have the status in ${statusField}: ${said.join(', ')}`]),
    ...(transactionField === undefined
      ? []
      : [`webhooks have the id of the transaction in ${transactionField}`]),
    ...(lagSeconds === undefined ? [] : [`webhooks arrive after ${lagSeconds} s`]),
  ]
}

type Options = { [Id in UnspecifiedId]?: OptionName<Id> }

const envelopes: readonly (readonly [OptionName<'errors.envelope'>, string])[] = [
  ['error-object', 'error.code'],
  ['problem', 'detail'],
  ['message', 'message'],
]

/** The options of unspecified behaviors with which the simulator does what the profile has, where it has such an option. */
function optionsOf({ refusals, deliveries }: Profile): Options {
  const status = (id: OperationId) =>
    refusals[id]?.isLikeSuccess === true ? undefined : refusals[id]?.status
  const kinds = [status('createInvoice'), status('getStore'), status('getInvoice')].join()
  const https = { '400,401,404': 'classic', '400,400,400': 'uniform', '422,403,410': 'fine' } as const
  const http = Object.entries(https).find(([statuses]) => statuses === kinds)?.[1]
  const envelope = envelopes.find(([, field]) => refusals.getStore?.fields.includes(field))?.[0]
  const ofDebit = status('cancelSubscription')
  const form = ofDebit === undefined ? undefined : ofDebit < 300 ? 'in-body' : 'common'
  const written = Object.values(deliveries.statusWords).flat()
  const isText = written.some((text = '') => !/^-?\d+$/.test(text))
  return {
    ...(http === undefined ? {} : { 'errors.http-status': http }),
    ...(envelope === undefined ? {} : { 'errors.envelope': envelope }),
    ...(form === undefined ? {} : { 'errors.subscription-form': form }),
    ...(written.length === 0 ? {} : { 'webhooks.payment-status': isText ? 'words' : 'integer-text' }),
  }
}
