// Checks the form in which payees and transfers are refused: `ok` is true, and the result has the message. payees.ts and
// transfers.ts check which message it is.

import type { RequestOptions } from '../../../client/operation-request.ts'
import { payee, transfer } from '../../../client/sample-requests.ts'
import { valueAt } from '../../../core/json.ts'
import type { ApiResponse } from '../../engine/client.ts'
import type { Context } from '../../engine/context.ts'
import { property } from '../../engine/property.ts'
import { undecryptablePayouts } from '../../inputs/invalid-payloads.ts'
import { matchMessage, without } from '../../inputs/payout-rows.ts'
import { invalidDecryptedData, invalidEmail, invalidEncryptedData, missingKey } from './messages.ts'

const resource = 'payouts'
const checks = ['payouts.refusal-keeps-ok', 'payouts.refusal-shape'] as const

/** Checks the form of a refusal. Other requirements cover a success. */
function checkForm(it: Context, response: ApiResponse, message: RegExp): void {
  if (response.outcome === 'success') return
  const actual = `HTTP ${response.status}: ${response.text.slice(0, 300)}`
  it.check('payouts.refusal-keeps-ok', valueAt(response.json, 'ok') === true, {
    expected: '`ok: true`',
    actual,
  })
  const success = valueAt(response.json, 'result', 'success')
  const errorMsg = valueAt(response.json, 'result', 'errorMsg')
  const hasMessage = typeof errorMsg === 'string' && errorMsg !== ''
  // The message in another field is a violation. Another message in `errorMsg` violates other requirements.
  const inPlace = hasMessage && (message.test(errorMsg) || matchMessage(response, message) === undefined)
  it.check('payouts.refusal-shape', success === false && inPlace, {
    expected: 'a result with `success: false` and the message as `errorMsg`',
    actual,
  })
}

export const payouts = [
  property({
    resource,
    level: 'money',
    title: 'refuses transfers with `ok: true` and a result with the message',
    checks,
    async run(it) {
      const complete = transfer(payee(it))
      const send = (options: RequestOptions) => it.client.call('createTransfers', options)
      for (const [, options] of undecryptablePayouts(it, 'createTransfers', [complete]))
        checkForm(it, await send(options), invalidEncryptedData)
      checkForm(it, await send({ payload: complete }), invalidEncryptedData)
      for (const row of [without(complete, 'email'), { ...complete, email: 'nowhere' }])
        checkForm(it, await send({ payload: [complete, row] }), invalidEmail)
    },
  }),
  property({
    resource,
    level: 'write',
    title: 'refuses payees with `ok: true` and a result with the message',
    checks,
    async run(it) {
      const complete = payee(it)
      const add = (options: RequestOptions) => it.client.call('addPayees', options)
      for (const [, options] of undecryptablePayouts(it, 'addPayees', [complete]))
        checkForm(it, await add(options), invalidEncryptedData)
      checkForm(it, await add({ payload: complete }), invalidDecryptedData)
      checkForm(it, await add({ payload: [complete, without(complete, 'email')] }), missingKey)
    },
  }),
]
