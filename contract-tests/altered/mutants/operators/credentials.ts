// Operators that accept wrong credentials, of the kind of token that the document has for each operation.

import { parseJson } from '../../../../core/json.ts'
import { listOperations } from '../../../../spec/openapi/reading.ts'
import type { OperationId } from '../../../../spec/operations.ts'
import type { RequirementId } from '../../../../spec/requirements.ts'
import { contractDocument } from '../../../observe/contract-document.ts'
import { readPayload, type WireRequest, type World } from '../../../observe/in-process.ts'
import type { Mutation } from '../mutation.ts'
import { accepting } from './request.ts'

type Owner = 'merchant' | 'shopper'
type LetsIn = (token: string | undefined, right: string, world: World) => boolean
type Laxity = readonly [name: string, letsIn: LetsIn]

/** Wrong tokens that a mutant accepts; `right` is the valid token. */
const laxities: readonly Laxity[] = [
  ['accept-any-token', (token) => !!token],
  ['accept-no-header', (token) => token === undefined],
  ['accept-token-prefix', (token, right) => !!token && right.startsWith(token)],
  ['accept-empty-token', (token) => token === ''],
  ['accept-longer-token', (token, right) => token?.startsWith(right) === true],
  ['accept-everyone', () => true],
  ['accept-token-length', (token, right) => token?.length === right.length],
  ['accept-id', (token, _, { accounts }) => accounts.merchant(token ?? '') !== undefined],
]
const laxitiesPerOperation = 3

/** The token of a request: undefined without the header, empty without a token in it. */
export function tokenOf({ headers }: WireRequest): string | undefined {
  return headers.authorization?.replace(/^Bearer ?/, '')
}

function ownerOf({ accounts }: World, token: string): Owner | undefined {
  if (accounts.merchantWithToken(token) !== undefined) return 'merchant'
  return accounts.shopperWithToken(token) === undefined ? undefined : 'shopper'
}

/** The merchants that a request names: by a client id, by the key of its payload, or by an invoice. */
function merchantsNamed(request: WireRequest, world: World) {
  const { accounts, invoices } = world
  const { clientId } = Object(parseJson(request.body))
  const uuid = new URLSearchParams(request.path.split('?')[1]).get('uuid')
  return [
    accounts.merchantWithClientId(String(clientId)),
    accounts.merchant(readPayload(request, world)?.merchant ?? ''),
    accounts.merchant(invoices.get(uuid ?? '')?.merchant ?? ''),
  ].flatMap((one) => one ?? [])
}

/** Accepts wrong tokens of an owner, or of nobody, in place of the right one. */
function letIn(operation: OperationId, right: Owner, wrong: Owner | undefined, laxity: Laxity): Mutation {
  const [name, letsIn] = laxity
  return {
    name: `${name} ${operation}`,
    operations: [operation],
    request: (request, world) => {
      const token = tokenOf(request)
      if (request.operationId !== operation || ownerOf(world, token ?? '') !== wrong) return request
      const { merchants, shoppers } = world.accounts
      const owners = right === 'merchant' ? [...merchantsNamed(request, world), ...merchants] : shoppers
      const owner = owners.find(({ accessToken }) => letsIn(token, accessToken, world))
      return owner === undefined
        ? request
        : { ...request, headers: { ...request.headers, authorization: `Bearer ${owner.accessToken}` } }
    },
  }
}

const owners: Readonly<Record<string, Owner>> = {
  merchantToken: 'merchant',
  shopperToken: 'shopper',
  unstatedToken: 'merchant',
}

/** The mutations that break a requirement on the token of an operation. Each operation has some of the wrong tokens. */
function mutationsOf(mark: string, id: OperationId, owner: Owner, index: number): Mutation[] {
  const first = index % laxities.length
  const ofIt = [...laxities, ...laxities].slice(first, first + laxitiesPerOperation)
  if (/-needs?-token$/.test(mark)) return ofIt.map((laxity) => letIn(id, owner, undefined, laxity))
  if (!/-token-is-not-a-/.test(mark)) return []
  const other = owner === 'merchant' ? 'shopper' : 'merchant'
  return [letIn(id, owner, other, [`accept-${other}-token`, () => true])]
}

/** The mutations that break the requirements on the tokens of all operations. */
export function tokenMutations(): Partial<Record<RequirementId, Mutation[]>> {
  const table: Partial<Record<RequirementId, Mutation[]>> = {}
  for (const [index, { operationId, operation }] of listOperations(contractDocument).entries()) {
    const id = operationId as OperationId
    const owner = owners[operation['x-credential']]
    for (const mark of operation['x-parts']?.credential?.['x-requirements'] ?? []) {
      const requirement = mark as RequirementId
      const mutations = owner === undefined ? [] : mutationsOf(mark, id, owner, index)
      if (mutations.length > 0) table[requirement] = [...(table[requirement] ?? []), ...mutations]
    }
  }
  return table
}

/** Accepts a merchantAuth that is not the one of the merchant named in the body. */
export function acceptMerchantAuth(
  operation: OperationId,
  words: string,
  accepts: (merchantAuth: unknown, world: World) => boolean,
): Mutation {
  return accepting(`accept ${words} ${operation} merchantAuth`, operation, (body, world) => {
    const { accounts } = world
    const merchant = accounts.merchant(String(body.merchantId)) ?? accounts.firstMerchant
    return accepts(body.merchantAuth, world) ? { ...body, merchantAuth: merchant.accessToken } : body
  })
}
