// The page docs/reference/assumptions.md: every unspecified behavior with its options.

import { resourceDescriptions, resourceNames } from '../../spec/resource-names.ts'
import type { UnspecifiedBehavior, ValueRule } from '../../spec/statements.ts'
import { unspecifiedBehaviors, unspecifiedIds } from '../../spec/unspecified.ts'
import { anchor, code, notice, page, sectionLinks } from './markdown.ts'

const introduction = `# Unspecified behaviors and assumptions

The contract does not show everything. Each thing that it leaves open is listed here as an *unspecified behavior* with a
permanent id, a question, and options. Every option is permitted by the contract. The OpenAPI document states none of
them as fact, and the conformance suite asserts none of them. [Open questions](open-questions.md) without options are listed separately.

The simulator has to do something in each case. What it does is its *assumption*: the option in force in a sandbox. The
first option is the default. \`GET /control/assumptions\` lists the assumptions of a running sandbox.

To choose other options, write an assumptions file and pass it with \`--assumptions FILE\`:

\`\`\`json
{
  "transactions.repeated-order": "refused",
  "settlements.hour": { "use": "evening", "value": { "hour": 20 } }
}
\`\`\`

The value of an entry is the name of an option. Where an option has a value, \`{ "use": NAME, "value": VALUE }\` replaces
it by another one of the same shape; without \`use\`, the default option is used.

\`--random-assumptions SEED\` draws an option for each unspecified behavior. The same seed draws the same options. A client
that works with many seeds does not depend on anything that the contract leaves open.`

/** The text of docs/reference/assumptions.md. */
export function assumptionsPage(): string {
  const groups = resourceNames.flatMap((name) => {
    const ids = unspecifiedIds.filter((id) => id.startsWith(`${name}.`))
    if (ids.length === 0) return []
    return [`## ${name}`, resourceDescriptions[name], ...ids.map((id) => entry(id, unspecifiedBehaviors[id]))]
  })
  return page(notice, introduction, ...groups)
}

function entry(id: string, { question, section, options, valueRule }: UnspecifiedBehavior): string {
  const lines = Object.entries(options).map(([name, { effect, value, needsOtherClient }], index) => {
    const mark = index === 0 ? ' (default)' : ''
    const data = value === undefined ? '' : ` Value: ${code(JSON.stringify(value))}.`
    const drawn =
      needsOtherClient === true ? ' It is never drawn at random, because it needs another client.' : ''
    return `- ${code(name)}${mark}: ${effect}${data}${drawn}`
  })
  const notes = valueRule === undefined || 'list' in valueRule ? [] : [ruleOf(valueRule)]
  return [
    `${anchor(id)}**${code(id)}**: ${question} (${sectionLinks(section)})`,
    lines.join('\n'),
    ...notes,
  ].join('\n\n')
}

function ruleOf(rule: Exclude<ValueRule, { list: unknown }>): string {
  if ('pattern' in rule) return `Each text of a value must be ${rule.meaning}.`
  if ('min' in rule)
    return `Each number of a value must be between ${numberText(rule.min)} and ${numberText(rule.max)}.`
  const forms = rule.anyForm === true ? 'values' : 'objects'
  return `A value has the same keys with ${forms} of any form. Names: ${rule.placeholders.map(code).join(', ')}.`
}

function numberText(value: number): string {
  return value.toLocaleString('en-US')
}
