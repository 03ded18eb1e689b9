// Faults of services that accept requests only after a while, or only for what they know. There, a refusal proves nothing before the
// complete request is accepted, so the suite must wait for that, or prepare it.

import { expect, it } from 'vitest'
import type { RequirementId } from '../../../spec/requirements.ts'
import type { InProcessOptions } from '../../observe/in-process.ts'
import { mutantOf, mutants } from '../mutants/all.ts'
import type { Mutant } from '../mutants/mutation.ts'
import { reactionVariants } from '../variants/reactions.ts'
import { atAge } from '../variants/terms.ts'
import { runJob } from './run.ts'

const also = ({ handlers: faulty, ...mutant }: Mutant, { handlers: late }: InProcessOptions) => ({
  ...mutant,
  handlers: (real: Parameters<NonNullable<typeof late>>[0]) => {
    const own = { ...real, ...faulty?.(real) }
    return { ...own, ...late?.(own) }
  },
})

const services: [name: string, service: InProcessOptions | undefined, requirements: RequirementId[]][] = [
  [
    'closings half an hour after the payment',
    reactionVariants['partial payments that can be closed after half an hour'],
    [
      'partial-payments.required-fields-refused',
      'partial-payments.encrypted-with-the-client-secret',
      'partial-payments.by-its-merchant-only',
    ],
  ],
  [
    'debits from the seventh day on',
    atAge('debitSubscription', (days) => days < 7),
    ['subscriptions.debit-required-fields-refused', 'authentication.debit-needs-merchant-auth'],
  ],
  [
    'cancellations from the third hour on',
    atAge('cancelSubscription', (days) => days < 3 / 24),
    ['authentication.cancel-needs-merchant-auth', 'authentication.merchant-auth-of-its-merchant'],
  ],
  [
    'transfers to known payees',
    reactionVariants['transfers to known payees only, with another message'],
    [
      'payouts.transfers-missing-email',
      'payouts.transfers-invalid-email',
      'payouts.transfers-row-number',
      'authentication.transfers-need-token',
    ],
  ],
]

it.each(services)('finds faults of a service that accepts only %s', async (_, service, requirements) => {
  const survivors: string[] = []
  for (const mutant of mutants.filter(({ requirement }) => requirements.includes(requirement))) {
    const job = { id: mutant.id, requirement: mutant.requirement, options: also(mutant, service ?? {}) }
    const { failed } = await runJob(job, { quick: true })
    if (!failed.includes(mutant.requirement)) survivors.push(mutant.id)
  }
  expect(survivors).toEqual([])
})

it('finds that another merchant closes a partial payment where keys are derived by PBKDF2', async () => {
  const requirement = 'partial-payments.by-its-merchant-only'
  const simulator = { assumptions: { 'encryption.passphrase-format': 'pbkdf2' } } as const
  const job = { id: 'pbkdf2', requirement, options: { ...mutantOf(requirement), simulator } } as const
  expect((await runJob(job, { quick: true })).failed).toContain(requirement)
})
