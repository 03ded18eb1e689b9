// The world of a twin: the default world with the accounts of a target, and with the values that look-ups show.

import type { Target } from '../../client/target.ts'
import type { Role } from '../../client/target-accounts.ts'
import { Decimal } from '../../core/decimal.ts'
import { UsageError } from '../../core/errors.ts'
import { isObject, valueAt } from '../../core/json.ts'
import type { RequestAction } from '../histories/action.ts'
import { type SeenResponse, Side } from '../histories/side.ts'
import type { Deployment } from '../observe/deployment.ts'
import { defaultWorld, readWorld, type WorldFile } from '../observe/in-process.ts'

export interface LearnedWorld {
  world: WorldFile
  /** The access tokens of the shoppers by their roles. */
  roles: Partial<Record<Role, string>>
  /** Each part that look-ups showed otherwise than the default, and the look-up. */
  seen: { part: string; from: string }[]
  /** Each value that a world file cannot have, and the reason. */
  notSaid: string[]
}

type Mutable = { -readonly [Key in keyof WorldFile]: WorldFile[Key] }
type Fields = Record<string, unknown>

/** The account of the default world that has a role. */
const nameOfRole = (role: Role) =>
  role === 'second' ? 'asks-password' : role.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** A world that is being learned: each change is kept only if it is a valid world. */
class Draft {
  readonly learned: LearnedWorld

  constructor(target: Target) {
    const roles = Object.fromEntries(
      Object.entries(target.shoppers).map(([role, shopper]) => [role, shopper?.accessToken]),
    )
    this.learned = { world: structuredClone(defaultWorld), roles, seen: [], notSaid: [] }
  }

  /** Changes a part of the world to what was seen there. */
  change(part: string, from: string | undefined, edit: (world: Mutable) => void): void {
    const { learned } = this
    const changed: Mutable = structuredClone(learned.world)
    edit(changed)
    if (JSON.stringify(changed) === JSON.stringify(learned.world)) return
    try {
      learned.world = readWorld(changed, part)
      if (from !== undefined) learned.seen.push({ part, from })
    } catch (error) {
      if (!(error instanceof UsageError)) throw error
      learned.notSaid.push(error.detail.replaceAll('\n', ' '))
    }
  }
}

/** Sends the look-ups of every account, and makes a world of the answers. */
export async function learnWorld(deployment: Deployment): Promise<LearnedWorld> {
  const { target } = deployment
  const draft = new Draft(target)
  addAccounts(draft, target)
  const side = new Side(deployment)
  let number = 0
  const look = async (action: RequestAction): Promise<unknown> => {
    number += 1
    const { responses } = await side.run({ number, action })
    return isAnswer(responses[0]) ? valueAt(side.bodyOf(number), 'result') : undefined
  }
  for (const { action, add } of lookupsOf(target)) add(draft, await look(action))
  return draft.learned
}

interface Lookup {
  action: RequestAction
  /** Adds the result to the world. */
  add: (draft: Draft, result: unknown) => void
}

/** The look-ups of every account. */
export function lookupsOf({ merchants, shoppers, exchanges }: Target): Lookup[] {
  const ofMerchants = [...merchants.keys()].flatMap((merchant): Lookup[] => [
    {
      action: { operation: 'getStore', merchant },
      add: (draft, result) => addStore(draft, merchant, result),
    },
    {
      action: { operation: 'listCurrencies', merchant, query: { amount: '1', currency: 'USD' } },
      add: (draft, result) => addCurrencies(draft, merchant, result),
    },
  ])
  const ofShoppers = (Object.keys(shoppers) as Role[]).flatMap((shopper): Lookup[] => [
    {
      action: { operation: 'getShopper', shopper },
      add: (draft, result) => addShopper(draft, shopper, result),
    },
    { action: { operation: 'listBanks', shopper }, add: (draft, result) => addBanks(draft, shopper, result) },
    ...exchanges.map((name, at): Lookup => {
      const query = { merchantId: '⟨merchant 0 id⟩' }
      return {
        action: { operation: 'checkExchangeBalance', shopper, exchange: `⟨exchange ${at}⟩`, query },
        add: (draft, result) => addBalances(draft, shopper, name, result),
      }
    }),
  ])
  return [...ofMerchants, ...ofShoppers]
}

const isAnswer = (response: SeenResponse | undefined) => response !== undefined && response.status < 300

