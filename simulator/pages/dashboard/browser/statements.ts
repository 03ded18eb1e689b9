// The requirements and unspecified behaviors that an item touches.

import { send } from './api.ts'
import { h, prose } from './dom.ts'

interface Statement {
  id: string
  text: string
}

type Statements = Readonly<Record<string, { requirements: Statement[]; unspecified: Statement[] }>>

let loaded: Promise<Statements> | undefined

/** The statements of the contract about an operation, and its unspecified behaviors. */
export function statementsOf(name: string): HTMLElement {
  const root = h('div', { class: 'statements' })
  loaded ??= send('GET', '/dashboard/statements.json').then((text) => JSON.parse(text))
  void loaded.then((all) => {
    const { requirements, unspecified } = all[name] ?? { requirements: [], unspecified: [] }
    if (requirements.length > 0)
      root.append(
        list(
          `Requirements (${requirements.length})`,
          requirements.map(({ id, text }) => [h('code', {}, id), ' ', ...prose(text)]),
        ),
      )
    if (unspecified.length > 0)
      root.append(
        list(
          `Not specified by the contract (${unspecified.length})`,
          unspecified.map(({ id, text }) => [
            h('a', { href: `#assumptions/${id}` }, id),
            ' ',
            ...prose(text),
          ]),
        ),
      )
  })
  return root
}

function list(title: string, entries: (Node | string)[][]): HTMLElement {
  return h(
    'details',
    {},
    h('summary', {}, title),
    h('ul', {}, ...entries.map((entry) => h('li', {}, ...entry))),
  )
}
