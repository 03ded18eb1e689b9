// Writes what the journal of a simulator has as a scenario, for the dashboard.

import { simulatorTarget } from '../client/simulator-target.ts'
import { learnTarget } from '../client/target.ts'
import { Redactor } from '../core/redaction.ts'
import { redactionPolicy } from '../spec/secret-fields.ts'
import { decryptPayload, type ScenarioWriter } from './in-process.ts'
import { type RecordedRequest, renderScenario } from './render.ts'

type Requests = Parameters<ScenarioWriter>[0]['requests']

/** The scenario of requests that a simulator has served since the start of its world. */
export const journalScenario: ScenarioWriter = async (source) => {
  const { title, url, simulator, credentials, assumptions, privateKeys, requests } = source
  const target = simulatorTarget(credentials, { assumptions })
  const redactor = new Redactor(redactionPolicy, { show: (name) => `{${name}}` })
  const clientSecrets = credentials.merchants.map(({ clientSecret }) => clientSecret)
  for (const secret of [...clientSecrets, ...privateKeys]) redactor.learn(secret)
  learnTarget(redactor, target)
  const cut = requests.filter(({ isCut }) => isCut)
  const recorded = inOrderOfArrival(requests.filter(({ isCut }) => !isCut)).flatMap((request) => {
    const { pathname, search } = new URL(request.path.replace(/^\/sandboxes\/[^/]+(?=\/)/, ''), url)
    const isService = pathname.startsWith('/api/')
    if (!isService && !pathname.startsWith('/control/')) return []
    const headers = new Headers({ ...request.headers })
    if (!isService) headers.delete('authorization')
    const path = (isService ? pathname.slice('/api'.length) : pathname) + search
    return {
      ...request,
      document: isService ? 'service' : 'control',
      path,
      headers,
    } satisfies RecordedRequest
  })
  const { scenario, remarks } = renderScenario(recorded, {
    ...{ title, target, simulator, redactor },
    description: (calls) => `Saved from the dashboard: ${calls} requests.`,
    documents: { service: `${url}/openapi.json`, control: `${url}/control/openapi.json` },
    decrypt: (text) => decryptPayload(text, { clientSecrets, privateKeys }),
  })
  const tooLong = cut.map(
    ({ method, path }) => `not recorded: ${method} ${path}, whose body is too long for the journal`,
  )
  return {
    scenario: { ...scenario },
    remarks: [...tooLong.map((remark) => redactor.text(remark)), ...remarks],
  }
}

/** An advance is in the journal after the requests that arrived during it. */
function inOrderOfArrival(requests: Requests): Requests {
  const isDuring = ({ duringAdvance, operation }: Requests[number]) =>
    duringAdvance && operation !== 'advanceClock'
  let during: Requests = []
  return requests
    .flatMap((request) => {
      if (isDuring(request)) {
        during.push(request)
        return []
      }
      const after = request.operation === 'advanceClock' ? during : []
      if (after.length > 0) during = []
      return [{ ...request, duringAdvance: false }, ...after]
    })
    .concat(during)
}
