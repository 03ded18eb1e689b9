// Each way that docs/guide/install.md shows to install the package, executed: in a clone of this repository, and in empty projects.

import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { testDirectory } from '../core/test-support/test-directory.ts'
import { blocksOf } from '../docs/documents.ts'
import { copyRepository } from '../docs/repository-copy.ts'

const page = readFileSync(new URL('../docs/guide/install.md', import.meta.url), 'utf8')
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const directory = testDirectory('install')
/** A repository of git with this version, and a clone of it. */
const repository = join(directory, 'repository')
const clone = join(directory, 'clone')

beforeAll(() => {
  const copy = copyRepository()
  for (const built of ['node_modules', 'build', 'dist'])
    rmSync(join(copy.directory, built), { recursive: true })
  cpSync(copy.directory, repository, { recursive: true })
  copy.remove()
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@shop.example', ...args], {
      cwd: repository,
      stdio: 'pipe',
    })
  git('init', '--quiet')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'all')
  git('tag', `v${version}`)
  git('clone', '--quiet', repository, clone)
})

/** The commands of a section of the page, block by block. */
function commandsOf(heading: string): string[] {
  const section = page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  return blocksOf(section).map(({ body }) => body.replace(/git\+ssh:[^#"]+/, `git+file://${repository}`))
}

function run(script = '', cwd: string) {
  const env = { ...process.env, npm_config_prefer_offline: 'true', npm_config_audit: 'false' }
  const { status, stdout, stderr } = spawnSync('bash', ['-eo', 'pipefail', '-c', script], {
    ...{ cwd, encoding: 'utf8', env },
  })
  // npm warns of settings of the user that it does not know.
  const warnings = stderr.split('\n').filter((line) => /warn/i.test(line) && !/Unknown \w+ config/.test(line))
  return { status, stdout, stderr, warnings }
}

function newProject(): string {
  const path = mkdtempSync(join(directory, 'shop-'))
  writeFileSync(join(path, 'package.json'), '{ "name": "shop", "private": true }')
  return path
}

it('installs the archive of a clone, and again on a machine without network and scripts', () => {
  const [pack, install] = commandsOf('An archive')
  expect(run(pack, clone)).toMatchObject({ status: 0 })
  const shop = newProject()
  cpSync(join(clone, `paytwin-${version}.tgz`), join(shop, `paytwin-${version}.tgz`))
  expect(run(install, shop)).toMatchObject({
    ...{ status: 0, stdout: expect.stringMatching(`${version}\n$`), warnings: [] },
  })
  const ci = join(directory, 'ci')
  mkdirSync(ci)
  for (const file of ['package.json', 'package-lock.json', `paytwin-${version}.tgz`])
    cpSync(join(shop, file), join(ci, file))
  expect(run('npm ci --offline --ignore-scripts && npx --no -- paytwin --version', ci)).toMatchObject({
    ...{ status: 0, stdout: expect.stringMatching(`${version}\n$`) },
  })
})

it('installs a git dependency with its program, and without it if scripts are ignored', () => {
  const [install] = commandsOf('A git dependency')
  const shop = newProject()
  expect(run(install, shop)).toMatchObject({
    ...{ status: 0, stdout: expect.stringMatching(`${version}\n$`), warnings: [] },
  })
  expect(existsSync(join(shop, 'node_modules/paytwin/dist/index.js'))).toBe(true)
  const without = newProject()
  const [named = ''] = install?.split('\n') ?? []
  expect(run(`${named} --ignore-scripts`, without)).toMatchObject({ status: 0 })
  expect(run('npx --no -- paytwin --version', without)).toMatchObject({
    ...{ status: 127, stderr: expect.stringContaining('paytwin: not found') },
  })
})

it('runs nothing of that name where it is not installed', () => {
  const { status, stderr } = run('npx --no -- paytwin --version', newProject())
  expect(status).not.toBe(0)
  expect(stderr).toMatch(/canceled|Not Found/)
})

it('would publish the same files as the archive has', () => {
  const [publish] = commandsOf('Publication')
  const { status, stderr } = run(`${publish?.trim()} --ignore-scripts`, clone)
  expect({ status, stderr }).toMatchObject({ status: 0, stderr: expect.stringContaining('dist/cli.js') })
})
