// Balances of shoppers at exchanges, and the emails that they receive.

import { InvariantError, NotFoundError, UsageError } from '../../../core/errors.ts'
import { formatInstant } from '../../time/instants.ts'
import type { Exchange, Shopper } from '../../world/accounts.ts'
import { plainText } from '../../world/money.ts'
import type { Reminder } from '../../world/state.ts'
import type { World } from '../../world/world.ts'
import type { TopicHandlers } from '../handler-types.ts'
import { namedPage } from './page.ts'
import { checkDecimals } from './transactions.ts'

/** The shopper with an id or an access token. Throws a NotFoundError for an unknown one. */
export function findShopper(world: World, id: string): Shopper {
  const shopper = world.accounts.shopper(id) ?? world.accounts.shopperWithToken(id)
  if (shopper !== undefined) return shopper
  throw new NotFoundError(
    `No such shopper: "${id}".`,
    `The access tokens of the shoppers are ${world.accounts.shoppers.map(({ accessToken }) => accessToken).join(', ')}.`,
    "Use a shopper's id or access token, as in GET /control/credentials.",
  )
}

/** The exchange of a name; the first one without a name. Throws a NotFoundError for an unknown one. */
export function findExchange({ accounts }: World, name: string | undefined): Exchange {
  const exchange = name === undefined ? accounts.exchanges[0] : accounts.exchange(name)
  if (exchange !== undefined) return exchange
  throw new NotFoundError(
    `No such exchange: "${name}".`,
    'The world has five exchanges.',
    `Choose among: ${accounts.exchanges.map((one) => one.name).join(', ')}.`,
  )
}

export const shoppers: TopicHandlers<'shoppers'> = {
  setBalance: ({ sandbox: { world }, params, body }) => {
    const shopper = findShopper(world, params.id)
    const exchange = findExchange(world, body.exchange)
    if (world.accounts.exchangeAccount(shopper, exchange) === undefined)
      throw new NotFoundError(
        `The shopper ${shopper.accessToken} has no account at ${exchange.name}.`,
        'Exchange accounts are data of the world.',
        'Choose another exchange or shopper, or use a world file that has the account.',
      )
    const coin = world.accounts.currency(body.coin)
    if (coin === undefined || coin.isFiat)
      throw new NotFoundError(
        `No such coin: "${body.coin}".`,
        'Balances are in cryptocurrencies of the world.',
        `Choose among: ${world.accounts.currencies
          .filter(({ isFiat }) => !isFiat)
          .map(({ id }) => id)
          .join(', ')}.`,
      )
    checkDecimals(body.amount, coin.id, coin.decimals)
    if (!Number.isFinite(Number(body.amount)))
      throw new UsageError(
        'The amount is too large.',
        'Responses show balances as numbers.',
        'Use a smaller amount.',
      )
    world.setBalance(shopper, exchange, coin.id, plainText(body.amount))
    return {
      shopperId: shopper.id,
      exchange: exchange.name,
      balances: { ...world.balancesOf(shopper, exchange) },
    }
  },
  listEmails: ({ sandbox: { world }, query }) => {
    const shopper = query.shopperId === undefined ? undefined : findShopper(world, query.shopperId)
    return namedPage(
      'emails',
      world.reminders,
      query,
      (reminder) => emailOf(world, reminder),
      ({ subscription: id }) => shopper === undefined || world.subscriptions.get(id)?.shopper === shopper.id,
    )
  },
}

function emailOf(world: World, { at, subscription: id, billAt }: Reminder) {
  const subscription = world.subscriptions.get(id)
  const shopper = subscription === undefined ? undefined : world.accounts.shopper(subscription.shopper)
  if (subscription === undefined || shopper === undefined)
    throw new InvariantError(`The reminder of subscription ${id} has no shopper.`)
  const shop = world.accounts.merchant(subscription.merchant)?.shop.companyName ?? subscription.merchant
  const bill = `${subscription.amount} ${subscription.currency}`
  const day = formatInstant(billAt).slice(0, 10)
  const isToShopper = world.assumptions.is('subscriptions.reminder-recipient', 'shopper')
  const { name, email } = (isToShopper ? null : subscription.customer) ?? {
    name: shopper.fullname,
    email: shopper.email,
  }
  return {
    at: formatInstant(at),
    to: email,
    subject: `${shop}: ${bill} is due on ${day}`,
    text:
      `Dear ${name},\n\n` +
      `Your ${subscription.frequency} subscription ${subscription.merchantSubscriptionId} at ${shop} will be billed on ${day}: ${bill}. ` +
      `Please pay the invoice in advance, or keep at least this amount in ${subscription.coin} at ${subscription.exchange}.\n`,
    subscription: id,
    billAt: formatInstant(billAt),
  }
}
