// What a world file must be beyond the form of its fields: names that are there, ids that are one's own, keys that can be
// read. Without a schema's library, so that it also holds where none is loaded.

import { createPrivateKey } from 'node:crypto'
import type { WorldFile } from './world-file.ts'

/** One thing that is wrong, and where. */
export interface WorldFault {
  path: (string | number)[]
  message: string
}

/** Everything that is wrong in a file whose fields have their form. */
export function worldFaults(file: WorldFile): WorldFault[] {
  return [...unusable(file), ...strayNames(file), ...repeated(file)]
}

/** Keys and rates that nothing can be done with. */
function unusable(file: WorldFile): WorldFault[] {
  const faults: WorldFault[] = []
  const checkKey = (pem: string, path: WorldFault['path']) => {
    if (!isRsaKey(pem)) faults.push({ path, message: 'must be an RSA private key in PEM' })
  }
  checkKey(file.serviceKey, ['serviceKey'])
  file.merchants.forEach(({ privateKey }, at) => {
    checkKey(privateKey, ['merchants', at, 'privateKey'])
  })
  file.currencies.forEach(({ rate }, at) => {
    if (!/[1-9]/.test(rate))
      faults.push({ path: ['currencies', at, 'rate'], message: 'must be more than zero' })
  })
  return faults
}

/** Names of currencies and exchanges that the file lacks. */
function strayNames(file: WorldFile): WorldFault[] {
  const faults: WorldFault[] = []
  const known = new Set(file.currencies.map(({ id }) => id))
  const checkCoins = (ids: readonly string[], path: WorldFault['path']) => {
    for (const id of ids)
      if (!known.has(id)) faults.push({ path, message: `names the currency ${id}, which "currencies" lacks` })
  }
  checkCoins(file.partner.enabledCurrencies, ['partner', 'enabledCurrencies'])
  file.exchanges.forEach(({ coins }, at) => {
    checkCoins(coins, ['exchanges', at, 'coins'])
  })
  const exchanges = new Set(['*', ...file.exchanges.map(({ name }) => name)])
  file.shoppers.forEach(({ exchangeAccounts }, at) => {
    for (const [name, { balances }] of Object.entries(exchangeAccounts)) {
      const path = ['shoppers', at, 'exchangeAccounts', name]
      if (!exchanges.has(name))
        faults.push({ path, message: 'is an account at an exchange that "exchanges" lacks' })
      checkCoins(Object.keys(balances), [...path, 'balances'])
    }
  })
  file.merchants.forEach(({ enabledCurrencies, storeCurrency }, at) => {
    checkCoins(enabledCurrencies, ['merchants', at, 'enabledCurrencies'])
    checkCoins([storeCurrency], ['merchants', at, 'storeCurrency'])
  })
  return faults
}

/** What must be one's own, and stands twice. */
function repeated(file: WorldFile): WorldFault[] {
  const faults: WorldFault[] = []
  const seen = new Map<string, string>()
  const unique = (what: string, value: string, path: WorldFault['path']) => {
    const key = `${what} ${value}`
    const earlier = seen.get(key)
    if (earlier === undefined) seen.set(key, path.join('.'))
    else faults.push({ path, message: `the same ${what} stands at ${earlier}` })
  }
  file.currencies.forEach(({ id }, at) => {
    unique('currency id', id, ['currencies', at, 'id'])
  })
  file.exchanges.forEach((exchange, at) => {
    unique('exchange name', exchange.name, ['exchanges', at, 'name'])
  })
  file.merchants.forEach(({ id, accessToken, clientSecret }, at) => {
    unique('id', id, ['merchants', at, 'id'])
    // A payload that comes without a token belongs to the merchant whose secret opens it.
    unique('client secret', clientSecret, ['merchants', at, 'clientSecret'])
    unique('access token', accessToken, ['merchants', at, 'accessToken'])
  })
  file.shoppers.forEach(({ id, accessToken, banks }, at) => {
    unique('id', id, ['shoppers', at, 'id'])
    unique('access token', accessToken, ['shoppers', at, 'accessToken'])
    banks.forEach(({ stockId }, bank) => {
      unique('stockId', stockId, ['shoppers', at, 'banks', bank, 'stockId'])
    })
  })
  return faults
}

function isRsaKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}
