// The modules of node-forge that encryption.ts imports: not all of it, which would be larger than the simulator.

declare module 'node-forge/lib/util.js' {
  import { util } from 'node-forge'

  export default util
}

declare module 'node-forge/lib/pkcs1.js' {
  const pkcs1: {
    encode_rsa_oaep(key: { n: { bitLength(): number } }, message: string, options: { seed: string }): string
  }
  export default pkcs1
}
