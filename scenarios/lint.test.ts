// What `lint` says of scenarios that are wrong, each in one way: where it is, and what to do.

import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lintScenario } from './lint.ts'
import { lintAll } from './replay-run.ts'

const shipped = new URL('catalog/hosted-invoice-to-order.json', import.meta.url)
let directory = ''

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'paytwin-lint-'))
})

/** The problems of a shipped scenario with one text of it replaced. */
function lintWith(from: string, to: string): string[] {
  const text = readFileSync(shipped, 'utf8').replaceAll('../shared', join(process.cwd(), 'scenarios/shared'))
  if (!text.includes(from)) throw new Error(`The scenario does not hold ${from}.`)
  const file = join(directory, 'scenario.json')
  writeFileSync(file, text.replace(from, to))
  return lintScenario(file).problems.map(({ place, where, message }) => `${place.line} ${where}: ${message}`)
}

describe('a scenario that is wrong', () => {
  it.each([
    [
      'not JSON',
      '"arazzo": "1.0.1",',
      '"arazzo": "1.0.1"',
      /^3 : The file is not JSON\. Expected "," or "}"\./,
    ],
    [
      'an operation that does not exist',
      'service.createInvoice',
      'service.createInvoce',
      /invoice-to-order \/ create-invoice: There is no operation "service.createInvoce". Did you mean service.createInvoice,/,
    ],
    [
      'a document that does not exist',
      'sourceDescriptions.service.createInvoice',
      'sourceDescriptions.shop.createInvoice',
      /"shop" is no document that paytwin knows. Write/,
    ],
    [
      'a payload that lacks what it needs',
      '"order": "scenario-hosted-1",\n',
      '\n',
      /create-invoice: payload\.order is missing\. Mend it, or say why with x-deviates/,
    ],
    [
      'a encrypted payload that breaks its schema',
      '"savepassword": false',
      '"savepassword": "no"',
      /pay: payload\.data\.savepassword must be a boolean\./,
    ],
    [
      'a payload in none of its forms',
      '"payload": { "by": "P1D" }',
      '"payload": { "By": "P1D" }',
      /payload has the unknown field "By", but must have one of "to", "by", "bankingDays", "next", "until"\. Mend it/,
    ],
    [
      'a payload that breaks the form that was meant',
      '"payload": { "by": "P1D" }',
      '"payload": { "to": 5, "maxListedEvents": -1 }',
      /payload\.to must be a string\. Mend .*\n.*payload\.maxListedEvents must be at least 0\. Mend it/,
    ],
    [
      'an output that nobody sets',
      '$steps.create-invoice.outputs.uuid',
      '$steps.create-invoice.outputs.id',
      /read-back: \$steps\.create-invoice\.outputs\.id is an output that the step "create-invoice" does not set\. It sets: uuid\./,
    ],
    [
      'a step that comes later',
      '"$inputs.exchange"',
      '"$steps.it-is-an-order.outputs.x"',
      /\$steps\.it-is-an-order\.outputs\.x reads a step that comes later\. Move that step up\./,
    ],
    [
      'an input that is not declared',
      '$inputs.merchant.accessToken',
      '$inputs.shop.accessToken',
      /\$inputs\.shop\.accessToken is an input that the workflow does not declare/,
    ],
    [
      'an input that nobody gives',
      '"coin": {',
      '"colour": { "type": "string" },\n"coin": {',
      /Nobody gives the input "colour"/,
    ],
    [
      'a missing access token',
      '{ "name": "Authorization", "in": "header", "value": "Bearer {$inputs.ready.accessToken}" }',
      '{ "name": "X-Other", "in": "header", "value": "1" }',
      /pay: createExchangePayment needs an access token/,
    ],
    [
      'a missing path parameter',
      '"name": "exchange_name"',
      '"name": "exchange"',
      /needs the path parameter "exchange_name"/,
    ],
    [
      'no criteria',
      '"successCriteria": [{ "condition": "$statusCode == 200" }]\n',
      '"description": "It waits."\n',
      /A step without successCriteria passes whatever is answered/,
    ],
    [
      'a comparison with one "="',
      '$response.body#/ok == true',
      '$response.body#/ok = true',
      /A single "=" compares nothing/,
    ],
    [
      'a pointer that the runner cannot follow',
      '$response.body#/result/uuid',
      '$response.body#/result/first~1name',
      /The runner cannot follow the pointer/,
    ],
    [
      'a jsonpath that the runner reads wrongly',
      "@.kind == 'crypto' &&",
      "@.kind == 'crypto' && @.transactions == 1 &&",
      /it-is-settled: The runner reads three terms joined by "&&" wrongly\./,
    ],
    [
      'a wrong type of a field',
      '"stepId": "pay"',
      '"stepId": 7',
      /scenario\.workflows\[0\]\.steps\[\d\]\.stepId must be a string/,
    ],
    ['a step id twice', '"stepId": "read-back"', '"stepId": "create-invoice"', /Two steps have this id/],
    [
      'a deviation that is none',
      '"stepId": "create-invoice",',
      '"stepId": "create-invoice", "x-deviates": "just so",',
      /This request fits the contract, so it does not deviate\. Take x-deviates away\./,
    ],
  ])('has %s', (_, from, to, message) => {
    expect(lintWith(from, to).join('\n')).toMatch(message)
  })

  it('may deviate when it says why', () => {
    const from = '"stepId": "create-invoice",'
    expect(lintWith(from, `${from} "x-deviates": "It has no order.",`.replace('"x', '"x'))).not.toEqual([])
    const text = readFileSync(shipped, 'utf8').replaceAll(
      '../shared',
      join(process.cwd(), 'scenarios/shared'),
    )
    const file = join(directory, 'deviating.json')
    const without = text.replace('"order": "scenario-hosted-1",\n', '\n')
    writeFileSync(file, without.replace(from, `${from} "x-deviates": "It has no order.",`))
    expect(lintScenario(file).problems).toEqual([])
  })
})

describe('the verb lint', () => {
  const printed: string[] = []
  afterAll(() => printed.splice(0))

  it('tells the file, the line and the column, and exits with 2', () => {
    const file = join(directory, 'bad.json')
    writeFileSync(file, '{ "arazzo": }')
    expect(lintAll([file], (line) => printed.push(line))).toBe(2)
    expect(printed[0]).toBe(
      `${file}:1:13: The file is not JSON. Expected a value. JSON has no comments, trailing commas or single quotes.`,
    )
  })

  it('finds every shipped scenario in order', () => {
    expect(lintAll(['scenarios/catalog'], (line) => printed.push(line))).toBe(0)
    expect(printed.at(-1)).toBe(`${readdirSync('scenarios/catalog').length} scenarios in order`)
  })
})
