// The reaction of a service to what it cannot do, or not yet, where the contract names an error or a condition but not the instant.

import { minuteMs } from '../../../core/durations.ts'
import type { World } from '../../observe/in-process.ts'
import { refusalOf, replaceHandler } from '../mutants/handler-seam.ts'
import { permitting } from './rows.ts'

const halfAnHour = 30 * minuteMs

/**
 * Accepts payments without balance, and cancels them, unless payments are completed at once. `changes` are of the record in the
 * response.
 */
const cancelingWithoutBalance = (changes: (world: World) => object) =>
  replaceHandler('createExchangePayment', (call, real) => {
    const response = real(call)
    if (!('code' in response) || response.code !== 'exchange-payments.insufficient-balance') return response
    const { world, shopper, exchange, payload } = call
    if (world.assumptions.name('exchange-payments.immediate-status-name') === 'completed') return response
    world.setBalance(shopper, exchange, payload.assets, '1000000')
    const made = real(call)
    world.setBalance(shopper, exchange, payload.assets, '0')
    const transaction = [...world.transactions].at(-1)
    if ('code' in made || transaction === undefined) return response
    world.transition(transaction, 'cancel')
    return { ...made, result: { ...made.result, ...changes(world) } }
  })

export const effectVariants = permitting({
  'States and transitions: an exchange payment may have the immediate status canceled.': {
    'a canceled payment in place of error 419': cancelingWithoutBalance(({ assumptions }) => ({
      status: assumptions.value('transactions.status-integers').canceled,
    })),
    'payments without balance that are accepted and canceled': cancelingWithoutBalance(() => ({})),
  },
  'Limits: a crypto transaction takes its time, so a partial payment may count later.': {
    'partial payments that can be closed after half an hour': replaceHandler(
      'closePartialPayment',
      (call, real) => {
        const { world, payload } = call
        const isEarly = [...world.transactions].some(
          ({ offerId, lastPartialAt }) =>
            offerId === payload.offerId && world.now - (lastPartialAt ?? 0) < halfAnHour,
        )
        return isEarly ? refusalOf('closePartialPayment') : real(call)
      },
    ),
  },
  'Endpoints, 9: how the closing of an unknown order is answered is not shown.': {
    'a closing of an order of another merchant that closes nothing': replaceHandler(
      'closePartialPayment',
      (call, real) => {
        const { world, merchant, payload } = call
        const isKnown = world.transactions.group(merchant, payload.offerId).length > 0
        return isKnown ? real(call) : { ok: true, result: { success: true } }
      },
    ),
  },
  'States and transitions: "Other transaction transitions: not shown."': {
    'refunds at once that end a partial payment without an update': replaceHandler(
      'closePartialPayment',
      (call, real) => {
        for (const transaction of call.world.transactions)
          if (transaction.refund === 'requested') transaction.status = 'canceled'
        return real(call)
      },
    ),
  },
})
