// Who exists in the sandbox; issuing tokens; the stand-ins in force.

import { deterministicRsaBlock } from '../../sealing/sealed-reference.ts'
import { formatInstant, latestInstant } from '../../time/instants.ts'
import type { Merchant } from '../../world/cast.ts'
import { Unknown } from '../../world/errors.ts'
import type { World } from '../../world/world.ts'
import type { ControlHandler } from '../call.ts'

export const getCredentials: ControlHandler<'getCredentials'> = ({ sandbox: { world } }) => ({
  baseUrl: `${world.options.publicUrl}/api`,
  controlUrl: `${world.options.publicUrl}/control`,
  merchants: world.cast.merchants.map((merchant) => ({
    id: merchant.id,
    username: merchant.username,
    accessToken: merchant.accessToken,
    clientSecret: merchant.clientSecret,
    merchantAuth: merchantAuthOf(world, merchant),
    publicKey: world.cast.keysOf(merchant).publicKeyPem,
    verified: merchant.verified,
    bankAccountId: merchant.bankAccount?.id ?? null,
    enabledCurrencies: [...merchant.enabledCurrencies],
    webhookUrl: world.webhookOf(merchant),
  })),
  shoppers: world.cast.shoppers.map(({ id, accessToken, story, profile, banks }) => ({
    id,
    accessToken,
    story,
    country: profile.country,
    stockIds: banks.map(({ stockId }) => stockId),
  })),
  exchanges: world.cast.exchanges.map(({ name }) => name),
  servicePublicKey: world.cast.serviceKey.publicKeyPem,
})

/** A merchantAuth that holds. Its filler follows from the merchant, so that reading it changes nothing. */
function merchantAuthOf(world: World, merchant: Merchant): string {
  if (!world.standIns.is('access.merchant-auth', 'sealedMerchantId')) return merchant.accessToken
  const filler = Buffer.from(merchant.id)
  return deterministicRsaBlock(
    JSON.stringify({ merchantId: merchant.id }),
    world.cast.keysOf(merchant).publicKey,
    (count) => Uint8Array.from({ length: count }, (_, at) => filler[at % filler.length] ?? 1),
  )
}

export const issueToken: ControlHandler<'issueToken'> = ({ sandbox: { world }, body: { accessToken } }) => {
  const { cast, standIns } = world
  if (cast.merchantWithToken(accessToken) === undefined && cast.shopperWithToken(accessToken) === undefined)
    throw new Unknown(
      `There is no access token "${accessToken}".`,
      'Tokens are data of the world: one can be issued anew, none can be invented.',
      'See GET /control/credentials, or give a world file with this token.',
    )
  world.issueToken(accessToken)
  if (standIns.is('access.token-issue', 'listed')) return { accessToken, expiresAt: null }
  const { ageSeconds } = standIns.value('access.token-issue')
  return { accessToken, expiresAt: formatInstant(Math.min(world.now + ageSeconds * 1000, latestInstant)) }
}

export const getStandIns: ControlHandler<'getStandIns'> = ({ sandbox: { world } }) => ({
  standIns: world.standIns.list(),
})
