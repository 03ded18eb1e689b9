// The target file that an operator of the independent implementation writes.

import { createCipheriv, publicEncrypt, randomBytes, scryptSync } from 'node:crypto'
import type { ModuleOperation, Target, TargetFile } from '../../../client/target.ts'
import type { Role } from '../../../client/target-accounts.ts'
import { resolveTarget } from '../../../client/target-file.ts'
import { merchantAuthOf } from './accounts.ts'
import { EXCHANGES, PARTNER_CURRENCIES, STATUS_CODES } from './choices.ts'
import type { RunningService } from './server.ts'

const names: Readonly<Record<Role, string>> = {
  ready: 'regular',
  lowBalance: 'poor',
  notWhitelisted: 'unlisted',
  expiredLink: 'lockedout',
  unsupportedWallet: 'walletless',
  belowMinimum: 'wholesale',
  asksPassword: 'passwordless',
  abroad: 'abroad',
  noBank: 'unbanked',
  second: 'passwordless',
}

/** The export of the module of the target file. */
function encrypt(
  payload: unknown,
  { operationId, merchant, servicePublicKey = '' }: ModuleOperation,
): string {
  const text = Buffer.from(JSON.stringify(payload))
  if (operationId === 'validateExchangePayment') return encryptWithKey(servicePublicKey, text)
  if (operationId === 'createExchangePayment' || operationId === 'createBankPayment')
    return encryptWithKey(merchant.publicKey, text)
  const [salt, nonce] = [randomBytes(16), randomBytes(12)]
  const cipher = createCipheriv(
    'aes-256-gcm',
    scryptSync(merchant.clientSecret, salt, 32, { N: 1024 }),
    nonce,
  )
  const encrypted = Buffer.concat([cipher.update(text), cipher.final()])
  return Buffer.concat([salt, nonce, cipher.getAuthTag(), encrypted]).toString('hex')
}

/** Base64 of RSA-OAEP (SHA-256) blocks. */
function encryptWithKey(key: string, text: Buffer): string {
  const parts: Buffer[] = []
  const partBytes = 128 - 2 * 32 - 2
  for (let at = 0; at < text.length; at += partBytes)
    parts.push(publicEncrypt({ key, oaepHash: 'sha256' }, text.subarray(at, at + partBytes)))
  return Buffer.concat(parts).toString('base64')
}

/** The target of the service. Without control, it has what an operator of a deployment knows, and no more. */
export function targetOf({ origin, accounts }: RunningService, hasControl: boolean): Target {
  const shoppers = Object.entries(names).flatMap(([role, name]) => {
    const shopper = accounts.shoppers.find((one) => one.name === name)
    if (shopper === undefined) return []
    const { id, token: accessToken, stockId, hasBank } = shopper
    const email = `${name}@shoppers.example`
    return [[role, { id, accessToken, email, ...(hasBank ? { stockId } : {}) }] as const]
  })
  const file: Record<keyof TargetFile & string, unknown> | object = {
    name: 'the independent implementation',
    baseUrl: origin,
    merchants: accounts.merchants.map((one) => ({
      id: one.id,
      accessToken: one.token,
      clientSecret: one.secret,
      publicKey: one.key.publicKeyPem,
      merchantAuth: merchantAuthOf(one),
      bankAccountId: one.bankAccountId,
      verified: one.isVerified,
      enabledCurrencies: one.currencies,
      companyName: one.name,
    })),
    shoppers: Object.fromEntries(shoppers),
    exchanges: EXCHANGES,
    servicePublicKey: accounts.serviceKey.publicKeyPem,
    assumptions: {
      'authentication.transfer-token': 'shopper',
      'encryption.bank-payment-field': 'bare',
      'encryption.payee-field': 'data',
      'subscriptions.debit-fields': 'items',
    },
    known: { statusIntegers: STATUS_CODES, partnerCurrencies: PARTNER_CURRENCIES },
    ...(hasControl ? { capabilities: { control: { url: `${origin}/control` } } } : {}),
  }
  return { ...resolveTarget(file as TargetFile, {}), encrypt }
}
