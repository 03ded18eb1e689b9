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

/** The merchants of a target by the names of their inputs. */
export function namedMerchants({
  merchants,
}: Pick<Target, 'merchants'>): Record<string, MerchantAccount | undefined> {
  const [merchant, otherMerchant] = merchants
  return { merchant, otherMerchant, unverifiedMerchant: merchants.find(({ verified }) => !verified) }
}

const merchantFields = ['id', 'accessToken', 'payoutToken', 'merchantAuth', 'bankAccountId'] as const
const shopperFields = ['id', 'accessToken', 'stockId', 'exchange'] as const

/** The fields of an input that targets provide; undefined for another input. */
export function fieldsOfInput(name: string): readonly string[] | undefined {
  if (!inputNames.some((one) => one === name)) return undefined
  if (/[mM]erchant$/.test(name)) return merchantFields
  if (roles.some((role) => role === name)) return shopperFields
  return name === 'receiver' ? ['url'] : []
}

/** The inputs that a target provides. Accounts that it lacks are omitted. */
export function inputsOf(target: Target): Partial<Record<InputName, unknown>> {
  const exchangeOf = ({ exchanges = target.exchanges }: ShopperAccount) => exchanges[0]
  const inputs = {
    ...mapped(namedMerchants(target), merchantInput),
    ...mapped(target.shoppers, (shopper) => ({ ...shopperInput(shopper), exchange: exchangeOf(shopper) })),
    exchange: exchangeOf(target.shoppers.ready),
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

function merchantInput({
  id,
  accessToken,
  payoutToken,
  merchantAuth,
  bankAccountId,
}: MerchantAccount): object {
  return {
    id,
    accessToken,
    payoutToken: payoutToken ?? accessToken,
    merchantAuth,
    ...(bankAccountId === null ? {} : { bankAccountId }),
  }
}

function shopperInput({ id, accessToken, stockId }: ShopperAccount): object {
  return { ...(id === undefined ? {} : { id }), accessToken, ...(stockId === undefined ? {} : { stockId }) }
}
