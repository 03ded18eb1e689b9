// What the commands that drive a running simulator print for people: a line for each record, which starts with its virtual time.

import type { ControlResponse } from '../../client/control-client.ts'
import { firstReason } from '../pipeline/first-reason.ts'

/** A transaction. */
export function transactionLine({
  offerId,
  nativeAmount,
  nativeCurrency,
  status,
  kind,
  updatedAt,
}: ControlResponse<'getTransaction'>): string {
  return `${updatedAt}  ${offerId}  ${nativeAmount} ${nativeCurrency}  ${kind}  ${status}`
}

/** A request; a refused one with its first reason. */
export function requestLine({
  at,
  method,
  path,
  status,
  operation,
  response,
}: ControlResponse<'getJournal'>['lines'][number]): string {
  return [at, `${method} ${path}`, String(status), operation, firstReason(status, response)]
    .filter(Boolean)
    .join('  ')
}

/** A status change, and how its delivery ended. */
export function eventLine({
  at,
  seq,
  transaction,
  status,
  delivery,
  reason,
  request,
}: ControlResponse<'redeliver'>): string {
  const why = reason === null ? '' : ` (${reason})`
  return `${at}  event ${seq}  ${transaction}  ${status}  ${delivery}${why}  ${request.url ?? ''}`.trimEnd()
}
