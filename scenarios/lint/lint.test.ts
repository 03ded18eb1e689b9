// Each error that lint reports: the place, what is wrong, and what to do.

import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { changedScenario, temporaryDirectory } from '../test-support/changed-scenario.ts'
import { lintAll, lintScenario } from './lint.ts'

const directory = temporaryDirectory()

/** The hosted invoice with some of its texts replaced. */
const scenarioWith = (...replacements: [from: string, to: string][]) =>
  changedScenario(directory, 'hosted-invoice-to-order', ...replacements)

/** The errors of a catalog scenario with one text replaced. */
function errorsWith(from: string, to: string): string {
  return lintScenario(scenarioWith([from, to]))
    .errors.map(({ place, where, message }) => `${place.line} ${where}: ${message}`)
    .join('\n')
}

const creating = '"stepId": "create-invoice",'
const paying = '"stepId": "pay",'

describe('lint reports', () => {
  it.each<[what: string, from: string, to: string, message: RegExp]>([
    [
      'a text that is not JSON',
      '"arazzo": "1.0.1",',
      '"arazzo": "1.0.1"',
      /^3 : Invalid JSON: expected "," or "}"\./,
    ],
    [
      'an unknown operation',
      'service.createInvoice',
      'service.createInvoce',
      /invoice-to-order \/ create-invoice: There is no operation "service.createInvoce". Did you mean service.createInvoice,/,
    ],
    [
      'an operation of an unknown document',
      'sourceDescriptions.service.createInvoice',
      'sourceDescriptions.shop.createInvoice',
      /"shop" is not a document of paytwin\. Write/,
    ],
    [
      'an unknown OpenAPI document',
      '"name": "control"',
      '"name": "shop"',
      /"shop" is not a document of paytwin\. Name the contract's document "service"/,
    ],
    [
      'a document that is not there',
      'spec/openapi.json',
      'spec/openapi.jsn',
      /There is no document "service" at \S+\/openapi\.jsn\. It comes with paytwin\. Write "spec\/openapi\.json"\.$/,
    ],
    [
      'the document of the control API as that of the service',
      '../../spec/openapi.json',
      'spec/control/openapi.json',
      /There is no document "service" at spec\/control\/openapi\.json\./,
    ],
    [
      'a misspelled field of an account',
      '$inputs.merchant.accessToken',
      '$inputs.merchant.acessToken',
      /No target provides \$inputs\.merchant\.acessToken\. merchant has: id, .*\. Did you mean \$inputs\.merchant\.accessToken\?$/,
    ],
    [
      'a field of a text',
      'Bearer {$inputs.merchant.accessToken}',
      '{$inputs.exchange.name}',
      /No target provides \$inputs\.exchange\.name\. exchange is a text: write \$inputs\.exchange\.$/,
    ],
    [
      'a workflow that has no such document',
      '"type": "openapi"',
      '"type": "arazzo"',
      /Set its type to "openapi"/,
    ],
    [
      'a payload without a required field',
      '"order": "scenario-hosted-1",\n',
      '\n',
      /create-invoice: payload\.order is missing\. Correct the request, or say in x-deviates/,
    ],
    [
      'an encrypted payload with a value of the wrong type',
      '"savepassword": false',
      '"savepassword": "no"',
      /pay: payload\.data\.savepassword must be a boolean\./,
    ],
    [
      'a payload with a misspelled choice',
      '"payload": { "by": "P1D" }',
      '"payload": { "By": "P1D" }',
      /payload has the unknown field "By", but must have one of "to", "by", "bankingDays", "next", "until"\. Correct the request/,
    ],
    [
      'a payload with several wrong values',
      '"payload": { "by": "P1D" }',
      '"payload": { "to": 5, "maxListedEvents": -1 }',
      /payload\.to must be a string\..*\n.*payload\.maxListedEvents must be at least 0\. Correct the request/,
    ],
    [
      'an unknown output',
      '$steps.create-invoice.outputs.uuid',
      '$steps.create-invoice.outputs.id',
      /read-back: The step "create-invoice" has no output for \$steps\.create-invoice\.outputs\.id\. Its outputs are: uuid\./,
    ],
    [
      'a reference to a later step',
      '"$inputs.exchange"',
      '"$steps.check-order.outputs.amount"',
      /\$steps\.check-order\.outputs\.amount refers to a later step\. Move that step up\./,
    ],
    [
      'a reference to an unknown step',
      '"$inputs.exchange"',
      '"$steps.nowhere.outputs.amount"',
      /refers to a step that does not exist/,
    ],
    [
      'a reference to a response that has not arrived',
      '"$inputs.exchange"',
      '"$response.body#/exchange"',
      /\$response\.body#\/exchange is not known before the request is sent\. Use an output/,
    ],
    [
      'an expression that is not one',
      '"$inputs.exchange"',
      '"$response.exchange"',
      /is not a runtime expression\. Write \$response\.body#/,
    ],
    [
      'an expression without braces inside a text',
      'Bearer {$inputs.ready.accessToken}',
      'Bearer $inputs.ready.accessToken',
      /\$inputs\.ready\.accessToken is sent as it is\. Write \{\$inputs\.ready\.accessToken\}\./,
    ],
    [
      'an undeclared input',
      '$inputs.merchant.accessToken',
      '$inputs.shop.accessToken',
      /The workflow has no input for \$inputs\.shop\.accessToken/,
    ],
    [
      'an input that nobody provides',
      '"coin": {',
      '"color": { "type": "string" },\n"coin": {',
      /Nobody provides the input "color"/,
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
      /createExchangePayment needs the path parameter "exchange_name"/,
    ],
    [
      'a condition with a wrong operator',
      '$response.body#/ok == true',
      '$response.body#/ok = true',
      /create-invoice: Invalid condition\. Unexpected "=" at character 20\./,
    ],
    [
      'a condition that cannot fail',
      '"condition": "$statusCode == 200"',
      '"condition": "200 == 200"',
      /The condition has no expression, so it always has the same result/,
    ],
    [
      'an invalid JSONPath',
      "(@.kind == 'crypto'",
      "(kind(@) == 'crypto'",
      /check-settlement: Invalid JSONPath: no such function 'kind'/,
    ],
    ['an invalid regular expression', '"^https?://"', '"^https?://("', /Invalid regular expression: /],
    [
      'a criterion without a context',
      '"context": "$response.body#/result/url", ',
      '',
      /A regex criterion needs a context/,
    ],
    ['a value of the wrong type', '"stepId": "pay"', '"stepId": 7', /\.stepId must be a string/],
    [
      'two steps with the same id',
      '"stepId": "read-back"',
      '"stepId": "create-invoice"',
      /Two steps have this id/,
    ],
    [
      'an x-deviates on a conforming request',
      creating,
      `${creating} "x-deviates": "On purpose.",`,
      /This request conforms to the contract\. Remove x-deviates\./,
    ],
    [
      'an unknown requirement',
      '"invoices.created"',
      '"invoices.create"',
      /There is no requirement "invoices\.create"\. Did you mean invoices\.created,/,
    ],
    [
      'an unknown unspecified behavior',
      '"sourceDescriptions"',
      '"x-simulator": { "assumptions": { "webhooks.retrie": "none" } }, "sourceDescriptions"',
      /There is no unspecified behavior "webhooks\.retrie"\. Did you mean webhooks\.retries,/,
    ],
    [
      'an unknown option',
      '"sourceDescriptions"',
      '"x-simulator": { "assumptions": { "webhooks.retries": "often" } }, "sourceDescriptions"',
      /"webhooks\.retries" has no option "often"\. It has: none, back-off\./,
    ],
    [
      'a goto to an unknown step',
      paying,
      `${paying} "onFailure": [{ "name": "again", "type": "goto", "stepId": "nowhere" }],`,
      /The workflow has no step "nowhere"/,
    ],
    [
      'a retry after success',
      paying,
      `${paying} "onSuccess": [{ "name": "again", "type": "retry" }],`,
      /Only a failed step can be retried/,
    ],
    [
      'an unknown component',
      paying,
      `${paying} "onFailure": [{ "reference": "$components.failureActions.again" }],`,
      /There is no \$components\.failureActions\.again/,
    ],
    [
      'a replacement of nothing',
      '"payload": { "by": "P1D" }',
      '"payload": { "by": "P1D" }, "replacements": [{ "target": "/days", "value": 1 }]',
      /The payload has nothing at \/days/,
    ],
    [
      'an unknown dependency',
      '"workflowId": "invoice-to-order",',
      '"workflowId": "invoice-to-order", "dependsOn": ["setup"],',
      /There is no workflow "setup"/,
    ],
  ])('%s', (_, from, to, message) => {
    expect(errorsWith(from, to)).toMatch(message)
  })

  it('nothing for a violation that the step explains', () => {
    const file = scenarioWith(
      ['"order": "scenario-hosted-1",\n', '\n'],
      [creating, `${creating} "x-deviates": "It has no order.",`],
    )
    expect(lintScenario(file).errors).toEqual([])
  })
})

