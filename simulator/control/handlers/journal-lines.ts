// The requests of a journal as the control API shows them: without secrets, long texts shortened.

import type { RequestEntry } from '../../sandbox/entry.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { turn } from '../../sandbox/turns.ts'
import { bearerToken } from '../../service/authenticate.ts'
import type { RemarksOn } from '../../service/remarks.ts'
import { formatInstant } from '../../time/instants.ts'
import type { ControlResult } from '../handler-types.ts'

type Line = ControlResult<'getJournal'>['lines'][number]

const maxShown = 4000
/** After how many requests other tasks of the process get a turn. */
const requestsPerTurn = 50
/** Longer bodies are shown without their decrypted payload. */
const maxBodyWithPayload = 16_000

/** The headers of a request that a scenario repeats. */
export function scenarioHeaders(headers: RequestEntry['headers']): Record<string, string> {
  const names = ['authorization', 'x-transaction-source']
  return Object.fromEntries(
    names.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
  )
}

/** The path and query of a URL. */
export function targetOf(url: string): string {
  return url.slice(url.indexOf('/', 'https://'.length))
}

/** A function that shows one of these requests. A secret of any of them is shown in none. */
export async function journalLines(
  { secrets, world: { accounts } }: Sandbox,
  requests: readonly { entry: RequestEntry }[],
  remarksOn: RemarksOn,
): Promise<(request: { entry: RequestEntry; number: number }) => Line> {
  const redactor = secrets.newRedactor()
  for (const [index, { entry }] of requests.entries()) {
    for (const text of [targetOf(entry.url), entry.text, payloadText(entry), entry.response?.text ?? ''])
      redactor.learnText(text)
    if (index % requestsPerTurn === requestsPerTurn - 1) await turn()
  }
  return ({ entry, number }) => {
    const token = bearerToken(entry.headers.authorization) ?? ''
    const sender = accounts.merchantWithToken(token) ?? accounts.shopperWithToken(token)
    return {
      seq: number,
      at: formatInstant(entry.at),
      operation: entry.operation,
      actsFor: entry.actsFor ?? null,
      method: entry.method,
      path: redactor.text(targetOf(entry.url)),
      headers: redactor.json(scenarioHeaders(entry.headers)) as Line['headers'],
      body: redactor.shortened(entry.text, maxShown),
      payload: payloadText(entry) === '' ? null : redactor.shortened(payloadText(entry), maxShown),
      events: entry.events,
      status: entry.response?.status ?? 0,
      response: redactor.shortened(entry.response?.text ?? '', maxShown),
      remarks: remarksOn(entry).map((remark) => redactor.text(remark)),
      account: sender?.id ?? null,
    }
  }
}

function payloadText({ text, payload }: RequestEntry): string {
  return payload === undefined || text.length > maxBodyWithPayload ? '' : JSON.stringify(payload)
}
