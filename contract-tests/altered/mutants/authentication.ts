// Mutants of who may call.

import type { World } from '../../observe/in-process.ts'
import * as op from './operators.ts'
import { mutantsOf } from './table.ts'

const header = 'x-transaction-source'
const debit = 'debitSubscription'

const acceptSource = (words: string, accepts: (value: string | undefined) => boolean) =>
  op.byHand(`Accepts ${words} as ${header} of createQrTransaction`, {
    request: op.changeRequest('createQrTransaction', ({ headers }) =>
      accepts(headers[header]) ? { headers: { ...headers, [header]: 'qr-code-api' } } : {},
    ),
  })

const isOfAnyMerchant = (auth: unknown, { accounts }: World) =>
  accounts.merchantWithToken(String(auth)) !== undefined

type Operation = 'debitSubscription' | 'cancelSubscription'

const withoutAuth = (operation: Operation) =>
  op.acceptMerchantAuth(operation, 'a missing value', (auth) => auth === undefined)
const merchantAuth = (operation: Operation) => [
  withoutAuth(operation),
  op.acceptMerchantAuth(operation, 'any value', (auth, world) => !isOfAnyMerchant(auth, world)),
]

const merchantOfAuth = ({ merchantAuth }: Readonly<Record<string, unknown>>, { accounts }: World) =>
  accounts.merchantWithToken(String(merchantAuth))?.id

const withoutMerchant = op.accepting(
  'Debits for the merchant of merchantAuth if merchantId is missing',
  debit,
  (body, world) => ({ merchantId: merchantOfAuth(body, world), ...body }),
)

const tokens = op.tokenMutations()

export const authentication = mutantsOf({
  ...tokens,
  'authentication.qr-needs-source-header': [
    acceptSource('a missing value', (value) => value === undefined),
    acceptSource('any value', (value) => !!value),
  ],
  'authentication.order-info-needs-token': [
    ...(tokens['authentication.order-info-needs-token'] ?? []),
    op.byHand('Returns paid orders without a token', {
      request: op.changeRequest('getInvoice', ({ headers, path }, { invoices, accounts }) => {
        const invoice = invoices.get(new URL(path, 'http://service').searchParams.get('uuid') ?? '')
        if (headers.authorization !== undefined || !invoice?.paidBy) return {}
        const merchant = accounts.merchant(invoice.merchant)
        return { headers: { ...headers, authorization: `Bearer ${merchant?.accessToken}` } }
      }),
    }),
  ],
  'authentication.order-info-for-its-merchant': op.asIf(
    'getInvoice',
    'Returns the order of any merchant to every merchant',
    (call) => {
      const owner = call.world.accounts.merchant(call.world.invoices.get(call.query.uuid)?.merchant ?? '')
      return { ...call, merchant: owner ?? call.merchant }
    },
  ),
  'authentication.closing-needs-no-header': op.turnAway(
    'Refuses closePartialPayment without an Authorization header',
    (request) => request.operationId === 'closePartialPayment' && !op.tokenOf(request),
  ),
  'authentication.debit-needs-merchant-auth': [
    merchantAuth(debit),
    withoutMerchant,
    op.copying(withoutMerchant, debit, 'merchantId', 'result.data.*.merchantId'),
    op.copying(withoutAuth(debit), debit, 'merchantAuth', 'result.data.*.userId'),
  ],
  'authentication.cancel-needs-merchant-auth': merchantAuth('cancelSubscription'),
  'authentication.merchant-auth-of-its-merchant': [
    op.acceptMerchantAuth(debit, 'the value of any merchant', isOfAnyMerchant),
    op.acceptMerchantAuth('cancelSubscription', 'the value of any merchant', isOfAnyMerchant),
    op.accepting(
      'Cancels for the merchant of merchantAuth if merchantId is missing',
      'cancelSubscription',
      (body, world) => ({ merchantId: merchantOfAuth(body, world), ...body }),
    ),
    op.accepting('Debits for the merchant of merchantAuth, whatever merchantId is', debit, (body, world) => ({
      ...body,
      merchantId: merchantOfAuth(body, world) ?? body.merchantId,
    })),
  ],
})
