// The accounts of a sandbox, access tokens, and the assumptions in force.

import { InvariantError, NotFoundError } from '../../../core/errors.ts'
import { encryptRsa } from '../../encryption/encrypt.ts'
import type { Merchant } from '../../world/accounts.ts'
import type { World } from '../../world/world.ts'
import type { ControlResult, TopicHandlers } from '../handler-types.ts'
import { namedPage } from './page.ts'

export const credentials: TopicHandlers<'credentials'> = {
  getCredentials: ({ sandbox: { world }, plugins }) => ({
    ...credentialsOf(world),
    ...(plugins.length === 0 ? {} : { plugins: [...plugins] }),
  }),
  issueToken: ({ sandbox: { world }, body: { accessToken } }) => {
    const { accounts } = world
    if (
      accounts.merchantWithToken(accessToken) === undefined &&
      accounts.shopperWithToken(accessToken) === undefined
    )
      throw new NotFoundError(
        `No such access token: "${accessToken}".`,
        'Access tokens are data of the world. They can be renewed, not created.',
        'See GET /control/credentials, or use a world file that has the token.',
      )
    const { expiresAt } = world.issueToken(accessToken)
    return { accessToken, expiresAt }
  },
  getAssumptions: ({ sandbox: { world }, query }) =>
    namedPage('assumptions', world.assumptions.list(), query, (assumption) => assumption),
  setAssumption: async ({ sandbox, params: { id }, body: { use, value } }) => {
    await sandbox.assume(id, value === undefined ? use : { use, value })
    const assumption = sandbox.world.assumptions.list().find((one) => one.id === id)
    if (assumption === undefined) throw new InvariantError(`There is no assumption for ${id}.`)
    return assumption
  },
}

/** Where the service of a world is, and every account of it. */
export function credentialsOf(world: World): ControlResult<'getCredentials'> {
  return {
    baseUrl: `${world.options.publicUrl}/api`,
    controlUrl: `${world.options.publicUrl}/control`,
    merchants: world.accounts.merchants.map((merchant) => ({
      id: merchant.id,
      clientId: world.accounts.clientIdOf(merchant),
      username: merchant.username,
      companyName: merchant.shop.companyName,
      accessToken: merchant.accessToken,
      clientSecret: merchant.clientSecret,
      merchantAuth: merchantAuthOf(world, merchant),
      publicKey: world.accounts.keysOf(merchant).publicKeyPem,
      verified: merchant.verified,
      bankAccountId: merchant.bankAccount?.id ?? null,
      enabledCurrencies: [...merchant.enabledCurrencies],
      webhookUrl: world.webhookOf(merchant.id),
    })),
    shoppers: world.accounts.shoppers.map(
      ({ id, name, email, description, accessToken, profile, banks }) => ({
        id,
        name,
        email,
        description,
        accessToken,
        country: profile.country,
        stockIds: banks.map(({ stockId }) => stockId),
      }),
    ),
    exchanges: world.accounts.exchanges.map(({ name }) => name),
    partnerCurrencies: [...world.accounts.partner.enabledCurrencies],
    servicePublicKey: world.accounts.serviceKey.publicKeyPem,
  }
}

/** A valid merchantAuth. Its padding is derived from the merchant, so that reading it draws no random bytes. */
function merchantAuthOf(world: World, merchant: Merchant): string {
  if (!world.assumptions.is('authentication.merchant-auth', 'encrypted-merchant-id'))
    return merchant.accessToken
  const filler = Buffer.from(merchant.id)
  return encryptRsa(
    JSON.stringify({ merchantId: merchant.id }),
    world.accounts.keysOf(merchant).publicKey,
    'pkcs1',
    (count) => Uint8Array.from({ length: count }, (_, at) => filler[at % filler.length] ?? 1),
  )
}
