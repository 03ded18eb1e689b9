// A type generator that shops use understands the document as served: code that reads responses, refusals and webhooks
// compiles against its types, and code that reads what is never sent does not.

import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { testDirectory } from '../../../core/test-support/test-directory.ts'
import { runProgram } from '../../test-support/built-program.ts'

const directory = testDirectory('types')
const bin = (name: string) => resolve('node_modules/.bin', name)

beforeAll(async () => {
  const { stdout } = await runProgram('openapi', '--as-served')
  writeFileSync(join(directory, 'openapi.json'), stdout)
  const args = ['openapi.json', '--output', 'paytwin.d.ts']
  const { status, stderr } = spawnSync(bin('openapi-typescript'), args, { cwd: directory, encoding: 'utf8' })
  expect(status, stderr).toBe(0)
})

const shop = `import type { operations, paths, webhooks } from './paytwin.js'

type Json<T extends { content: unknown }> = T['content'] extends { 'application/json': infer Body } ? Body : never
type Order = paths['/invoices']['get']['responses']
type Debit = Json<operations['debitSubscription']['requestBody']>
type Cancel = Json<operations['cancelSubscription']['requestBody']>
const merchant = { merchantId: 'm', merchantAuth: 'a' }
const debit = { subscriptionId: 's', amount: 1, currency: 'USD' }
type ByPost = Json<webhooks['merchantWebhook']['post']['requestBody']>
type ByGet = webhooks['merchantWebhook']['get']['parameters']['query']
/** The union of the bodies that an operation refuses a request with. */
type Refusal<Id extends keyof operations> = {
  [Status in Exclude<keyof operations[Id]['responses'], 200>]: operations[Id]['responses'][Status] extends { content: unknown }
    ? Json<operations[Id]['responses'][Status]>
    : never
}[Exclude<keyof operations[Id]['responses'], 200>]
`

/** Compiles the lines after what `shop` declares, and returns what the compiler reports, each with the line's number. */
function compile(lines: readonly string[]): string[] {
  writeFileSync(join(directory, 'shop.ts'), [shop, ...lines, ''].join('\n'))
  const args = ['--noEmit', '--strict', '--module', 'nodenext', '--types', '', 'shop.ts']
  const { stdout } = spawnSync(bin('tsc'), args, { cwd: directory, encoding: 'utf8' })
  const first = shop.split('\n').length + 1
  const errors = [...stdout.matchAll(/^(.*)error (TS\d+)/gm)]
  return errors.map(([, place = '', code]) => {
    const line = /^shop\.ts\((\d+),\d+\)/.exec(place)?.[1]
    return line === undefined ? `${place}${code}` : `${Number(line) - first} ${code}`
  })
}

it('compiles what a shop reads of responses, refusals and deliveries', () => {
  const lines = [
    `export const currencyOf = (order: Json<Order[200]>): string => order.result.returnval.currency`,
    `export const textOf = (refusal: Json<Order[404]>): string => refusal.message`,
    `export const isRefused = (refusal: Refusal<'debitSubscription'>): false => refusal.ok`,
    `export const byPost = ({ type, data }: ByPost) => (type === 'transaction.updated' ? data.transactionId : data.paymentStatus)`,
    `export const byGet = (query: ByGet): [string, string | undefined] => [query.signature, query.subscriptionId]`,
    `export const byFields: Debit = { ...merchant, ...debit }`,
    `export const byItems: Debit = { ...merchant, items: [debit] }`,
    `export const canceled: Cancel = { ...merchant, subscriptionId: 's' }`,
    // An error here names the operation whose refusals have no message.
    `type WithMessage = { [Id in Exclude<keyof operations, keyof Webhooks>]: Refusal<Id> extends { message: string } ? true : Id }`,
    `type Webhooks = { merchantWebhookByGet: 1; merchantWebhookByPost: 1 }`,
    `export const all = (typed: WithMessage): Record<keyof WithMessage, true> => typed`,
  ]
  expect(compile(lines)).toEqual([])
})

it('does not compile what is never sent', () => {
  const lines = [
    `export const one = (order: Json<Order[200]>): number => order.result.returnval.currency`,
    `export const two = (refusal: Json<Order[404]>): number => refusal.message`,
    `export const three = (refusal: Refusal<'debitSubscription'>): true => refusal.ok`,
    `export const four = ({ data }: ByPost): number => data.transactionId`,
    `export const five = (query: ByGet): string => query.nothing`,
    `export const six = paths['/unknown']`,
    `export type Seven = Order[500]`,
    `export const eight: Debit = { ...merchant, amount: 1, currency: 'USD' }`,
    `export const nine: Debit = { ...merchant, items: [{ amount: 1, currency: 'USD' }] }`,
    `export const ten: Cancel = merchant`,
  ]
  expect(compile(lines)).toEqual([
    '0 TS2322',
    '1 TS2322',
    '2 TS2322',
    '3 TS2322',
    '4 TS2339',
    '5 TS2693',
    '6 TS2339',
    '7 TS2322',
    '8 TS2322',
    '9 TS2741',
  ])
})
