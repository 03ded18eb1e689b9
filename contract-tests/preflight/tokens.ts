// The access tokens of the target, tried by one look-up for each account.

import { accessToken } from '../../client/operation-request.ts'
import { UsageError } from '../../core/errors.ts'
import { groupedBy } from '../../core/grouping.ts'
import { type OperationId, operationIds, operations } from '../../spec/operations.ts'
import { type ApiResponse, shownStatus } from '../observe/client.ts'
import type { FailedPrecondition } from '../observe/failed-preconditions.ts'
import { isNotServed, saysRefusal } from '../observe/response-outcome.ts'
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

/** True if a response may refuse a token. The contract does not show with which status. */
function mayRefuseToken({ status, text, json }: ApiResponse): boolean {
  if (authenticationStatuses.includes(status)) return true
  if (status === 404 || status >= 500 || isNotServed(status)) return false
  return json !== undefined || (text === '' && status >= 400)
}

/** True if a response in JSON reports a success in an invalid shape. */
const isInvalidSuccess = ({ operationId, status, json }: ApiResponse) =>
  status < 300 && json !== undefined && !saysRefusal(operationId, json)

/**
 * The tokens that are refused by every look-up: one failed precondition for those that are refused in the same way. `undefined` if all are
 * refused, and it is not the tokens that are wrong. Throws a UsageError if no response is one of the service.
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
  const areAllRefused = refused.length > 0 && refused.length === accounts.length
  if (areAllRefused && !(await areTokensWrong(prober, refused))) return undefined
  const alike = groupedBy(refused, ({ responses }) => textOf(responses))
  return refused.map(({ account, responses }) => {
    const text = textOf(responses)
    const names = (alike.get(text) ?? []).map((one) => one.account.field)
    const [token, it] = names.length === 1 ? ['this token', 'it'] : ['these tokens', 'them']
    const [first] = responses
    return {
      token: account.token,
      call: first === undefined ? undefined : prober.calls.get(first),
      message: `${names.join(', ')}: every look-up with ${token} is refused (${text}). Correct ${it} in the target file.`,
    }
  })
}

/** True if all tokens that are refused may be wrong; false if the service can be judged by the responses. */
async function areTokensWrong(
  prober: Prober,
  refused: readonly { account: Account; responses: ApiResponse[] }[],
): Promise<boolean> {
  const all = refused.flatMap(({ responses }) => responses)
  if (all.some(({ status }) => authenticationStatuses.includes(status))) return true
  if (all.some(isInvalidSuccess)) return false
  if (all.some(mayRefuseToken)) return true
  const others = accountsOf(prober, new Set(operationIds)).filter(({ token }) =>
    refused.every(({ account }) => account.token !== token),
  )
  for (const account of others) {
    const responses = await refusalsOf(prober, account)
    if (responses === undefined) return false
    if (responses.some(mayRefuseToken)) return true
    all.push(...responses)
  }
  throw notTheService(prober, all)
}

/** The error of a run in which nothing that responds is the service. */
function notTheService({ target }: Prober, responses: readonly ApiResponse[]): UsageError {
  const requestsOf = new Map<string, Set<string>>()
  for (const response of responses) {
    const { method, path } = operations[response.operationId]
    const status = shownStatus(response)
    const requests = requestsOf.get(status) ?? new Set()
    requestsOf.set(status, requests.add(`${method.toUpperCase()} ${path}`))
  }
  const met = [...requestsOf].map(([status, requests]) => `${[...requests].join(', ')}: ${status}.`)
  const said = responses.find(({ text }) => text !== '')
  const fails = responses.every(({ status }) => status >= 500)
  return new UsageError(
    fails ? `The target at ${target.baseUrl} is not available.` : `There is no service at ${target.baseUrl}.`,
    [
      ...met,
      ...(said === undefined ? [] : [`A response is ${said.text.slice(0, 200).replace(/\s+/g, ' ')}`]),
    ].join(' '),
    fails
      ? 'Look for the cause in the target, or correct baseUrl and the access tokens in the target file.'
      : 'Correct baseUrl in the target file, or --base-url; or the access tokens, if they are refused like this.',
  )
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
  responses.map((response) => `${response.operationId}: ${shownStatus(response)}`).join(', ')
