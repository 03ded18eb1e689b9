// Missing in the types of node-forge. Not in encryption.ts: published types must not extend a package that users do not have.

import type forge from 'node-forge'

declare module 'node-forge' {
  namespace pkcs1 {
    function encode_rsa_oaep(
      key: forge.pki.rsa.PublicKey,
      message: forge.Bytes,
      options: { seed: forge.Bytes },
    ): forge.Bytes
  }
}
