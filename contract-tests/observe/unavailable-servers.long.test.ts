// The program against servers that lose connections, limit the rate, are down, slow, or respond with very much.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { testDirectory } from '../../core/test-support/test-directory.ts'
import { Running, runProgram } from '../../simulator/test-support/built-program.ts'
import type { Report } from '../judge/report.ts'
import { inProcess } from './in-process.ts'
import { answering, copyTo, listening, passOn } from './test-support/servers.ts'

const directory = testDirectory('unavailable')

const printMemory = `process.on('exit', () => process.stderr.write('maxRSS ' + process.resourceUsage().maxRSS))`

/** Starts the program on a target, with its report and the maximum memory that it used. */
function verifying(baseUrl: string, limits: object, ...flags: string[]) {
  const target = join(directory, 'target.json')
  const reports = join(directory, 'reports')
  const { limits: defaults, ...known } = inProcess().target
  writeFileSync(
    target,
    JSON.stringify({ ...known, name: 'the server', baseUrl, limits: { ...defaults, ...limits } }),
  )
  const words = ['verify', '--target', target, '--report', reports, '--runs', '2', ...flags]
  const running = new Running(words, ['--import', `data:text/javascript,${encodeURIComponent(printMemory)}`])
  const ended = running.ended.then(({ code, stdout, stderr }) => {
    const report: Report = JSON.parse(readFileSync(join(reports, 'report.json'), 'utf8'))
    return { code, stdout, stderr, report, megabytes: Number(/maxRSS (\d+)/.exec(stderr)?.[1]) / 1024 }
  })
  return { ended, interrupt: () => running.child.kill('SIGINT') }
}

it('a server with a rate limit that loses connections and responds with HTTP 503 violates nothing', async () => {
  const simulator = inProcess()
  await simulator.fresh()
  const seen = { lost: 0, limited: 0, failed: 0 }
  let count = 0
  const url = await listening(async (request, response) => {
    count += 1
    if (count % 37 === 0) {
      seen.limited += 1
      response.writeHead(429, { 'retry-after': '1', 'content-type': 'text/html' }).end('<h1>Slow down</h1>')
      return
    }
    const real = await passOn(request, simulator)
    if (count % 23 === 0) {
      seen.lost += 1
      request.socket.resetAndDestroy()
    } else if (count % 29 === 0) {
      seen.failed += 1
      response.writeHead(503).end()
    } else await copyTo(response, real)
  })
  const { code, report, stderr } = await verifying(
    ...[url, {}, '--level', 'money', '--only', 'stores', 'payouts', '--accept-partial'],
  ).ended
  expect(report.failures, stderr).toEqual([])
  expect(report.counts.pass).toBeGreaterThan(25)
  expect([report.counts.inconclusive, code]).toEqual([0, 0])
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(2)
})

it('a server that responds with HTTP 503 to everything gets one line', async () => {
  let requests = 0
  const url = await listening((_, response) => {
    requests += 1
    response.writeHead(503).end()
  })
  const target = join(directory, 'target.json')
  writeFileSync(target, JSON.stringify({ ...inProcess().target, baseUrl: url }))
  const { code, stdout, stderr } = await runProgram('verify', '--target', target, '--level', 'read')
  expect(`${stdout}${stderr}`).toBe(
    [
      `paytwin: The target at ${url} is not available.`,
      '  GET /stores and GET /users/me: HTTP 503.',
      '  Run the suite again when the target is available, or correct baseUrl in the target file or --base-url.\n',
    ].join('\n'),
  )
  // The third request asks whether it is a simulator with a plugin.
  expect([code, requests]).toEqual([2, 3])
})

it.each([6, 10])('responses of %i MB do not fill the memory', { timeout: 120_000 }, async (megabytes) => {
  const body = JSON.stringify({ ok: true, result: {}, padding: 'x'.repeat(megabytes * 1_000_000) })
  const url = await listening(answering(200, 'application/json', body))
  const flags = ['--level', 'money', '--max-duration', '60', '--only', 'stores,payouts,invoices,currencies']
  const result = await verifying(url, {}, ...flags).ended
  expect(result.report.requests).toBeGreaterThan(20)
  expect(result.megabytes).toBeLessThan(500)
  if (megabytes > 8) {
    expect(result.stdout).toContain('getStore: a response of more than 8000000 bytes was cut.')
    expect(result.report).toMatchObject({ exitCode: 4, failures: [] })
  } else expect(JSON.stringify(result.report).length).toBeLessThan(1_000_000)
})

it('an interrupted run writes what it has checked', async () => {
  const simulator = inProcess()
  let requests = 0
  let interrupt = () => {}
  const url = await listening(async (request, response) => {
    requests += 1
    // The preflight sends one request for each of the twelve accounts.
    if (requests === 25) interrupt()
    if (requests > 24) return
    await copyTo(response, await passOn(request, simulator))
  })
  const flags = ['--level', 'read', '--only', 'stores,shoppers,banks', '--smoke']
  const run = verifying(url, { timeoutSeconds: 60 }, ...flags)
  interrupt = run.interrupt
  const { code, report, stdout } = await run.ended
  expect(stdout).toContain('the server is inconclusive: the run was interrupted (exit 4)')
  expect(code).toBe(4)
  expect(report.counts.pass).toBeGreaterThan(0)
  expect(report.counts.inconclusive).toBeGreaterThan(0)
  expect(requests).toBe(25)
})
