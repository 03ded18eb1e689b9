// Answers to histories that no permitted world explains. Where the simulator answers as a deployment usually does, an answer that
// differs once in a while depends on something that no option says.

import type { Step as Done } from '../../client/transcript.ts'
import { parseJson } from '../../core/json.ts'
import type { RequirementId } from '../../spec/requirements.ts'
import { describe, type RequestAction, requestsOf, type Step } from '../histories/action.ts'
import { type Answer, answerOf, isAccepted, type SeenResponse, Side } from '../histories/side.ts'
import { checkResponseShape } from '../invariants/response-shape.ts'
import type { Deployment } from '../observe/deployment.ts'
import { outcomeOf, reportsNothing } from '../observe/response-outcome.ts'
import type { Violation } from '../observe/violation.ts'
import { determining, statedTextIn, stating } from './attribution.ts'
import { isDetermined } from './determined.ts'
import { comparedKeys, type KeyedDifference, shown } from './differences.ts'
import type { Learning } from './learn.ts'
import { type Hypothesis, type Observed, operationsOf, Replay, replayed } from './replay.ts'
import { Search } from './search.ts'
import { shortest } from './shortest.ts'
import { lookupsOf } from './world.ts'

/** Below this share of answers that are alike, the simulator does not know the deployment well enough. */
export const leastAlike = 0.9
/** A value that differs more often than this is the deployment's usual one. */
const mostDiffering = 0.6
const leastUsual = 3
/** The findings that are shortened. */
const mostReported = 8
/** The hypotheses that are tried to explain a short history. */
const maxTried = 300

/** A violation that an action shows. */
interface Finding extends Pick<Violation, 'requirement' | 'expected' | 'actual' | 'place' | 'unexplained'> {
  key: string
  /** The key of the answers that it is counted among. */
  among: string
}

interface Seen extends Finding {
  /** The history with the first action that shows it. */
  history: Observed
  at: number
  count: number
}

export interface Unexplained {
  violations: Violation[]
  /** The number of successes whose form was checked, by requirement. */
  checked: Map<RequirementId, number>
  /** The share of answers that are alike in everything. */
  alike: number
}

/** The violations that histories show, each with the shortest history that was found. */
export async function unexplainedBy(
  deployment: Deployment,
  { hypothesis, histories }: Learning,
): Promise<Unexplained> {
  const survey = new Survey(deployment)
  for (const history of histories) await survey.add(hypothesis, history)
  const violations = new Map<RequirementId, Violation>()
  for (const one of survey.notable.slice(0, mostReported)) {
    const known = violations.get(one.requirement)
    if (known !== undefined && known.unexplained !== 'undetermined') continue
    const violation = await reproduced(deployment, hypothesis, one)
    if (violation !== undefined && (known === undefined || violation.unexplained !== 'undetermined'))
      violations.set(one.requirement, violation)
  }
  return { violations: [...violations.values()], checked: survey.checked, alike: survey.alike }
}

const increase = <Key>(counts: Map<Key, number>, key: Key) => counts.set(key, (counts.get(key) ?? 0) + 1)

/** The findings of histories, and how often each key was compared. */
class Survey {
  readonly checked = new Map<RequirementId, number>()
  private readonly seen = new Map<string, Seen>()
  private readonly compared = new Map<string, number>()
  private readonly actions = { all: 0, alike: 0 }
  private readonly deployment: Deployment

  constructor(deployment: Deployment) {
    this.deployment = deployment
  }

  get alike(): number {
    return this.actions.alike / Math.max(1, this.actions.all)
  }

  /** The findings that say something, in the order in which they were seen. */
  get notable(): Seen[] {
    return [...this.seen.values()].filter((one) => one.unexplained === undefined || this.isRare(one))
  }

