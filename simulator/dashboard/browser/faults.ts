// Injected faults and webhook fault rules.

import type { ControlBody } from 'paytwin/client'
import { act, change, read, send } from './api.ts'
import { button, field, form, h, select, table } from './dom.ts'
import { replacer, type View } from './view.ts'

type Faults = Awaited<ReturnType<typeof read<'listInjectedFaults'>>>['injectedFaults']
type Rules = ControlBody<'setWebhookFaultRules'>['rules']
type Rule = Rules[number]

const kinds = ['duplicate', 'delay', 'drop', 'reorder', 'retry', 'wrong-signature'] as const
const actions = ['respond', 'refuse', 'delay', 'drop'] as const

const number = (name: string, value: string) => h('input', { name, value, type: 'number', min: '0' })

/** The view of faults. */
export function faultsView(): View {
  const faults = h('div')
  const rules = h('div')
  let current: Rules = []
  const operations = h('select', { name: 'operationId' })
  const showFaults = replacer<Faults>(faults, (list) => [
    table(
      'Injected faults',
      ['Operation', 'Action', 'After', 'Times'],
      list.map(({ operationId, action, after, times }) => [operationId, code(action), after, times]),
    ),
    button('Remove all', () => remove('/injected-faults'), { disabled: list.length === 0 }),
  ])
  const showRules = replacer<Rules>(rules, (list) => [
    table(
      'Webhook fault rules',
      ['Rule', 'Details', ''],
      list.map((rule, index) => [
        rule.do,
        code(rule),
        button('Remove', () => setRules(list.filter((_, at) => at !== index))),
      ]),
    ),
    button('Remove all', () => remove('/webhooks/fault-rules'), { disabled: list.length === 0 }),
  ])
  const root = h(
    'section',
    { 'aria-label': 'Faults' },
    h('h2', {}, 'Injected faults'),
    h('p', { class: 'quiet' }, 'They apply to the next requests of an operation.'),
    form(
      'Inject a fault',
      [
        field('Operation', operations),
        field('Action', select('do', actions)),
        field('Status', number('status', '503')),
        field('Code', h('input', { name: 'code', placeholder: 'request.invalid' })),
        field('Delay in ms', number('delayMs', '2000')),
        field('After', number('after', '0')),
        field('Times', number('times', '1')),
      ],
      'Inject',
      inject,
    ),
    faults,
    h('h2', {}, 'Webhook fault rules'),
    h('p', { class: 'quiet' }, 'They change how webhooks are delivered.'),
    form(
      'Add a webhook fault rule',
      [
        field('Rule', select('do', kinds)),
        field('By', h('input', { name: 'by', placeholder: 'PT10M' })),
        field('Only the n-th', h('input', { name: 'count', type: 'number', min: '1' })),
        field('Every n-th', h('input', { name: 'every', type: 'number', min: '1' })),
      ],
      'Add',
      (values) => setRules([...current, ruleOf(values)]),
    ),
    rules,
  )
  return {
    root,
    update: async () => {
      const [listed, set] = await Promise.all([
        read<'listInjectedFaults'>('/injected-faults'),
        read<'getWebhookFaultRules'>('/webhooks/fault-rules'),
      ])
      current = set.rules
      showFaults(listed.injectedFaults)
      showRules(set.rules)
      if (operations.options.length === 0) operations.append(...(await operationOptions()))
    },
  }
}

function code(value: object): HTMLElement {
  return h('code', {}, JSON.stringify(value))
}

async function operationOptions(): Promise<HTMLElement[]> {
  const { webhook: _, ...names } = JSON.parse(await send('GET', '/dashboard/statements.json'))
  return Object.keys(names).map((value) => h('option', { value }, value))
}

/** The form has texts; the control API checks what they mean. */
function inject(values: Record<string, string>): void {
  const { operationId, do: kind, status, code: refusal, delayMs, after, times } = values
  const action = {
    respond: { do: 'respond', status: Number(status), body: { message: 'injected' } },
    refuse: { do: 'refuse', code: refusal },
    delay: { do: 'delay', delayMs: Number(delayMs) },
    drop: { do: 'drop' },
  }[kind ?? '']
  const body = { operationId, action, after: Number(after), times: Number(times) }
  act(async () => {
    await change<'injectFault'>('POST', '/injected-faults', body as ControlBody<'injectFault'>)
    return `The fault applies to the next requests of ${operationId}.`
  })
}

function ruleOf({ do: kind, by, count, every }: Record<string, string>): Rule {
  return {
    do: kind,
    ...(by === '' ? {} : { by }),
    ...(count === '' ? {} : { count: Number(count) }),
    ...(every === '' ? {} : { every: Number(every) }),
  } as Rule
}

function setRules(rules: Rules): void {
  act(async () => {
    await change<'setWebhookFaultRules'>('PUT', '/webhooks/fault-rules', { rules })
    return `There are ${rules.length} webhook fault rules.`
  })
}

function remove(path: string): void {
  act(async () => {
    await change('DELETE', path)
    return 'Removed.'
  })
}
