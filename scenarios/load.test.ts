// Each error of loading a scenario: where it is, and what it says.

import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { fileIn, testDirectory } from '../core/test-support/test-directory.ts'
import { errorLine, loadScenario } from './load.ts'
import { changedScenario } from './test-support/changed-scenario.ts'

const directory = testDirectory('load')
const errorsOf = (text: string, file = 'a.json') => loadScenario(file, text).errors.map(errorLine)

/** A text of the scenario, its replacement, and the error. */
const wrong = `
"arazzo": "1.0.1", → "arazzo": "1.0.1" → a.json:3:3: Invalid JSON:
"stepId": "pay" → "stepId": 7 → steps[2].stepId must be a string
"stepId": "pay", → "stepId": "pay", "onSuccess": [], → a.json:129:41: invoice-to-order / pay: "onSuccess" is not supported.
"stepId": "pay", → "stepId": "pay", "sucessCriteria": [], → "sucessCriteria" is not supported. Did you mean "successCriteria"?
"stepId": "pay", → "stepId": "pay", "workflowId": "$sourceDescriptions.a.workflows.b", → needs an operationId or a workflowId, and not both.
"inputs": { → "dependsOn": ["y"], "inputs": { → "dependsOn" is not supported.
"name": "control" → "name": "shop" → "service" and "control" are OpenAPI documents.
service.createInvoice → service.createInvoce → There is no operation "service.createInvoce". Did you mean service.createInvoice,
"stepId": "read-back" → "stepId": "create-invoice" → Another step has this id.
"name": "exchange_name" → "name": "exchange" → createExchangePayment needs the parameter "path exchange_name".
"name": "uuid", "in": "query" → "name": "id", "in": "query" → getInvoice has no parameter "query id". There are: query uuid.
Bearer {$inputs.merchant.accessToken} → Bearer $inputs.merchant.accessToken → is sent as it is. Write {$inputs.merchant.accessToken}.
$inputs.merchant.accessToken → $inputs.shop.accessToken → The workflow has no $inputs.shop.accessToken.
$inputs.merchant.accessToken → $inputs.merchant.acessToken → A target has no $inputs.merchant.acessToken. Did you mean accessToken?
$inputs.merchant.accessToken → $response.body#/ok → $response.body#/ok is not known before a response.
$inputs.merchant.accessToken → $request.body#/ok → $request.body#/ok is not supported.
$inputs.merchant.accessToken → $steps.read-back.outputs.id → $steps.read-back.outputs.id is no output of an earlier step.
outputs.uuid → outputs.uid → The step "create-invoice" has no $steps.create-invoice.outputs.uid. Did you mean uuid?
"uuid": "$response.body#/result/uuid" → "uuid": "$response.header.Location" → The output $response.header.Location is not supported.
"uuid": "$response.body#/result/uuid" → "uuid": "$outputs.uuid" → The called workflow has no $outputs.uuid.
"coin": { → "color": {}, "coin": { → Nobody provides the input "color".
$response.body#/ok == true → $response.body#/okk == true → The response of createInvoice has no /okk.
$response.body#/status == → $response.body#/statuss == → The response of getTransaction has no /statuss.
#/result/uuid" → #/result/uuid/0" → The response of createInvoice has no /result/uuid/0.
$response.body#/ok == true → $response.body#/ok = true → Invalid condition.
$response.body#/ok == true → $response.body#/ok → Invalid condition.
$response.body#/ok == true → 1 == 1 → Invalid condition.
$response.body#/ok == true → $method == 'GET' → $method is not supported.
(@.kind == 'crypto' → (kind(@) == 'crypto' → Invalid JSONPath: no such function 'kind'
"^https?://" → "^https?://(" → Invalid regular expression:
"context": "$response.body#/result/url", → "context": "$url", → A regex criterion needs a context
`

it.each(wrong.trim().split('\n'))('%s', (line) => {
  const [from = '', to = '', error = ''] = line.split(' → ')
  const text = changedScenario('hosted-invoice-to-order', [from, to])
  expect(errorsOf(text).join('\n')).toContain(error)
})

it('reports calls of workflows that are wrong', () => {
  const calling = (...replacement: [string, string]) =>
    errorsOf(changedScenario('weekly-subscription-ends', replacement)).join('\n')
  expect(calling('workflows.subscribe', 'workflows.subscibe')).toContain(
    'No imported document has the workflow "$sourceDescriptions.subscribe.workflows.subscibe".',
  )
  expect(calling('"name": "period"', '"name": "perriod"')).toMatch(
    /has no input "perriod"\. There are: merchant, [\s\S]*The workflow needs the input "period"/,
  )
  expect(calling('/subscribe.json', '/nothing.json')).toMatch(
    /nothing\.json:1:1: Cannot read the file: ENOENT/,
  )
  const importing = fileIn(directory, changedScenario('weekly-subscription-ends'))
  expect(calling('../shared/subscribe.json', importing)).toContain('cannot import others')
})

it('refuses files that may have no end', () => {
  const pipe = join(directory, 'pipe')
  execFileSync('mkfifo', [pipe])
  for (const [file, reason] of [
    [pipe, 'it is not a regular file'],
    ['/dev/zero', 'it is not a regular file'],
    [fileIn(directory, ' '.repeat(16_000_001)), 'it has more than 16000000 bytes'],
  ] as const)
    expect(loadScenario(file).errors.map(({ message }) => message)).toEqual([
      `Cannot read the file: ${reason}. Check the path.`,
    ])
})

it('reads YAML, and reports where it is invalid', () => {
  const store = `# Every merchant has a store.
arazzo: 1.0.1
info: { title: The store, version: 1.0.0 }
sourceDescriptions: [{ name: service, type: openapi, url: spec/openapi.json }]
workflows: [{ workflowId: store, steps: [{ stepId: store, operationId: $sourceDescriptions.service.getStore }] }]
`
  expect(errorsOf(store, 'a.yaml')).toEqual([])
  expect(errorsOf(store.replace('getStore', 'getStores'), 'a.yml')).toEqual([
    expect.stringMatching(/^a\.yml:5:72: store \/ store: There is no operation "service.getStores"/),
  ])
  expect(errorsOf(`${store}a: b: c`, 'a.yaml')).toEqual([
    expect.stringMatching(/^a\.yaml:6:4: Invalid YAML: /),
  ])
  expect(errorsOf('a: &a [*a]', 'a.yaml')).toEqual([expect.stringMatching(/^a\.yaml:1:\d+: /)])
})
