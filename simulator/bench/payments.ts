// Exchange payments per second on one core, including decryption, compared with RSA decryption alone. It excludes sockets, which
// throughput.ts measures.

import { constants, type KeyObject, privateDecrypt, publicEncrypt } from 'node:crypto'
import { readDocument } from '../document.ts'
import { compileDocument } from '../http/routes.ts'
import { type ServiceRequest, serve } from '../http/serve.ts'
import { Simulator } from '../simulator.ts'
import { type Figure, median, shown } from './figure.ts'

const rounds = 9
const paymentsEachRound = 500

const padding = constants.RSA_PKCS1_OAEP_PADDING
const path = '/exchanges/payments/alphaexchange'

export async function payments(): Promise<Figure[]> {
  const { defaultSandbox: sandbox } = new Simulator()
  const { accounts } = sandbox.world
  const { publicKey, privateKey } = accounts.keysOf(accounts.firstMerchant)
  const route = compileDocument(readDocument()).routes.find(
    (row) => row.operationId === 'createExchangePayment',
  )
  if (route === undefined) throw new Error('The document has no exchange payment.')

  const blocks = Array.from({ length: paymentsEachRound }, (_, index) =>
    encryptedPayment(accounts.firstMerchant.id, `order-${index}`, publicKey),
  )
  const bodies = blocks.map((block) => JSON.stringify({ data: block.toString('base64') }))
  const decrypt = () => {
    for (const block of blocks) privateDecrypt({ key: privateKey, padding }, block)
  }
  const pay = () => {
    for (const body of bodies) {
      const { status, body: response } = serve(sandbox, route, request(body))
      if (status !== 200) throw new Error(`A payment was refused: ${response}`)
    }
  }
  decrypt()
  pay()
  const pairs = Array.from({ length: rounds }, () => ({
    alone: cpuSeconds(decrypt),
    paying: cpuSeconds(pay),
  }))
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

/** A payment that fits one RSA block; one with a cart would need several. */
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

function request(body: string): ServiceRequest {
  const headers: Readonly<Record<string, string>> = {
    'content-type': 'application/json',
    authorization: 'Bearer shopper-ready',
  }
  return {
    path,
    header: (name) => headers[name],
    query: {},
    params: { exchange_name: 'alphaexchange' },
    body,
  }
}

/** Seconds of processor time, which other programs on the machine affect little. */
function cpuSeconds(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}
