// The commands `learn` and `drift`: learn the twin of a deployment, and compare the deployment with it later.

import { type Command, InvalidArgumentError } from 'commander'
import { levelOf } from '../../client/simulator-target.ts'
import { learnTarget } from '../../client/target.ts'
import { checkOutputDirectory } from '../../core/output-files.ts'
import { Redactor } from '../../core/redaction.ts'
import { type Harm, includesLevel } from '../../spec/operation.ts'
import { redactionPolicy } from '../../spec/secret-fields.ts'
import { driftText, learnedText } from '../explain/table.ts'
import { driftOf, learnTwin } from '../explain/twin.ts'
import { readTwin, writeTwin } from '../explain/twin-files.ts'
import type { Deployment } from '../observe/deployment.ts'
import { deploymentOf } from '../observe/target-flags.ts'

interface LearnFlags {
  target: string
  level?: Harm
  out: string
  seed: number
  actions: number
}

interface DriftFlags {
  target: string
  twin: string
}

const levels = ['read', 'write', 'money'] as const
/** The actions of one history: a search replays the history that it explains, so several short ones are learned from. */
const actionsOfHistory = 60
const defaultActions = 300
const proofActions = 200

/** Adds `learn` to a program. */
export function addLearn(program: Command): void {
  program
    .command('learn')
    .description(
      'learn the twin of a deployment: the options and the world with which the simulator answers as it does',
    )
    .requiredOption('--target <file>', 'a target file (client/target.schema.json)')
    .option(
      '--level <level>',
      `the maximum harm of requests: ${levels.join(' < ')} (default: as in the target file, else money for a paytwin on this machine, and read for everything else)`,
      (text) => {
        const level = levels.find((one) => one === text)
        if (level === undefined) throw new InvalidArgumentError(`Expected one of: ${levels.join(', ')}.`)
        return level
      },
    )
    .option('--out <directory>', 'where to write assumptions.json, world.json and twin.json', 'twin')
    .option('--seed <integer>', 'the seed of the histories', integer, 1)
    .option('--actions <count>', 'the number of actions to learn from', integer, defaultActions)
    .action(async (flags: LearnFlags) => learn(flags))
}

/** Adds `drift` to a program. */
export function addDrift(program: Command): void {
  program
    .command('drift')
    .description('compare a deployment with its twin; exits with 1 if the deployment has changed')
    .requiredOption('--target <file>', 'the target file from which the twin was learned')
    .requiredOption('--twin <directory>', 'the directory that "paytwin learn" wrote')
    .action(async (flags: DriftFlags) => drift(flags))
}

async function learn({ target, level: wanted, out, seed, actions }: LearnFlags): Promise<void> {
  await withDeployment(target, async (deployment, print) => {
    checkOutputDirectory(out)
    const level = wanted ?? levels.findLast((one) => includesLevel(deployment.level, one)) ?? 'read'
    const lengths = Array.from({ length: Math.ceil(actions / actionsOfHistory) }, () => actionsOfHistory)
    const learned = await learnTwin(deployment, {
      ...{ level, seed, lengths, proof: proofActions },
      progress: (done) => {
        if (done % actionsOfHistory === 0) process.stderr.write(`${done} actions\n`)
      },
    })
    await writeTwin(out, learned.twin)
    print(`${learnedText(learned)}\n\nWrote ${out}. Run the twin with: paytwin serve --twin ${out}\n`)
  })
}

async function drift({ target, twin: directory }: DriftFlags): Promise<void> {
  const twin = await readTwin(directory)
  await withDeployment(target, async (deployment, print) => {
    const found = await driftOf(deployment, twin, proofActions)
    print(`${driftText(found)}\n`)
    if (found.options.length + found.others.length + found.world.length > 0) process.exitCode = 1
  })
}

/** Opens the deployment of a target file, and closes it. What is printed has none of its secrets. */
async function withDeployment(
  target: string,
  run: (deployment: Deployment & { level: Harm }, print: (text: string) => void) => Promise<void>,
): Promise<void> {
  const deployment = await deploymentOf({ target })
  const redactor = new Redactor(redactionPolicy, { show: (name) => `<${name}>` })
  learnTarget(redactor, deployment.target)
  try {
    const { level } = await levelOf(deployment.target)
    await run({ ...deployment, level }, (text) => process.stdout.write(redactor.text(text)))
  } finally {
    await deployment.close()
  }
}

function integer(text: string): number {
  const value = Number(text)
  if (Number.isSafeInteger(value) && value >= 1) return value
  throw new InvalidArgumentError('Expected a positive integer.')
}
