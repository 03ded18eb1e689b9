// Mutants of wallet transactions that are created through the API.

import { parseJson } from '../../../core/json.ts'
import * as op from './operators.ts'
import { mutantsOf } from './table.ts'

const operation = 'createQrTransaction'
const result = op.resultOf(operation)
const uri = result('meta.qrString')

const amountAsked = ({ request }: op.ResponseContext) => String(Object(parseJson(request.body)).amount)
const uriAmount = (sentence: string, change: (amount: string, context: op.ResponseContext) => string) =>
  op.text(sentence, (value, context) => value.replace(/(?<==)[0-9.]+/, (amount) => change(amount, context)))

/** Accepts requests without a field, and copies the field into the response. */
const acceptAndCopy = (path: string, example: string, to: string) =>
  op.copying(op.acceptWithout({ operation, path, example }), operation, path, `result.${to}`)

export const qrTransactions = mutantsOf({
  'qr-transactions.created': [
    op.refuseAll(operation),
    op.changing('Returns the first {} again for the same amount', (id, context) =>
      op.firstIn(context.world, amountAsked(context), id),
    )(result('id')),
    op.changing('Returns the first {} again for the same order id, whoever the merchant is', (id, context) =>
      op.firstIn(context.world, `order ${Object(parseJson(context.request.body)).orderId}`, id),
    )(result('id')),
  ],
  'qr-transactions.status-200': op.byHand('Returns HTTP 201', {
    response: op.changeSuccess(operation, () => ({ status: 201 })),
  }),
  'qr-transactions.response-shape': [
    [op.omit, op.setNull, op.wrongType],
    op.on(result('totalAmount'), op.asNumber, op.omit),
    [op.setNull(result('currency')), op.omit(result('id'))],
    op.on(uri, op.replaceText('Removes the scheme from {}', /^\w+:/, ''), op.set('/wallet/pay')),
  ],
  'qr-transactions.cryto-currency-spelling': [
    op.rename('crytoCurrency', 'cryptoCurrency')(result('')),
    op.omit,
    op.changing('Returns {} as null for USDC', (coin) => (coin === 'USDC' ? null : coin))(
      result('crytoCurrency'),
    ),
  ],
  'qr-transactions.same-crypto-currency': [
    op.set('BTC'),
    op.lowerCase,
    op.replaceText('Returns the full name of the coin as {}', /^BTC$/, 'Bitcoin'),
  ],
  'qr-transactions.uri-names-receiver': [
    op.replaceText('Cuts off the last character of the address in {}', /.(\?|$)/, '$1')(uri),
    op.text('Reverses {}', (address) => address.split('').reverse().join(''))(result('meta.receiverAddress')),
    op.changing('Names the receiver of the first transaction in the URI of {}', (meta, { world }) => {
      const { receiverAddress, qrString } = Object(meta)
      const first = String(op.firstIn(world, 'receiverAddress', receiverAddress))
      return { ...Object(meta), qrString: String(qrString).replace(receiverAddress, first) }
    })(result('meta')),
    op.changing('Returns the {} of the first transaction of an order', (found, { request, world }) =>
      op.firstIn(world, `URI of ${Object(parseJson(request.body)).orderId}`, found),
    )(uri),
  ],
  'qr-transactions.uri-names-amount': op.on(
    uri,
    op.replaceText('Removes the amount from {}', /\?.*/, ''),
    uriAmount('Always names the amount 0.001 in {}', () => '0.001'),
    uriAmount('Rounds the amount in {} to two decimals', (amount) => Number(amount).toFixed(2)),
    uriAmount('Names the requested amount in its own currency in {}', (_, context) => amountAsked(context)),
  ),
  'qr-transactions.optional-fields': [
    op.refuseIf(operation, 'customParameter', op.isMissing),
    op.refuseIf(operation, 'customParameter', op.isPresent),
    op.refuseIf(operation, 'cart.*.isSubscription', op.is(false)),
  ],
  'qr-transactions.required-fields-refused': [
    op.acceptWithout,
    ...['price', 'quantity'].map((key) => op.acceptWithout({ operation, path: `cart.*.${key}`, example: 1 })),
    acceptAndCopy('amount', '30.00', 'totalAmount'),
    acceptAndCopy('currency', 'USD', 'currency'),
    acceptAndCopy('cryptoCurrency', 'BTC', 'crytoCurrency'),
    acceptAndCopy('orderId', 'order-1', 'meta.offerId'),
    op.acceptNullFields(operation, { amount: '30.00', cryptoCurrency: 'BTC' }),
    op.acceptLaterWithout(operation, 'cart', { id: 'sku-0', name: 'Something', price: 1, quantity: 1 }),
  ],
})
