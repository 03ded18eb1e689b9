// The time from the start of the built program to its first response over HTTP.

import { spawn } from 'node:child_process'
import { get } from 'node:http'
import { fileURLToPath } from 'node:url'
import { type Figure, median, shown } from './figure.ts'

const rounds = 9

export async function start(): Promise<Figure[]> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) times.push(await startOnce())
  return [
    {
      name: 'From start to the first response',
      value: median(times),
      unit: 'ms',
      budget: { atMost: 500 },
      detail: `${rounds} starts, ${shown(Math.min(...times))} to ${shown(Math.max(...times))} ms`,
    },
  ]
}

async function startOnce(): Promise<number> {
  const program = fileURLToPath(new URL('../../../dist/cli.js', import.meta.url))
  const started = performance.now()
  const child = spawn(process.execPath, [program, 'serve', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  try {
    const service = await new Promise<string>((resolve, reject) => {
      let printed = ''
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        printed += text
        const [, url] = /service +(\S+)\n/.exec(printed) ?? []
        if (url !== undefined) resolve(url)
      })
      child.once('exit', (code) => reject(new Error(`paytwin serve ended with ${code}.`)))
    })
    const status = await new Promise((resolve, reject) => {
      get(`${service}/stores`, { headers: { authorization: 'Bearer merchant-lamp-shop' } }, (response) => {
        response.resume().once('end', () => resolve(response.statusCode))
      }).once('error', reject)
    })
    if (status !== 200) throw new Error(`The first response had the status ${status}.`)
    return performance.now() - started
  } finally {
    child.kill()
    await ended
  }
}
