// Writes what the journal of a simulator has as a scenario, for the dashboard.

import { simulatorTarget } from '../client/simulator-target.ts'
import { learnTarget } from '../client/target.ts'
import { Redactor } from '../core/redaction.ts'
import { redactionPolicy } from '../spec/secret-fields.ts'
import { decryptPayload, type ScenarioWriter } from './in-process.ts'
import { type RecordedRequest, renderScenario } from './render.ts'

/** The scenario of requests that a simulator has served since the start of its world. */
export const journalScenario: ScenarioWriter = async (source) => {
  const { title, url, simulator, credentials, assumptions, privateKeys, requests } = source
  const target = simulatorTarget(credentials, { assumptions })
  const redactor = new Redactor(redactionPolicy, { show: (name) => `{${name}}` })
  const clientSecrets = credentials.merchants.map(({ clientSecret }) => clientSecret)
  for (const secret of [...clientSecrets, ...privateKeys]) redactor.learn(secret)
  learnTarget(redactor, target)
  const recorded = requests.flatMap((request) => {
    const { pathname, search } = new URL(request.path.replace(/^\/sandboxes\/[^/]+(?=\/)/, ''), url)
    const isService = pathname.startsWith('/api/')
    if (!isService && !pathname.startsWith('/control/')) return []
    const headers = new Headers({ ...request.headers })
    if (!isService) headers.delete('authorization')
    const path = (isService ? pathname.slice('/api'.length) : pathname) + search
    // An advance begins before its entry.
    const duringAdvance = request.duringAdvance && request.operation !== 'advanceClock'
    const document = isService ? 'service' : 'control'
    return { ...request, document, path, headers, duringAdvance } satisfies RecordedRequest
  })
  const { scenario, remarks } = renderScenario(recorded, {
    ...{ title, target, simulator, redactor },
    description: (calls) => `Saved from the dashboard: ${calls} requests.`,
    documents: { service: `${url}/openapi.json`, control: `${url}/control/openapi.json` },
    decrypt: (text) => decryptPayload(text, { clientSecrets, privateKeys }),
  })
  return { scenario: { ...scenario }, remarks }
}
