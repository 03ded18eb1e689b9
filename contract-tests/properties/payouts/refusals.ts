// The form in which any deployment must refuse payees and transfers, whatever the reason of the table: `ok` stays true, and
// the result says why. In which words, is in payees.ts and transfers.ts.

import { payee, transfer } from '../../../client/sample-requests.ts'
import { valueAt } from '../../../core/json.ts'
import type { ApiResponse } from '../../engine/client.ts'
import type { Context } from '../../engine/context.ts'
import { property } from '../../engine/property.ts'
import { undecryptablePayouts } from '../../inputs/invalid-payloads.ts'
import { matchMessage, without } from '../../inputs/payout-rows.ts'

const resource = 'payouts'
const checks = ['payouts.refusal-keeps-ok', 'payouts.refusal-shape'] as const

/** Checks how a request was refused; one that is taken is another requirement's. */
function checkForm(it: Context, response: ApiResponse, form: RegExp): void {
  if (response.outcome === 'success') return
  const actual = `HTTP ${response.status}: ${response.text.slice(0, 300)}`
  it.check('payouts.refusal-keeps-ok', valueAt(response.json, 'ok') === true, {
    expected: '`ok: true`',
    actual,
  })
  const success = valueAt(response.json, 'result', 'success')
  const errorMsg = valueAt(response.json, 'result', 'errorMsg')
  const words = typeof errorMsg === 'string' && errorMsg !== ''
  // Words that stand elsewhere are in the wrong place; other words are another requirement's.
  const inPlace = words && (form.test(errorMsg) || matchMessage(response, form) === undefined)
  it.check('payouts.refusal-shape', success === false && inPlace, {
    expected: 'a result of `success: false` and the words as errorMsg',
    actual,
  })
}

export const payouts = [
  property({
    resource,
    level: 'money',
    title: 'transfers are refused with `ok: true` and a result that says why',
    kind: 'example',
    checks,
    async run(it) {
      const whole = transfer(payee(it))
      const send = (asked: object) => it.client.call('createTransfers', asked)
      for (const [, asked] of undecryptablePayouts(it, 'createTransfers', [whole]))
        checkForm(it, await send(asked), /^Invalid Encrypted Data$/)
      checkForm(it, await send({ payload: whole }), /^Invalid Encrypted Data$/)
      for (const row of [without(whole, 'email'), { ...whole, email: 'nowhere' }])
        checkForm(it, await send({ payload: [whole, row] }), /^Invalid Email: Raw - \d+$/)
    },
  }),
  property({
    resource,
    level: 'write',
    title: 'payees are refused with `ok: true` and a result that says why',
    kind: 'example',
    checks,
    async run(it) {
      const whole = payee(it)
      const add = (asked: object) => it.client.call('addPayees', asked)
      for (const [, asked] of undecryptablePayouts(it, 'addPayees', [whole]))
        checkForm(it, await add(asked), /^Invalid Encrypted Data$/)
      checkForm(it, await add({ payload: whole }), /^Invalid Formate of Decrypted Data$/)
      checkForm(
        it,
        await add({ payload: [whole, without(whole, 'email')] }),
        /^Invalid Data: Row - \d+, Key - .+$/,
      )
    },
  }),
]
