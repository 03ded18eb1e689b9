// The operations that read, by method and path.

import { PARTNER_CURRENCIES, RATES } from './choices.ts'
import { emailOf, record } from './records.ts'
import { find, merchantOf, merchantWith, need, type Operations, Refusal, shopperOf } from './requests.ts'
import { amountOf, decryptWithKey, idOf, rowsOf } from './values.ts'

export const lookups: Operations = {
  'GET /invoices': (call) => {
    const [merchant, { world, query }] = [merchantOf(call), call]
    const invoices = world.orders.filter((one) => one.merchant === merchant && !world.isPaid(one))
    const { body } = find(invoices, ({ uuid }) => uuid === query.get('uuid'))
    const cart = rowsOf(body.cart).toReversed()
    return { returnval: record('invoice', { redirectUrl: '', ...body, ...merchant, cart }) }
  },

  'POST /exchanges/payment-validate/*': (call) => {
    const shopper = shopperOf(call)
    const { data } = need(call.body, 'data')
    const payload = decryptWithKey(call.world.accounts.serviceKey.privateKey, data)
    const fields = need(payload, 'clientId assets offerId nativeAmount:positive cart:product+')
    merchantWith(call, fields.clientId)
    const [nativeAmount, currency] = [amountOf(fields.nativeAmount), String(fields.assets)]
    const rate = amountOf(RATES[currency] ?? 1)
    return record('check', {
      code: nativeAmount.lte(rate.times(shopper.balance)) ? 0 : 419,
      newRate: { percentRate: 0.5, newFiatRate: rate.toNumber() },
      nativeAmount,
      exchange: call.name,
      showWhitelistElement: !shopper.isListed,
      password: !shopper.hasPassword,
      currency,
      amount: nativeAmount.div(rate),
      receiverAddress: `qz-${call.name}`,
    })
  },

  'GET /currencies': (call) => {
    const { currencies } = merchantOf(call)
    const amount = amountOf(call.query.get('amount'))
    if (amount.isNaN() || call.query.get('currency') !== 'USD')
      throw new Refusal('body', 'amount and currency=USD are expected.')
    return currencies.map((id) => {
      const network = `${id.toLowerCase()}:%%address%%?${id === 'ETH' ? 'value' : 'amount'}=%%amount%%`
      const currentRate = RATES[id] ?? '1'
      return record('currency', { id, currentRate, fiatEquivalent: amount.div(currentRate), network })
    })
  },

  'GET /exchanges/check-balance/*': (call) => {
    const balance = amountOf(shopperOf(call).balance)
    const { currencies } = merchantWith(call, call.query.get('merchantId'))
    const usable = currencies.filter((code) => PARTNER_CURRENCIES.includes(code))
    const accounts = usable.map((currency, at) => {
      const about = { currency, currentRate: RATES[currency], lastUpdate: call.world.timestamp() }
      return record('wallet', { ...about, balance, id: idOf('account', at), accountId: idOf('wallet', at) })
    })
    return { accounts, message: '' }
  },

  'GET /banks/my': (call) => {
    const { stockId, hasBank } = shopperOf(call)
    const accounts = [record('bankAccount', { id: idOf('bank', 1) })]
    return { banks: hasBank ? [record('bank', { stockId, accounts })] : [], defaultCurrency: 'USD' }
  },

  'GET /stores': (call) => {
    const merchant = merchantOf(call)
    const tabs = ['Crypto Wallet', ...(merchant.isVerified ? ['Bank Transfer'] : []), 'Crypto Exchange']
    return {
      merchant: { id: merchant.id, shopData: record('shop', merchant) },
      whiteLabel: record('whiteLabel', { partnerId: idOf('partner', 1), now: call.world.timestamp() }),
      settings: record('settings', { ...merchant, tabs }),
    }
  },

  'GET /users/me': (call) => {
    const shopper = shopperOf(call)
    const [profile, enableBankPayment] = [record('profile', shopper), shopper.country === 'US']
    return record('shopper', { ...shopper, email: emailOf(shopper.name), profile, enableBankPayment })
  },
}
