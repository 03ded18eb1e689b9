// The inputs that the runner provides to every scenario: the accounts of the target, by name.

import { accessToken } from '../client/operation-request.ts'
import type { MerchantAccount, ShopperAccount, Target } from '../client/target.ts'
import { roles } from '../client/target-accounts.ts'

/** The names of the inputs that the runner provides. */
export const inputNames = [
  'merchant',
  'otherMerchant',
  'unverifiedMerchant',
  ...roles,
  'exchange',
  'coin',
  'payoutToken',
  'receiver',
] as const
type InputName = (typeof inputNames)[number]

/** The inputs that a target provides. Accounts that it lacks are omitted. */
export function inputsOf(target: Target): Partial<Record<InputName, unknown>> {
  const [merchant, otherMerchant] = target.merchants
  const named = {
    merchant,
    otherMerchant,
    unverifiedMerchant: target.merchants.find(({ verified }) => !verified),
  }
  const inputs = {
    ...mapped(named, merchantInput),
    ...mapped(target.shoppers, shopperInput),
    exchange: target.exchanges[0],
    coin: target.known.coin,
    payoutToken: accessToken('createTransfers', target),
  }
  return Object.fromEntries(Object.entries(inputs).filter(([, value]) => value !== undefined))
}

function mapped<Value>(
  values: Readonly<Record<string, Value | undefined>>,
  inputOf: (value: Value) => object,
): Record<string, object | undefined> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value === undefined ? undefined : inputOf(value)]),
  )
}

function merchantInput({ id, accessToken, merchantAuth, bankAccountId }: MerchantAccount): object {
  return { id, accessToken, merchantAuth, ...(bankAccountId === null ? {} : { bankAccountId }) }
}

function shopperInput({ id, accessToken, stockId }: ShopperAccount): object {
  return { ...(id === undefined ? {} : { id }), accessToken, ...(stockId === undefined ? {} : { stockId }) }
}
