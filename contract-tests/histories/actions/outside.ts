// Events outside of the service: a wallet pays in parts, a shopper asks for a refund, an exchange cancels, time passes.

import { dayMs, hourMs, minuteMs } from '../../../core/durations.ts'
import { groupedBy } from '../../../core/grouping.ts'
import { closingWindowWeeks } from '../../../spec/limits.ts'
import type { OutsideAction } from '../action.ts'
import { moments, untilMoment } from '../moments.ts'
import type { Entry } from '../state.ts'

const spans = [
  1,
  20,
  45,
  130,
  720,
  1440,
  3 * 1440,
  5 * 1440,
  8 * 1440,
  13 * 1440,
  15 * 1440,
  31 * 1440,
  93 * 1440,
]

const later = (ms: number, why?: string): OutsideAction => ({
  outside: 'advance',
  ms,
  ...(why === undefined ? {} : { why }),
})

const isPayable = ({ kind, status }: { kind: string; status: string }) =>
  kind === 'wallet' && (status === 'awaiting' || status === 'partially-paid')
const isPending = ({ status }: { status: string }) => status === 'pending' || status === 'processing'

export const outside: Readonly<Record<string, Entry<OutsideAction>>> = {
  wait: { weight: 6, draw: ({ random }) => later((random.pick(spans) ?? 1) * minuteMs - random.of(0, 0, 1)) },
  waitForEvent: {
    weight: 3,
    draw: ({ random, world }) => {
      const events = [...world.schedule].sort((one, other) => one.due - other.due || one.seq - other.seq)
      const kinds = groupedBy(events, ({ kind }) => kind)
      const due = random.pick(random.pick([...kinds.values()])?.slice(0, 4) ?? [])?.due
      if (due === undefined) return undefined
      const ms = due - world.now + random.of(-1, 0, 1)
      return ms > 0 ? later(ms, 'around an event that is due') : undefined
    },
  },
  waitForEndOfClosing: {
    weight: 2,
    draw: (state) => {
      const known = state.transaction(({ status }) => status === 'partially-paid')
      const paidAt = known?.row.lastPartialAt ?? known?.row.firstPartialAt
      if (paidAt == null) return undefined
      const end = paidAt + closingWindowWeeks * 7 * dayMs
      const ms = end + state.random.of(-dayMs, -1, 0, 1, hourMs, dayMs) - state.world.now
      return ms > 0 ? later(ms, 'around the end of a closing window') : undefined
    },
  },
  waitForMoment: {
    weight: 3,
    draw: ({ random, world }) => {
      const moment = random.pick(moments.filter((one) => one !== '29 February')) ?? 'a weekend'
      return later(untilMoment(world.now, moment), `to ${moment}`)
    },
  },
  pay: {
    weight: 14,
    draw: (state) => {
      const known = state.transaction(state.random.chance(0.95) ? isPayable : ({ kind }) => kind === 'wallet')
      return (
        known && {
          outside: 'pay',
          of: known.reference,
          share: state.random.of('0.3', '0.5', '0.7', '1', '1', '1.2', '0.995'),
        }
      )
    },
  },
  requestRefund: {
    weight: 5,
    draw: (state) => {
      const known = state.transaction(({ received, refund }) => received !== '0' && refund === 'none')
      return known && { outside: 'request-refund', of: known.reference }
    },
  },
  cancel: {
    weight: 2,
    draw: (state) => {
      const known = state.transaction(isPending)
      return known && { outside: 'cancel', of: known.reference }
    },
  },
  setBalance: {
    weight: 1,
    draw: ({ random, target }) => ({
      outside: 'set-balance',
      shopper: 'ready',
      exchange: random.integer(0, target.exchanges.length - 1),
      coin: random.of('BTC', 'ETH', 'USDC'),
      amount: random.of('0', '0.0001', '5000000'),
    }),
  },
}
