// The virtual clock, and what moves it.

import type { ControlBody } from 'paytwin/client'
import { act, change, read } from './api.ts'
import { button, form, h } from './dom.ts'
import type { View } from './view.ts'

export function clockPanel(): View {
  const now = h('time', { class: 'now' })
  const next = h('p', { class: 'quiet' })
  const advance = (body: ControlBody<'advanceClock'>) =>
    act(async () => {
      const report = await change<'advanceClock'>('POST', '/clock/advance', { ...body, maxListedEvents: 0 })
      const { eventCount, deliveries, failedDeliveries } = report
      return `The clock moved to ${report.to.slice(0, 19).replace('T', ' ')}. ${eventCount} scheduled events ran; ${deliveries} webhooks were delivered, ${failedDeliveries} failed.`
    })
  const to = h('input', {
    name: 'to',
    required: true,
    placeholder: 'P10D or an instant',
    'aria-label': 'Duration or instant',
  })
  const root = h(
    'div',
    { class: 'clock' },
    h('div', {}, now, next),
    h(
      'div',
      { class: 'buttons' },
      button('Next event', () => advance({ next: true }), { class: 'primary' }),
      button('+1 day', () => advance({ by: 'P1D' })),
      button('+1 banking day', () => advance({ bankingDays: 1 })),
      button('+1 month', () => advance({ by: 'P1M' })),
      form('Move the clock', [to], 'Go', ({ to = '' }) =>
        advance(/^P/i.test(to) ? { by: to.toUpperCase() } : { to }),
      ),
    ),
  )
  return {
    root,
    update: async () => {
      const clock = await read<'getClock'>('/clock')
      const day = new Date(clock.now).toLocaleDateString('en', { weekday: 'short', timeZone: 'UTC' })
      now.textContent = `${day} ${clock.now.slice(0, 19).replace('T', ' ')} UTC`
      now.setAttribute('datetime', clock.now)
      const due = clock.nextDue?.slice(0, 19).replace('T', ' ')
      next.textContent =
        due === undefined ? 'Nothing is scheduled.' : `Next event ${due}; ${clock.pending} scheduled.`
    },
  }
}