/** The accounts as the target file has them: with the keys of the default world, since private keys are not known. */
function addAccounts(draft: Draft, target: Target): void {
  draft.change('exchanges', undefined, (world) => {
    const renamed = new Map(world.exchanges.map(({ name }, at) => [name, target.exchanges[at] ?? name]))
    world.exchanges = world.exchanges.map((one) => ({ ...one, name: renamed.get(one.name) ?? one.name }))
    world.shoppers = world.shoppers.map((one) => ({
      ...one,
      exchangeAccounts: Object.fromEntries(
        Object.entries(one.exchangeAccounts).map(([name, account]) => [renamed.get(name) ?? name, account]),
      ),
    }))
  })
  draft.change('merchants', undefined, (world) => {
    const known = world.merchants
    world.merchants = target.merchants.flatMap(({ accessToken, clientSecret }, at) => {
      const own = known[at % known.length]
      return own === undefined ? [] : [{ ...own, accessToken, clientSecret }]
    })
  })
  for (const [at, { id, clientId }] of target.merchants.entries())
    draft.change(`merchants.${at}.id`, undefined, ({ merchants }) => {
      Object.assign(
        merchants[at] ?? {},
        { id },
        clientId === undefined || clientId === id ? {} : { clientId },
      )
    })
  const codes = new Set(draft.learned.world.currencies.map(({ id }) => id))
  for (const [at, { enabledCurrencies, companyName, verified }] of target.merchants.entries())
    draft.change(`merchants.${at}`, undefined, ({ merchants }) => {
      const own = merchants[at]
      if (own === undefined) return
      const enabled = (enabledCurrencies ?? own.enabledCurrencies).filter((id) => codes.has(id))
      if (enabled.length > 0) own.enabledCurrencies = enabled
      own.shop.companyName = companyName ?? own.shop.companyName
      own.verified = verified ?? own.verified
    })
  for (const [role, shopper] of Object.entries(target.shoppers)) {
    if (shopper === undefined) continue
    const { id, accessToken, email, stockId } = shopper
    const name = nameOfRole(role as Role)
    const assignTo = (fields: object) =>
      draft.change(`shoppers.${role}`, undefined, ({ shoppers }) => {
        Object.assign(shoppers.find((one) => one.name === name) ?? {}, fields)
      })
    assignTo({ accessToken })
    if (id !== undefined) assignTo({ id })
    if (email !== undefined) assignTo({ email })
    draft.change(`shoppers.${role}.banks`, undefined, ({ shoppers }) => {
      const [bank] = shoppers.find((one) => one.name === name)?.banks ?? []
      if (bank !== undefined && stockId !== undefined) bank.stockId = stockId
    })
  }
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
const fieldsOf = (value: unknown): Fields => (isObject(value) ? value : {})
const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isObject) : [])

/** The fields of an object that another one has with the same types. */
function assign(own: object, other: Fields): void {
  for (const [name, value] of Object.entries(other)) {
    const now: unknown = Reflect.get(own, name)
    if (value !== undefined && (now === null || value === null || typeof now === typeof value))
      Reflect.set(own, name, value)
  }
}

function addStore(draft: Draft, at: number, result: unknown): void {
  if (!isObject(result)) return
  const { bankPaymentEnabled: bank, walletPaymentEnabled: wallet } = fieldsOf(result.settings)
  const exchange = fieldsOf(result.settings).exchangePaymentEnabled
  draft.change(`merchants.${at}`, 'getStore', ({ merchants }) => {
    const own = merchants[at]
    if (own === undefined) return
    const { url, logo, companyName, description } = fieldsOf(valueAt(result, 'merchant', 'shopData'))
    assign(own.shop, { url, logo, companyName, description })
    assign(own.settings, { bank, wallet, exchange })
  })
  draft.change('partner', 'getStore', ({ partner }) => {
    const { partnerId, colorSchema, partner: named } = fieldsOf(result.whiteLabel)
    const { partnerUrl, contactEmail, partnerLabel } = fieldsOf(colorSchema)
    const { fullname } = fieldsOf(named)
    assign(partner, { id: text(partnerId), fullname, url: partnerUrl, contactEmail, label: partnerLabel })
  })
}

const currencyFields = [
  'decimals',
  'symbol',
  'isFiat',
  'isStableCoin',
  'isTopCoin',
  'fiatEquivalent',
] as const

