// One resource has one name: files and folders are named after resources, and an id starts with the name of its file. Each
// rule is also applied to input that violates it.

import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { resourceNames } from './resource-names.ts'

const folders = [
  'spec/resources',
  'spec/requirements',
  'spec/unspecified',
  'simulator/resources',
  'contract-tests/claims',
]

/** Files that all resources share, then files that do not have the name of a resource yet: remove those when they have. */
const exceptions: readonly string[] = [
  'contract-tests/claims/beyond-ascii.ts',
  ...['checkout-payments', 'handler-types', 'handlers', 'refusal-rows', 'refusals'].map(
    (name) => `simulator/resources/${name}.ts`,
  ),
  ...['refusals.test.ts', 'responses.test.ts', 'responses.txt'].map((name) => `simulator/resources/${name}`),
  ...['list-pages', 'payability', 'payability.test', 'subscription-billing', 'transaction-records'].map(
    (name) => `simulator/resources/${name}.ts`,
  ),
]

interface IdFile {
  path: string
  ids: readonly string[]
}

/** Files and folders whose name is not a resource. */
function misnamed(paths: readonly string[]): string[] {
  return paths.filter((path) => {
    const name = path
      .split('/')
      .at(-1)
      ?.replace(/(\.slow)?(\.test)?\.ts$/, '')
    return !resourceNames.some((resource) => resource === name)
  })
}

/** Ids that do not start with the name of their file. */
function misplacedIds(files: readonly IdFile[]): string[] {
  return files.flatMap(({ path, ids }) => {
    const prefix = `${path.split('/').at(-1)?.replace(/\.ts$/, '')}.`
    return ids.filter((id) => !id.startsWith(prefix)).map((id) => `${path}: ${id}`)
  })
}

const root = new URL('../', import.meta.url)
const paths = folders.flatMap((folder) =>
  readdirSync(new URL(folder, root)).map((name) => `${folder}/${name}`),
)
const idFiles = paths
  .filter((path) => /^spec\/(requirements|unspecified)\//.test(path))
  .map((path) => ({
    path,
    ids: [...readFileSync(new URL(path, root), 'utf8').matchAll(/^ {2}'([^']+)': \{$/gm)].map(
      ([, id = '']) => id,
    ),
  }))

describe('files', () => {
  it('have the name of a resource', () => {
    expect(misnamed(paths).filter((path) => !exceptions.includes(path))).toEqual([])
  })

  it('listed as exceptions exist and have another name', () => {
    expect(exceptions.filter((path) => !misnamed(paths).includes(path))).toEqual([])
  })

  it.each(folders)('with another name are detected in %s', (folder) => {
    const broken = [
      `${folder}/banks.ts`,
      `${folder}/banks.test.ts`,
      `${folder}/order-info.ts`,
      `${folder}/bank`,
    ]
    expect(misnamed(broken)).toEqual([`${folder}/order-info.ts`, `${folder}/bank`])
  })
})

describe('ids', () => {
  it('start with the name of their file', () => {
    expect(misplacedIds(idFiles)).toEqual([])
    expect(idFiles.filter(({ ids }) => ids.length === 0)).toEqual([])
  })

  it('with another prefix are detected', () => {
    const broken = [
      { path: 'spec/requirements/banks.ts', ids: ['banks.limit', 'bank.limit', 'payouts.limit'] },
    ]
    expect(misplacedIds(broken)).toEqual([
      'spec/requirements/banks.ts: bank.limit',
      'spec/requirements/banks.ts: payouts.limit',
    ])
  })
})
