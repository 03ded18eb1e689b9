// The reproduction of a failure: the command that runs the suite again, and the deciding request as a curl command.

import type { Call, Step } from '../../client/transcript.ts'
import { UsageError } from '../../core/errors.ts'
import type { Redactor } from '../../core/redaction.ts'
import { flagWords, shellQuoted } from '../../core/shell-words.ts'
import type { RequirementId } from '../../spec/requirements.ts'
import type { Property } from '../steps/property.ts'
import type { PropertyRun } from '../steps/property-run.ts'

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

/** The last request of a transcript as a curl command without secrets; undefined if its body is too long, or without requests. */
export function curlCommand(transcript: readonly Step[], redactor: Redactor): string | undefined {
  const call = transcript.findLast((step): step is Call => !('did' in step))
  if (call === undefined || call.body.length > maxBodyCharacters) return undefined
  const { method, url, headers, body } = call
  const words = [
    ...['curl', '-X', method, redactor.text(url)],
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${redactor.header(name, value)}`]),
    ...(body === '' ? [] : ['--data-raw', redactor.text(body)]),
  ]
  return words.map(shellQuoted).join(' ')
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
