// The inputs that a replay provides to every scenario: the accounts of the target, by name.

import { accessToken } from '../client/operation-request.ts'
import type { MerchantAccount, ShopperAccount, Target } from '../client/target.ts'
import { roles } from '../client/target-accounts.ts'

/** The names of the inputs that a replay provides. */
export const inputNames = [
  ...['merchant', 'otherMerchant', 'unverifiedMerchant', ...roles],
  ...['exchange', 'coin', 'payoutToken', 'receiver'],
]

const merchantFields = ['id', 'accessToken', 'payoutToken', 'merchantAuth', 'bankAccountId'] as const
const shopperFields = ['id', 'accessToken', 'stockId', 'exchange'] as const

/** The fields of an input that targets provide; undefined for another input. */
export function fieldsOfInput(name: string): readonly string[] | undefined {
  if (!inputNames.includes(name)) return undefined
  if (/[mM]erchant$/.test(name)) return merchantFields
  if (roles.some((role) => role === name)) return shopperFields
  return name === 'receiver' ? ['url'] : []
}

/** The merchants of a target by the names of their inputs. */
export function namedMerchants({
  merchants,
}: Pick<Target, 'merchants'>): Record<string, MerchantAccount | undefined> {
  const [merchant, otherMerchant] = merchants
  return { merchant, otherMerchant, unverifiedMerchant: merchants.find(({ verified }) => !verified) }
}

/** The inputs that a target provides. Accounts that it lacks are omitted. */
export function inputsOf(target: Target): Record<string, unknown> {
  const exchangeOf = ({ exchanges = target.exchanges }: ShopperAccount) => exchanges[0]
  const { coin } = target.known
  const payoutToken = accessToken('createTransfers', target)
  return {
    ...mapped(namedMerchants(target), (one) =>
      picked({ payoutToken: one.accessToken, ...one }, merchantFields),
    ),
    ...mapped(target.shoppers, (one) => picked({ ...one, exchange: exchangeOf(one) }, shopperFields)),
    ...picked({ exchange: exchangeOf(target.shoppers.ready), coin, payoutToken }, [
      'exchange',
      'coin',
      'payoutToken',
    ]),
  }
}

function mapped<Value, Result>(
  values: Readonly<Record<string, Value | undefined>>,
  map: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, map(value)]])),
  )
}

/** Those of the fields that an object has. */
function picked(from: object, fields: readonly string[]): Record<string, unknown> {
  const entries = fields.map((field): [string, unknown] => [field, Reflect.get(from, field)])
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined && value !== null))
}
