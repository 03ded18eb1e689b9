// `npm run mutation`: runs the suite on all mutants and conforming variants, and prints the mutation report. The exit code is
// 1 if a mutant survives or the suite fails on a conforming variant, and 2 for invalid options.

import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { errorMessage, UsageError } from '../../../core/errors.ts'
import { observableRequirementIds } from '../../../spec/requirements.ts'
import { defaultRuns } from '../../commands/verify.ts'
import { conditionalMutants, sampled } from '../conditions/grid.ts'
import { reportText } from './report.ts'
import { jobs, type Outcome } from './run.ts'
import { onAllProcessors, selectJobs } from './run-all.ts'
import { coverageOf, type SampleOutcome } from './sample.ts'
import { sampleText } from './sample-report.ts'
import { type VariantOutcome, variantsText } from './sampled-variants.ts'
import { isKilled, scoreFile, scoreOf, writeScore } from './score.ts'

const usage = `Usage: npm run mutation -- [options]
  --only <selection>  a resource, a requirement, the id of a mutant, "variants", or "contract-variants"
  --quick             begin with the properties that check the requirement of a mutant, and stop if they kill it
  --levels            with --sample: find for each mutant the lowest level that notices it, with and without a control API and a
                      webhook receiver
  --sample <number>   run a sample of the conditional mutants: each fault, under one condition on the situation
  --sample-variants <number>  run a sample of conforming deployments with about twenty permitted differences each
  --variants <id>     run one of these
  --conditional <id>  run one conditional mutant
  --histories <number>  with --sample or --conditional: compare the answers to that many requests with those of the model, and run no
                      property; the histories are drawn with the seed, too
  --seed <seed>       what the sample is drawn with (default: 1)
  --runs <number>     generated inputs for each property, with --sample or --conditional (default: as many as verify has)
  --json <file>       write the outcomes
  --write             write ${scoreFile}; needs all deployments`

const options = {
  only: { type: 'string' },
  quick: { type: 'boolean' },
  levels: { type: 'boolean' },
  sample: { type: 'string' },
  conditional: { type: 'string' },
  'sample-variants': { type: 'string' },
  variants: { type: 'string' },
  histories: { type: 'string' },
  seed: { type: 'string' },
  runs: { type: 'string' },
  json: { type: 'string' },
  write: { type: 'boolean' },
} as const

function readOptions() {
  try {
    return parseArgs({ options })
  } catch (error) {
    throw new UsageError(`${errorMessage(error)}.`, '', usage)
  }
}

type Options = ReturnType<typeof readOptions>['values']

async function run(values: Options): Promise<Outcome[]> {
  const { only, quick = false } = values
  const indexes = selectJobs(only)
  if (indexes.length === 0) throw new UsageError(`No mutant is selected by "${only}".`, '', usage)
  const tasks = indexes.map((job) => ({ job, quick }))
  return onAllProcessors<Outcome>(tasks, (outcome, done) => {
    const { id, requirement, failed } = outcome
    if (requirement !== undefined && !isKilled(outcome)) process.stderr.write(`  survivor: ${id}\n`)
    if (requirement === undefined && failed.length > 0) process.stderr.write(`  false alarm: ${id}\n`)
    if (done % 50 === 0) process.stderr.write(`  ${done} of ${indexes.length} deployments\n`)
  })
}

/** The value of an option that is a positive integer; undefined without it. */
function numberOf(
  values: Options,
  name: 'sample' | 'sample-variants' | 'seed' | 'runs' | 'histories',
): number | undefined {
  const { [name]: text } = values
  if (text === undefined || /^[1-9]\d{0,8}$/.test(text)) return text === undefined ? undefined : Number(text)
  throw new UsageError(`Invalid --${name} "${text}".`, 'It must be a positive integer.', usage)
}

