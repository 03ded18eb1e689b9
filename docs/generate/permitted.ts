// The page docs/contributing/permitted.md: what a conforming deployment may do otherwise than the suite expects.

import { type AskedRow, askedRows, type CitedRow, citedRows } from '../../contract-tests/permitted/rows.ts'
import { anchor, code, link, notice, page, sectionLinks, table } from './markdown.ts'

const introduction = `# Permitted behavior

What a conforming deployment may do otherwise than the suite expects, with the section of the [contract](../reference/contract.md) that leaves it
open. No check and no comment says it in other words.`

const asked = `## What checks ask about

A requirement is inconclusive by one of these ids if nothing rules it out. Each row is proved by a conforming variant: without the row,
the requirement in the last column would accuse it.`

const cited = `## What inputs and waits take into account

The suite sends what every conforming deployment accepts, tries several ways, or waits. Comments cite these rows.`

/** The text of docs/contributing/permitted.md. */
export function permittedPage(): string {
  return page(
    notice,
    introduction,
    asked,
    table(['Row', 'Contract', 'What rules it out', 'Proved by'], Object.entries(askedRows).map(askedCells)),
    cited,
    table(['Row', 'Contract'], Object.entries(citedRows).map(citedCells)),
  )
}

function askedCells([id, row]: readonly [string, AskedRow]): string[] {
  const { variant, accused } = row
  const requirement = link(code(accused), `requirements.md#${accused}`)
  return [...citedCells([id, row]), row.rulesOut, `${variant}: ${requirement}`]
}

const citedCells = ([id, { section, says }]: readonly [string, CitedRow]): string[] => [
  `${anchor(id)}${code(id)}<br>${says}`,
  sectionLinks(section),
]