  async add(hypothesis: Hypothesis, history: Observed): Promise<void> {
    const differing = new Map<number, KeyedDifference[]>()
    const { replay } = await replayed(hypothesis, {
      ...history,
      isKnown: (at, one) => {
        differing.set(at, [...(differing.get(at) ?? []), one])
        return true
      },
    })
    for (const [at, step] of history.steps.entries()) {
      const [expected, actual] = [replay.answers[at], history.answers[at]]
      if (expected === undefined || actual === undefined) continue
      const differences = differing.get(at) ?? []
      this.actions.all += 1
      if (differences.length === 0) this.actions.alike += 1
      for (const key of comparedKeys(step, expected)) increase(this.compared, key)
      const found = findingsOf(step, { expected, actual, differences }, replay, this.deployment, this.checked)
      for (const one of found) {
        const known = this.seen.get(one.key) ?? { ...one, history, at, count: 0 }
        this.seen.set(one.key, { ...known, count: known.count + 1 })
      }
    }
  }

  /** True if a deployment that the simulator knows well answers so once in a while. */
  private isRare({ among, count }: Seen): boolean {
    const total = this.compared.get(among) ?? 0
    return this.alike >= leastAlike && total - count >= leastUsual && count <= mostDiffering * total
  }
}

interface Compared {
  expected: Answer
  actual: Answer
  differences: readonly KeyedDifference[]
}

/** The findings of an action: one of each kind. Where the form of a response is wrong, its values say nothing more. */
function findingsOf(
  step: Step,
  { expected, actual, differences }: Compared,
  { side }: Replay,
  deployment: Deployment,
  checked = new Map<RequirementId, number>(),
): Finding[] {
  const ofResponses = requestsOf(step.action).flatMap((request, at) => {
    const [usual, response] = [expected.responses[at], actual.responses[at]]
    if (usual === undefined || response === undefined) return []
    return isAccepted(usual)
      ? violationsOf(request, response, deployment.profile, checked)
      : otherThanStated(request, usual, response)
  })
  const ofDifferences = differences.flatMap((one): Finding[] => {
    const isOfDelivery = one.place.startsWith('delivery')
    if ((ofResponses.length > 0 && !isOfDelivery) || !canViolate(one, step, actual, deployment)) return []
    const requirement = determining(step, one, side.deployment.world())
    if (requirement === undefined) return []
    const { key, place } = one
    const [usual, seen] = [shown(one.expected), shown(one.actual)]
    const among = isOfDelivery ? 'deliveries' : key
    return [{ key, among, requirement, place, expected: usual, actual: seen, unexplained: 'undetermined' }]
  })
  const found = new Map<string, Finding>()
  for (const one of [...ofResponses, ...ofDifferences]) if (!found.has(one.key)) found.set(one.key, one)
  return [...found.values()]
}

/** The violations of the document by the form of a success. */
function violationsOf(
  { operation }: RequestAction,
  { status, body }: SeenResponse,
  { refusals }: Deployment['profile'],
  checked: Map<RequirementId, number>,
): Finding[] {
  const json = parseJson(body)
  const outcome = outcomeOf(operation, status, json, refusals[operation])
  if (outcome !== 'success' && outcome !== 'flawed') return []
  const shape = checkResponseShape(operation, json)
  for (const id of shape.checked) increase(checked, id)
  return shape.violations.map((one) => ({ ...one, key: `form of ${one.requirement}`, among: '' }))
}

/** The violation by a refusal with another text that the contract states. Any other refusal may have another reason. */
function otherThanStated(
  { operation }: RequestAction,
  { body: expected }: SeenResponse,
  { body: actual }: SeenResponse,
): Finding[] {
  const [text, other] = [statedTextIn(expected), statedTextIn(actual)]
  const requirement = text === undefined ? undefined : stating(text, operation)
  if (text === undefined || requirement === undefined || other === undefined || actual.includes(text))
    return []
  const finding = {
    requirement,
    expected: `"${text}"`,
    actual: `"${other}"`,
    unexplained: 'undetermined' as const,
  }
  return [{ ...finding, key: `without ${text.replaceAll(/\d+/g, 'N')}`, among: 'refusals: status' }]
}

/**
 * True if a difference can be a violation. Further fields and deliveries, headers, the form of refusals and of numbers are free, and so is
 * another reason to refuse.
 */
