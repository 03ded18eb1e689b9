// The lookups, and the operations on subscriptions.

import { CHOICES } from './choices.ts'
import { decimal, divide, units } from './money.ts'
import { merchantAuthOf } from './operations.ts'
import { idOf } from './payloads.ts'
import { all, shopData } from './records.ts'
import { type Call, isFields, merchantOf, need, Refusal, shopperOf, text } from './requests.ts'
import { type Fields, type Subscription, timestamp } from './world.ts'

const picture = { mobileLogo: 'https://static.example/s.svg', logo: 'https://static.example/b.svg' }
const titleOf = (code: string): string => `${code} coin`

function listCurrencies(call: Call): readonly Fields[] {
  const merchant = merchantOf(call)
  const amount = units(call.query.get('amount'))
  if (amount === undefined || call.query.get('currency') !== 'USD')
    throw new Refusal(CHOICES.refusal.body, 'query', 'amount and currency=USD are expected.')
  return merchant.currencies.map((code) => ({
    fasterConfirmation: code === 'LTC',
    network: `${code.toLowerCase()}:%%address%%?${code === 'ETH' ? 'value' : 'amount'}=%%amount%%`,
    sort: null,
    fiatEquivalent: decimal(divide(amount, units(CHOICES.rates[code]) ?? 1n), CHOICES.decimals.crypto),
    ...all('isTopCoin isStableCoin isFiat', false),
    ...all('isEnabled isPayment', true),
    symbol: '',
    decimals: 12,
    currentRate: CHOICES.rates[code],
    ...picture,
    fullTitle: titleOf(code),
    id: code,
  }))
}

function checkBalance(call: Call): Fields {
  const shopper = shopperOf(call)
  const merchant = call.world.accounts.merchants.find((one) => one.id === call.query.get('merchantId'))
  if (merchant === undefined) throw new Refusal(CHOICES.refusal.unknown, 'merchant', 'No such merchant.')
  const usable = merchant.currencies.filter((code) =>
    (CHOICES.partnerCurrencies as readonly string[]).includes(code),
  )
  const accounts = usable.map((code, index) => ({
    ...picture,
    currentRate: CHOICES.rates[code],
    fullTitle: titleOf(code),
    lastUpdate: timestamp(call.world.nowMs()),
    currency: code,
    balance: Number(shopper.balance),
    accountId: idOf('wallet', index),
    id: idOf('account', index),
  }))
  return { accounts, message: '' }
}

function listBanks(call: Call): Fields {
  const shopper = shopperOf(call)
  const account = {
    ...all('balanceInfo isPrimary', null),
    ...all('fundingSource customerId customerUrl mask bankName accountName', 'First'),
    ...{ status: 33, isBalanceInfo: false, currency: 'USD', id: idOf('bank', 1) },
  }
  const bank = {
    ...{ connected: true, priority: 9, default: false, limit: '2500', stockId: shopper.stockId },
    ...all('value name', 'First'),
    accounts: [account],
  }
  return { defaultCurrency: 'USD', banks: shopper.bank ? [bank] : [] }
}

function showStore(call: Call): Fields {
  const merchant = merchantOf(call)
  return {
    settings: {
      tabs: ['Crypto Wallet', ...(merchant.verified ? ['Bank Transfer'] : []), 'Crypto Exchange'],
      ...all('exchangePaymentEnabled walletPaymentEnabled', true),
      bankPaymentEnabled: merchant.verified,
    },
    whiteLabel: {
      partner: { fullname: 'Partner' },
      ...all('updatedAt createdAt', timestamp(call.world.nowMs())),
      ...{ partnerId: idOf('partner', 1), id: 4711 },
      colorSchema: all('partnerLabel contactEmail partnerUrl', 'https://partner.example/'),
    },
    merchant: { shopData: shopData(merchant), id: merchant.id },
  }
}

function showShopper(call: Call): Fields {
  const { id, name, country } = shopperOf(call)
  return {
    ...all('verificationStatus verification avatar', null),
    ...all('is2faEnabled enableCancelSubscription ssoStatus', true),
    ...all('graphSettings withdrawalAddresses', []),
    ...all('kybBankStatus kybCryptoStatus type status', 5),
    ...all('fullname username', name),
    ...{ enableBankPayment: country === 'US', shopData: {}, email: `${name}@shoppers.example`, id },
    profile: {
      ...all('firstName lastName address state phone city zip', 'Albany'),
      ...{ phoneCountry: 1, dateOfBirth: '1980-02-29', country },
    },
  }
}

function subscriptionOf(call: Call, id: unknown): Subscription | undefined {
  const body = need(call.body, 'merchantId merchantAuth')
  const merchant = call.world.accounts.merchants.find((one) => one.id === body.merchantId)
  if (merchant === undefined || merchantAuthOf(merchant) !== body.merchantAuth)
    throw new Refusal(CHOICES.refusal.credentials, 'who', 'merchantAuth does not match.')
  return call.world.subscriptions.find((one) => one.id === id && one.order.merchant === merchant)
}

function debit(call: Call): Fields {
  const items = need(call.body, 'items:list').items as readonly Fields[]
  const data: Fields[] = []
  const errors: Fields[] = []
  for (const item of items) {
    const subscription = subscriptionOf(call, item.subscriptionId)
    const amount = units(item.amount) ?? 0n
    if (subscription === undefined || amount <= 0n || typeof item.currency !== 'string')
      throw new Refusal(CHOICES.refusal.body, 'item', 'An item has subscriptionId, amount and currency.')
    call.world.reportDebit(subscription)
    data.push({
      subscriptionId: subscription.id,
      merchantId: subscription.order.merchant.id,
      userId: subscription.paidBy?.id ?? '',
      status: CHOICES.statusCodes.completed,
      orderId: isFields(call.body) ? (call.body.orderId ?? '') : '',
      rateDivisor: '1',
      currency: text(item, 'currency'),
      amount: decimal(amount, CHOICES.decimals.local),
      transactionId: call.world.nextId('debit'),
    })
  }
  return { errors, data }
}

function cancel(call: Call): Fields {
  const subscription = subscriptionOf(call, need(call.body, 'subscriptionId').subscriptionId)
  if (subscription === undefined)
    throw new Refusal(CHOICES.refusal.unknown, 'subscription', 'No such subscription.')
  subscription.canceled = true
  return { success: true }
}

export const lookups: Readonly<Record<string, (call: Call) => unknown>> = {
  'GET /currencies': listCurrencies,
  'GET /exchanges/check-balance/*': checkBalance,
  'GET /banks/my': listBanks,
  'GET /stores': showStore,
  'GET /users/me': showShopper,
  'POST /subscription/debit': debit,
  'POST /subscription/cancel': cancel,
}