function addCurrencies(draft: Draft, at: number, result: unknown): void {
  const listed = listOf(result)
  for (const one of listed) {
    const id = text(one.id)
    if (id === undefined) continue
    draft.change(`currencies.${id}`, 'listCurrencies', ({ currencies }) => {
      let own = currencies.find((currency) => currency.id === id)
      if (own === undefined) {
        const [like] = currencies.filter(({ isFiat }) => isFiat === one.isFiat)
        if (like === undefined) return
        own = { ...like, id, title: id, network: '', sort: null }
        currencies.push(own)
      }
      const { fullTitle: title, currentRate, sort, network, fasterConfirmation } = one
      const rate = currentRate === undefined ? undefined : decimalText(currentRate)
      assign(own, { title, rate, sort, network, fasterConfirmation })
      assign(own, Object.fromEntries(currencyFields.map((name) => [name, one[name]])))
    })
  }
  const codes = listed.flatMap(({ id }) => text(id) ?? [])
  draft.change(`merchants.${at}.enabledCurrencies`, 'listCurrencies', ({ merchants }) => {
    const own = merchants[at]
    const isSame = own?.enabledCurrencies.length === codes.length
    if (own === undefined || codes.length === 0) return
    if (isSame && codes.every((code) => own.enabledCurrencies.includes(code))) return
    own.enabledCurrencies = codes
  })
}

/** The shopper of a role in a world that is being learned. */
const shopperOf = ({ learned: { roles } }: Draft, { shoppers }: WorldFile, role: Role) =>
  shoppers.find(({ accessToken }) => accessToken === roles[role])

function addShopper(draft: Draft, role: Role, result: unknown): void {
  if (!isObject(result)) return
  draft.change(`shoppers.${role}`, 'getShopper', (world) => {
    const own = shopperOf(draft, world, role)
    if (own === undefined) return
    const { id, email, username: name, fullname, profile } = result
    assign(own, { id, email, name, fullname })
    const seen = fieldsOf(profile)
    assign(
      own.profile,
      Object.fromEntries(Object.keys(own.profile).map((key) => [key, seen[key] ?? undefined])),
    )
  })
}

function addBanks(draft: Draft, role: Role, result: unknown): void {
  if (!isObject(result) || !Array.isArray(result.banks)) return
  const banks = listOf(result.banks).map(({ stockId, name, limit, accounts }) => ({
    ...{ stockId, name, limit: typeof limit === 'number' ? String(limit) : limit },
    accounts: listOf(accounts).map((one) => ({
      ...{ id: one.id, accountName: one.accountName, bankName: one.bankName, mask: one.mask },
    })),
  }))
  draft.change(`shoppers.${role}.banks`, 'listBanks', (world) => {
    const own = shopperOf(draft, world, role)
    if (own !== undefined) Object.assign(own, { banks })
  })
}

/** A number without an exponent. */
const decimalText = (value: unknown) =>
  typeof value === 'number' ? new Decimal(value).toFixed() : String(value)

function addBalances(draft: Draft, role: Role, exchange: string, result: unknown): void {
  if (!isObject(result) || !Array.isArray(result.accounts)) return
  const accounts = listOf(result.accounts)
  draft.change(`shoppers.${role} at ${exchange}`, 'checkExchangeBalance', (world) => {
    const own = shopperOf(draft, world, role)
    const account = own?.exchangeAccounts[exchange] ?? own?.exchangeAccounts['*']
    if (own === undefined || account === undefined || account.linkExpired) return
    const before = JSON.stringify(account.balances)
    const seen = accounts.map(({ currency, balance }) => [currency, decimalText(balance)])
    const balances = { ...account.balances, ...Object.fromEntries(seen) }
    const coins = accounts.flatMap(({ currency }) => text(currency) ?? [])
    const known = new Set(world.currencies.map(({ id }) => id))
    const isNew = (own: readonly string[]) => (coin: string) => known.has(coin) && !own.includes(coin)
    const { partner } = world
    partner.enabledCurrencies = [
      ...partner.enabledCurrencies,
      ...coins.filter(isNew(partner.enabledCurrencies)),
    ]
    for (const one of world.exchanges)
      if (one.name === exchange) one.coins = [...one.coins, ...coins.filter(isNew(one.coins))]
    if (JSON.stringify(balances) !== before) own.exchangeAccounts[exchange] = { ...account, balances }
  })
}
