// Writes what the journal of a simulator has as a scenario, for the dashboard.

import { simulatorTarget } from '../../client/simulator-target.ts'
import { learnTarget } from '../../client/target.ts'
import { Redactor } from '../../core/redaction.ts'
import { inSlices } from '../../core/slices.ts'
import { redactionPolicy } from '../../spec/secret-fields.ts'
import { decryptPayload, type ScenarioWriter } from '../in-process.ts'
import { Recording } from './recording.ts'
import { scenarioOf } from './writing.ts'

type Requests = Parameters<ScenarioWriter>[0]['requests']

/** The scenario of requests that a simulator has served since the start of its world. */
export const journalScenario: ScenarioWriter = async (source) => {
  const { title, url, simulator, credentials, assumptions, privateKeys, requests } = source
  const target = simulatorTarget(credentials, { assumptions })
  const redactor = new Redactor(redactionPolicy, { show: (name) => `{${name}}` })
  const clientSecrets = credentials.merchants.map(({ clientSecret }) => clientSecret)
  const recording = new Recording({ clientSecrets, privateKeys }, decryptPayload, redactor)
  const remarks: string[] = []
  const receivers = new Set<string>()
  for (const request of inOrderOfArrival(requests, remarks)) {
    const { method, status, response, body } = request
    const { pathname, search } = new URL(request.path.replace(/^\/sandboxes\/[^/]+(?=\/)/, ''), url)
    const isService = pathname.startsWith('/api/')
    if (!isService && !pathname.startsWith('/control/')) continue
    if (request.isCut) {
      remarks.push(`not recorded: ${method} ${pathname}, whose body is too long for the journal`)
      continue
    }
    const receiver = /"url":\s*"(http[^"]+)"/.exec(body)?.[1]
    if (pathname.endsWith('/webhook') && receiver !== undefined) receivers.add(receiver)
    const headers = new Headers({ ...request.headers })
    if (!isService) headers.delete('authorization')
    const document = isService ? 'service' : 'control'
    const path = isService ? pathname.slice('/api'.length) : pathname
    recording.request({ document, method, path, search, headers, body })(status, response)
  }
  learnTarget(redactor, target)
  const { calls, violations } = recording.responded()
  const scenario = await inSlices(
    scenarioOf(calls, violations, {
      title,
      description: `Saved from the dashboard: ${calls.length} requests.`,
      target,
      documentUrls: { service: `${url}/openapi.json`, control: `${url}/control/openapi.json` },
      simulator,
      receivers: [...receivers],
      redactor,
    }),
  )
  return {
    scenario: { ...scenario },
    remarks: [...remarks, ...recording.remarks].map((remark) => redactor.text(remark)),
  }
}

/** An advance is in the journal after the requests that arrived during it; a scenario makes them afterwards. */
function inOrderOfArrival(requests: Requests, remarks: string[]): Requests {
  const ordered: Requests = []
  let during: Requests = []
  for (const request of requests) {
    const isAdvance = request.operation === 'advanceClock'
    if (request.duringAdvance && !isAdvance) {
      during.push(request)
      remarks.push(
        `${request.operation} arrived while the clock was advancing; the scenario makes it afterwards`,
      )
      continue
    }
    ordered.push(request)
    if (!isAdvance) continue
    ordered.push(...during)
    during = []
  }
  return [...ordered, ...during]
}
