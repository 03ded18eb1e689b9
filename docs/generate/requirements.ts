// The page docs/contributing/requirements.md: what refers to each requirement.

import {
  observableRequirementIds,
  type RequirementId,
  requirementIds,
  requirements,
  resourceOf,
} from '../../spec/requirements.ts'
import { resourceNames } from '../../spec/resource-names.ts'
import type { Requirement } from '../../spec/statements.ts'
import { firstChecked } from '../level-table.ts'
import { anchor, code, link, notice, page, sectionLinks, table } from './markdown.ts'
import { isEnforcedByDocument, type Links, type LinksById } from './traceability.ts'

const introduction = `# Requirements

Each requirement with its basis and its places in the [contract](../reference/contract.md), the simulator code that cites its id, the properties of
the conformance suite that check it, the lowest [level](../guide/conformance.md#levels) that checks it and what the target must declare for that,
the number of mutants that violate it, and the scenarios that declare it in \`x-requirements\`. \`openapi.json\` in the code column means that the document alone enforces the requirement. If no
client can observe a requirement, the properties column has the reason.

The words of the contract say what is **stated**. They only suggest what is **inferred**: a deployment that follows every word
could do otherwise, for the given reason. A violation is then a warning, and a failure only with \`--strict\`. ${counts()}`

function counts(): string {
  const inferred = requirementIds.filter((id) => requirements[id].basis === 'inferred').length
  const observable = observableRequirementIds.length
  return `Of ${requirementIds.length} requirements, ${inferred} are inferred; clients can observe ${observable}.`
}

/** The text of docs/contributing/requirements.md. */
export function requirementsPage(links: LinksById): string {
  const checkedFrom = firstChecked()
  const groups = resourceNames.flatMap((name) => {
    const ids = requirementIds.filter((id) => resourceOf(id) === name)
    return ids.length === 0
      ? []
      : [
          `## ${name}`,
          table(
            head,
            ids.map((id) => row(id, links[id], checkedFrom(id))),
          ),
        ]
  })
  return page(notice, introduction, ...groups)
}

const head = [
  'Requirement',
  'Basis',
  'Contract',
  'Code',
  'Properties',
  'Checked from',
  'Mutants',
  'Scenarios',
]

function row(
  id: RequirementId,
  { code: files, properties, mutants, scenarios }: Links,
  checkedFrom = '',
): string[] {
  const requirement: Requirement = requirements[id]
  return [
    `${anchor(id)}${code(id)}<br>${requirement.statement}`,
    requirement.basis === 'inferred' ? `inferred<br>${requirement.reason}` : 'stated',
    sectionLinks(requirement.section),
    [...(isEnforcedByDocument(id) ? ['spec/openapi.json'] : []), ...files].map(fileLink).join('<br>'),
    requirement.notObservable === undefined
      ? properties.join('<br>')
      : `Not observable. ${requirement.notObservable}`,
    checkedFrom,
    mutants === 0 ? '' : String(mutants),
    scenarios.map(fileLink).join('<br>'),
  ]
}

function fileLink(path: string): string {
  return link(path.split('/').at(-1) ?? path, `../../${path}`)
}
