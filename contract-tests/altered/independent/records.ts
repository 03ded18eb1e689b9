// The forms of responses, and the writer that fills them with values.

import { RATES, STATUS_CODES, TYPE_CODES } from './choices.ts'
import { amountOf, type Fields, idOf, isAmount, rowsOf } from './values.ts'
import type { Transaction } from './world.ts'

/** Fields by name; after `=`, JSON or another name of the value; after `:`, how many decimals an amount has. */
const FORMS = {
  transaction: `id status type statusRefund=4 settlementStatus=50 nativeAmount=native:2 nativeCurrency
    localAmount=native:4 localCurrency=nativeCurrency amount:12 currency currencyInfo receivedAmount=received:12
    receivedAmountFinal=received receivedAmountCal=received merchantPayableAmount=payable:3 merchantId merchant
    createdBy userId stockId customer settlementId referenceBankProvider partnerId=null stock=null partner=null
    description=null errorMessage=null check subscriptionIds subscriptionOrder meta txMetaId txMetadata
    createdAt=now updatedAt=now x_revision=1`,
  line: 'id num name price quantity localAmount amountFinal=price statusRefund={"pending":0,"success":0,"rejected":0}',
  shop: 'url="https://shop.example/" logo="https://shop.example/l.png" companyName=name description=name',
  qr: 'totalAmount=native:5 currency=nativeCurrency crytoCurrency=currency id meta',
  invoice: `cart order amount currency shippingAddress redirectUrl merchant_id=id username=name
    companyName=name encrypted="bm9uZQ"`,
  check: `receiverAddress receiverMemo=null amount currency fee=0.25 password showWhitelistElement exchange
    nativeAmount newRate code`,
  currency: `id fullTitle=id currentRate logo="https://static.example/b.svg" mobileLogo="https://static.example/s.svg"
    decimals=12 symbol="" sort=null isPayment=true isEnabled=true isFiat=false isStableCoin=false isTopCoin=false
    fasterConfirmation=true fiatEquivalent:12 network`,
  wallet: `id accountId balance currency lastUpdate fullTitle=currency currentRate
    logo="https://static.example/b.svg" mobileLogo="https://static.example/s.svg"`,
  bank: 'name="First" value="First" stockId limit="2500" accounts default=false priority=9 connected=true',
  bankAccount: `accountName="First" bankName="First" mask="11" customerUrl="u" customerId="c" fundingSource="f"
    id isPrimary=null currency="USD" isBalanceInfo=false balanceInfo=null status=33`,
  whiteLabel: `id=4711 partnerId partner={"fullname":"Partner"} createdAt=now updatedAt=now
    colorSchema={"partnerUrl":"https://p.example/","contactEmail":"p@p.example","partnerLabel":"P"}`,
  settings: 'exchangePaymentEnabled=true walletPaymentEnabled=true bankPaymentEnabled=isVerified tabs',
  shopper: `id email username=name fullname=name avatar=null profile status=5 type=5 kybCryptoStatus=5
    kybBankStatus=5 shopData={} withdrawalAddresses=[] ssoStatus=true enableCancelSubscription=true
    verification=null verificationStatus=null graphSettings=[] is2faEnabled=true enableBankPayment`,
  profile: `firstName=name lastName=name address="1st" city="Albany" state="NY" zip="12207" phone="5185550"
    phoneCountry=1 dateOfBirth="1980-02-29" country`,
  debit: 'transactionId amount:4 currency rateDivisor="1" orderId status userId merchantId subscriptionId',
}

export function record(form: keyof typeof FORMS, values: Fields): Fields {
  const entries = FORMS[form].split(/\s+/).map((field) => {
    const [, name = '', source = name, decimals] = /^(\w+)(?:=(.+?))?(?::(\d+))?$/.exec(field) ?? []
    const value: unknown = source in values ? values[source] : JSON.parse(source)
    if (!isAmount(value)) return [name, value]
    return [name, decimals === undefined ? value.toNumber() : value.toFixed(Number(decimals))]
  })
  return Object.fromEntries(entries)
}

export const emailOf = (name: string): string => `${name}@shoppers.example`
export const receiverOf = ({ number }: Transaction): string => `qz${number}x7k3m9`

export function transactionRecord(transaction: Transaction, now: string): Fields {
  const { kind, number, native, currency, offerId, merchant, shopper, subscriptions, fields } = transaction
  const name = shopper?.name ?? 'nobody'
  const [txMetaId, isFiat] = [idOf('metadata', number), kind === 'bank']
  const hash = { value: [], network: isFiat ? 'ach' : currency }
  const codes = { status: STATUS_CODES[transaction.status], type: TYPE_CODES[kind] }
  const { shippingAddress = null } = fields
  const check = rowsOf(fields.cart).map((item, at) => {
    const [price, quantity] = [amountOf(item.price), amountOf(item.quantity)]
    return record('line', { localAmount: price, ...item, num: at + 1, price, quantity })
  })
  return record('transaction', {
    ...{ ...transaction, ...codes, now, txMetaId, check: check.reverse() },
    ...{ merchantId: merchant.id, userId: shopper?.id ?? null, stockId: shopper?.stockId ?? null },
    createdBy: shopper?.id ?? merchant.id,
    merchant: { shopData: record('shop', merchant) },
    customer: { email: emailOf(name), fullname: name },
    currencyInfo: { isFiat, code: currency },
    payable: native.times('0.975'),
    settlementId: idOf('settlement', number),
    referenceBankProvider: isFiat ? `ach/${number}` : null,
    subscriptionIds: subscriptions.map(({ id }) => ({ id, since: null })),
    subscriptionOrder: subscriptions.length > 0,
    meta: { hash, offerId, receiverAddress: receiverOf(transaction) },
    txMetadata: { id: txMetaId, shippingAddress, nativeConversionRate: RATES[currency] ?? '1' },
  })
}