function canViolate(
  { key, place, expected, actual: seen, isOutcome }: KeyedDifference,
  { action }: Step,
  { responses }: Answer,
  { target }: Deployment,
): boolean {
  const [request, response] = [requestsOf(action)[0], responses[0]]
  if (isOutcome === true && request !== undefined && response !== undefined) {
    const made = { operationId: request.operation, json: parseJson(response.body) }
    return key.endsWith(': accepted') && !reportsNothing(made, target.known.statusIntegers)
  }
  if (key.startsWith('refusals') || response === undefined || isSameNumber(expected, seen)) return false
  if (place.startsWith('delivery')) return expected !== 'nothing'
  if ('outside' in action) return false
  return /\.\d+$/.test(place) || (expected !== 'nothing' && !/^(response \d+ )?headers/.test(place))
}

const isSameNumber = (one: unknown, other: unknown) =>
  [one, other].every((value) => /^-?\d+(\.\d+)?$/.test(String(value))) && Number(one) === Number(other)

/** The violation with the shortest history that shows it again in a new world; undefined if none does, or if an option explains it. */
async function reproduced(
  deployment: Deployment,
  hypothesis: Hypothesis,
  { key, history, at }: Seen,
): Promise<Violation | undefined> {
  const { comparable, start } = history
  const same = {
    ...(comparable === undefined ? {} : { comparable }),
    ...(start === undefined ? {} : { start }),
  }
  const showing = async (steps: readonly Step[]) => {
    const { found, ...rest } = await lastFindings(deployment, hypothesis, same, steps)
    const finding = found.find((one) => one.key === key)
    return finding && { finding, ...rest }
  }
  const upTo = history.steps.slice(0, at + 1).filter(({ number }) => number !== 0)
  if ((await showing(upTo)) === undefined) return undefined
  const steps = await shortest(upTo, async (one) => (await showing(one)) !== undefined)
  const last = await showing(steps)
  if (last === undefined) return undefined
  const { finding, answers, transcript } = last
  const { key: _, among: __, ...violation } = finding
  if (finding.unexplained === undefined) return { ...violation, transcript }
  const observed = { ...same, steps, answers }
  if (await hasExplanation(hypothesis, observed)) return undefined
  const determined =
    !isOfWorld(steps.at(-1), deployment) && (await isDetermined(hypothesis, observed, finding))
  return { ...violation, transcript, unexplained: determined ? 'determined' : 'undetermined' }
}

/** True if an action looks up a part of the world, which may change by itself. */
const isOfWorld = (step: Step | undefined, { target }: Deployment) =>
  step !== undefined && lookupsOf(target).some(({ action }) => operationsOf(step).includes(action.operation))

/** True if some other options explain a history. */
async function hasExplanation(hypothesis: Hypothesis, observed: Observed): Promise<boolean> {
  const outcome = await replayed(hypothesis, observed)
  return (await new Search([], observed, maxTried).explain(hypothesis, outcome)) !== undefined
}

/** Runs a history at the deployment and at the simulator, in new worlds. Returns what its last action shows, and what was done. */
async function lastFindings(
  deployment: Deployment,
  hypothesis: Hypothesis,
  same: Pick<Observed, 'comparable' | 'start'>,
  steps: readonly Step[],
): Promise<{ found: Finding[]; answers: Answer[]; transcript: Done[] }> {
  const transcript: Done[] = []
  const answers: Answer[] = []
  const side = new Side(deployment, (call) => transcript.push(call))
  await side.begin()
  const replay = await Replay.begin(hypothesis, same)
  let found: Finding[] = []
  for (const step of steps) {
    if ('outside' in step.action) transcript.push({ did: `${describe(step.action)}.` })
    const actual = await answerOf(side, step)
    answers.push(actual)
    const differences = await replay.next(step, actual)
    const expected = replay.answers.at(-1)
    found =
      expected === undefined ? [] : findingsOf(step, { expected, actual, differences }, replay, deployment)
  }
  return { found, answers, transcript }
}
