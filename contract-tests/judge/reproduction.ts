// The reproduction of a failure: the command that runs the suite again, and the deciding request as a curl command.

import { secretsOf, type Target } from '../../client/target.ts'
import { roles } from '../../client/target-accounts.ts'
import type { Call, Step } from '../../client/transcript.ts'
import { UsageError } from '../../core/errors.ts'
import { type Redactor, redacted } from '../../core/redaction.ts'
import { flagWords, shellQuoted } from '../../core/shell-words.ts'
import { includesLevel } from '../../spec/operation.ts'
import { operations } from '../../spec/operations.ts'
import type { RequirementId } from '../../spec/requirements.ts'
import type { Deployment } from '../observe/deployment.ts'
import type { Property } from '../steps/property.ts'
import type { PropertyRun } from '../steps/property-run.ts'
import type { Failure } from './report.ts'

/** Longer bodies are not pasted into a terminal. */
const maxBodyCharacters = 4000

/** The command that reproduces a violation: all properties that check the requirement, or the one that found it if that is not enough. */
export function reproduceCommand(
  command: string,
  property: Property,
  { requirement, path }: { requirement: RequirementId; path?: string },
): string {
  // The shape of every response is checked, also in properties of other requirements.
  const isAlone = path !== undefined || !property.checks.includes(requirement)
  const rerun = { '--property': isAlone ? property.title : undefined, '--path': path }
  return `${command} --only ${requirement}${flagWords(rerun)}`
}

/** The parts of a deployment on which a curl command depends. */
export interface Address extends Pick<Deployment, 'target' | 'remote' | 'lastingUrl'> {
  redactor: Redactor
}

/** A call as a curl command, or why there is none that shows the same once more. */
export function curlCommand(
  transcript: readonly Step[],
  at: number | undefined,
  { target, remote, lastingUrl, redactor }: Address,
): Pick<Failure, 'curl' | 'noCurl'> {
  const call = transcript[at ?? -1]
  if (call === undefined || 'did' in call) return { noCurl: 'no single response shows it' }
  const { method, url, headers, body, operationId } = call
  if (!remote) return { noCurl: 'the target is in this process' }
  if (lastingUrl !== undefined && needsEarlier(transcript.slice(0, at), call, target))
    return { noCurl: 'its records were in a sandbox that is deleted' }
  if (body.length > maxBodyCharacters) return { noCurl: `its body has ${body.length} characters` }
  const { harm } = operations[operationId]
  if (!includesLevel('write', harm) || operationId === 'cancelSubscription')
    return { noCurl: 'it would move money or change a record a second time' }
  const lasting = `${lastingUrl ?? target.baseUrl}${url.slice(target.baseUrl.length)}`
  const shown = [
    ...['curl', '-X', method, redactor.text(lasting)],
    ...Object.entries(headers).flatMap(([name, value]) => [
      '-H',
      // A credential that was made up is no secret.
      `${name}: ${redactor.resembles(value) ? redactor.header(name, value) : value}`,
    ]),
    ...(body === '' ? [] : ['--data-raw', redactor.resembles(body) ? redactor.text(body) : body]),
  ]
  return shown.some((word) => word.includes(redacted))
    ? { noCurl: 'it has a secret without a name' }
    : { curl: shown.map((word) => withVariables(word, target)).join(' ') }
}

/** True if a call names a record of earlier ones. */
function needsEarlier(steps: readonly Step[], call: Call, target: Target): boolean {
  const accounts = JSON.stringify(target)
  const idsIn = ({ url, payload, body }: Call, response = '') =>
    `${url} ${JSON.stringify(payload ?? body)} ${response}`.match(recordId) ?? []
  const earlier = steps.flatMap((step) => ('did' in step ? [] : idsIn(step, step.response)))
  return idsIn(call).some((id) => earlier.includes(id) && !accounts.includes(id))
}

/** A uuid, or an id of the run. */
const recordId = /[\da-f]{8}-[\da-f-]{27}|pt-\w+-[\w-]+-\d+/gi

/** A word for a shell with its secrets as variables: of this environment, or else with what they must be set to. */
function withVariables(word: string, target: Target): string {
  const names = new Map([...secretsOf(target)].map(([secret, name]) => [`<${name}>`, { secret, name }]))
  const parts = word.split(/(<[\w.-]+>)/).filter((part) => part !== '')
  if (!parts.some((part) => names.has(part))) return shellQuoted(word)
  const shown = parts.map((part) => {
    const known = names.get(part)
    if (known === undefined) return shellQuoted(part)
    const [variable] =
      Object.entries(process.env).find(([name, value]) => /^\w+$/.test(name) && value === known.secret) ?? []
    return variable === undefined
      ? `"\${${variableOf(known.name)}:?is ${fieldOf(known.name)} of the target file}"`
      : `"$${variable}"`
  })
  return shown.join('')
}

/** The variable of a secret, such as MERCHANT_ACCESS_TOKEN. */
const variableOf = (name: string) =>
  name
    .replace(/(?<=[a-z])[A-Z]/g, '_$&')
    .replace(/\W/g, '_')
    .toUpperCase()

/** The place of a secret in a target file. */
function fieldOf(name: string): string {
  const [owner = '', ...field] = name.split('.')
  const places: Readonly<Record<string, string>> = {
    merchant: 'merchants[0]',
    otherMerchant: 'merchants[1]',
    control: 'capabilities.control',
  }
  const kind = roles.some((role) => role === owner)
    ? 'shoppers.'
    : Object.hasOwn(operations, owner)
      ? 'operations.'
      : ''
  return [places[owner] ?? `${kind}${owner}`, ...field].join('.')
}

/** The failing input of a property, as a failure prints it. Throws a UsageError for any other text. */
export function inputPath(text: string | undefined): PropertyRun['path'] {
  if (text === undefined) return undefined
  const [, loop, at] = /^(\d+)\/(\d+(?::\d+)*)$/.exec(text) ?? []
  if (loop !== undefined && at !== undefined) return { loop: Number(loop), at }
  throw new UsageError(
    `Invalid value "${text}" for --path.`,
    'Expected the path that a failure prints, such as 1/3:0:2.',
    'Copy the command under "Reproduce" of a failure.',
  )
}
