// Features of an action in the state in which it is drawn: who, when, after what, how many, how much, which fields. Services behave
// differently by them, so the generator covers them.

import { dayMs } from '../../core/durations.ts'
import { isObject } from '../../core/json.ts'
import type { Action, RequestAction } from './action.ts'
import { momentsAt } from './moments.ts'
import type { State } from './state.ts'

const amounts = [
  ['negative', (amount: number) => amount < 0],
  ['zero', (amount: number) => amount === 0],
  ['below one', (amount: number) => amount < 1],
  ['thousands', (amount: number) => amount >= 1000],
  ['cents', (amount: number) => !Number.isInteger(amount)],
] as const

function ofNumber(amount: number): string {
  return amounts.find(([, is]) => is(amount))?.[0] ?? 'whole'
}

function ofText(text: string): string {
  if (text.length > 100 || text.startsWith('⟨repeat')) return 'long'
  if (text.startsWith('⟨')) return 'a reference'
  if (text === '') return 'empty'
  if (/^-?\d+(\.\d+)?$/.test(text))
    return /^0\d/.test(text) ? 'leading zero' : `text, ${ofNumber(Number(text))}`
  if (/\p{Emoji_Presentation}/u.test(text)) return 'an emoji'
  if (/[\u0370-\uffff]/.test(text)) return 'another script'
  if (/[^ -~]/.test(text)) return 'accents'
  return /[&<>'"%+;#/]/.test(text) ? 'reserved characters' : 'plain'
}

/** Fields whose values are choices. */
const isChoice = /(^|\.)(frequency|returnMethod|assets|\w*[cC]urrency|confirmation)$/

function ofScalar(value: unknown, path: string): string {
  if (typeof value === 'string') return isChoice.test(path) ? value : ofText(value)
  return typeof value === 'number' ? ofNumber(value) : String(value)
}

const sizes = [
  ['many', 11],
  ['several', 4],
  ['some', 2],
  ['one', 1],
  ['none', 0],
] as const

function addFields(value: unknown, path: string, features: Set<string>): void {
  if (Array.isArray(value)) addList(value, path, features)
  else if (isObject(value))
    for (const [key, inner] of Object.entries(value))
      addFields(inner, path === '' ? key : `${path}.${key}`, features)
  else features.add(`${path}: ${ofScalar(value, path)}`)
}

function addList(list: readonly unknown[], path: string, features: Set<string>): void {
  features.add(`${path}: ${sizes.find(([, min]) => list.length >= min)?.[0]}`)
  for (const one of list) addFields(one, `${path}.*`, features)
  for (const key of ['id', 'name', 'frequency']) {
    const all = list.flatMap((one) => (isObject(one) && key in one ? [one[key]] : []))
    if (all.length > 1)
      features.add(`${path}: ${key} ${new Set(all).size < all.length ? 'repeated' : 'different'}`)
  }
}

const openStatuses: readonly string[] = ['pending', 'processing', 'awaiting', 'partially-paid']

/** The records of the order of a request. */
function orderFeatures({ world }: State, order: string, merchant: string | undefined): Set<string> {
  const features = new Set<string>()
  const add = (of: string, feature: string) =>
    features.add(of === merchant ? feature : 'the order of another merchant')
  for (const { offerId, merchant: of, kind, status, refund, createdAt } of world.transactions)
    if (offerId === order)
      add(of, `${kind} ${status}, refund ${refund}, ${world.now - createdAt >= dayMs ? 'old' : 'new'}`)
  for (const { order: own, merchant: of, paidBy } of world.invoices)
    if (own === order) add(of, `invoice ${paidBy === null ? 'open' : 'paid'}`)
  return features.size === 0 ? features.add('a new order') : features
}

/** The requests of the same operation before. */
export interface Past {
  count: number
  accepted: boolean | undefined
}

/** The features of a request: those of its situation, and those of its fields. */
export function requestFeatures(
  state: State,
  action: RequestAction,
  past: Past = { count: 0, accepted: undefined },
): { situation: readonly string[]; fields: ReadonlySet<string> } {
  const { world, target } = state
  const merchant = target.merchants[action.merchant ?? 0]?.id
  const pending = new Set<string>()
  for (const { status, merchant: of } of world.transactions)
    if (openStatuses.includes(status)) pending.add(of === merchant ? 'pending here' : 'pending elsewhere')
  const input = Object(action.payload ?? action.body ?? action.query)
  const order: unknown = input.offerId ?? input.order ?? input.orderId
  const fields = new Set<string>()
  addFields(input, '', fields)
  const who = [
    action.merchant === undefined ? [] : `merchant ${action.merchant}`,
    action.shopper === undefined ? [] : `shopper ${action.shopper}`,
    action.exchange ?? [],
  ].flat()
  const when = [`time ${Math.min(3, past.count + 1)}`, `after ${past.accepted}`, ...momentsAt(world.now)]
  const records =
    typeof order === 'string' ? orderFeatures(state, order, merchant) : recordFeatures(state, input)
  return { situation: [...who, ...when, ...pending, ...records], fields }
}

/** The record that a request refers to. */
function recordFeatures(
  { world, rowOf }: State,
  { uuid, subscriptionId }: Record<string, unknown>,
): string[] {
  const invoice = rowOf(uuid, world.invoices, (row) => row.uuid)
  const subscription = rowOf(subscriptionId, world.subscriptions, ({ id }) => id)
  const since = invoice?.createdAt ?? subscription?.anchor
  const ages = since === undefined ? [] : [world.now - since >= dayMs ? 'a day later' : 'at once']
  if (invoice !== undefined) return [`invoice ${invoice.paidBy === null ? 'open' : 'paid'}`, ...ages]
  if (subscription === undefined) return ages
  const { status, frequency, autoRenewal } = subscription
  return [`subscription ${status}`, frequency, `renewed ${autoRenewal}`, ...ages]
}

/** The features of an action that are not of one request. */
export function otherFeatures({ world }: State, action: Exclude<Action, RequestAction>): readonly string[] {
  if ('together' in action) return [`together ${action.together.map(({ operation }) => operation).join(' ')}`]
  if (action.outside !== 'advance') return [action.outside]
  return momentsAt(world.now + action.ms).map((moment) => `to ${moment}`)
}
