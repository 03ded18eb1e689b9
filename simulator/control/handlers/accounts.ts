// The accounts of a sandbox with their credentials, balances and webhooks, settling, assumptions, and encrypting payloads.

import { InvariantError, NotFoundError } from '../../../core/errors.ts'
import { encryptRsa } from '../../encryption/encrypt.ts'
import { settleAll } from '../../resources/settlements.ts'
import { schemeOf } from '../../service/decrypt-payload.ts'
import { encryptedOperation, encryptFor, requestBody } from '../../service/encrypt-payload.ts'
import { checkWebhookUrl } from '../../webhooks/http-transport.ts'
import type { Merchant } from '../../world/accounts.ts'
import { plainText } from '../../world/money.ts'
import type { World } from '../../world/world.ts'
import type { ControlInput, ControlResult, TopicHandlers } from '../handler-types.ts'
import { namedPage } from '../lists.ts'
import { controlSettlement } from '../records.ts'
import { checkDecimals, findExchange, findShopper } from '../transitions.ts'

export const accounts: TopicHandlers<'accounts'> = {
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
    return { accessToken, expiresAt: world.issueToken(accessToken).expiresAt }
  },
  registerWebhook: ({ sandbox, params, body: { url } }) => {
    const { world } = sandbox
    const merchant = findMerchant(world, params.id)
    if (url !== null) checkWebhookUrl(url, sandbox.options.allowAnyWebhookHost)
    world.registerWebhook(merchant, url)
    if (url !== null) sandbox.outbox.registered(url)
    return { merchantId: merchant.id, webhookUrl: url }
  },
  setBalance: ({ sandbox: { world }, params, body }) => setBalance(world, params.id, body),
  settle: ({ sandbox: { world } }) => {
    const before = world.settlements.length
    settleAll(world)
    const made = world.settlements.slice(before)
    return { settlements: made.map((settlement, index) => controlSettlement(settlement, before + index)) }
  },
  getAssumptions: ({ sandbox: { world }, query }) =>
    namedPage('assumptions', world.assumptions.list(), query, (assumption) => assumption),
  setAssumption: async ({ sandbox, params: { id }, body: { use, value } }) => {
    await sandbox.assume(id, value === undefined ? use : { use, value })
    const assumption = sandbox.world.assumptions.list().find((one) => one.id === id)
    if (assumption === undefined) throw new InvariantError(`There is no assumption for ${id}.`)
    return assumption
  },
  encryptPayload: ({ sandbox: { world }, document, body }) => {
    const { operationId, merchantId, payload, padding } = body
    const merchant = findMerchant(world, merchantId)
    const found = encryptedOperation(document, operationId)
    const scheme = schemeOf(world, found.note)
    const encrypted = encryptFor(world, merchant, scheme, JSON.stringify(payload), padding)
    const { field, body: sent } = requestBody(world, merchant, found, encrypted)
    return { field, encrypted, body: sent }
  },
}

/** The merchant with an id. Throws a NotFoundError for an unknown id. */
export function findMerchant({ accounts }: World, id: string): Merchant {
  const merchant = accounts.merchant(id) ?? accounts.merchantWithToken(id)
  if (merchant !== undefined) return merchant
  throw new NotFoundError(
    `No such merchant: "${id}".`,
    `The merchants are ${accounts.merchants.map((one) => `${one.id} (${one.username})`).join(', ')}.`,
    'Use the id of a merchant.',
  )
}

function setBalance(world: World, id: string, body: ControlInput<'setBalance'>['body']) {
  const { accounts } = world
  const shopper = findShopper(world, id)
  const exchange = findExchange(world, body.exchange)
  if (accounts.exchangeAccount(shopper, exchange) === undefined)
    throw new NotFoundError(
      `The shopper ${shopper.accessToken} has no account at ${exchange.name}.`,
      'Exchange accounts are data of the world.',
      'Choose another exchange or shopper, or use a world file that has the account.',
    )
  const coins = accounts.currencies.filter(({ isFiat }) => !isFiat)
  const coin = coins.find((one) => one.id === body.coin)
  if (coin === undefined)
    throw new NotFoundError(
      `No such coin: "${body.coin}".`,
      'Balances are in cryptocurrencies of the world.',
      `Choose among: ${coins.map((one) => one.id).join(', ')}.`,
    )
  checkDecimals(body.amount, coin.id, coin.decimals)
  world.setBalance(shopper, exchange, coin.id, plainText(body.amount))
  const balances = { ...world.balancesOf(shopper, exchange) }
  return { shopperId: shopper.id, exchange: exchange.name, balances }
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
