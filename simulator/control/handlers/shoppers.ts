// Balances at exchanges, and the mailbox of reminders.

import { NotFoundError, UsageError } from '../../../core/errors.ts'
import { formatInstant } from '../../time/instants.ts'
import type { Shopper } from '../../world/accounts.ts'
import { compare, plainText, toScale } from '../../world/money.ts'
import type { Reminder } from '../../world/state.ts'
import type { World } from '../../world/world.ts'
import type { ControlHandler } from '../call.ts'

function shopperWith(world: World, id: string): Shopper {
  const shopper = world.accounts.shopper(id) ?? world.accounts.shopperWithToken(id)
  if (shopper !== undefined) return shopper
  throw new NotFoundError(
    `There is no shopper "${id}" in this sandbox.`,
    `There are: ${world.accounts.shoppers.map(({ accessToken }) => accessToken).join(', ')}.`,
    "Give a shopper's id or access token; see GET /control/credentials.",
  )
}

export const setBalance: ControlHandler<'setBalance'> = ({ sandbox: { world }, params, body }) => {
  const shopper = shopperWith(world, params.id)
  const exchange = world.accounts.exchange(body.exchange)
  if (exchange === undefined)
    throw new NotFoundError(
      `There is no exchange "${body.exchange}".`,
      'An exchange is one of the five of the world.',
      `Choose among: ${world.accounts.exchanges.map(({ name }) => name).join(', ')}.`,
    )
  if (world.accounts.exchangeAccount(shopper, exchange) === undefined)
    throw new NotFoundError(
      `The shopper ${shopper.accessToken} has no account at ${exchange.name}.`,
      'A balance needs an account, and accounts are data of the world.',
      'Choose another exchange or shopper, or give a world file with the account.',
    )
  const coin = world.accounts.currency(body.coin)
  if (coin === undefined || coin.isFiat)
    throw new NotFoundError(
      `There is no coin "${body.coin}".`,
      'Exchanges hold crypto currencies of the world.',
      `Choose among: ${world.accounts.currencies
        .filter(({ isFiat }) => !isFiat)
        .map(({ id }) => id)
        .join(', ')}.`,
    )
  if (compare(toScale(body.amount, coin.decimals, 'down'), body.amount) !== 0)
    throw new UsageError(
      `Nobody can hold ${body.amount} ${coin.id}.`,
      `${coin.id} has ${coin.decimals} decimals.`,
      'Give an amount with no more.',
    )
  if (!Number.isFinite(Number(body.amount)))
    throw new UsageError(
      `Nobody can hold so much ${coin.id}.`,
      `The amount is larger than any number that an answer could show.`,
      'Give a smaller one.',
    )
  world.setBalance(shopper, exchange, coin.id, plainText(body.amount))
  return {
    shopperId: shopper.id,
    exchange: exchange.name,
    balances: { ...world.balancesOf(shopper, exchange) },
  }
}

export const listMail: ControlHandler<'listMail'> = ({ sandbox: { world }, query }) => {
  const shopper = query.shopperId === undefined ? undefined : shopperWith(world, query.shopperId)
  const mail = world.reminders.flatMap((reminder) => {
    const letter = letterOf(world, reminder)
    return letter === undefined || (shopper !== undefined && letter.shopper !== shopper) ? [] : [letter.mail]
  })
  return { mail }
}

function letterOf(world: World, { at, subscription: id, billAt }: Reminder) {
  const subscription = world.subscriptions.get(id)
  const shopper = subscription === undefined ? undefined : world.accounts.shopper(subscription.shopper)
  if (subscription === undefined || shopper === undefined) return undefined
  const shop = world.accounts.merchant(subscription.merchant)?.shop.companyName ?? subscription.merchant
  const decimals = world.accounts.currency(subscription.currency)?.decimals ?? 2
  const bill = `${toScale(subscription.amount, decimals)} ${subscription.currency}`
  const day = formatInstant(billAt).slice(0, 10)
  return {
    shopper,
    mail: {
      at: formatInstant(at),
      to: subscription.customer?.email ?? shopper.email,
      subject: `${shop}: ${bill} is due on ${day}`,
      text:
        `Dear ${subscription.customer?.name ?? shopper.fullname},\n\n` +
        `your ${subscription.frequency} subscription ${subscription.merchantSubscriptionId} at ${shop} is billed ${bill} on ${day}. ` +
        `Please pay the invoice in advance, or keep at least that much in ${subscription.coin} at ${subscription.exchange}.\n`,
      subscription: id,
      billAt: formatInstant(billAt),
    },
  }
}