describe('lintAll', () => {
  const lint = (path: string) => {
    const printed: string[] = []
    return { code: lintAll([path], (line) => printed.push(line)), printed }
  }

  it('prints file, line and column and returns 2 for an invalid scenario', () => {
    const file = join(directory, 'invalid.json')
    writeFileSync(file, '{ "arazzo": }')
    expect(lint(file)).toEqual({
      code: 2,
      printed: [
        `${file}:1:13: Invalid JSON: expected a value. Comments and trailing commas are not allowed.`,
        '1 error in 1 scenario',
      ],
    })
  })

  it('warns of a criterion that asserts a status which the contract does not state', () => {
    const file = scenarioWith(['$statusCode >= 200 && $statusCode < 300', '$statusCode == 200'])
    const { code, printed } = lint(file)
    expect(code).toBe(0)
    expect(printed).toEqual([
      expect.stringMatching(
        /invoice-to-order \/ create-invoice: warning: The contract does not state the HTTP status of createInvoice\./,
      ),
      '1 scenario, no errors, 1 warning',
    ])
  })

  it('warns of a step without criteria, which is valid Arazzo', () => {
    const { code, printed } = lint(
      scenarioWith([
        '"successCriteria": [{ "condition": "$statusCode == 200" }]\n',
        '"description": "It waits."\n',
      ]),
    )
    expect(code).toBe(0)
    expect(printed.join('\n')).toContain('warning: A step without successCriteria passes')
  })

  it.each([
    ['$response.body#/result/uuidd == null', 'has no $response.body#/result/uuidd'],
    ['$response.body#/result/uuid/length == 36', 'has no $response.body#/result/uuid/length'],
  ])('warns of a criterion that reads a field which the response does not have: %s', (condition, message) => {
    const { code, printed } = lint(scenarioWith(['$statusCode >= 200 && $statusCode < 300', condition]))
    expect(code).toBe(0)
    expect(printed.join('\n')).toContain(`warning: The response of createInvoice ${message}`)
  })

  it('finds no errors in the catalog', () => {
    const count = readdirSync('scenarios/catalog').length
    expect(lint('scenarios/catalog')).toEqual({ code: 0, printed: [`${count} scenarios, no errors`] })
  })
})
