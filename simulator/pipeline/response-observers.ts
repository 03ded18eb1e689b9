// Observers of each response before it is sent: headers are added, the journal records it, and what became due runs.

import type { Sandbox } from '../sandbox/sandbox.ts'
import { httpDate } from '../time/instants.ts'
import type { IncomingRequest, ResponseObserver } from './pipeline.ts'

/** Names each validation error that `--validation report` accepted. */
export const validationErrorsHeader = 'x-paytwin-validation-errors'
/** Names the field that contained the encrypted payload, where the contract does not show the field. */
export const encryptedFieldHeader = 'x-paytwin-encrypted-field'

/** Names the merchant that a request without a credential acts for, and what identified it. */
export const merchantHeader = 'x-paytwin-merchant'

/** Headers are printable ASCII of bounded length. */
const maxHeaderCharacters = 1000

const addDate: ResponseObserver = ({ sandbox }, { headers }) => {
  headers.date = httpDate(sandbox.world.now)
}

const addValidationErrors: ResponseObserver = ({ validationErrors }, { headers }) => {
  if (validationErrors.length === 0) return
  const text = validationErrors.join('; ').replace(/[^\x20-\x7e]/g, '?')
  const end = `... (${validationErrors.length} in total)`
  headers[validationErrorsHeader] =
    text.length <= maxHeaderCharacters ? text : `${text.slice(0, maxHeaderCharacters - end.length)}${end}`
}

const addEncryptedField: ResponseObserver = ({ encryptedField }, { headers }) => {
  if (encryptedField !== undefined) headers[encryptedFieldHeader] = encryptedField
}

const addMerchant: ResponseObserver = ({ actsFor }, { headers }) => {
  if (actsFor !== undefined) headers[merchantHeader] = actsFor
}

/** Headers whose values clients may repeat where the journal shows them. */
const credentialHeaders = ['authorization', 'x-api-key', 'cookie']

/** Headers that a scenario repeats. */
const scenarioHeaders = ['authorization', 'x-transaction-source']

const recordInJournal: ResponseObserver = (context, response) => {
  const { sandbox, request, isInput, operationId, text, payload, actsFor = null } = context
  if (!isInput) return
  record(sandbox, request, {
    operation: operationId,
    actsFor,
    body: text,
    payload,
    status: response.status,
    response: typeof response.body === 'string' ? response.body : '',
  })
}

type Line = Parameters<Sandbox['journal']['record']>[0]
type Recorded = Pick<Line, 'operation' | 'body' | 'payload' | 'status' | 'response'> &
  Partial<Pick<Line, 'actsFor'>>

/** Records a request with its response in the journal. */
export function record(
  { journal, world, advancing }: Sandbox,
  request: Pick<IncomingRequest, 'url' | 'method' | 'header'>,
  { actsFor = null, operation, body, payload, status, response }: Recorded,
): void {
  const { url, method } = request
  for (const name of credentialHeaders) journal.concealHeader(name, request.header(name))
  const path = url.slice(url.indexOf('/', 'https://'.length))
  const headers: Record<string, string> = {}
  for (const name of scenarioHeaders) {
    const value = request.header(name)
    if (value !== undefined) headers[name] = value
  }
  const { now: at, events } = world
  journal.record({
    at,
    actsFor,
    method,
    path,
    headers,
    duringAdvance: advancing,
    events: events.length,
    operation,
    body,
    payload,
    status,
    response,
  })
}

/** Runs what the request made due, and starts to deliver webhooks. */
const settleWorld: ResponseObserver = ({ sandbox, isInput }) => {
  if (isInput) sandbox.afterInput()
}

/** The observers of every simulator, in order. */
export const responseObservers: readonly ResponseObserver[] = [
  addDate,
  addValidationErrors,
  addEncryptedField,
  addMerchant,
  recordInJournal,
  settleWorld,
]
