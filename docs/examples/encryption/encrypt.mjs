import { createCipheriv, createHash, publicEncrypt, randomBytes } from 'node:crypto'

const { PAYLOAD, PAYTWIN_MERCHANT_PUBLIC_KEY, PAYTWIN_MERCHANT_CLIENT_SECRET } = process.env

function encryptRsa(text, publicKey) {
  const bytes = Buffer.from(text)
  const size = 256 - 42 // for a key of 2048 bits
  const blocks = []
  for (let at = 0; at < bytes.length; at += size)
    blocks.push(publicEncrypt(publicKey, bytes.subarray(at, at + size)))
  return Buffer.concat(blocks).toString('base64')
}

function encryptPassphrase(text, passphrase) {
  const salt = randomBytes(8)
  let derived = Buffer.alloc(0)
  let last = derived
  while (derived.length < 48) {
    last = createHash('md5').update(last).update(passphrase).update(salt).digest()
    derived = Buffer.concat([derived, last])
  }
  const cipher = createCipheriv('aes-256-cbc', derived.subarray(0, 32), derived.subarray(32))
  return Buffer.concat([Buffer.from('Salted__'), salt, cipher.update(text), cipher.final()]).toString(
    'base64',
  )
}

console.log(encryptRsa(PAYLOAD, PAYTWIN_MERCHANT_PUBLIC_KEY))
console.log(encryptPassphrase(PAYLOAD, PAYTWIN_MERCHANT_CLIENT_SECRET))
