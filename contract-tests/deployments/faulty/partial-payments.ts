// Deployments that are wrong about partial payments: until when one may be closed, what a refund request changes, and what
// becomes of the transaction. Who may close and how it is asked for is in partial-payment-requests.ts.

import { type Handlers, refuse, type TransactionState, type World } from '../../targets/in-process.ts'
import { type FaultyDeployment, faulty } from '../graded-deployment.ts'
import { rewriting } from '../rewriting.ts'

const day = 86_400_000
const twoWeeks = 14 * day

type Close = Handlers['closePartialPayment']
type Call = Parameters<Close>[0]

/** The partial payments that are open. */
export function partlyPaid(world: World): TransactionState[] {
  return [...world.transactions].filter(({ status }) => status === 'partially-paid')
}

/** The one that a closing names. */
const named = ({ world, payload }: Call) =>
  partlyPaid(world).find(({ offerId }) => offerId === payload.offerId)

const paidAt = (transaction: TransactionState | undefined) => transaction?.lastPartialAt ?? 0

/** A closing in place of the real one. */
export function closing(
  requirement: FaultyDeployment['requirement'],
  name: string,
  says: string,
  close: (call: Call, real: Close) => ReturnType<Close>,
) {
  return faulty({
    requirement,
    name,
    says,
    handlers: ({ closePartialPayment }) => ({
      closePartialPayment: (call) => close(call, closePartialPayment),
    }),
  })
}

/** The real closing, as if the shopper had paid just now. */
function withoutWindow(call: Call, real: Close) {
  for (const transaction of partlyPaid(call.world))
    Object.assign(transaction, { firstPartialAt: call.world.now, lastPartialAt: call.world.now })
  return real(call)
}

/** The real closing, refused after another time than two weeks. */
const windowOf = (ms: number, since: (transaction: TransactionState) => number = paidAt) => {
  return (call: Call, real: Close) => {
    const transaction = named(call)
    const late = transaction !== undefined && call.world.now - since(transaction) > ms
    return late ? refuse('partial-payments.window-passed') : withoutWindow(call, real)
  }
}

const asked = (call: Call) => named(call)?.refund === 'requested'
const done = { ok: true, result: { success: true } } as const

