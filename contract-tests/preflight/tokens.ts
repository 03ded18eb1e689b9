// The access tokens of the target, tried by one look-up for each account.

import { accessToken } from '../../client/operation-request.ts'
import type { OperationId } from '../../spec/operations.ts'
import type { ApiResponse } from '../observe/client.ts'
import type { FailedPrecondition } from '../observe/failed-preconditions.ts'
import type { Form, Prober } from './prober.ts'

interface Account {
  /** The field of the token in the target file. */
  field: string
  token: string
  /** Look-ups that accept the token. The second and third are sent only if those before are refused. */
  lookups: readonly (readonly [OperationId, Form])[]
}

function accountsOf({ target }: Prober, used: ReadonlySet<OperationId>): Account[] {
  const tokens = (kind: 'merchant' | 'shopper') => {
    const [first] = target.merchants
    const own = kind === 'merchant' ? first?.accessToken : target.shoppers.ready.accessToken
    return [...used].some((id) => accessToken(id, target) === own)
  }
  const merchants = target.merchants.map((merchant, index): Account => {
    const query = { amount: target.known.amount, currency: 'USD' }
    return {
      field: `merchants[${index}].accessToken`,
      token: merchant.accessToken,
      lookups: [
        ['getStore', () => ({ merchant })],
        ['listCurrencies', () => ({ merchant, query })],
      ],
    }
  })
  const shoppers = Object.entries(target.shoppers).flatMap(([role, shopper]): Account[] =>
    shopper === undefined
      ? []
      : [
          {
            field: `shoppers.${role}.accessToken`,
            token: shopper.accessToken,
            lookups: [
              ['getShopper', () => ({ shopper })],
              ['listBanks', () => ({ shopper })],
              [
                'checkExchangeBalance',
                ({ source }) => ({ shopper, query: { merchantId: source.merchant.id } }),
              ],
            ],
          },
        ],
  )
  const accounts = [...(tokens('merchant') ? merchants : []), ...(tokens('shopper') ? shoppers : [])]
  return accounts.filter(({ token }, index) => accounts.findIndex((other) => other.token === token) === index)
}

/** The statuses that speak of a credential. */
const authenticationStatuses = [401, 403]

/**
 * The tokens that are refused by every look-up: one failed precondition for those that are refused in the same way. `undefined` if all are
 * refused, and for another reason than a credential: then it is not the tokens that are wrong.
 */
export async function tokenPreconditions(
  prober: Prober,
  used: ReadonlySet<OperationId>,
): Promise<FailedPrecondition[] | undefined> {
  const accounts = accountsOf(prober, used)
  const refused: { account: Account; responses: ApiResponse[] }[] = []
  for (const account of accounts) {
    const responses = await refusalsOf(prober, account)
    if (responses !== undefined) refused.push({ account, responses })
  }
  const statuses = refused.flatMap(({ responses }) => responses.map(({ status }) => status))
  const speakOfCredential = statuses.some((status) => authenticationStatuses.includes(status))
  if (refused.length > 0 && refused.length === accounts.length && !speakOfCredential) return undefined
  const fields = new Map<string, string[]>()
  for (const { account, responses } of refused) {
    const text = textOf(responses)
    fields.set(text, [...(fields.get(text) ?? []), account.field])
  }
  return refused.map(({ account, responses }) => {
    const text = textOf(responses)
    const names = fields.get(text) ?? [account.field]
    const [token, it] = names.length === 1 ? ['this token', 'it'] : ['these tokens', 'them']
    const [first] = responses
    return {
      token: account.token,
      call: first === undefined ? undefined : prober.calls.get(first),
      message: `${names.join(', ')}: every look-up with ${token} is refused (${text}). Correct ${it} in the target file.`,
    }
  })
}

/** The refusals of all look-ups with a token; undefined if one is accepted or has no proper response. */
async function refusalsOf(prober: Prober, { lookups }: Account): Promise<ApiResponse[] | undefined> {
  const responses: ApiResponse[] = []
  for (const [operationId, form] of lookups) {
    const response = await prober.send(operationId, form)
    if (response?.outcome !== 'refusal') return undefined
    responses.push(response)
  }
  return responses
}

const textOf = (responses: readonly ApiResponse[]) =>
  responses.map(({ operationId, status }) => `${operationId}: HTTP ${status}`).join(', ')
