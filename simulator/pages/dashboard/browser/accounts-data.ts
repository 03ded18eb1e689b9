// The test accounts of the sandbox: their names for ids, and their credentials for commands.

import type { ControlResponse } from 'paytwin/client'
import { read } from './api.ts'

export type Credentials = ControlResponse<'getCredentials'>

let known: Credentials | undefined

/** Reads the accounts. The others of this module use what was read last. */
export async function readAccounts(): Promise<Credentials> {
  known = await read<'getCredentials'>('/credentials')
  return known
}

/** The accounts that were read last. Throws an error before that. */
export function accounts(): Credentials {
  if (known === undefined) throw new Error('The accounts have not been read.')
  return known
}

/** The name of a merchant or a shopper; the id of an unknown one. */
export function nameOf(id: string | null): string {
  const { merchants, shoppers } = accounts()
  return (
    merchants.find((one) => one.id === id)?.companyName ??
    shoppers.find((one) => one.id === id)?.name ??
    id ??
    ''
  )
}

export function merchantOf(id: unknown): Credentials['merchants'][number] | undefined {
  return accounts().merchants.find((one) => one.id === id || one.clientId === id)
}
