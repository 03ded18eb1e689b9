// Deployments that are wrong about partial payments.

import { refuse, type World } from '../../in-process.ts'
import { faulty } from '../graded-deployment.ts'

const twoWeeks = 14 * 86_400_000

function partlyPaid(world: World) {
  return [...world.transactions].filter(({ status }) => status === 'partiallyPaid')
}

export const faultyPartialPayments = [
  faulty({
    requirement: 'closing.after-two-weeks-refused',
    name: 'closes after the window',
    says: 'A partial payment is closed however long ago the shopper paid.',
    handlers: (real) => ({
      closePartialPayment: (call) => {
        for (const transaction of partlyPaid(call.world)) {
          transaction.firstPartialAt = call.world.now
          transaction.lastPartialAt = call.world.now
        }
        return real.closePartialPayment(call)
      },
    }),
  }),
  faulty({
    requirement: 'closing.within-two-weeks',
    name: 'refuses at the last instant',
    says: 'The window ends one millisecond before its end.',
    handlers: (real) => ({
      closePartialPayment: (call) =>
        partlyPaid(call.world).some(({ lastPartialAt }) => call.world.now - (lastPartialAt ?? 0) >= twoWeeks)
          ? refuse('closing.window-passed')
          : real.closePartialPayment(call),
    }),
  }),
  faulty({
    requirement: 'closing.closes',
    name: 'answers success and leaves it open',
    says: 'A closing is answered with success, and the transaction stays as it is.',
    handlers: (real) => ({
      closePartialPayment: (call) => {
        const silent = Object.assign(Object.create(call.world), { transition: () => undefined })
        return real.closePartialPayment({ ...call, world: silent })
      },
    }),
  }),
  faulty({
    requirement: 'closing.forced-by-default',
    name: 'unforced unless told',
    says: 'A closing that does not say forceUpdate is taken as unforced.',
    request: (request) => {
      if (request.operationId !== 'closePartialPayment') return request
      const body: unknown = JSON.parse(request.body)
      return { ...request, body: JSON.stringify({ forceUpdate: false, ...Object(body) }) }
    },
  }),
  faulty({
    requirement: 'closing.form',
    name: 'a result that is a word',
    says: 'A closing that took place is answered with the text "closed" as its result.',
    answer: (answer, { operationId }) =>
      operationId === 'closePartialPayment' && answer.status === 200
        ? { ...answer, json: { ok: true, result: 'closed' } }
        : answer,
  }),
]
