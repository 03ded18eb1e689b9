// Each variant of the contract is in a deployment and has a reason.

import { expect, it } from 'vitest'
import { contractDeployments, contractVariants } from './contract-only.ts'

const place =
  /^(Shared c|C)onventions|^Resources|^States and transitions|^Endpoints|^Authentication|^Events|^Errors|^Limits|^What the service does/

it('puts every variant into a deployment, with a reason', () => {
  const members = new Set(contractDeployments.flatMap((one) => one.members.map(([name]) => name)))
  expect([...members].sort()).toEqual(Object.keys(contractVariants).sort())
  expect(new Set(contractDeployments.map(({ name }) => name)).size).toBe(contractDeployments.length)
  for (const { why } of Object.values(contractVariants)) expect(why).toMatch(place)
})
