// Deployments that are wrong about customerInfo, shippingAddress and customParameter in requests.

import { refuse, type Wrapping } from '../../targets/in-process.ts'
import { documentWith } from '../documents.ts'
import { faulty } from '../graded-deployment.ts'
import { rewriting, rewritingPart } from '../rewriting.ts'

interface Person {
  phone?: string | undefined
  address?: string | undefined
}
interface Parameter {
  returnMethod?: string | undefined
  params?: readonly { name: string; value: string }[] | undefined
}
type Address = Readonly<Record<string, string | undefined>> | null

/** What a request says beside its cart. */
interface Said {
  customerInfo?: Person | undefined
  shippingAddress?: Address | undefined
  customParameter?: Parameter | undefined
}
type Refuses = (said: Said) => boolean

/** Deployments that refuse what some requests of a kind say. */
const refusing = {
  invoices: (refuses: Refuses): Wrapping => ({
    handlers: (real) => ({
      createInvoice: (call) =>
        refuses(call.body) ? refuse('invoices.amount-mismatch') : real.createInvoice(call),
    }),
  }),
  walletTransactions: (refuses: Refuses): Wrapping => ({
    handlers: (real) => ({
      createQrTransaction: (call) =>
        refuses(call.body) ? refuse('qr-transactions.amount-mismatch') : real.createQrTransaction(call),
    }),
  }),
  exchangePayments: (refuses: Refuses): Wrapping => ({
    handlers: (real) => ({
      createExchangePayment: (call) =>
        refuses(call.payload) ? refuse('transactions.amount-mismatch') : real.createExchangePayment(call),
    }),
  }),
  bankPayments: (refuses: Refuses): Wrapping => ({
    handlers: (real) => ({
      createBankPayment: (call) =>
        refuses(call.payload) ? refuse('transactions.amount-mismatch') : real.createBankPayment(call),
    }),
  }),
}

/** A deployment that is driven by a document in which an object need not have a field. */
function without(component: string, key: string): Wrapping & { simulator: object } {
  const document = documentWith(({ components: { schemas } }) => {
    const schema = schemas[component]
    if (schema?.required === undefined) throw new Error(`${component} has no fields that must be there.`)
    schema.required = schema.required.filter((name) => name !== key)
  })
  return { simulator: { document } }
}

const pairsOf = ({ customParameter }: Said) => customParameter?.params ?? []