export const faultyPartialPayments = [
  closing(
    'partial-payments.after-two-weeks-refused',
    'closes after the window',
    'A partial payment is closed however long ago the shopper paid.',
    withoutWindow,
  ),
  closing(
    'partial-payments.after-two-weeks-refused',
    'a day of grace',
    'The window is fifteen days long.',
    windowOf(15 * day),
  ),
  closing(
    'partial-payments.after-two-weeks-refused',
    'a millisecond of grace',
    'The first millisecond after the two weeks still closes.',
    windowOf(twoWeeks + 1),
  ),
  closing(
    'partial-payments.after-two-weeks-refused',
    'force opens the window',
    'A closing after the window is refused only with forceUpdate: false.',
    (call, real) => (call.body.forceUpdate ? withoutWindow(call, real) : real(call)),
  ),
  closing(
    'partial-payments.within-two-weeks',
    'refuses at the last instant',
    'The window ends one millisecond before its end.',
    windowOf(twoWeeks - 1),
  ),
  closing(
    'partial-payments.within-two-weeks',
    'ten days',
    'The window is ten days long, as if only working days made two weeks.',
    windowOf(10 * day),
  ),
  closing(
    'partial-payments.within-two-weeks',
    'whole days',
    'The window ends with the last whole day, counted from midnight.',
    windowOf(13 * day, (transaction) => paidAt(transaction) - (paidAt(transaction) % day)),
  ),
  closing(
    'partial-payments.within-two-weeks',
    'counted from the order',
    'The window runs from the making of the transaction, not from the payment.',
    windowOf(twoWeeks, ({ createdAt }) => createdAt),
  ),
  closing(
    'partial-payments.wait-is-recommended',
    'makes the merchant wait',
    'A closing within 24 hours of the payment is refused.',
    (call, real) =>
      call.world.now - paidAt(named(call)) < day ? refuse('partial-payments.unknown') : real(call),
  ),
  closing(
    'partial-payments.wait-is-recommended',
    'makes the merchant wait an hour',
    'A closing within an hour of the payment is refused.',
    (call, real) =>
      call.world.now - paidAt(named(call)) < day / 24 ? refuse('partial-payments.unknown') : real(call),
  ),
  closing(
    'partial-payments.closes',
    'answers success and leaves it open',
    'A closing is answered with success, and the transaction stays as it is.',
    (call, real) => {
      const silent = Object.assign(Object.create(call.world), { transition: () => undefined })
      return real({ ...call, world: silent })
    },
  ),
  closing(
    'partial-payments.closes',
    'closes without a word',
    'A closing takes place, and nobody hears of it.',
    (call, real) => {
      const transaction = named(call)
      const muted = Object.assign(Object.create(call.world), {
        transition: (closed: TransactionState) => Object.assign(closed, { status: 'closed' }),
      })
      return transaction === undefined ? real(call) : real({ ...call, world: muted })
    },
  ),
  closing(
    'partial-payments.refused-changes-nothing',
    'refuses and closes',
    'A closing that comes too late is refused, and takes place all the same.',
    (call, real) => {
      const transaction = named(call)
      const response = real(call)
      if (transaction?.status === 'partially-paid' && call.world.now - paidAt(transaction) > twoWeeks)
        call.world.transition(transaction, 'close')
      return response
    },
  ),
  closing(
    'partial-payments.refused-changes-nothing',
    'a refund request closes',
    'An unforced closing that a refund request blocks is refused, and takes place all the same.',
    (call, real) => {
      const transaction = named(call)
      const response = real(call)
      if (transaction?.status === 'partially-paid' && asked(call)) call.world.transition(transaction, 'close')
      return response
    },
  ),
  closing(
    'partial-payments.unforced-refund-request-blocks',
    'always forces',
    'forceUpdate is ignored: every closing is forced.',
    (call, real) => real({ ...call, body: { ...call.body, forceUpdate: true } }),
  ),
  closing(
    'partial-payments.unforced-refund-request-blocks',
    'forgets the request',
    'A refund request is forgotten when somebody tries to close.',
    (call, real) => {
      const transaction = named(call)
      if (transaction !== undefined && asked(call)) transaction.refund = 'none'
      return real(call)
    },
  ),
  closing(
    'partial-payments.unforced-without-refund-request',
    'never without force',
    'With forceUpdate: false nothing is closed at all.',
    (call, real) => (call.body.forceUpdate ? real(call) : refuse('partial-payments.refund-requested')),
  ),
  closing(
    'partial-payments.unforced-without-refund-request',
    "blocked by another order's request",
    "An unforced closing is refused while any of the merchant's transactions has a refund request.",
    (call, real) =>
      !call.body.forceUpdate && partlyPaid(call.world).some(({ refund }) => refund === 'requested')
        ? refuse('partial-payments.refund-requested')
        : real(call),
  ),
  closing(
    'partial-payments.forced-despite-refund-request',
    'a refund request always blocks',
    'A refund request blocks a closing, forced or not.',
    (call, real) => (asked(call) ? refuse('partial-payments.refund-requested') : real(call)),
  ),
  closing(
    'partial-payments.forced-despite-refund-request',
    'forced in words only',
    'A forced closing in spite of a refund request is answered with HTTP 200 and success: false.',
    (call, real) =>
      asked(call) && call.body.forceUpdate ? refuse('partial-payments.refund-requested') : real(call),
  ),
  faulty({
    requirement: 'partial-payments.forced-by-default',
    name: 'unforced unless told',
    says: 'A closing that does not say forceUpdate is taken as unforced.',
    request: rewriting('closePartialPayment', (body) => ({ forceUpdate: false, ...body })),
  }),
  faulty({
    requirement: 'partial-payments.forced-by-default',
    name: 'forceUpdate demanded',
    says: 'A closing that does not say forceUpdate is refused.',
    request: (request) =>
      request.operationId === 'closePartialPayment' && !request.body.includes('"forceUpdate"')
        ? { ...request, body: '{}' }
        : request,
  }),
  closing(
    'partial-payments.by-order-id',
    'closes the latest',
    'The partial payment that came last is closed, whichever is named.',
    (call, real) => {
      const last = partlyPaid(call.world).at(-1)
      return real(last === undefined ? call : { ...call, payload: { offerId: last.offerId } })
    },
  ),
  closing(
    'partial-payments.by-order-id',
    'closes them all',
    'With the partial payment that is named all others of the merchant are closed.',
    (call, real) => {
      const others = partlyPaid(call.world).filter((one) => one !== named(call))
      const response = real(call)
      for (const other of others) call.world.transition(other, 'close')
      return response
    },
  ),
  closing(
    'partial-payments.by-order-id',
    'agrees to anything',
    'A closing of an order that nobody paid is answered with success.',
    (call, real) => (named(call) === undefined ? done : real(call)),
  ),
]
