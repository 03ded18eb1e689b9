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
  it.each<[from: string, to: string, message: RegExp]>([
    ['"arazzo": "1.0.1",', '"arazzo": "1.0.1"', /^3 : Invalid JSON: expected "," or "}"\./],
    [
      'service.createInvoice',
      'service.createInvoce',
      /invoice-to-order \/ create-invoice: There is no operation "service.createInvoce". Did you mean service.createInvoice,/,
    ],
    [
      'sourceDescriptions.service.createInvoice',
      'sourceDescriptions.shop.createInvoice',
      /"shop" is not a document of paytwin\. Write/,
    ],
    [
      '"name": "control"',
      '"name": "shop"',
      /"shop" is not a document of paytwin\. Name the contract's document "service"/,
    ],
    [
      'spec/openapi.json',
      'spec/openapi.jsn',
      /There is no document "service" at \S+\/openapi\.jsn\. It comes with paytwin\. Write "spec\/openapi\.json"\.$/,
    ],
    [
      '../../spec/openapi.json',
      'spec/control/openapi.json',
      /There is no document "service" at spec\/control\/openapi\.json\./,
    ],
    [
      '$inputs.merchant.accessToken',
      '$inputs.merchant.acessToken',
      /No target provides \$inputs\.merchant\.acessToken\. merchant has: id, .*\. Did you mean \$inputs\.merchant\.accessToken\?$/,
    ],
    [
      'Bearer {$inputs.merchant.accessToken}',
      '{$inputs.exchange.name}',
      /No target provides \$inputs\.exchange\.name\. exchange is a text: write \$inputs\.exchange\.$/,
    ],
    ['"type": "openapi"', '"type": "arazzo"', /Set its type to "openapi"/],
    [
      '"order": "scenario-hosted-1",\n',
      '\n',
      /create-invoice: payload\.order is missing\. Correct the request, or say in x-deviates/,
    ],
    ['"savepassword": false', '"savepassword": "no"', /pay: payload\.data\.savepassword must be a boolean\./],
    [
      '"payload": { "by": "P1D" }',
      '"payload": { "By": "P1D" }',
      /payload must have one of "to", "by", "bankingDays", "next", "until"\. Correct the request/,
    ],
    [
      '"payload": { "by": "P1D" }',
      '"payload": { "to": 5, "maxListedEvents": -1 }',
      /payload\.to must be a string\..*\n.*payload\.maxListedEvents must be at least 0\. Correct the request/,
    ],
    [
      '$steps.create-invoice.outputs.uuid',
      '$steps.create-invoice.outputs.id',
      /read-back: The step "create-invoice" has no output for \$steps\.create-invoice\.outputs\.id\. Its outputs are: uuid\./,
    ],
    [
      '"$inputs.exchange"',
      '"$steps.check-order.outputs.amount"',
      /\$steps\.check-order\.outputs\.amount refers to a later step\. Move that step up\./,
    ],
    ['"$inputs.exchange"', '"$steps.nowhere.outputs.amount"', /refers to a step that does not exist/],
    [
      '"$inputs.exchange"',
      '"$response.body#/exchange"',
      /\$response\.body#\/exchange is not known before the request is sent\. Use an output/,
    ],
    ['"$inputs.exchange"', '"$response.exchange"', /is not a runtime expression\. Write \$response\.body#/],
    [
      'Bearer {$inputs.ready.accessToken}',
      'Bearer $inputs.ready.accessToken',
      /\$inputs\.ready\.accessToken is sent as it is\. Write \{\$inputs\.ready\.accessToken\}\./,
    ],
    [
      '$inputs.merchant.accessToken',
      '$inputs.shop.accessToken',
      /The workflow has no input for \$inputs\.shop\.accessToken/,
    ],
    ['"coin": {', '"color": { "type": "string" },\n"coin": {', /Nobody provides the input "color"/],
    [
      '{ "name": "Authorization", "in": "header", "value": "Bearer {$inputs.ready.accessToken}" }',
      '{ "name": "X-Other", "in": "header", "value": "1" }',
      /pay: createExchangePayment needs an access token/,
    ],
    [
      '"name": "exchange_name"',
      '"name": "exchange"',
      /createExchangePayment needs the path parameter "exchange_name"/,
    ],
    [
      '$response.body#/ok == true',
      '$response.body#/ok = true',
      /create-invoice: Invalid condition\. Unexpected "=" at character 20\./,
    ],
    [
      '"condition": "$statusCode == 200"',
      '"condition": "200 == 200"',
      /The condition has no expression, so it always has the same result/,
    ],
    [
      "(@.kind == 'crypto'",
      "(kind(@) == 'crypto'",
      /check-settlement: Invalid JSONPath: no such function 'kind'/,
    ],
    ['"^https?://"', '"^https?://("', /Invalid regular expression: /],
    ['"context": "$response.body#/result/url", ', '', /A regex criterion needs a context/],
    ['"stepId": "pay"', '"stepId": 7', /\.stepId must be a string/],
    ['"stepId": "read-back"', '"stepId": "create-invoice"', /Two steps have this id/],
    [
      creating,
      `${creating} "x-deviates": "On purpose.",`,
      /This request conforms to the contract\. Remove x-deviates\./,
    ],
    [
      '"invoices.created"',
      '"invoices.create"',
      /There is no requirement "invoices\.create"\. Did you mean invoices\.created,/,
    ],
    [
      '"sourceDescriptions"',
      '"x-simulator": { "assumptions": { "webhooks.retrie": "none" } }, "sourceDescriptions"',
      /There is no unspecified behavior "webhooks\.retrie"\. Did you mean webhooks\.retries,/,
    ],
    [
      '"sourceDescriptions"',
      '"x-simulator": { "assumptions": { "webhooks.retries": "often" } }, "sourceDescriptions"',
      /"webhooks\.retries" has no option "often"\. It has: none, back-off\./,
    ],
    [
      paying,
      `${paying} "onFailure": [{ "name": "again", "type": "goto", "stepId": "nowhere" }],`,
      /The workflow has no step "nowhere"/,
    ],
    [
      paying,
      `${paying} "onSuccess": [{ "name": "again", "type": "retry" }],`,
      /Only a failed step can be retried/,
    ],
    [
      paying,
      `${paying} "onFailure": [{ "reference": "$components.failureActions.again" }],`,
      /There is no \$components\.failureActions\.again/,
    ],
    [
      '"payload": { "by": "P1D" }',
      '"payload": { "by": "P1D" }, "replacements": [{ "target": "/days", "value": 1 }]',
      /The payload has nothing at \/days/,
    ],
    [
      '"workflowId": "invoice-to-order",',
      '"workflowId": "invoice-to-order", "dependsOn": ["setup"],',
      /There is no workflow "setup"/,
    ],
  ])('what is wrong with %j replaced by %j', (from, to, message) => {
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
