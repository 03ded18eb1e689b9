// Who exists in the sandbox; issuing tokens; the assumptions in force.

import { NotFoundError } from '../../../core/errors.ts'
import { deterministicRsaBlock } from '../../encryption/encrypted-reference.ts'
import { formatInstant, latestInstant } from '../../time/instants.ts'
import type { Merchant } from '../../world/accounts.ts'
import type { World } from '../../world/world.ts'
import type { ControlHandler } from '../call.ts'

export const getCredentials: ControlHandler<'getCredentials'> = ({ sandbox: { world } }) => ({
  baseUrl: `${world.options.publicUrl}/api`,
  controlUrl: `${world.options.publicUrl}/control`,
  merchants: world.accounts.merchants.map((merchant) => ({
    id: merchant.id,
    username: merchant.username,
    accessToken: merchant.accessToken,
    clientSecret: merchant.clientSecret,
    merchantAuth: merchantAuthOf(world, merchant),
    publicKey: world.accounts.keysOf(merchant).publicKeyPem,
    verified: merchant.verified,
    bankAccountId: merchant.bankAccount?.id ?? null,
    enabledCurrencies: [...merchant.enabledCurrencies],
    webhookUrl: world.webhookOf(merchant),
  })),
  shoppers: world.accounts.shoppers.map(({ id, name, description, accessToken, profile, banks }) => ({
    id,
    name,
    description,
    accessToken,
    country: profile.country,
    stockIds: banks.map(({ stockId }) => stockId),
  })),
  exchanges: world.accounts.exchanges.map(({ name }) => name),
  servicePublicKey: world.accounts.serviceKey.publicKeyPem,
})

/** A merchantAuth that holds. Its filler follows from the merchant, so that reading it changes nothing. */
function merchantAuthOf(world: World, merchant: Merchant): string {
  if (!world.assumptions.is('authentication.merchant-auth', 'encrypted-merchant-id'))
    return merchant.accessToken
  const filler = Buffer.from(merchant.id)
  return deterministicRsaBlock(
    JSON.stringify({ merchantId: merchant.id }),
    world.accounts.keysOf(merchant).publicKey,
    (count) => Uint8Array.from({ length: count }, (_, at) => filler[at % filler.length] ?? 1),
  )
}

export const issueToken: ControlHandler<'issueToken'> = ({ sandbox: { world }, body: { accessToken } }) => {
  const { accounts, assumptions } = world
  if (
    accounts.merchantWithToken(accessToken) === undefined &&
    accounts.shopperWithToken(accessToken) === undefined
  )
    throw new NotFoundError(
      `There is no access token "${accessToken}".`,
      'Tokens are data of the world: one can be issued anew, none can be invented.',
      'See GET /control/credentials, or give a world file with this token.',
    )
  world.issueToken(accessToken)
  if (assumptions.is('authentication.token-issue', 'listed')) return { accessToken, expiresAt: null }
  const { ageSeconds } = assumptions.value('authentication.token-issue')
  return { accessToken, expiresAt: formatInstant(Math.min(world.now + ageSeconds * 1000, latestInstant)) }
}

export const getAssumptions: ControlHandler<'getAssumptions'> = ({ sandbox: { world } }) => ({
  assumptions: world.assumptions.list(),
})
