// The scenarios that paths, directories, patterns and names lead to.

import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { temporaryDirectory } from '../test-support/changed-scenario.ts'
import { catalogFiles, scenarioFiles } from './files.ts'

const directory = temporaryDirectory()
const write = (path: string, text: string) => {
  mkdirSync(join(directory, path, '..'), { recursive: true })
  writeFileSync(join(directory, path), text)
}
for (const file of ['accounts.json', 'subscribe.json'])
  cpSync(`scenarios/shared/${file}`, join(directory, 'shared', file))
cpSync('scenarios/catalog', join(directory, 'node_modules/catalog'), { recursive: true })
const lookups = readFileSync('scenarios/catalog/lookups.json', 'utf8')
write('deep/er/lookups.json', lookups)
write('deep/lookups.yaml', stringify(JSON.parse(lookups)))
write('deep/subscribe.json', readFileSync('scenarios/catalog/weekly-subscription-ends.json', 'utf8'))
write('deep/typing.yml', 'arazzo: 1.0.1\nworkflows: [')
write('deep/package.json', '{ "name": "arazzo" }')
write('deep/values.yaml', '- arazzo')
const found = ['deep/er/lookups.json', 'deep/lookups.yaml', 'deep/subscribe.json', 'deep/typing.yml']
const named = (files: readonly string[]) => files.map((file) => join(directory, file))

describe('scenarioFiles', () => {
  it('finds the scenarios of a directory at any depth, and neither other files nor imported documents', () => {
    expect(scenarioFiles([directory])).toEqual(named(found))
    expect(scenarioFiles([join(directory, 'shared')])).toEqual(named(['shared/subscribe.json']))
  })

  it('takes a file as it is', () => {
    const file = join(directory, 'deep/package.json')
    expect(scenarioFiles([file, join(directory, 'shared/subscribe.json')])).toEqual(
      named(['deep/package.json', 'shared/subscribe.json']),
    )
  })

  it.each([
    ['deep/*.yaml', ['deep/lookups.yaml']],
    ['**/lookups.*', ['deep/er/lookups.json', 'deep/lookups.yaml']],
    ['{deep,shared}/s*.json', found.filter((file) => file.endsWith('subscribe.json'))],
  ])('takes the pattern %s', (pattern, files) => {
    expect(scenarioFiles([join(directory, pattern)])).toEqual(named(files))
  })

  it('takes the names of shipped scenarios, and the beginning of one', () => {
    expect(scenarioFiles(['@lookups', '@hosted-invoice'])).toEqual([
      'scenarios/catalog/lookups.json',
      'scenarios/catalog/hosted-invoice-to-order.json',
    ])
    expect(catalogFiles()).toEqual(scenarioFiles(['scenarios/catalog']))
  })

  it.each([
    ['@webhook', /^More than one .*@webhook-by-get, @webhook-by-post, @webhook-too-long/],
    ['@lokups', /^No shipped scenario .*@lookups/],
    ['deep/absent.json', /^There is no scenario at deep\/absent.json/],
    [join(directory, '*.txt'), /^There are no scenarios in /],
  ])('refuses %s', (path, message) => {
    expect(() => scenarioFiles([path])).toThrow(message)
  })
})
