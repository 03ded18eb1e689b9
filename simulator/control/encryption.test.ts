// Encryption through the control API: the service decrypts its payloads, whatever the assumptions.

import { describe, expect, it } from 'vitest'
import {
  bankPayment,
  exchangeCheck,
  exchangePayment,
  payee,
  sampleSource,
  transfer,
} from '../../client/sample-requests.ts'
import { callService } from '../../client/service-client.ts'
import { readSimulatorTarget } from '../../client/simulator-target.ts'
import { createSimulator } from '../embedding/create-simulator.ts'

const merchantId = '8a4d1c55-0000-4000-8000-000000000001'

describe('an encrypted payload', () => {
  const seeds = Array.from({ length: 12 }, (_, seed) => seed)
  it.each(seeds)('is decrypted by the service, whatever the assumptions (seed %i)', async (seed) => {
    const { control, fetch } = createSimulator({ randomAssumptions: seed })
    const target = await readSimulatorTarget(control)
    const samples = sampleSource(target)
    const payloads = {
      createExchangePayment: exchangePayment(samples),
      validateExchangePayment: exchangeCheck(samples),
      createBankPayment: bankPayment(samples),
      addPayees: [payee(samples)],
      createTransfers: [transfer(payee(samples))],
    }
    for (const operationId of Object.keys(payloads) as (keyof typeof payloads)[]) {
      const payload = payloads[operationId]
      const { body } = await control.encryptPayload({ body: { operationId, merchantId, payload } })
      const options = { rawBody: JSON.stringify(body) }
      const { refusal = '' } = await callService(operationId, target, options, fetch)
      expect([operationId, /Encrypted Data|decrypt/i.test(refusal) ? refusal : '']).toEqual([operationId, ''])
    }
  })

  it('comes with its field and a complete body', async () => {
    const { control } = createSimulator()
    const closing = { operationId: 'closePartialPayment', merchantId, payload: { offerId: 'o' } } as const
    const { field, encrypted, body } = await control.encryptPayload({ body: closing })
    expect(field).toBe('encryptedReq')
    expect(body).toEqual({ clientId: merchantId, encryptedReq: encrypted })
    expect(Buffer.from(encrypted, 'base64').subarray(0, 8).toString()).toBe('Salted__')
    const bare = createSimulator({ assumptions: { 'encryption.bank-payment-field': 'bare' } })
    const bank = { operationId: 'createBankPayment', merchantId, payload: {} } as const
    const response = await bare.control.encryptPayload({ body: bank })
    expect(response).toMatchObject({ field: null, body: response.encrypted })
  })

  it('is the same for the same seed and inputs', async () => {
    const encrypted = async (seed: number) => {
      const { control } = createSimulator({ seed })
      const body = { operationId: 'createExchangePayment', merchantId, payload: { offerId: 'o' } } as const
      return [
        await control.encryptPayload({ body }),
        await control.encryptPayload({ body: { ...body, padding: 'pkcs1' } }),
      ]
    }
    expect(await encrypted(1)).toEqual(await encrypted(1))
    expect(await encrypted(1)).not.toEqual(await encrypted(2))
  })

  it('requires an operation with an encrypted payload, and a known merchant', async () => {
    const { control } = createSimulator()
    const payload = { operationId: 'createInvoice', merchantId, payload: {} } as const
    await expect(control.encryptPayload({ body: payload })).rejects.toMatchObject({
      status: 400,
      fact: 'createInvoice takes no encrypted payload.',
    })
    const nobody = { operationId: 'addPayees', merchantId: 'nobody', payload: [] } as const
    await expect(control.encryptPayload({ body: nobody })).rejects.toMatchObject({ status: 404 })
  })
})
