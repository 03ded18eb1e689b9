// Prepared runs that lose a response, over real sockets: the server counts what took effect.

import { readFileSync, statSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { httpSend } from '../../client/http-send.ts'
import { testDirectory } from '../../core/test-support/test-directory.ts'
import { Running } from '../../simulator/test-support/built-program.ts'
import { allProperties } from '../commands/all-claims.ts'
import { verify } from '../commands/verify.ts'
import type { Deployment } from './deployment.ts'
import { inProcess, operationAt } from './in-process.ts'
import { passingTime } from './test-support/passing-time.ts'
import { listening, passOn } from './test-support/servers.ts'

const directory = testDirectory('lost')

type Respond = (response: ServerResponse, real: Response, text: string) => void

const proper: Respond = (response, real, text) =>
  void response.writeHead(real.status, Object.fromEntries(real.headers)).end(text)

/** Serves a deployment. `server.payments` counts the bank payments that it has made; `server.pay` responds to them. */
async function serving(deployment: Pick<Deployment, 'send' | 'target'>) {
  const server = { url: '', payments: 0, pay: proper }
  server.url = await listening(async (request, response) => {
    const real = await passOn(request, deployment)
    const text = await real.text()
    if (operationAt(request.method ?? '', request.url ?? '') !== 'createBankPayment')
      return proper(response, real, text)
    server.payments += 1
    server.pay(response, real, text)
  })
  return server
}

const title = 'completes a payment after 3 to 4 working days'
const requirement = 'bank-payments.done-within-four-working-days'
const properties = allProperties.filter((property) => property.title === title)
const fourDays = 12 * 24

/** A simulator behind a server, and the phases of a prepared run of one bank payment. */
async function prepared(name: string) {
  const { deployment, time, pass } = await passingTime()
  const { target } = deployment
  const server = await serving(deployment)
  const over: Deployment = {
    ...deployment,
    target: { ...target, limits: { ...target.limits, timeoutSeconds: 1, waitSeconds: 0 } },
    send: (url, init) => httpSend(url.replace(target.baseUrl, server.url), init),
  }
  const file = join(directory, `${name}.json`)
  const run = async (phase: { prepare: string } | { resume: string }, begun = () => {}) => {
    // The preflight pays, too.
    const report = await verify(over, { properties, level: 'money', time, ...phase, progress: begun })
    const { verdict, reasons = [] } = report.requirements.find(({ id }) => id === requirement) ?? {}
    return { report, verdict, reason: reasons[0] ?? '' }
  }
  return {
    ...{ server, pass, file },
    prepare: (begun?: () => void) => run({ prepare: file }, begun),
    resume: () => run({ resume: file }),
  }
}

const losses: Readonly<Record<string, Respond>> = {
  'a connection that is reset': ({ socket }) => void socket?.resetAndDestroy(),
  'a response that is cut': (response, real, text) => {
    response.writeHead(real.status, { 'content-type': 'application/json', 'content-length': text.length + 9 })
    response.write(text, () => response.socket?.destroy())
  },
  'a timeout': () => {},
  'HTTP 504': (response) => void response.writeHead(504).end(),
}

it.each(Object.entries(losses))('sends no payment again after %s', async (name, lose) => {
  const { server, pass, prepare, resume } = await prepared(name)
  const first = await prepare(() => Object.assign(server, { payments: 0, pay: lose }))
  expect([first.verdict, server.payments]).toEqual(['inconclusive', 1])
  server.pay = proper
  for (const hours of [1, fourDays]) {
    await pass(hours)
    const { verdict, reason, report } = await resume()
    expect(server.payments).toBe(1)
    expect([verdict, report.failures, report.warnings, report.errors]).toEqual(['inconclusive', [], [], []])
    expect(reason).toMatch(
      /^POST \/\S+: (no response: .+|HTTP 504)\. This request of an earlier phase may have /,
    )
    expect(reason).toMatch(/ taken effect, so it is not retried\. Prepare another run\.$/)
    expect(report.requests).toBe(1)
  }
})

it('sends again what has not arrived', async () => {
  const { server, pass, prepare, resume } = await prepared('refused')
  const { url } = server
  const first = await prepare(() => Object.assign(server, { payments: 0, url: 'http://127.0.0.1:1' }))
  expect([first.verdict, server.payments]).toEqual(['inconclusive', 0])
  server.url = url
  expect((await resume()).reason).toMatch(/^judgeable from /)
  await pass(fourDays)
  expect((await resume()).verdict).toBe('pass')
  expect(server.payments).toBe(1)
})

it('sends no payment again after the program was killed', async () => {
  const simulator = inProcess()
  await simulator.fresh()
  const server = await serving(simulator)
  const [file, target, log] = ['run.json', 'target.json', 'log.jsonl'].map((name) => join(directory, name))
  if (file === undefined || target === undefined || log === undefined) throw new Error('There are three.')
  writeFileSync(log, '')
  const capabilities = { webhooks: { log } }
  writeFileSync(target, JSON.stringify({ ...simulator.target, baseUrl: server.url, capabilities }))
  const start = (...flags: string[]) =>
    new Running(['verify', '--target', target, '--property', title, '--level', 'money', ...flags])

  const first = start('--prepare', file)
  server.pay = (...sent) => {
    // Until the file is written, it is the preflight that pays.
    if (statSync(file).size === 0) proper(...sent)
    else first.child.kill('SIGKILL')
  }
  await first.ended
  expect(first.child.signalCode, first.stderr).toBe('SIGKILL')
  expect(JSON.parse(readFileSync(file, 'utf8')).properties).toHaveLength(1)
  const { payments } = server
  server.pay = proper
  const second = start('--resume', file)
  const { code, stdout, stderr } = await second.ended
  expect(code, stderr).toBe(4)
  expect(stdout).toContain('the run ended before the response')
  expect(server.payments).toBe(payments)
})
