// The tables that the documents take from the code. In a document a table stands between <!-- generated: name --> and
// <!-- end -->; `npm run docs` writes it.

import { readdirSync, readFileSync } from 'node:fs'
import { mutants } from '../contract-tests/altered/mutants/all.ts'
import { committedScore } from '../contract-tests/altered/mutation/score.ts'
import { neededControlOperations } from '../contract-tests/observe/suite-control.ts'
import { boundText, type Figure, shown, verdict } from '../simulator/bench/figure.ts'
import { type KindRow, kinds } from '../spec/control/kinds.ts'
import { controlOperations, topics } from '../spec/control/operations.ts'
import { transitions } from '../spec/control/transitions.ts'
import type { Schema } from '../spec/openapi/schema.ts'
import type { Credential } from '../spec/operation.ts'
import { operationIds, operations } from '../spec/operations.ts'
import { operationResources } from '../spec/resource-names.ts'
import { root } from './documents.ts'
import { levelRows } from './level-table.ts'

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('')
}

const credentials: Readonly<Record<Credential, string>> = {
  merchantToken: "merchant's access token",
  shopperToken: "shopper's access token",
  unstatedToken: 'access token, kind not stated',
  merchantAuth: '`merchantAuth` in the body',
  clientSecret: 'client secret, which encrypts the payload',
  notShown: 'not shown',
}

function operationTable(): string {
  return table(
    ['operation', 'request', 'purpose', 'credential', 'resource'],
    operationIds.map((id) => {
      const { method, path, summary, credential } = operations[id]
      const request = `\`${method.toUpperCase()} ${path}\``
      return [`\`${id}\``, request, summary, credentials[credential], operationResources[id]]
    }),
  )
}

function controlOperationTable(): string {
  return table(
    ['topic', 'operation', 'request', 'purpose'],
    Object.entries(topics).flatMap(([topic, { operations }]) =>
      Object.entries(operations).map(([id, { method, path, summary }], index) => [
        index === 0 ? topic : '',
        `\`${id}\``,
        `\`${method.toUpperCase()} ${path}\``,
        summary,
      ]),
    ),
  )
}

function controlKindTable(): string {
  const rows: readonly [string, KindRow][] = Object.entries(kinds)
  return table(
    ['kind', 'one of them', 'filters', 'events'],
    rows.map(([name, { filters, key }]) => {
      const events = Object.values(transitions).filter(({ kind }) => kind === name)
      const code = (names: readonly string[]) => names.map((one) => `\`${one}\``).join(', ')
      return [
        `\`${name}\``,
        `\`/control/${name}/{${key}}\``,
        code(Object.keys(filters)),
        code(events.map(({ event }) => event)),
      ]
    }),
  )
}

function neededControlTable(): string {
  return table(
    ['control operation', 'request', 'needed for'],
    Object.entries(neededControlOperations).map(([id, purpose]) => {
      const { method, path } = controlOperations[id as keyof typeof neededControlOperations]
      return [`\`${id}\``, `\`${method.toUpperCase()} ${path}\``, purpose]
    }),
  )
}

function mutationScoreTable(): string {
  const { detected, killed, passed, schema } = committedScore()
  const share = ({ count, of }: { count: number; of: number }) => `${count} of ${of}`
  const scores = table(
    ['', 'paytwin verify', 'validating responses against the schemas only'],
    [
      ['mutants detected', share(detected), share(schema.detected)],
      ['mutants detected by the requirement that they violate', share(killed), ''],
      ['conforming variants accepted', share(passed), share(schema.passed)],
    ],
  )
  return `${scores}\nThe list has ${mutants.length} mutants now.\n`
}

function levelTable(): string {
  return table(['the target declares', 'level', 'requirements', 'stated ones'], levelRows())
}

function readJson<Value>(path: string): Value {
  return JSON.parse(readFileSync(new URL(path, root), 'utf8'))
}

function scenarioInputTable(): string {
  const inputs = readJson<Record<string, { description: string }>>('scenarios/shared/accounts.json')
  return table(
    ['input', 'meaning'],
    Object.entries(inputs).map(([name, { description }]) => [`\`${name}\``, description]),
  )
}

function scenarioTable(): string {
  const folder = 'scenarios/catalog/'
  const files = readdirSync(new URL(folder, root)).sort()
  return table(
    ['file', 'what it shows'],
    files.map((name) => [
      `\`${name}\``,
      readJson<{ info: { title: string } }>(`${folder}${name}`).info.title,
    ]),
  )
}

function targetFieldTable(): string {
  return table(['field', 'type', 'default', 'meaning'], fieldRows(readJson('client/target.schema.json'), ''))
}

function fieldRows(schema: Schema, prefix: string): string[][] {
  const seen = new Map<string, string>()
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = `${prefix}${name}`
    const inner = field.items?.properties === undefined ? field : field.items
    const shape = JSON.stringify(inner.properties)
    const same = seen.get(shape)
    if (inner.properties !== undefined && same === undefined) seen.set(shape, path)
    const row = [
      `\`${path}\``,
      typeOf(field),
      defaultOf(field, schema.required?.includes(name) === true),
      [field.description ?? '', same === undefined || shape === undefined ? '' : `Fields as in \`${same}\`.`]
        .filter(Boolean)
        .join(' '),
    ]
    const nested = same === undefined ? fieldRows(inner, `${path}${field.items === inner ? '[]' : ''}.`) : []
    return [row, ...nested]
  })
}

function defaultOf(field: Schema, isRequired: boolean): string {
  if (field.default !== undefined) return `\`${JSON.stringify(field.default)}\``
  return isRequired ? 'required' : ''
}

function typeOf({ type, items, oneOf, anyOf, enum: values }: Schema): string {
  if (values !== undefined) return values.map((value) => `\`${value}\``).join(', ')
  const union = oneOf ?? anyOf?.filter(({ $ref }) => $ref === undefined)
  if (union !== undefined) return [...new Set(union.map(typeOf))].join(' or ')
  if (items !== undefined) return `array of ${typeOf(items)}`
  return [type ?? 'any'].flat().join(' or ')
}

/** The figures that `npm run bench -- --json docs/performance.json` wrote. */
function performanceTable(): string {
  const { node, processor, figures } = readJson<{ node: string; processor: string; figures: Figure[] }>(
    'docs/performance.json',
  )
  const rows = figures.map((figure) => {
    const { name, value, unit, detail } = figure
    return [name, value === null ? '' : `${shown(value)} ${unit}`, boundText(figure), verdict(figure), detail]
  })
  return `${table(['what', 'measured', 'bound', '', 'numbers'], rows)}\nNode ${node}, ${processor}.\n`
}

const tables: ReadonlyMap<string, () => string> = new Map([
  ['operations', operationTable],
  ['control operations', controlOperationTable],
  ['control kinds', controlKindTable],
  ['needed control operations', neededControlTable],
  ['mutation score', mutationScoreTable],
  ['requirements by level', levelTable],
  ['scenario inputs', scenarioInputTable],
  ['scenarios', scenarioTable],
  ['target fields', targetFieldTable],
  ['performance', performanceTable],
])

/** The text with every generated table as the code has it now. */
export function withGeneratedTables(text: string): string {
  return text.replace(
    /(<!-- generated: ([\w ]+) -->\n)[\s\S]*?(<!-- end -->)/g,
    (_, start: string, name: string, end: string) => {
      const generate = tables.get(name)
      if (generate === undefined)
        throw new Error(
          `There is no generated table "${name}". Choose among: ${[...tables.keys()].join(', ')}.`,
        )
      return `${start}\n${generate()}\n${end}`
    },
  )
}
