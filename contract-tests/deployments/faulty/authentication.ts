// Deployments that are wrong about who may call.

import type { OperationId } from '../../../spec/operations.ts'
import type { RequirementId } from '../../../spec/requirements.ts'
import type { World, Wrapping } from '../../targets/in-process.ts'
import { type FaultyDeployment, faulty } from '../graded-deployment.ts'
import { rewriting, tokenOf, turnedAway, withToken } from '../rewriting.ts'

interface Loose {
  name: string
  says: string
  /** Whether it lets in who bears this token, where `right` is the one that opens. */
  letsIn: (token: string | undefined, right: string, world: World) => boolean
}

const anyone: Loose = {
  name: 'open to everyone',
  says: 'needs no token',
  letsIn: () => true,
}
const anyToken: Loose = {
  name: 'any token does',
  says: 'takes whatever stands for a token',
  letsIn: (token) => token !== undefined && token !== '',
}
const noHeader: Loose = {
  name: 'no header does',
  says: 'lets in who sends no Authorization header',
  letsIn: (token) => token === undefined,
}
const emptyToken: Loose = {
  name: 'an empty token does',
  says: 'lets in who sends an empty token',
  letsIn: (token) => token === '',
}
const beginning: Loose = {
  name: 'a beginning does',
  says: 'compares as many characters as were sent',
  letsIn: (token, right) => token !== undefined && token !== '' && right.startsWith(token),
}
const tooMuch: Loose = {
  name: 'more than the token does',
  says: 'compares the first characters only',
  letsIn: (token, right) => token?.startsWith(right) === true,
}
const ofTheSameLength: Loose = {
  name: 'a token of the same length does',
  says: 'looks at the length of a token only',
  letsIn: (token, right) => token?.length === right.length,
}
const theId: Loose = {
  name: 'the id does',
  says: "takes a merchant's id for the token",
  letsIn: (token, _, world) => token === world.accounts.firstMerchant.id,
}

type Row = readonly [OperationId, RequirementId, 'merchant' | 'shopper', readonly Loose[]]

const doors: readonly Row[] = [
  ['createQrTransaction', 'authentication.qr-needs-token', 'merchant', [anyone, beginning]],
  ['getInvoice', 'authentication.order-info-needs-token', 'merchant', [noHeader, ofTheSameLength]],
  ['listCurrencies', 'authentication.currencies-need-token', 'merchant', [anyone, theId]],
  ['getStore', 'authentication.store-needs-token', 'merchant', [emptyToken, anyToken]],
  ['validateExchangePayment', 'authentication.exchange-check-needs-token', 'shopper', [noHeader, anyToken]],
  ['createExchangePayment', 'authentication.exchange-payment-needs-token', 'shopper', [anyone, tooMuch]],
  ['checkExchangeBalance', 'authentication.balances-need-token', 'shopper', [noHeader, anyToken]],
  ['listBanks', 'authentication.banks-need-token', 'shopper', [noHeader, beginning]],
  ['getShopper', 'authentication.shopper-needs-token', 'shopper', [anyone, ofTheSameLength]],
  ['createTransfers', 'authentication.transfers-need-token', 'merchant', [noHeader, anyToken]],
]

/** The token that opens, of the first merchant or of the shopper who is ready. */
function rightToken(world: World, whose: 'merchant' | 'shopper'): string {
  return (whose === 'merchant' ? world.accounts.firstMerchant : world.accounts.shoppers[0])?.accessToken ?? ''
}

const isKnown = (world: World, token: string) =>
  world.accounts.merchantWithToken(token) !== undefined ||
  world.accounts.shopperWithToken(token) !== undefined

const openDoors: FaultyDeployment[] = doors.flatMap(([operationId, requirement, whose, ways]) =>
  ways.map(({ name, says, letsIn }) =>
    faulty({
      requirement,
      name: `${operationId}: ${name}`,
      says: `The operation ${operationId} ${says}.`,
      request: (request, world) => {
        const token = tokenOf(request)
        const right = rightToken(world, whose)
        // Tokens that somebody was given are told apart by other requirements.
        const isStrange = token === undefined || !isKnown(world, token)
        return request.operationId === operationId && isStrange && letsIn(token, right, world)
          ? withToken(request, right)
          : request
      },
    }),
  ),
)

/** Takes the token of the one kind for one of the other. */
function mistaking(operations: readonly OperationId[], whose: 'merchant' | 'shopper'): Wrapping {
  return {
    request: (request, world) => {
      const token = tokenOf(request) ?? ''
      const { accounts } = world
      const isOther =
        (whose === 'merchant' ? accounts.shopperWithToken(token) : accounts.merchantWithToken(token)) !==
        undefined
      return operations.includes(request.operationId) && isOther
        ? withToken(request, rightToken(world, whose))
        : request
    },
  }
}

const source = 'x-transaction-source'

/** Takes requests for wallet transactions that say another source. */
function sources(takes: (value: string | undefined) => boolean): Wrapping {
  return {
    request: (request) =>
      request.operationId === 'createQrTransaction' && takes(request.headers[source])
        ? { ...request, headers: { ...request.headers, [source]: 'qr-code-api' } }
        : request,
  }
}

