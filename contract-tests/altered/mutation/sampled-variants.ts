// Deployments with about twenty permitted differences at once, drawn from a seed. The suite must not accuse any of them.

import { verify } from '../../commands/verify.ts'
import { Random } from '../../histories/random.ts'
import { type InProcessOptions, inProcess } from '../../observe/in-process.ts'
import { variants } from '../variants/all.ts'
import { contractVariants } from '../variants/contract-only.ts'
import { together } from '../variants/together.ts'

type Row = readonly [name: string, options: InProcessOptions, why?: string]
type Seam = Exclude<keyof InProcessOptions, 'target'>

/** The number of variants of each seam in a deployment. Of a seam that has one, two would contradict each other. */
const drawn: Readonly<Record<Seam, number>> = {
  ...{ response: 10, delivery: 1, handlers: 2, transport: 1, request: 1, world: 1, simulator: 1 },
}

/** Accounts that can do nothing of what many requirements are about: preconditions of a run, and no permitted behavior. */
const accountsThatCannot: readonly string[] = [
  ...['payments with a second factor', 'a merchant without payments from exchanges'],
  ...['merchants without payments from wallets', 'transfers of a merchant without funds'],
]

// Unspecified behaviors are drawn by the simulator.
const rows: readonly Row[] = [
  ...Object.entries(contractVariants).map(([name, { why, ...options }]): Row => [name, options, why]),
  ...variants.filter(([, options]) => Object.keys(options).some((key) => key !== 'simulator')),
].filter(([name]) => !accountsThatCannot.includes(name))

export interface VariantOutcome {
  id: string
  members: readonly string[]
  failed: string[]
  errors: string[]
  /** The requirements without a verdict, of those that are applicable. */
  inconclusive: string[]
  applicable: number
}

/**
 * The names of two variants that cannot hold at once: together they refuse every request, or they are forms of one response, of which
 * the second would be written from what the first has left of the message.
 */
const contradicting: readonly (readonly [RegExp, RegExp])[] = [
  [/wallet transactions of orders without an invoice$/, /the order has no invoice$/],
  [/^exchange errors/, /^exchange errors/],
  [/^payout refusals/, /^payout refusals/],
  [/second factor at one exchange$/, /funds at one exchange$/],
  [/amount of 0 for an unknown exchange$/, /amount that includes the fee$/],
  // No country has both notations.
  [/countries of (two|three) letters/, /whose country is a name$/],
  [/subscriptions cannot be canceled$/, /merchants that are as unknown as a path$/],
]

/** True if two variants cannot hold at once: two worlds, or what `contradicting` names. */
const contradict = ([name, one, why]: Row, [otherName, other, otherWhy]: Row) =>
  contradicting.some(
    ([first, second]) =>
      (first.test(name) && second.test(otherName)) || (first.test(otherName) && second.test(name)),
  ) ||
  (one.simulator !== undefined && other.simulator !== undefined) ||
  (one.handlers !== undefined && other.handlers !== undefined && why !== undefined && why === otherWhy)

/** The variants of a deployment, by its id: the seed of the sample and the number in it, such as `7.12`. */
export function membersOf(id: string): Row[] {
  const [seed = 0, number = 0] = id.split('.').map(Number)
  const random = new Random(seed * 100_003 + number)
  const members = new Map<string, Row>()
  for (const [seam, count] of Object.entries(drawn))
    for (let at = 0; at < count; at += 1) {
      const row = random.pick(rows.filter(([, options]) => options[seam as Seam] !== undefined))
      if (row !== undefined && ![...members.values()].some((one) => contradict(one, row)))
        members.set(row[0], row)
    }
  return [...members.values()]
}

export async function runVariant(id: string, runs: number): Promise<VariantOutcome> {
  const members = membersOf(id)
  const [seed = 0, number = 0] = id.split('.').map(Number)
  const given = members.map(([, one]) => one)
  // Assumptions are either set or random.
  const isSet = given.some(({ simulator = {} }) => 'assumptions' in simulator)
  const random = isSet ? [] : [{ simulator: { randomAssumptions: seed * 1000 + number } }]
  const report = await verify(inProcess(together([...given, ...random])), {
    seed: number,
    runs,
    shrink: false,
  })
  const applicable = report.requirements.filter(
    ({ verdict }) => !['not applicable', 'disabled'].includes(verdict),
  )
  return {
    id,
    members: members.map(([name]) => name),
    failed: [...new Set(report.failures.map(({ requirement }) => requirement))],
    errors: report.errors.map(({ property, message }) => `${property}: ${message}`),
    inconclusive: applicable.filter(({ verdict }) => verdict === 'inconclusive').map((one) => one.id),
    applicable: applicable.length,
  }
}

/** The report of a sample of variants: what the suite accused, with the commands that replay it, and what has no verdict. */
export function variantsText(outcomes: readonly VariantOutcome[]): string {
  const accused = outcomes.filter(({ failed, errors }) => failed.length + errors.length > 0)
  const sum = (count: (outcome: VariantOutcome) => number) =>
    outcomes.reduce((total, outcome) => total + count(outcome), 0)
  const [without, applicable] = [sum((one) => one.inconclusive.length), sum((one) => one.applicable)]
  const share = ((100 * without) / Math.max(1, applicable)).toFixed(1)
  return [
    `accused: ${accused.length} of ${outcomes.length} conforming deployments`,
    `inconclusive: ${share} % of requirements`,
    ...accused.flatMap(({ id, failed, errors, members }) => [
      `  npm run mutation -- --variants ${id} # ${[...failed, ...errors].join(', ')}`,
      ...members.map((name) => `    ${name}`),
    ]),
  ].join('\n')
}
