// Which steps of a failure are about the records at issue: the orders, subscriptions and payees that the failure names, or else
// those of its last request. All others are the same whether the requirement is violated or not.

import { digitsOf } from '../../client/sample-ids.ts'
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
