// Runs what the documents show. `npm run docs` writes the current output and the generated tables into them.

import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampled } from '../core/test-support/sampling.ts'
import { blocksOf, readDocuments, root } from './documents.ts'
import { executed, isRun } from './executed-docs.ts'
import { withGeneratedTables } from './generated-tables.ts'

const documents = readDocuments()
const executable = documents.filter(
  ({ text }) => text.includes('<!-- generated:') || blocksOf(text).some(isRun),
)

describe.concurrent('the output and the tables of', () => {
  it.for([
    ...executable.filter(({ path }) => path === 'README.md'),
    ...sampled(executable.filter(({ path }) => path !== 'README.md')),
  ])('$path', async ({ path, text }, { expect }) => {
    const current = await executed(withGeneratedTables(text))
    await expect(current, 'Update the documents with: npm run docs').toMatchFileSnapshot(
      fileURLToPath(new URL(path, root)),
    )
  })
})

it.concurrent('changes a document only where more than durations and left-out parts differ', {
  timeout: 600_000,
}, async () => {
  const shown = (output: string) => `\`\`\`console\n$ printf 'one\\ntwo\\nin 12 ms\\n'\n${output}\n\`\`\`\n`
  const correct = [shown('one\ntwo\nin 3 ms'), shown('…\nin 3 ms'), shown('one\nt…\nin 12 ms')]
  const wrong = [shown('one\nin 3 ms'), shown('…\nin 3 s'), shown('one\nT…\nin 12 ms')]
  const corrected = [...correct, ...wrong.map(() => shown('one\ntwo\nin 12 ms'))]
  expect(await executed([...correct, ...wrong].join('\n'))).toBe(corrected.join('\n'))
})

describe.concurrent('the TypeScript examples', () => {
  // A project of a reader: the package and the test runner are installed, nothing else.
  const project = mkdtempSync(join(tmpdir(), 'paytwin-examples-'))
  const repository = fileURLToPath(root)
  const examples = documents.flatMap(({ path, text }) =>
    blocksOf(text)
      .filter(({ language }) => language === 'ts')
      .map(({ info, body }, index) => ({
        name: `${path.replace(/\W/g, '-')}-${index + 1}${info === 'test' ? '.test' : ''}.ts`,
        body,
      })),
  )
  const compilerOptions = {
    strict: true,
    noUncheckedIndexedAccess: true,
    target: 'ES2023',
    module: 'NodeNext',
    types: ['node'],
    noEmit: true,
    skipLibCheck: true,
  }
  const run = async (program: string, ...args: string[]) => {
    const options = { cwd: project, env: { ...process.env, NO_COLOR: '1' } }
    const path = join(repository, 'node_modules', program)
    return (await promisify(execFile)(process.execPath, [path, ...args], options)).stdout
  }

  beforeAll(() => {
    mkdirSync(join(project, 'node_modules', '@types'), { recursive: true })
    symlinkSync(repository, join(project, 'node_modules', 'paytwin'))
    for (const name of ['vitest', '@types/node'])
      symlinkSync(join(repository, 'node_modules', name), join(project, 'node_modules', name))
    writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'shop', type: 'module' }))
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions }))
    for (const { name, body } of examples) writeFileSync(join(project, name), body)
  })
  afterAll(() => rmSync(project, { recursive: true }))

  it('exist and compile', async () => {
    expect(examples.some(({ name }) => name.endsWith('.test.ts'))).toBe(true)
    expect(await run('typescript/bin/tsc', '-p', '.').catch(({ stdout }) => stdout)).toBe('')
  })

  it('pass where they are tests', async () => {
    const tests = examples.filter(({ name }) => name.endsWith('.test.ts'))
    const report = JSON.parse(await run('vitest/vitest.mjs', 'run', '--root', '.', '--reporter=json'))
    expect(report).toMatchObject({
      success: true,
      numTotalTestSuites: expect.any(Number),
      numPassedTests: tests.flatMap(({ body }) => body.match(/^(?:it|test)[.(]/gm) ?? []).length,
    })
  })
})
