// Every requirement is linked: observable ones to a property, and to code or to the document. References to sections of the
// contract resolve to anchors of docs/reference/contract.md.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { operations } from '../../spec/operations.ts'
import { observableRequirementIds, type RequirementId } from '../../spec/requirements.ts'
import { sectionNames } from '../../spec/sections.ts'
import { isEnforcedByDocument, type LinksById, readLinks } from './traceability.ts'

const links = readLinks()

describe('observable requirements', () => {
  it('have a property that checks them', () => {
    expect(unchecked(links)).toEqual([])
  })

  it('are cited by simulator code or enforced by the document', () => {
    expect(uncited(links)).toEqual([])
  })

  it('without a property or a citation are detected', () => {
    const none = { code: [], properties: [], mutants: 0, scenarios: [] }
    const without: LinksById = { ...links, 'payouts.transfers-accepted': none }
    expect(unchecked(without)).toEqual(['payouts.transfers-accepted'])
    expect(uncited(without)).toContain('payouts.transfers-accepted')
    const cited = { ...none, code: ['simulator/resources/payouts.ts'] }
    expect(uncited({ ...links, 'payouts.transfers-accepted': cited })).not.toContain(
      'payouts.transfers-accepted',
    )
  })
})

function unchecked(of: LinksById): RequirementId[] {
  return observableRequirementIds.filter((id) => of[id].properties.length === 0)
}

function uncited(of: LinksById): RequirementId[] {
  return observableRequirementIds.filter((id) => of[id].code.length === 0 && !isEnforcedByDocument(id))
}

describe('links', () => {
  it('count the mutants of each requirement', () => {
    for (const id of observableRequirementIds) expect(links[id].mutants).toBeGreaterThan(0)
  })
})

describe('references to the contract', () => {
  it('in comments and documents name its sections', () => {
    const folders = ['core', 'spec', 'client', 'simulator', 'contract-tests', 'scenarios'].filter(existsSync)
    const unknown = folders.flatMap((folder) =>
      textsIn(folder).flatMap(([path, text]) =>
        referencesIn(text)
          .filter((name) => !sectionNames.includes(name))
          .map((name) => `${path}: ${name}`),
      ),
    )
    expect(unknown).toEqual([])
  })

  it('of operations name their section', () => {
    expect(Object.values(operations).filter(({ section }) => !sectionNames.includes(section))).toEqual([])
  })
})

/** The sections that `Contract: …` references name. */
function referencesIn(text: string): string[] {
  return [...text.matchAll(/\bContract: ([A-Z][^.\n*`'"]*)/g)].flatMap(([, names = '']) =>
    names.trim().split('; '),
  )
}

function textsIn(folder: string): [path: string, text: string][] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') || path.endsWith('openapi.json'))
    .map((path) => [`${folder}/${path}`, readFileSync(`${folder}/${path}`, 'utf8')])
}
