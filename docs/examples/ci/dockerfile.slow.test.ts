// The steps of the Dockerfile, without Docker: each stage is a directory, and its paths are inside it. What takes long in the
// build stage is not done again: it has the installed packages and the build of this repository.

import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../../../simulator/test-support/database.ts'
import { copyRepository } from '../../repository-copy.ts'

/** The instructions, in order. */
const instructions = readFileSync('docs/examples/ci/Dockerfile', 'utf8')
  .split('\n')
  .filter((line) => /^[A-Z]/.test(line))
  .map((line) => {
    const [, name = '', words = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? []
    return { name, words }
  })
const one = (name: string) => instructions.findLast((instruction) => instruction.name === name)?.words ?? ''
const done = ['npm ci --ignore-scripts --no-audit --no-fund', 'npm run build']
const directory = mkdtempSync(join(tmpdir(), 'paytwin-image-'))
/** The files of a stage. */
let stage = ''
/** Its working directory. */
let work = ''
afterAll(() => rmSync(directory, { recursive: true }))

/** A command with the absolute paths of an image, as paths of a stage. */
const inStage = (command: string) => command.replaceAll(/(?<= )\/(?=\w)/g, `${stage}/`)

function copy(words: string): void {
  const [, source, paths = words] = /^--from=(\w+) (.*)$/.exec(words) ?? []
  const [to = '', ...from] = paths.split(' ').reverse()
  for (const path of from.reverse()) {
    const target = to.startsWith('/') ? join(stage, to) : join(work, to)
    if (source !== undefined) cpSync(join(directory, source, path), target, { recursive: true })
    else if (!existsSync(join(work, path))) throw new Error(`COPY ${words}: there is no ${path}.`)
  }
}

beforeAll(() => {
  for (const { name, words } of instructions)
    if (name === 'FROM') {
      stage = join(directory, / AS (\w+)$/.exec(words)?.[1] ?? 'image')
      mkdirSync(stage)
    } else if (name === 'WORKDIR') {
      work = join(stage, words)
      // The context of the build stage is the repository.
      if (stage.endsWith('/build')) renameSync(copyRepository().directory, work)
      else mkdirSync(work)
    } else if (name === 'COPY') copy(words)
    else if (name === 'RUN' && !done.includes(words)) {
      const env = { ...process.env, npm_config_prefer_offline: 'true' }
      execFileSync('sh', ['-c', inStage(words)], { cwd: work, env, stdio: 'pipe' })
    }
})

it('has an image with the program and without the archive', () => {
  expect(existsSync(join(stage, 'package'))).toBe(false)
  expect(existsSync(join(work, 'node_modules/paytwin/dist/cli.js'))).toBe(true)
})

it('starts a server that its health check finds healthy', async () => {
  const port = String(await freePort())
  const [program = '', ...words]: string[] = [...JSON.parse(one('ENTRYPOINT')), ...JSON.parse(one('CMD'))]
  const server = spawn(program, [...words, '--port', port], {
    cwd: work,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    await new Promise((resolve) => server.stdout.once('data', resolve))
    const [check = '', ...args]: string[] = JSON.parse(/ CMD (.*)$/.exec(one('HEALTHCHECK'))?.[1] ?? '[]')
    const here = args.map((arg) => arg.replace(one('EXPOSE'), port))
    expect(here).not.toEqual(args)
    expect(spawnSync(check, here, { cwd: work }).status).toBe(0)
  } finally {
    const ended = new Promise((resolve) => server.once('close', resolve))
    server.kill()
    await ended
  }
})
