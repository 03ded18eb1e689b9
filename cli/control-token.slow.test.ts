// A simulator that others can reach requires a token of its control API, and every command that calls the API sends it.

import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { runProgram, type ServedProgram, serveProgram } from '../simulator/test-support/built-program.ts'

const token = 'a-token-of-this-test'
const scenario = 'scenarios/catalog/walk-through.json'
let served: ServedProgram

beforeAll(async () => {
  vi.stubEnv('PAYTWIN_CONTROL_TOKEN', token)
  served = await serveProgram('--host', '0.0.0.0')
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await served.stop()
})

const verify = () =>
  runProgram(
    ...['verify', '--base-url', `${served.url}/api`, '--control-url', `${served.url}/control`],
    ...['--only', 'stores', '--smoke', '--accept-partial', '--level', 'disruptive'],
  )
const replay = () => runProgram('replay', scenario, '--url', served.url)

describe('with PAYTWIN_CONTROL_TOKEN', () => {
  it('serve prints requests that work, and not the token', () => {
    expect(served.greeting).not.toContain(token)
    const lines = served.greeting.split('\n').filter((line) => line.startsWith('curl '))
    const [, clock = ''] = execFileSync('bash', ['-e'], { input: lines.join('\n') })
      .toString()
      .split('\n')
    expect(JSON.parse(clock)).toMatchObject({ to: '2026-01-08T09:00:00.000Z' })
  })

  it('verify and replay call the control API, and print no token', async () => {
    for (const { code, stdout, stderr } of [await verify(), await replay()]) {
      expect([code, stdout, stderr].join('\n')).toMatch(/^0\n/)
      expect(stdout + stderr).not.toContain(token)
    }
  })
})

describe('without it', () => {
  it('verify and replay report that a token is required', async () => {
    vi.stubEnv('PAYTWIN_CONTROL_TOKEN', '')
    for (const { code, stdout, stderr } of [await verify(), await replay()]) {
      expect(code).toBe(2)
      expect(stdout + stderr).toContain('The control API requires a token.')
    }
  })

  it('serve prints a random one, which its requests send', async () => {
    vi.stubEnv('PAYTWIN_CONTROL_TOKEN', '')
    const random = await serveProgram('--public-url', 'http://twin.example:4020')
    expect(random.greeting).toMatch(/public URL +http:\/\/twin\.example:4020\n/)
    expect(random.greeting).toMatch(/token +[\w-]{24} \(of the control API\)/)
    const lines = random.greeting.split('\n').filter((line) => line.startsWith('curl '))
    expect(execFileSync('bash', ['-e'], { input: lines.join('\n') }).toString()).toContain('"to":"2026-01-08')
    await random.stop()
  })
})
