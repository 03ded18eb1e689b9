// Fields whose content the contract leaves open: each variant has values of their types in them, drawn from a seed.

import { dayMs } from '../../../core/durations.ts'
import { isObject } from '../../../core/json.ts'
import type { OperationId } from '../../../spec/operations.ts'
import { Random } from '../../histories/random.ts'
import { type Place, placesInResponses, typesOf } from '../mutants/operators/places.ts'
import { changeResponse } from '../mutants/operators/response.ts'
import { all, type ContractVariants } from './rows.ts'

// The errorMessage of a payment and the status of a debit are left out: they can say that it was not made.
const record = `. type statusRefund settlementStatus description partnerId partner stock stockId userId referenceBankProvider
  settlementId txMetaId createdBy localAmount merchantPayableAmount amount receivedAmount receivedAmountFinal receivedAmountCal
  createdAt updatedAt currencyInfo check.*.num check.*.amountFinal check.*.statusRefund.pending check.*.statusRefund.success
  check.*.statusRefund.rejected meta meta.hash.network meta.hash.value.* meta.receiverAddress merchant.shopData.url
  merchant.shopData.logo merchant.shopData.description txMetadata.id txMetadata.nativeConversionRate
  txMetadata.shippingAddress customer.email customer.fullname`

/** The paths of open fields below `result`; `.` is the result itself, which may have further fields. */
const openFields: Readonly<Partial<Record<OperationId, string>>> = {
  createInvoice: '.',
  createQrTransaction: '. meta',
  createExchangePayment: record,
  createBankPayment: record,
  validateExchangePayment: '. receiverMemo receiverAddress fee newRate.percentRate newRate.newFiatRate',
  getInvoice: '. returnval returnval.encrypted returnval.username returnval.companyName returnval.cart.*',
  listCurrencies: `*.fullTitle *.logo *.mobileLogo *.decimals *.currentRate *.symbol *.isPayment *.isStableCoin
    *.isTopCoin *.fiatEquivalent *.sort *.fasterConfirmation *`,
  checkExchangeBalance: `. message accounts.* accounts.*.id accounts.*.accountId accounts.*.lastUpdate
    accounts.*.fullTitle accounts.*.currentRate accounts.*.logo accounts.*.mobileLogo`,
  listBanks: `. defaultCurrency banks.* banks.*.limit banks.*.default banks.*.priority banks.*.accounts.* banks.*.accounts.*.mask
    banks.*.accounts.*.isPrimary banks.*.accounts.*.isBalanceInfo banks.*.accounts.*.balanceInfo
    banks.*.accounts.*.status banks.*.accounts.*.accountName banks.*.accounts.*.customerUrl`,
  getStore: `. merchant.shopData.url merchant.shopData.logo merchant.shopData.description whiteLabel whiteLabel.id
    whiteLabel.partnerId whiteLabel.colorSchema.partnerUrl whiteLabel.colorSchema.contactEmail whiteLabel.partner.fullname
    whiteLabel.colorSchema.partnerLabel whiteLabel.createdAt whiteLabel.updatedAt settings`,
  getShopper: `. avatar profile.zip profile.phone profile.dateOfBirth profile.phoneCountry profile status type
    kybCryptoStatus kybBankStatus shopData withdrawalAddresses ssoStatus verification graphSettings is2faEnabled
    enableBankPayment verificationStatus`,
  debitSubscription: '. data.* data.*.rateDivisor data.*.orderId',
  cancelSubscription: '.',
  closePartialPayment: '.',
}

type Change = (value: unknown) => unknown

const more =
  (added: object): Change =>
  (value) =>
    isObject(value) ? { ...added, ...value } : value

const constant = (...values: readonly unknown[]): Change[] => values.map((value) => () => value)
const replacing = (pattern: RegExp, replacement: string): Change => {
  return (value) => String(value).replace(pattern, replacement)
}

