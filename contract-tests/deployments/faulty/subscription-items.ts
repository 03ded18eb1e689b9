// Deployments that are wrong about the subscription items of an invoice's cart.

import { refuse, type Wrapping } from '../../targets/in-process.ts'
import { faulty } from '../graded-deployment.ts'
import { rewritingLines } from '../rewriting.ts'

/** An item's fields, as far as they are looked at here. */
interface Item {
  frequency?: string | undefined
  subscriptionPeriod?: string | undefined
  autoRenewal?: boolean | undefined
}

function refusing(refuses: (item: Item) => boolean): Wrapping {
  return {
    handlers: (real) => ({
      createInvoice: (call) =>
        call.body.cart.some(refuses) ? refuse('invoices.bad-period') : real.createInvoice(call),
    }),
  }
}

/** Puts something lawful in place of what is not. */
function taking(key: keyof Item, instead: (value: unknown) => unknown): Wrapping {
  return {
    request: rewritingLines('createInvoice', (line) =>
      line.isSubscription === true ? { ...line, [key]: instead(line[key]) } : line,
    ),
  }
}

const frequencies = ['weekly', 'monthly', 'quarterly', 'half-yearly', 'yearly']
const isFrequency = (value: unknown) => frequencies.some((one) => one === value)
const isPeriod = (value: unknown) => typeof value === 'string' && /^[0-9]+[ymw]$/.test(value)

export const faultySubscriptionItems = [
  ...(['quarterly', 'half-yearly', 'weekly'] as const).map((frequency) =>
    faulty({
      requirement: 'carts.each-frequency-accepted',
      name: `not ${frequency}`,
      says: `An item that recurs ${frequency} is refused.`,
      ...refusing((item) => item.frequency === frequency),
    }),
  ),
  faulty({
    requirement: 'carts.other-frequency-refused',
    name: 'daily',
    says: 'An item may recur daily.',
    ...taking('frequency', (value) => (value === 'daily' ? 'weekly' : value)),
  }),
  faulty({
    requirement: 'carts.other-frequency-refused',
    name: 'any word with a QR code',
    says: 'The frequency of an item of a wallet transaction is not looked at.',
    request: rewritingLines('createQrTransaction', ({ frequency, isSubscription, ...line }) =>
      isFrequency(frequency) ? { ...line, frequency, isSubscription } : line,
    ),
  }),
  faulty({
    requirement: 'carts.other-frequency-refused',
    name: 'in capital letters',
    says: 'The words are taken in capital letters too.',
    ...taking('frequency', (value) => (typeof value === 'string' ? value.toLowerCase() : value)),
  }),
  faulty({
    requirement: 'carts.other-frequency-refused',
    name: 'any word is monthly',
    says: 'Whatever is no frequency is taken as monthly.',
    ...taking('frequency', (value) => (isFrequency(value) ? value : 'monthly')),
  }),
  faulty({
    requirement: 'carts.other-frequency-refused',
    name: 'blanks around a word',
    says: 'Blanks around a frequency are left out.',
    ...taking('frequency', (value) => (typeof value === 'string' ? value.trim() : value)),
  }),
  faulty({
    requirement: 'carts.period-in-years-months-weeks',
    name: 'no weeks',
    says: 'A period in weeks is refused.',
    ...refusing(({ subscriptionPeriod = '' }) => subscriptionPeriod.endsWith('w')),
  }),
  faulty({
    requirement: 'carts.period-in-years-months-weeks',
    name: 'a year at most',
    says: 'A period of more than twelve months is refused.',
    ...refusing(
      ({ subscriptionPeriod = '' }) =>
        subscriptionPeriod.endsWith('m') && Number.parseInt(subscriptionPeriod, 10) > 12,
    ),
  }),
  faulty({
    requirement: 'carts.period-in-years-months-weeks',
    name: 'one digit',
    says: 'A period whose count has two digits is refused.',
    ...refusing(({ subscriptionPeriod = '' }) => /^\d\d/.test(subscriptionPeriod)),
  }),
  faulty({
    requirement: 'carts.malformed-period-refused',
    name: 'a count is months',
    says: 'A count alone is taken as months.',
    ...taking('subscriptionPeriod', (value) => (/^\d+$/.test(String(value)) ? `${value}m` : value)),
  }),
  faulty({
    requirement: 'carts.malformed-period-refused',
    name: 'a letter is one',
    says: 'A letter alone is taken as one of its kind.',
    ...taking('subscriptionPeriod', (value) => (/^[ymw]$/.test(String(value)) ? `1${value}` : value)),
  }),
  faulty({
    requirement: 'carts.malformed-period-refused',
    name: 'anything is a year',
    says: 'Whatever is no period is taken as a year.',
    ...taking('subscriptionPeriod', (value) => (isPeriod(value) ? value : '1y')),
  }),
  faulty({
    requirement: 'carts.auto-renewal-either-way',
    name: 'renewal is a must',
    says: 'An item that the merchant debits is refused.',
    ...refusing(({ autoRenewal }) => autoRenewal === false),
  }),
  faulty({
    requirement: 'carts.auto-renewal-either-way',
    name: 'no renewal',
    says: 'An item that the service debits is refused.',
    ...refusing(({ autoRenewal }) => autoRenewal === true),
  }),
]
