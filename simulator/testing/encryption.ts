// Encryption for tests of this room, with the libraries that merchants use. It shares nothing with the opening side.

import CryptoJS from 'crypto-js'
import forge from 'node-forge'

export type Padding = 'oaep' | 'pkcs1'

const overheadBytes = { oaep: 42, pkcs1: 11 }
const forgeNames = { oaep: 'RSA-OAEP', pkcs1: 'RSAES-PKCS1-V1_5' } as const
const publicKeys = new Map<string, forge.pki.rsa.PublicKey>()

/** Base64 of a text encrypted for a public key (PEM), in as many blocks as it takes. */
export function encryptForKey(text: string, publicKeyPem: string, padding: Padding = 'oaep'): string {
  const key = publicKeys.get(publicKeyPem) ?? forge.pki.publicKeyFromPem(publicKeyPem)
  publicKeys.set(publicKeyPem, key)
  const room = Math.ceil(key.n.bitLength() / 8) - overheadBytes[padding]
  const bytes = forge.util.encodeUtf8(text)
  let encrypted = ''
  for (let at = 0; at === 0 || at < bytes.length; at += room)
    encrypted += key.encrypt(bytes.slice(at, at + room), forgeNames[padding])
  return forge.util.encode64(encrypted)
}

/** A text encrypted with a passphrase, as crypto-js writes it. */
export function encryptWithPassphrase(text: string, passphrase: string): string {
  return CryptoJS.AES.encrypt(text, passphrase).toString()
}
