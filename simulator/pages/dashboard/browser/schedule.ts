// Events that happen later on the virtual clock.

import { read } from './api.ts'
import { button, h, instant, table } from './dom.ts'
import { moveTo } from './item-details.ts'
import { idLink } from './links.ts'
import { replacer, type View } from './view.ts'

const shownEvents = 100

export function scheduleView(): View {
  const root = h('section', { 'aria-label': 'Schedule' })
  const show = replacer<{
    total: number
    events: { due: string; kind: string; ref: string; reason: string }[]
  }>(root, ({ total, events }) => [
    h('h2', {}, `Schedule (${total})`),
    h('p', { class: 'quiet' }, total > shownEvents ? `The next ${shownEvents}.` : 'What happens next.'),
    table(
      'Scheduled events',
      ['Due', 'Event', 'Of', 'Reason', 'Actions'],
      events.map(({ due, kind, ref, reason }) => [
        instant(due),
        h('code', { class: 'kind' }, kind),
        /^[\w-]{20,}$/.test(ref) ? idLink(ref) : ref,
        reason,
        button('Run up to here', () => moveTo(due), { 'aria-label': `Run up to here: ${due}` }),
      ]),
    ),
  ])
  return {
    root,
    update: async () => {
      const { total, events } = await read<'getSchedule'>(`/schedule?limit=${shownEvents}`)
      show({ total, events })
    },
  }
}