/** Writes the outcomes if they are asked for, and prints what they show. */
function finish({ json }: Options, outcomes: readonly object[], text: string, count: string): void {
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(outcomes, null, 1)}\n`)
  process.stdout.write(`${text}\n${count} in ${Math.round(performance.now() / 1000)} s\n`)
}

async function runSampledVariants(values: Options): Promise<void> {
  const count = numberOf(values, 'sample-variants') ?? 0
  const runs = numberOf(values, 'runs') ?? defaultRuns
  const seed = numberOf(values, 'seed') ?? 1
  const { variants = '' } = values
  const ids = count > 0 ? Array.from({ length: count }, (_, at) => `${seed}.${at + 1}`) : [variants]
  if (ids.some((id) => !/^\d+\.\d+$/.test(id)))
    throw new UsageError(
      `Invalid --variants "${variants}".`,
      'It is a seed and a number, such as 7.12.',
      usage,
    )
  const tasks = ids.map((id) => ({ variants: id, runs }))
  const outcomes = await onAllProcessors<VariantOutcome>(tasks, ({ id, failed, errors }) => {
    if (failed.length + errors.length > 0) process.stderr.write(`  accused: ${id}\n`)
  })
  finish(values, outcomes, variantsText(outcomes), `${ids.length} sampled variants`)
  if (outcomes.some(({ failed, errors }) => failed.length + errors.length > 0)) process.exitCode = 1
}

async function runSample(values: Options): Promise<void> {
  const { conditional } = values
  const runs = numberOf(values, 'runs')
  const histories = numberOf(values, 'histories')
  const seed = numberOf(values, 'seed') ?? 1
  const how = {
    ...{ ...(runs === undefined ? {} : { runs }), atLevels: values.levels === true },
    ...(histories === undefined ? {} : { histories, seed }),
  }
  const all = conditionalMutants()
  const sample =
    conditional === undefined
      ? sampled(numberOf(values, 'sample') ?? 0, seed)
      : all.filter(({ id }) => id === conditional)
  if (sample.length === 0) throw new UsageError(`There is no conditional mutant "${conditional}".`, '', usage)
  const outcomes = await onAllProcessors<SampleOutcome>(
    sample.map(({ id }) => ({ mutant: id })),
    (_, done) => {
      if (done % 50 === 0) process.stderr.write(`  ${done} of ${sample.length} conditional mutants\n`)
    },
    { coverage: histories === undefined ? await coverageOf(how) : new Map(), how },
  )
  const by = histories === undefined ? '' : ` --histories ${histories} --seed ${seed}`
  const replay = `npm run mutation --${runs === undefined ? '' : ` --runs ${runs}`}${by} --conditional`
  const count = `${sample.length} of ${all.length} conditional mutants`
  finish(values, outcomes, sampleText(outcomes, replay), count)
  if (outcomes.some(({ noticed }) => !noticed)) process.exitCode = 1
}

async function main(): Promise<void> {
  const { values } = readOptions()
  if (values['sample-variants'] !== undefined || values.variants !== undefined)
    return runSampledVariants(values)
  if (values.sample !== undefined || values.conditional !== undefined) return runSample(values)
  if (values.levels === true) throw new UsageError('--levels needs --sample.', '', usage)
  const { write } = values
  const outcomes = await run(values)
  const isComplete = outcomes.length === jobs.length
  const concerned = new Set(outcomes.map(({ requirement }) => requirement))
  const score = scoreOf(
    outcomes,
    observableRequirementIds.filter((id) => isComplete || concerned.has(id)),
  )
  if (write === true && isComplete) writeScore(score)
  finish(values, outcomes, reportText(score), `${outcomes.length} deployments`)
  if (write === true && !isComplete)
    throw new UsageError('--write needs all deployments.', '', 'Leave out --only.')
  if (score.survivors.length + score.falseAlarms.length + score.unguarded.length > 0) process.exitCode = 1
}

try {
  await main()
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  process.stderr.write(`mutation: ${error.message}\n`)
  process.exitCode = 2
}