/** Values by their JSON type. Objects only have more fields, some of which look like those of an error or of every object. */
const valuesOf: Readonly<Record<string, readonly Change[]>> = {
  null: constant(null),
  boolean: [(value) => value !== true],
  integer: constant(0, -7, Number.MAX_SAFE_INTEGER),
  number: constant(0, 1 / 3, -1e-9),
  array: constant([], [{ address: null }, 'x', 1, []]),
  object: [
    more({ constructor: 'x', toString: 1, hasOwnProperty: null, length: 0, valueOf: false }),
    more({ error: null, errors: [], code: 0, message: 'Created', failed: 0 }),
    more({ history: [{ status: 0, at: null }, { status: null }], refunds: {}, sku: null, taxes: [] }),
    more({ trace: Array.from({ length: 30 }).reduce<unknown>((inner) => ({ inner: [inner] }), null) }),
  ],
}
const urls = constant(
  'data:image/svg+xml;base64,PHN2Zy8+',
  'coin.svg',
  'HTTPS://CDN.example:8443/a%20b.png?v=1#x',
)
const texts = constant(
  ...[
    '',
    'null',
    '7',
    '{"name":"one","id":1}',
    'First line\r\n\tsecond “line” 🧾\u2028end',
    'ä'.repeat(20_000),
  ],
)

function ordinal(date: string): string {
  const day = (Date.parse(date) - Date.UTC(Number(date.slice(0, 4)), 0, 1)) / dayMs + 1
  return `${date.slice(0, 4)}-${String(day).padStart(3, '0')}`
}

/** Leaves what another variant has written differently as it is. */
const unlessWritten = (usual: RegExp, changes: readonly Change[]) =>
  changes.map(
    (change): Change =>
      (value) =>
        usual.test(String(value)) ? change(value) : value,
  )

/** Texts of a stated form in other notations: instants, UUIDs and decimals. */
function notations(pattern: string): readonly Change[] {
  if (pattern.includes('T[0-9]'))
    return unlessWritten(/T\d\d:\d\d:\d\d\.\d{3}Z$/, [
      ...[replacing(/Z$/, '+00:00'), replacing(/Z$/, '+00'), replacing(/Z$/, '000001Z')],
      ...[replacing(/\./, ','), replacing(/:\d\d\.\d+Z$/, 'Z'), replacing(/\.\d+Z$/, 'Z')],
      ...[replacing(/\.(\d)\d\dZ$/, '.$1Z'), replacing(/[-:]|\.\d+/g, '')],
      (value) => String(value).replace(/^\d{4}-\d\d-\d\d/, ordinal),
    ])
  if (pattern.includes('a-f'))
    return [
      ...constant('00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'),
      ...[replacing(/^(.{14})./, '$17'), replacing(/^(.{14})./, '$11')],
      (value) => String(value).toUpperCase(),
    ]
  const exponent: Change = (value) => Number(value).toExponential()
  return unlessWritten(/^-?\d+(\.\d+)?$/, [
    (value) =>
      String(value)
        .replace(/(\.\d*?)0+$/, '$1')
        .replace(/\.$/, ''),
    (value) => `${value}${String(value).includes('.') ? '' : '.'}0000000000`,
    ...(pattern.includes('eE') ? [exponent] : []),
  ])
}

function changesOf(place: Place): readonly Change[] {
  const types = typesOf(place)
  if (/logo$/i.test(place.path)) return urls
  const { pattern } = place.schema ?? {}
  if (types.length === 0) return [...constant(7, [], {}), ...texts, ...constant(null)]
  return types.flatMap((type) =>
    type === 'string' ? (pattern === undefined ? texts : notations(pattern)) : (valuesOf[type] ?? []),
  )
}

const places: readonly Place[] = Object.entries(openFields).flatMap(([operation, paths]) => {
  const known = new Map(placesInResponses(operation as OperationId).map((place) => [place.path, place]))
  return paths
    .trim()
    .split(/\s+/)
    .map((path) => {
      const place = known.get(path === '.' ? 'result' : `result.${path}`)
      if (place === undefined) throw new Error(`${operation} has no field ${path}.`)
      return place
    })
})

function openFieldsFrom(seed: number) {
  const random = new Random(seed)
  return all(
    places.flatMap((place) => {
      const change = random.pick([...changesOf(place), undefined])
      return change === undefined ? [] : [changeResponse(place.operations, place.path, change)]
    }),
  )
}

export const openFieldVariants: ContractVariants = Object.fromEntries(
  Array.from({ length: 24 }, (_, at) => [
    `open fields drawn from seed ${at + 1}`,
    {
      why: 'Resources and Endpoints: the types of these fields are shown, and not what they contain.',
      response: openFieldsFrom(at + 1),
    },
  ]),
)
