// What happens around every request of the service and of the control API: headers, the journal, and webhooks.

import { httpDate } from '../time/instants.ts'
import type { ResponseObserver } from './pipeline.ts'

/** Names each validation error that `--validation report` accepted. */
export const validationErrorsHeader = 'x-paytwin-validation-errors'
/** Names the field that contained the encrypted payload, where the contract does not show the field. */
export const encryptedFieldHeader = 'x-paytwin-encrypted-field'

/** Headers are printable ASCII of bounded length. */
const maxHeaderCharacters = 1000

const addDate: ResponseObserver = ({ sandbox }, { headers }) => {
  headers.date = httpDate(sandbox.world.now)
}

const addValidationErrors: ResponseObserver = ({ validationErrors }, { headers }) => {
  if (validationErrors.length === 0) return
  const text = validationErrors.join('; ').replace(/[^\x20-\x7e]/g, '?')
  headers[validationErrorsHeader] = text.slice(0, maxHeaderCharacters)
}

const addEncryptedField: ResponseObserver = ({ encryptedField }, { headers }) => {
  if (encryptedField !== undefined) headers[encryptedFieldHeader] = encryptedField
}

const recordInJournal: ResponseObserver = ({ sandbox, request, isInput, operationId, text }, response) => {
  if (!isInput) return
  const { url, method } = request
  sandbox.journal.record({
    at: sandbox.world.now,
    operation: operationId,
    method,
    path: url.slice(url.indexOf('/', 'https://'.length)),
    body: text,
    status: response.status,
    response: response.body,
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
  recordInJournal,
  settleWorld,
]
