// Which steps of a failure are about the records at issue: the orders, subscriptions and payees that the failure names, or else
// those of its last request. All others are the same whether the requirement is violated or not.

import { digitsOf } from '../../client/sample-ids.ts'
import type { Step } from '../../client/transcript.ts'
import type { Violation } from '../observe/violation.ts'
import type { Entry, Failure } from './report.ts'

const allUuids = (text: string): string[] => text.match(/[\da-f]{8}-[\da-f-]{27}/gi) ?? []

function sentBy(entry: Entry): string {
  if ('did' in entry) return entry.did
  return `${entry.url} ${entry.payload === undefined ? entry.body : JSON.stringify(entry.payload)}`
}
const responseTo = (entry: Entry) => ('did' in entry ? '' : entry.response)

/** The ids that were sent before a response had them: those of accounts, which name no record. */
function accountsIn(transcript: readonly Entry[]): ReadonlySet<string> {
  const [accounts, given] = [new Set<string>(), new Set<string>()]
  for (const entry of transcript) {
    for (const id of allUuids(sentBy(entry))) if (!given.has(id)) accounts.add(id)
    for (const id of allUuids(responseTo(entry))) given.add(id)
  }
  return accounts
}

/** The steps at issue, in order. The ids of the run begin with its tag. */
export function stepsAtIssue(
  { expected, actual, transcript }: Pick<Failure, 'expected' | 'actual' | 'transcript'>,
  tag: string,
): ReadonlySet<Entry> {
  const pattern = new RegExp(`${tag}-[a-z-]+-\\d+|${digitsOf(tag)}\\d{4}`, 'g')
  const idsIn = (text: string): string[] => text.match(pattern) ?? []
  const last = transcript.findLast((entry) => !('did' in entry)) ?? { did: '' }
  const accounts = accountsIn(transcript)
  const uuids = (text: string) => allUuids(text).filter((id) => !accounts.has(id))
  // A request may name a record by the id that the service gave it.
  const given = uuids(sentBy(last))
  const origin = transcript.find((entry) => given.some((id) => responseTo(entry).includes(id)))
  const named = [`${expected} ${actual}`, sentBy(last), ...(origin === undefined ? [] : [sentBy(origin)])]
  const ids = new Set(named.map(idsIn).find(({ length }) => length > 0))
  const found = new Set<Entry>()
  for (const entry of transcript) {
    const own = idsIn(sentBy(entry))
    const others = uuids(sentBy(entry))
    const isNamed = own.length > 0 ? own.some((id) => ids.has(id)) : others.some((id) => ids.has(id))
    // A step apart from requests, such as advancing the clock, may concern all records.
    const isGeneral = 'did' in entry && found.size > 0 && own.length + others.length === 0
    if (isNamed || isGeneral) found.add(entry)
    for (const id of isNamed ? [...own, ...uuids(responseTo(entry))] : []) ids.add(id)
  }
  return found
}

/** The index of the call whose response shows a violation; undefined if none does, as if it is about what a webhook received. */
export function decidingCall(
  { expects, place, expected, actual, transcript }: Violation,
  isAtIssue: readonly boolean[],
): number | undefined {
  const lastThat = (decides: (response: string, at: number) => boolean) => {
    const found = transcript.findLastIndex((step, at) => !('did' in step) && decides(step.response, at))
    return found < 0 ? undefined : found
  }
  const at = lastThat(() => true) ?? -1
  // The expectation of a response is about the last one, or about the first one like it.
  if (expects !== undefined || place !== undefined) {
    const isLike = (step: Step) => !('did' in step) && callText(step) === callText(transcript[at])
    return at < 0 ? undefined : transcript.findIndex(isLike)
  }
  const found =
    lastThat((response) => hasField(response, expected, actual)) ??
    lastThat((response) => isShown(response, actual)) ??
    lastThat((_, one) => isAtIssue[one] === true)
  const since = transcript.slice((found ?? -1) + 1)
  return since.some((step) => 'did' in step && step.control?.path === '/events') ? undefined : found
}

/** A call and its response, without the encrypted form of its payload. */
function callText(step: Step | undefined): string {
  if (step === undefined || 'did' in step) return ''
  const { method, url, headers, body, payload, status, response } = step
  return JSON.stringify([method, url, headers, payload ?? body, status, response])
}

/** True if a response has a value in a field that the expectation names. */
function hasField(response: string, expected: string, value: string): boolean {
  const fields = (expected.match(/\w{3,}/g) ?? []).flatMap((name) => [
    `"${name}":${value}`,
    `"${name}":${JSON.stringify(value)}`,
  ])
  const compact = response.replace(/":\s+/g, '":')
  return fields.some((field) => compact.includes(field))
}

/** True if words quote a response, or have one of its values that is not everywhere. */
function isShown(response: string, words: string): boolean {
  if (response !== '' && words.includes(response.slice(0, 300))) return true
  const values = response.match(/"(?:[^"\\]|\\.){4,}"|-?\d[\d.e+-]{3,}/gi) ?? []
  const wanted = [words, JSON.stringify(words)]
  return values.some((value) => wanted.includes(value) || (value.startsWith('"') && words.includes(value)))
}
