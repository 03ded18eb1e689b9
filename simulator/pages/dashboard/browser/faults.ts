// Injected faults and webhook fault rules.

import type { ControlBody } from 'paytwin/client'
import { accounts, nameOf } from './accounts-data.ts'
import { act, change, read, send } from './api.ts'
import { button, field, form, h, options, spaced, table } from './dom.ts'
import { lastPage } from './timeline-data.ts'
import { replacer, type View } from './view.ts'

type Faults = Awaited<ReturnType<typeof read<'listInjectedFaults'>>>['injectedFaults']
type Rules = ControlBody<'setWebhookFaultRules'>['rules']
type Rule = Rules[number]
type Fields = Readonly<Record<string, () => HTMLElement[]>>

const number = (name: string, value = '', min = '0') => h('input', { name, value, type: 'number', min })
const text = (name: string, placeholder: string, required = false) =>
  h('input', { name, placeholder, required })
const wait = (required: boolean) => field('By', text('by', 'PT10M', required))
const times = (label: string) => field(label, number('times', '', '1'))

/** The fields of each action of an injected fault. */
const actions: Fields = {
  respond: () => [
    field('Status', number('status', '503')),
    field('Body', h('input', { name: 'body', value: '{"message":"injected"}' })),
  ],
  refuse: () => [field('Code', text('code', 'request.invalid', true))],
  delay: () => [field('Milliseconds', number('delayMs', '2000'))],
  drop: () => [],
}
/** The fields of each webhook fault rule. */
const kinds: Fields = {
  duplicate: () => [times('Copies'), wait(false)],
  delay: () => [wait(true)],
  drop: () => [],
  reorder: () => [wait(false)],
  retry: () => [times('Retries'), wait(false)],
  'wrong-signature': () => [],
}
/** To which of the matching deliveries a rule applies. */
const parts: Fields = {
  all: () => [],
  'the n-th': () => [field('n', number('count', '1', '1'))],
  'every n-th': () => [field('n', number('every', '2', '1'))],
  'a share': () => [
    field(
      'Share',
      h('input', { name: 'share', type: 'number', min: '0.01', max: '1', step: '0.01', value: '0.5' }),
    ),
  ],
}

function faultsTable(list: Faults) {
  return [
    table(
      'Injected faults',
      ['Operation', 'Action', 'After', 'Times'],
      list.map(({ operationId, path, action: { do: kind, ...action }, after, times, until }) => [
        operationId ?? path ?? 'all',
        [`${kind} `, details(action)],
        after,
        times ?? `until ${until}`,
      ]),
    ),
    button('Remove all', () => remove('/injected-faults'), { disabled: list.length === 0 }),
  ]
}

function faultForm(operations: HTMLElement): HTMLElement {
  const fields = [
    field('Operation', operations),
    choice('Action', 'do', actions),
    field('Requests that pass before', number('after', '0')),
    field('Times', number('times', '1', '1')),
  ]
  return form('Inject a fault', fields, 'Inject', inject)
}

function rulesTable(list: Rules) {
  return [
    table(
      'Webhook fault rules',
      ['Rule', 'Details', 'Actions'],
      list.map(({ do: kind, ...rule }, index) => [
        kind,
        details({
          ...rule,
          ...(rule.merchantId === undefined ? {} : { merchantId: nameOf(rule.merchantId) }),
        }),
        button('Remove', () => act(() => putRules(list.filter((_, at) => at !== index)))),
      ]),
    ),
    button('Remove all', () => remove('/webhooks/fault-rules'), { disabled: list.length === 0 }),
  ]
}

export function faultsView(): View {
  const faults = h('div')
  const rules = h('div')
  let current: Rules = []
  const operations = h('select', { name: 'operationId' })
  const merchants = h('select', { name: 'merchantId' })
  const showFaults = replacer<Faults>(faults, faultsTable)
  const showRules = replacer<Rules>(rules, rulesTable)
  const root = h(
    'section',
    { 'aria-label': 'Faults' },
    h('h2', {}, 'Injected faults'),
    h('p', { class: 'quiet' }, 'They apply to the next requests of an operation.'),
    faultForm(operations),
    faults,
    h('h2', {}, 'Webhook fault rules'),
    h('p', { class: 'quiet' }, 'They change how webhooks are delivered.'),
    form(
      'Add a webhook fault rule',
      [
        choice('Rule', 'do', kinds),
        field('Merchant', merchants),
        field('Order', text('order', 'every order')),
        choice('Applies to', 'part', parts),
      ],
      'Add',
      (values) => act(async () => putRules([...current, await ruleOf(values)])),
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
      if (merchants.options.length === 0)
        merchants.append(
          ...options([
            ['', 'every merchant'],
            ...accounts().merchants.map(({ id, companyName }) => [id, companyName] as const),
          ]),
        )
      if (operations.options.length === 0) operations.append(...(await operationOptions()))
    },
  }
}

/** A choice with the fields of what is chosen, and of nothing else. */
function choice(label: string, name: string, fields: Fields): HTMLElement {
  const values = Object.keys(fields)
  const list = h('select', { name }, options(values))
  const chosen = h('span', { class: 'choice' })
  const show = () => chosen.replaceChildren(...(fields[list.value]?.() ?? []))
  list.addEventListener('change', show)
  show()
  return h('span', { class: 'choice' }, field(label, list), chosen)
}

/** Fields with their values: `by PT10M · share 0.1`. */
function details(fields: object): HTMLElement {
  const texts = Object.entries(fields).map(
    ([name, value]) => `${name} ${typeof value === 'object' ? spaced(value) : value}`,
  )
  return h('span', {}, texts.join(' · '))
}

async function operationOptions(): Promise<HTMLElement[]> {
  const { webhook: _, ...names } = JSON.parse(await send('GET', '/dashboard/statements.json'))
  return options(Object.keys(names))
}

/** The form has texts; the control API checks what they mean. */
function inject({ operationId, do: kind, after, times, ...values }: Record<string, string>): void {
  act(async () => {
    const action = { do: kind, ...fieldsOf(values) }
    const body = { operationId, action, after: Number(after), times: Number(times) }
    await change<'injectFault'>('POST', '/injected-faults', body as ControlBody<'injectFault'>)
    return `The fault applies to the next requests of ${operationId}.`
  })
}

const plainFields: ReadonlySet<string> = new Set(['by', 'code', 'merchantId', 'transaction'])

/** The fields that have a value: texts, numbers and JSON. */
function fieldsOf(values: Record<string, string>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== '')
      .map(([name, value]) => [name, plainFields.has(name) ? value : JSON.parse(value)]),
  )
}

/** The rule of a form. An order is named by its latest transaction. */
async function ruleOf({ do: kind, part: _, order = '', ...values }: Record<string, string>): Promise<Rule> {
  if (order === '') return { do: kind, ...fieldsOf(values) } as Rule
  const query = new URLSearchParams({ offerId: order, before: String(lastPage), limit: '1' })
  const [transaction] = (await read<'listTransactions'>(`/transactions?${query}`)).transactions
  if (transaction === undefined)
    throw new Error(`The order "${order}" has no transaction. Pay it, or leave the order out.`)
  return { do: kind, ...fieldsOf({ ...values, transaction: transaction.id }) } as Rule
}

async function putRules(rules: Rules): Promise<string> {
  await change<'setWebhookFaultRules'>('PUT', '/webhooks/fault-rules', { rules })
  return `There are ${rules.length} webhook fault rules.`
}

function remove(path: string): void {
  act(async () => {
    await change('DELETE', path)
    return 'Removed.'
  })
}
