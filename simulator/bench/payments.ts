// Exchange payments per second on one core, encrypted payload and all, against RSA decryption alone. It begins where a
// request has been read and ends before its answer is written: what sockets cost is in `throughput.ts`.

import { constants, type KeyObject, privateDecrypt, publicEncrypt } from 'node:crypto'
import { compileDocument, readDocument } from '../pipeline/compiled-document.ts'
import { type IncomingRequest, run } from '../pipeline/pipeline.ts'
import { responseObservers } from '../pipeline/response-observers.ts'
import { ServiceContext } from '../pipeline/service-context.ts'
import { servicePipeline } from '../pipeline/service-pipeline.ts'
import { Simulator } from '../simulator.ts'
import { type Figure, median, shown } from './figure.ts'

const rounds = 9
/** Rounds until the engine has optimized the code. */
const warmUpRounds = 6
const paymentsEachRound = 500

const padding = constants.RSA_PKCS1_OAEP_PADDING
const path = '/exchanges/payments/alphaexchange'

export async function payments(): Promise<Figure[]> {
  const { defaultSandbox: sandbox } = new Simulator()
  const { accounts } = sandbox.world
  const { publicKey, privateKey } = accounts.keysOf(accounts.firstMerchant)
  const document = compileDocument(readDocument(), true)

  const blocks = Array.from({ length: paymentsEachRound }, (_, index) =>
    encryptedPayment(accounts.firstMerchant.id, `order-${index}`, publicKey),
  )
  const bodies = blocks.map((block) => JSON.stringify({ data: block.toString('base64') }))
  const decrypt = () => {
    for (const block of blocks) privateDecrypt({ key: privateKey, padding }, block)
  }
  const pay = async () => {
    for (const body of bodies) {
      const context = new ServiceContext(sandbox, request(body), document)
      const { status, body: response } = await run(servicePipeline, context, responseObservers)
      if (status !== 200) throw new Error(`A payment was refused: ${response}`)
    }
  }
  decrypt()
  for (let round = 0; round < warmUpRounds; round += 1) await pay()
  const pairs: { alone: number; paying: number }[] = []
  for (let round = 0; round < rounds; round += 1)
    pairs.push({ alone: await cpuSeconds(decrypt), paying: await cpuSeconds(pay) })
  const perSecond = (read: (pair: (typeof pairs)[number]) => number) =>
    shown(paymentsEachRound / median(pairs.map(read)))
  return [
    {
      name: 'Exchange payments of one RSA-2048 block on one core',
      value: median(pairs.map(({ alone, paying }) => alone / paying)),
      unit: 'of privateDecrypt alone',
      budget: { atLeast: 0.7 },
      detail: `${perSecond(({ paying }) => paying)}/s against ${perSecond(({ alone }) => alone)}/s`,
    },
  ]
}

/** A payment that fits one block: with a cart it would need more, and opening is what most of its time goes to. */
function encryptedPayment(clientId: string, offerId: string, key: KeyObject): Buffer {
  const payload = {
    clientId,
    assets: 'USDC',
    cart: [],
    shippingAddress: null,
    offerId,
    nativeAmount: '1.00',
    savepassword: false,
    code2fa: '',
    merchantStoreCurrency: 'USD',
  }
  return publicEncrypt({ key, padding }, Buffer.from(JSON.stringify(payload)))
}

function request(body: string): IncomingRequest {
  const headers: Readonly<Record<string, string>> = {
    'content-type': 'application/json',
    authorization: 'Bearer shopper-ready',
  }
  return {
    method: 'POST',
    url: `http://127.0.0.1:4020/api${path}`,
    path,
    query: {},
    header: (name) => headers[name],
    readText: async () => body,
    drop: () => {
      throw new Error('No fault is injected here.')
    },
  }
}

/** Seconds of processor time, which other programs of the machine do not lengthen. */
async function cpuSeconds(work: () => void | Promise<void>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}
