// The suite on the built-in simulator: that it passes, that it says why where it cannot, and that its verdicts can fail.

import { describe, expect, it } from 'vitest'
import { verify } from './engine.ts'
import { inProcess } from './in-process.ts'
import { partialPayments } from './properties/partial-payments.ts'
import { exitCodes } from './report/report.ts'
import { resolveTarget } from './target.ts'
import { deploymentOf } from './target-flags.ts'

describe('on the built-in simulator', () => {
  it('passes every requirement of partial payments', async () => {
    const report = await verify(inProcess(), { runs: 3, only: ['partial-payments'] })
    expect(report.failures).toEqual([])
    const asked = report.requirements.filter(({ verdict }) => verdict !== 'disabled')
    expect(asked.length).toBe(14)
    expect(asked.map(({ verdict }) => verdict)).toEqual(asked.map(() => 'pass'))
    expect(report.exitCode).toBe(exitCodes.conforms)
  })
})

describe('without clock, shopper and webhooks', () => {
  it('calls not applicable what needs them, and says why', async () => {
    const { clock: _, shopper: __, webhooks: ___, ...bare } = inProcess()
    const report = await verify(bare, { only: ['partial-payments'], properties: partialPayments })
    expect(report.requirements.find(({ id }) => id === 'partial-payments.closes')).toMatchObject({
      verdict: 'not applicable',
      reasons: ['needs someone who acts as the shopper'],
    })
    expect(report.exitCode).toBe(exitCodes.inconclusive)
  })
})

describe('when a deployment is wrong', () => {
  it('names the requirement, what is lawful and what came, and how to see it again', async () => {
    const report = await verify(
      inProcess({
        response: (response, { operationId }) =>
          operationId === 'createQrTransaction'
            ? {
                ...response,
                json: JSON.parse(JSON.stringify(response.json).replace('crytoCurrency', 'cryptoCurrency')),
              }
            : response,
      }),
      { runs: 2 },
    )
    expect(report.exitCode).toBe(exitCodes.violated)
    expect(report.failures.map(({ requirement }) => requirement)).toEqual([
      'qr-transactions.cryto-currency-spelling',
    ])
    expect(report.failures[0]).toMatchObject({
      place: 'result.crytoCurrency',
      actual: 'nothing',
      reproduce: 'paytwin verify --seed 1 --runs 2 --only qr-transactions.cryto-currency-spelling',
    })
  })
})

describe('when it is asked wrongly', () => {
  it('knows no requirement of that name', async () => {
    await expect(verify(inProcess(), { only: ['closing.never'] })).rejects.toThrow('There is no requirement')
  })

  it('says where a target does not have its form', () => {
    expect(() => resolveTarget({ baseUrl: 'nowhere' }, {})).toThrow(
      /baseUrl must be a valid URL; .*target.merchants is missing/,
    )
  })

  it.each<[place: string, wrong: unknown, asked: string]>([
    [
      'merchants[0].publicKey',
      '-----BEGIN PUBLIC KEY-----\n…\n-----END PUBLIC KEY-----\n',
      'an RSA public key',
    ],
    ['merchants[0].publicKey', '', 'an RSA public key in PEM'],
    ['servicePublicKey', 'MIIBIj', 'an RSA public key in PEM'],
    ['merchants[0].accessToken', 'two words', 'printable ASCII without spaces'],
    ['shoppers.ready.accessToken', { env: 'WITH_ACCENT' }, 'printable ASCII without spaces'],
    ['merchants[0].clientSecret', { file: 'secret' }, 'a text, or {"env":"NAME"}'],
    ['merchants[0].merchantAuth', undefined, 'is missing'],
    ['baseUrl', 'ftp://127.0.0.1/api', 'http:// or https://'],
    ['capabilities.control.url', 'file:///control', 'http:// or https://'],
    ['capabilities.webhooks.port', 65536, '65535'],
    ['capabilities.webhooks.waitSeconds', -1, 'must be at least 0'],
    ['limits.timeoutSeconds', 1e10, '3600'],
    ['exchanges[0]', '', 'must not be empty'],
  ])('refuses a target whose %s is %j, before anything is sent', (place, wrong, asked) => {
    const written: unknown = structuredClone({
      ...inProcess().target,
      capabilities: { control: {}, webhooks: {} },
    })
    Object.assign(Object(written).capabilities.control, { url: 'http://127.0.0.1:4020/control' })
    const steps = place.split(/[.[\]]+/).filter((step) => step !== '')
    const last = steps.pop() ?? ''
    const around = steps.reduce<object>((inner, step) => Reflect.get(inner, step), Object(written))
    Reflect.set(around, last, wrong)
    expect(() => resolveTarget(written, { WITH_ACCENT: 'tokén' })).toThrow(`target.${place} `)
    expect(() => resolveTarget(written, { WITH_ACCENT: 'tokén' })).toThrow(asked)
  })

  it.each(['nowhere', 'http://[', 'ftp://127.0.0.1'])('takes no address %s', async (baseUrl) => {
    await expect(deploymentOf({ baseUrl })).rejects.toThrow(`--base-url ${baseUrl} is no address.`)
  })

  it('says which environment variable is not set', () => {
    const { target } = inProcess()
    const [merchant] = target.merchants
    const written = { ...target, merchants: [{ ...merchant, accessToken: { env: 'SHOP_TOKEN' } }] }
    expect(() => resolveTarget(written, {})).toThrow('The environment variable SHOP_TOKEN is not set.')
    expect(resolveTarget(written, { SHOP_TOKEN: 'secret' }).merchants[0]?.accessToken).toBe('secret')
  })
})
