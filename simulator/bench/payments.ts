// Exchange payments per second on one core, including decryption, compared with RSA decryption alone. It excludes sockets, which
// throughput.ts measures.

import { constants, privateDecrypt } from 'node:crypto'
import { encryptRsa } from '../../client/encryption.ts'
import { exchangePayment } from '../../client/sample-requests.ts'
import { compileDocument, readDocument } from '../service/compiled-document.ts'
import { type IncomingRequest, responseObservers } from '../service/pipeline.ts'
import { serviceResponder } from '../service/service-pipeline.ts'
import { Simulator } from '../simulator.ts'
import { type Figure, inTurns, shown } from './figure.ts'
import { cpuSeconds } from './processor-time.ts'
import { benchSamples } from './shop.ts'

const rounds = 9
/** Rounds until the engine has optimized the code. */
const warmUpRounds = 6
const paymentsEachRound = 500

const padding = constants.RSA_PKCS1_OAEP_PADDING
const path = '/exchanges/payments/alphaexchange'

export async function payments(): Promise<Figure[]> {
  const { defaultSandbox: sandbox } = new Simulator()
  const { accounts } = sandbox.world
  const { publicKeyPem, privateKey } = accounts.keysOf(accounts.firstMerchant)
  const respond = serviceResponder(compileDocument(readDocument(), true), responseObservers)

  // Without a cart a payment fits one block; decryption takes most of its time.
  const lean = { cart: [], shippingAddress: null, nativeAmount: '1.00' }
  const samples = benchSamples(accounts.firstMerchant.id)
  const encrypted = Array.from({ length: paymentsEachRound }, (_, index) =>
    encryptRsa(exchangePayment(samples, { ...lean, offerId: `order-${index}` }), publicKeyPem),
  )
  const blocks = encrypted.map((text) => Buffer.from(text, 'base64'))
  const bodies = encrypted.map((data) => JSON.stringify({ data }))
  const decrypt = () => {
    for (const block of blocks) privateDecrypt({ key: privateKey, padding }, block)
  }
  const pay = async () => {
    for (const body of bodies) {
      const { status, body: response } = await respond(sandbox, request(body))
      if (status !== 200) throw new Error(`A payment was refused: ${response}`)
    }
  }
  decrypt()
  for (let round = 0; round < warmUpRounds; round += 1) await pay()
  // The repetitions of either fit a second.
  const { ratio, ours, other } = await inTurns(
    rounds,
    async () => paymentsEachRound / (await cpuSeconds(decrypt)),
    async () => paymentsEachRound / (await cpuSeconds(pay)),
  )
  return [
    {
      name: 'Exchange payments of one RSA-2048 block on one core',
      value: ratio,
      unit: 'of privateDecrypt alone',
      bound: { atLeast: 0.85 },
      detail: `${shown(ours)}/s against ${shown(other)}/s`,
    },
  ]
}

function request(body: string): IncomingRequest {
  const headers: Readonly<Record<string, string>> = {
    'content-type': 'application/json',
    authorization: 'Bearer shopper-ready',
  }
  return {
    raw: {},
    method: 'POST',
    url: `http://127.0.0.1:4020/api${path}`,
    path,
    query: {},
    headers: () => ({}),
    header: (name) => headers[name],
    readText: async () => body,
    drop: () => {
      throw new Error('No fault is injected here.')
    },
  }
}