/** Takes another merchantAuth for the right one. */
function proofs(operationId: OperationId, takes: (proof: unknown, world: World) => boolean): Wrapping {
  return {
    request: rewriting(operationId, (body, _, world) => {
      const merchant = world.accounts.merchant(String(body.merchantId)) ?? world.accounts.firstMerchant
      return takes(body.merchantAuth, world) ? { ...body, merchantAuth: merchant.accessToken } : body
    }),
  }
}

const ofAnyMerchant = (proof: unknown, { accounts }: World) =>
  accounts.merchantWithToken(String(proof)) !== undefined

export const faultyAuthentication = [
  ...openDoors,
  faulty({
    requirement: 'authentication.shopper-token-is-not-a-merchants',
    name: 'a shopper sees the store',
    says: "GET /stores takes a shopper's token.",
    ...mistaking(['getStore'], 'merchant'),
  }),
  faulty({
    requirement: 'authentication.shopper-token-is-not-a-merchants',
    name: 'a shopper reads orders and makes wallet transactions',
    says: "What makes and reads orders takes a shopper's token.",
    ...mistaking(['getInvoice', 'createQrTransaction'], 'merchant'),
  }),
  faulty({
    requirement: 'authentication.shopper-token-is-not-a-merchants',
    name: 'a shopper lists currencies',
    says: "GET /currencies takes a shopper's token.",
    ...mistaking(['listCurrencies'], 'merchant'),
  }),
  faulty({
    requirement: 'authentication.merchant-token-is-not-a-shoppers',
    name: 'a merchant sees the shopper',
    says: "GET /users/me and GET /banks/my take a merchant's token.",
    ...mistaking(['getShopper', 'listBanks'], 'shopper'),
  }),
  faulty({
    requirement: 'authentication.merchant-token-is-not-a-shoppers',
    name: 'a merchant pays',
    says: "POST /exchanges/payments takes a merchant's token.",
    ...mistaking(['createExchangePayment'], 'shopper'),
  }),
  faulty({
    requirement: 'authentication.qr-needs-source-header',
    name: 'no source',
    says: 'A wallet transaction is made although the header is missing.',
    ...sources((value) => value === undefined),
  }),
  faulty({
    requirement: 'authentication.qr-needs-source-header',
    name: 'any source',
    says: 'A wallet transaction is made whatever the header says.',
    ...sources((value) => value !== undefined && value !== ''),
  }),
  faulty({
    requirement: 'authentication.qr-needs-source-header',
    name: 'capital letters',
    says: 'The value of the header is taken in capital letters too.',
    ...sources((value) => value?.toLowerCase() === 'qr-code-api'),
  }),
  faulty({
    requirement: 'authentication.order-info-for-its-merchant',
    name: 'orders for all merchants',
    says: 'Every merchant reads every order.',
    handlers: (real) => ({
      getInvoice: (call) => {
        const owner = call.world.accounts.merchant(call.world.invoices.get(call.query.uuid)?.merchant ?? '')
        return real.getInvoice({ ...call, merchant: owner ?? call.merchant })
      },
    }),
  }),
  faulty({
    requirement: 'authentication.closing-needs-no-header',
    name: 'a header for closing',
    says: 'A closing without an Authorization header is refused.',
    request: turnedAway(
      (request) => request.operationId === 'closePartialPayment' && tokenOf(request) === undefined,
    ),
  }),
  ...(
    [
      ['debitSubscription', 'authentication.debit-needs-merchant-auth'],
      ['cancelSubscription', 'authentication.cancel-needs-merchant-auth'],
    ] as const
  ).flatMap(([operationId, requirement]) => [
    faulty({
      requirement,
      name: `${operationId}: no proof`,
      says: 'merchantAuth may be missing.',
      ...proofs(operationId, (proof) => proof === undefined),
    }),
    faulty({
      requirement,
      name: `${operationId}: any proof`,
      says: 'merchantAuth is not looked at.',
      ...proofs(operationId, (proof, world) => !ofAnyMerchant(proof, world)),
    }),
    faulty({
      requirement,
      name: `${operationId}: the proof of another`,
      says: 'The merchantAuth of any merchant does.',
      ...proofs(operationId, ofAnyMerchant),
    }),
  ]),
  faulty({
    requirement: 'authentication.debit-needs-merchant-auth',
    name: 'debitSubscription: any merchant',
    says: 'Whatever merchant is named, that of the proof is meant.',
    request: rewriting('debitSubscription', (body, _, { accounts }) => {
      const known = accounts.merchantWithToken(String(body.merchantAuth))
      return known === undefined ? body : { ...body, merchantId: known.id }
    }),
  }),
  faulty({
    requirement: 'authentication.debit-needs-merchant-auth',
    name: 'debitSubscription: no merchant',
    says: 'Without a merchantId, the merchant of the proof is meant.',
    request: rewriting('debitSubscription', (body, _, { accounts }) => ({
      merchantId: accounts.merchantWithToken(String(body.merchantAuth))?.id,
      ...body,
    })),
  }),
]