export const faultyAccounts = [
  faulty({
    requirement: 'customers.phone-and-address-optional',
    name: 'no phones with a QR code',
    says: 'A wallet transaction is refused for a phone of the customer.',
    ...refusing.walletTransactions(({ customerInfo }) => customerInfo?.phone !== undefined),
  }),
  faulty({
    requirement: 'customers.phone-and-address-optional',
    name: 'a phone is a must',
    says: 'An invoice is refused whose customer has no phone.',
    ...refusing.invoices(({ customerInfo }) => customerInfo?.phone === undefined),
  }),
  faulty({
    requirement: 'customers.phone-and-address-optional',
    name: 'an address is too much',
    says: 'An invoice is refused for an address of the customer.',
    ...refusing.invoices(({ customerInfo }) => customerInfo?.address !== undefined),
  }),
  faulty({
    requirement: 'customers.name-and-email-required',
    name: 'invoices without email',
    says: "An invoice is taken without the customer's email.",
    request: rewritingPart('createInvoice', 'customerInfo', (info) => ({
      email: 'none@shop.example',
      ...info,
    })),
  }),
  faulty({
    requirement: 'customers.name-and-email-required',
    name: 'wallets without a name',
    says: "A wallet transaction is taken without the customer's name.",
    request: rewritingPart('createQrTransaction', 'customerInfo', (info) => ({ name: 'Nobody', ...info })),
  }),
  faulty({
    requirement: 'customers.name-and-email-required',
    name: 'customers that are empty',
    says: 'A customerInfo may be anything at all.',
    request: rewritingPart(['createInvoice', 'createQrTransaction'], 'customerInfo', (info) => ({
      name: 'Nobody',
      email: 'none@shop.example',
      ...info,
    })),
  }),
  faulty({
    requirement: 'customers.shipping-address-null-accepted',
    name: 'invoices are shipped',
    says: 'An invoice is refused whose shippingAddress is null.',
    ...refusing.invoices(({ shippingAddress }) => shippingAddress === null),
  }),
  faulty({
    requirement: 'customers.shipping-address-null-accepted',
    name: 'exchange payments are shipped',
    says: 'An exchange payment is refused whose shippingAddress is null.',
    ...refusing.exchangePayments(({ shippingAddress }) => shippingAddress === null),
  }),
  faulty({
    requirement: 'customers.shipping-address-null-accepted',
    name: 'bank payments are shipped',
    says: 'A bank payment is refused whose shippingAddress is null.',
    ...refusing.bankPayments(({ shippingAddress }) => shippingAddress === null),
  }),
  faulty({
    requirement: 'customers.shipping-address-seven-fields-optional',
    name: 'a zip code is a must',
    says: 'An exchange payment is refused whose address has no zip code.',
    ...refusing.exchangePayments(
      ({ shippingAddress }) => shippingAddress !== null && shippingAddress?.zipcode === undefined,
    ),
  }),
  faulty({
    requirement: 'customers.shipping-address-seven-fields-optional',
    name: 'no landmarks',
    says: 'An invoice is refused for a landmark.',
    ...refusing.invoices(({ shippingAddress }) => shippingAddress?.landmark !== undefined),
  }),
  faulty({
    requirement: 'customers.shipping-address-seven-fields-optional',
    name: 'a first name is a must',
    says: 'A bank payment is refused whose address has no first name.',
    ...refusing.bankPayments(
      ({ shippingAddress }) => shippingAddress !== null && shippingAddress?.firstname === undefined,
    ),
  }),
  ...(['address1', 'city', 'state', 'country'] as const).map((key) =>
    faulty({
      requirement: 'customers.shipping-address-required-fields-refused',
      name: `no ${key}`,
      says: `An address is taken without ${key}.`,
      ...without('ShippingAddress', key),
    }),
  ),
  faulty({
    requirement: 'customers.shipping-address-required-fields-refused',
    name: 'invoices without a country',
    says: 'An invoice whose address has no country is taken.',
    request: rewritingPart('createInvoice', 'shippingAddress', (address) => ({ country: 'US', ...address })),
  }),
  faulty({
    requirement: 'webhooks.custom-parameter-get-and-post-accepted',
    name: 'no GET',
    says: 'A wallet transaction is refused whose webhook is to be delivered by GET.',
    ...refusing.walletTransactions(({ customParameter }) => customParameter?.returnMethod === 'GET'),
  }),
  faulty({
    requirement: 'webhooks.custom-parameter-get-and-post-accepted',
    name: 'no POST',
    says: 'An invoice is refused whose webhook is to be delivered by POST.',
    ...refusing.invoices(({ customParameter }) => customParameter?.returnMethod === 'POST'),
  }),
  faulty({
    requirement: 'webhooks.custom-parameter-other-method-refused',
    name: 'PUT',
    says: 'PUT is taken as a method of the webhook.',
    request: rewritingPart(['createInvoice', 'createQrTransaction'], 'customParameter', (parameter) =>
      parameter.returnMethod === 'PUT' ? { ...parameter, returnMethod: 'POST' } : parameter,
    ),
  }),
  faulty({
    requirement: 'webhooks.custom-parameter-other-method-refused',
    name: 'small letters',
    says: 'The method of an invoice is taken in small letters too.',
    request: rewritingPart('createInvoice', 'customParameter', (parameter) => ({
      ...parameter,
      returnMethod: String(parameter.returnMethod).toUpperCase(),
    })),
  }),
  faulty({
    requirement: 'webhooks.custom-parameter-other-method-refused',
    name: 'whatever is not GET is POST',
    says: 'A wallet transaction takes any method, as POST.',
    request: rewriting('createQrTransaction', (body) => ({
      ...body,
      ...(body.customParameter === undefined
        ? {}
        : { customParameter: { ...Object(body.customParameter), returnMethod: 'POST' } }),
    })),
  }),
  faulty({
    requirement: 'webhooks.custom-parameter-pairs-accepted',
    name: 'ten pairs at most',
    says: 'An invoice with more than ten pairs is refused.',
    ...refusing.invoices((said) => pairsOf(said).length > 10),
  }),
  faulty({
    requirement: 'webhooks.custom-parameter-pairs-accepted',
    name: 'one pair at least',
    says: 'A wallet transaction whose params are empty is refused.',
    ...refusing.walletTransactions(({ customParameter }) => customParameter?.params?.length === 0),
  }),
  faulty({
    requirement: 'webhooks.custom-parameter-pairs-accepted',
    name: 'values of 255 characters',
    says: 'An invoice is refused for a value of more than 255 characters.',
    ...refusing.invoices((said) => pairsOf(said).some(({ value }) => value.length > 255)),
  }),
  faulty({
    requirement: 'webhooks.custom-parameter-pairs-accepted',
    name: 'names as in programs',
    says: 'A wallet transaction is refused for a name that is no word.',
    ...refusing.walletTransactions((said) => pairsOf(said).some(({ name }) => !/^[\w-]*$/.test(name))),
  }),
]
