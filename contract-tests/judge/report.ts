// The report of a run as data, from which all other forms are made. report.schema.json is generated from the schema here.

import { z } from 'zod'

export const verdicts = [
  'pass',
  'fail',
  'warning',
  'not applicable',
  'disabled',
  'inconclusive',
  'error',
] as const
/** The outcome for a requirement. */
export type Verdict = (typeof verdicts)[number]

const requirementResult = z.object({
  id: z.string(),
  resource: z.string(),
  basis: z.enum(['stated', 'inferred']),
  section: z.string(),
  statement: z.string(),
  verdict: z.enum(verdicts),
  checks: z.number().int(),
  /** The duration of the checks. A property that checks several requirements counts in equal parts. */
  seconds: z.number(),
  /** Why the verdict is neither pass nor fail; for a warning, why the words of the contract do not settle it. */
  reasons: z.array(z.string()),
  /** For an inconclusive requirement, the request that decided, as a curl command without secrets. */
  request: z.string().optional(),
  /** For a requirement of a run in two phases, the instant from which it can be judged. */
  judgeableFrom: z.string().optional(),
  /** The permitted behaviors that keep it from a verdict, by the ids in docs/contributing/permitted.md. */
  permitted: z.array(z.string()).optional(),
})
/** The verdict on one requirement. */
export type RequirementResult = z.output<typeof requirementResult>

/** A step of a run as reports show it. */
const entry = z.union([
  z.object({ did: z.string() }),
  z.object({
    operationId: z.string(),
    method: z.string(),
    url: z.string(),
    headers: z.record(z.string()),
    body: z.string(),
    payload: z.unknown(),
    status: z.number(),
    response: z.string(),
  }),
])
export type Entry = z.output<typeof entry>

const failure = z.object({
  requirement: z.string(),
  basis: z.enum(['stated', 'inferred']),
  /** Why the words of the contract do not settle it, if the requirement is inferred. */
  reason: z.string().optional(),
  section: z.string(),
  /** The section in docs/reference/contract.md, relative to the repository of paytwin; several if the requirement rests on several. */
  sectionLinks: z.array(z.string()),
  statement: z.string(),
  expected: z.string(),
  actual: z.string(),
  /** The place in the response, for violations of a schema. */
  place: z.string().optional(),
  /** The value that the check assumes of the target, and where it is from. */
  assumed: z.string().optional(),
  /** The titles of the properties that found it; one cause is one failure. */
  properties: z.array(z.string()),
  counterexample: z.string().optional(),
  /** The situation when the property began, such as `second merchant, on a Saturday`. */
  situation: z.string().optional(),
  /** When it began and when it failed, with the weekday and the banking days in between, if the clock moved. */
  timeline: z.array(z.string()).optional(),
  /** The command that reproduces it. */
  reproduce: z.string(),
  /** The deciding request as a curl command without secrets. */
  curl: z.string().optional(),
  /** Why there is no curl command. */
  noCurl: z.string().optional(),
  /** The path of the scenario that replays it, relative to the report. */
  scenario: z.string().optional(),
  /** Why there is no scenario, in a report that has files. */
  noScenario: z.string().optional(),
  /** The command that replays the scenario against the same target. */
  replay: z.string().optional(),
  /** The index in the transcript of the request whose response shows it, if one does. */
  deciding: z.number().int().optional(),
  transcript: z.array(entry),
})
/** A violation of a requirement: what was expected, what the deployment did, and how to reproduce it. */
export type Failure = z.output<typeof failure>

export const report = z.object({
  paytwin: z.literal('report'),
  version: z.literal(1),
  target: z.string(),
  level: z.string(),
  /** Why the level is not higher, if it was not chosen. */
  levelReason: z.string().optional(),
  /** The part of a run that this is, such as `1/4`. */
  seed: z.number().int(),
  runs: z.number().int(),
  /** Every id that the run created begins with it. */
  tag: z.string(),
  exitCode: z.number().int(),
  outcome: z.string(),
  seconds: z.number(),
  requests: z.number().int(),
  counts: z.record(z.number().int()),
  requirements: z.array(requirementResult),
  notObservable: z.array(z.object({ id: z.string(), statement: z.string(), why: z.string() })),
  failures: z.array(failure),
  /** Violations of inferred requirements, and answers that nothing permitted explains. They do not change the exit code; with --strict, they are failures. */
  warnings: z.array(failure),
  /** The data of the target with which no request of some kind succeeds, each with a remedy. What rests on it is inconclusive. */
  diagnosis: z.array(z.string()),
  /** The behavior of a remote deployment where the contract is silent: in words, and as options of unspecified behaviors. */
  profile: z.object({ lines: z.array(z.string()), options: z.record(z.string()) }).optional(),
  /** Hints about the run as a whole. */
  notes: z.array(z.string()),
  /** Internal errors of the suite. */
  errors: z.array(z.object({ property: z.string(), message: z.string() })),
  unspecifiedBehaviors: z.array(z.object({ id: z.string(), question: z.string(), section: z.string() })),
  /** Records that were created and not removed: the operation, the id in the request, and the id in the response. */
  created: z.array(z.object({ operationId: z.string(), ours: z.string(), theirs: z.string().optional() })),
})
/** The content of report.json: the outcome of a run, with its exit code. */
export type Report = z.output<typeof report>

/** The resources that a report has requirements of, in order. */
export function resourcesIn({ requirements }: Pick<Report, 'requirements'>): string[] {
  return [...new Set(requirements.map(({ resource }) => resource))]
}

/** The note of a run in which no request succeeded. */
export const nothingSucceeded =
  'No request succeeded. Check that baseUrl and the credentials in the target file are those of the deployment.'
