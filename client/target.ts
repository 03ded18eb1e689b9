// A target: a deployment of the service, as data. It says where the service is, who may call it, what is known about
// unspecified behaviors, what is available beyond the contract, and what a run may do. target.schema.json is generated
// from the schema here.

import { z } from 'zod'
import type { Redactor } from '../core/redaction.ts'
import { harmLevels } from '../spec/operation.ts'
import { type OperationId, operationIds } from '../spec/operations.ts'
import { fixtures, merchant, shoppers } from './target-accounts.ts'
import {
  assumptions,
  capabilities,
  decimal,
  field,
  headers,
  httpUrl,
  integer,
  known,
  maxWaitSeconds,
  pem,
  text,
} from './target-fields.ts'

const limits = z
  .object({
    requests: field(
      integer.positive().default(20_000),
      'The maximum number of requests of a run.',
      'A run that reaches it stops; what it has not checked is inconclusive.',
      2000,
    ),
    perSecond: field(
      z.number().positive().optional(),
      'The maximum number of requests per second.',
      'Without it, requests are sent as fast as responses come.',
      5,
    ),
    pauseSeconds: field(
      z.number().nonnegative().max(maxWaitSeconds).default(0),
      'The time to wait after each request that changed something.',
      'Set it if the deployment reads its own changes late; what it does not find is inconclusive.',
      0.5,
    ),
    timeoutSeconds: field(
      z.number().positive().max(maxWaitSeconds).default(10),
      'The time that a request waits for its response.',
      'A response that comes later counts as none.',
      30,
    ),
    waitSeconds: field(
      z.number().nonnegative().default(300),
      'The total time that a run waits before it repeats requests without a proper response.',
      'After it, such a request is inconclusive.',
      60,
    ),
    amount: field(
      decimal.default('100.00'),
      'The maximum amount in USD of a payment, invoice or transfer.',
      'Requests above it are not sent; it is not applied in an own sandbox.',
      '25.00',
    ),
    coinAmount: field(
      decimal.default('0.0005'),
      'The maximum amount in any other currency, in units of that currency.',
      'Requests above it are not sent; it is not applied in an own sandbox.',
      '0.001',
    ),
  })
  .strict()

/** The schema of a target file. */
export const targetSchema = z
  .object({
    $schema: field(
      text.optional(),
      'The path or URL of the schema of target files.',
      'Editors complete and check the file by it; paytwin does not read it.',
      './node_modules/paytwin/client/target.schema.json',
    ),
    name: field(
      text.optional(),
      'The name in reports; baseUrl by default.',
      'It changes nothing else.',
      'staging',
    ),
    baseUrl: field(
      httpUrl,
      'The URL that the paths of the contract are relative to.',
      'Every request is sent below it.',
      'https://staging.shop.example/api',
    ),
    headers: field(
      headers.default({}),
      'Further headers of every request, by name, such as those that a staging gateway requires.',
      'Their values are hidden in reports.',
      { 'x-gateway-key': { env: 'GATEWAY_KEY' } },
    ),
    operations: field(
      z
        .record(
          z.enum(operationIds as [OperationId, ...OperationId[]]),
          z.object({ token: text.optional(), headers: headers.optional() }).strict(),
        )
        .default({}),
      'What the requests of one operation differ in, by the id of the operation: another access token, further headers.',
      'They are sent for the first merchant and the shopper `ready`; their values are hidden in reports.',
      { createTransfers: { headers: { 'x-approval': { env: 'APPROVAL' } } } },
    ),
    merchants: field(
      z.array(merchant).min(1),
      'The merchants of the run; the first one is the default.',
      'Without a second one, the isolation of merchants is not checked.',
      [{ id: 'merchant-1', accessToken: { env: 'MERCHANT_TOKEN' } }],
    ),
    shoppers: field(
      shoppers,
      'Shoppers by role.',
      'Each role other than `ready` makes more requirements checkable.',
      { ready: { accessToken: { env: 'SHOPPER_TOKEN' } } },
    ),
    exchanges: field(
      z.array(text.min(1)).length(5),
      'The five exchange identifiers; the first is the default.',
      'Paths carry them; the service refuses an unknown one.',
      ['alphaexchange', 'betaexchange', 'gammaexchange', 'deltaexchange', 'epsilonexchange'],
    ),
    servicePublicKey: field(
      pem.optional(),
      "The service's own RSA public key in PEM.",
      'It encrypts the pre-payment check if `encryption.exchange-validation` is `service-key`.',
      '-----BEGIN PUBLIC KEY-----\nMIIBIj…\n-----END PUBLIC KEY-----',
    ),
    module: field(
      text.min(1).optional(),
      'The path of a JavaScript module, relative to this file, that exports `encrypt(payload, operation)`.',
      'It encrypts every payload, those of closings and payouts too, in place of the assumptions about encryption.',
      './encrypt.mjs',
    ),
    profile: field(
      text.min(1).optional(),
      'The path of a profile, relative to this file: what `verify --save-profile` learned about the deployment.',
      'What it has is not learned again.',
      './profile.json',
    ),
    assumptions: field(
      assumptions.default({}),
      'What the deployment does about unspecified behaviors, by id.',
      'Requests are built accordingly.',
      { 'encryption.rsa-padding': 'pkcs1' },
    ),
    known: field(
      known.default({}),
      'What is known about the deployment.',
      'Each fact makes more requirements checkable.',
      { coin: 'ETH', amount: '12.00' },
    ),
    fixtures: field(
      fixtures.default({}),
      'What was prepared at the deployment.',
      'Each fixture makes more requirements checkable without a clock.',
      { oldPartialPayment: 'order-2001' },
    ),
    capabilities: field(
      capabilities.default({}),
      'What is available beyond the contract.',
      'Without any, the run can only send requests of the contract.',
      { control: { url: 'http://127.0.0.1:4010' } },
    ),
    level: field(
      z.enum(harmLevels).optional(),
      'What runs may do; by default `disruptive` for a paytwin on this machine, else `read`.',
      'Requirements that need a higher level are not checked.',
      'write',
    ),
    limits: field(
      limits.default({}),
      'The maximum of what a run may do.',
      'They protect a deployment that others use, too.',
      { requests: 2000, perSecond: 5 },
    ),
    disabled: field(
      z.array(text).default([]),
      'Ids of requirements that are not checked.',
      'They are reported as disabled.',
      ['stores.tab-labels'],
    ),
  })
  .strict()

/** A target with its environment variables resolved and its defaults applied, and with the `encrypt` of its module if it has one. */
export type Target = z.output<typeof targetSchema> & { encrypt?: EncryptPayload }

/** The request whose payload the module of a target file encrypts. */
export interface ModuleOperation {
  /** The operation, such as `createExchangePayment`. */
  operationId: OperationId
  /** The merchant of the request, with its credentials. */
  merchant: MerchantAccount
  servicePublicKey: string | undefined
}

/** Encrypts a payload and returns the text that is sent. */
export type EncryptPayload = (payload: unknown, operation: ModuleOperation) => string

/** The environment variable that has the value of a field. */
interface FromEnvironment {
  env: string
}

/** A value in which an environment variable may stand for any text, number or boolean. */
type WithEnvironment<Value> = Value extends string | number | boolean
  ? Value | FromEnvironment
  : Value extends (infer Element)[]
    ? WithEnvironment<Element>[]
    : Value extends object
      ? { [Key in keyof Value]: WithEnvironment<Value[Key]> }
      : Value

/** A merchant of a target, with its credentials. */
export type MerchantAccount = Target['merchants'][number]
/** A shopper of a target, with its access token. */
export type ShopperAccount = Target['shoppers']['ready']
/** A target as its file contains it. */
export type TargetFile = WithEnvironment<z.input<typeof targetSchema>>

/** Every access token of a target. */
export function accessTokensOf({ merchants, shoppers }: Pick<Target, 'merchants' | 'shoppers'>): string[] {
  const accounts = [...merchants, ...Object.values(shoppers)]
  const tokens = accounts.flatMap((account) => account?.accessToken ?? [])
  return [...new Set([...tokens, ...merchants.flatMap(({ payoutToken }) => payoutToken ?? [])])]
}

/** Every secret of a target with a name for it, such as `otherMerchant.clientSecret` or `lowBalance.accessToken`. */
export function secretsOf({
  merchants,
  shoppers,
  capabilities,
  headers,
  operations = {},
}: Pick<Target, 'merchants' | 'shoppers' | 'capabilities' | 'headers'> &
  Partial<Pick<Target, 'operations'>>): Map<string, string> {
  const secrets = new Map<string, string>()
  const { token } = capabilities.control ?? {}
  if (token !== undefined) secrets.set(token, 'control.token')
  const hide = (named: Readonly<Record<string, string>> | undefined, name: string) => {
    for (const [header, value] of Object.entries(named ?? {})) secrets.set(value, `${name}.${header}`)
  }
  merchants.forEach(({ accessToken, payoutToken, clientSecret, merchantAuth, headers: own }, index) => {
    const name = index === 0 ? 'merchant' : 'otherMerchant'
    hide(own, `${name}.headers`)
    secrets.set(accessToken, `${name}.accessToken`)
    secrets.set(clientSecret, `${name}.clientSecret`)
    if (payoutToken !== undefined) secrets.set(payoutToken, `${name}.payoutToken`)
    // A service may take the access token as merchantAuth.
    if (!secrets.has(merchantAuth)) secrets.set(merchantAuth, `${name}.merchantAuth`)
  })
  for (const [role, account] of Object.entries(shoppers))
    if (account !== undefined && !secrets.has(account.accessToken))
      secrets.set(account.accessToken, `${role}.accessToken`)
  hide(headers, 'headers')
  for (const [id, own] of Object.entries(operations)) {
    hide(own.headers, `${id}.headers`)
    if (own.token !== undefined) secrets.set(own.token, `${id}.token`)
  }
  return secrets
}

/** Learns every secret of a target with its name, and the credentials in its URLs. */
export function learnTarget(redactor: Redactor, target: Target): void {
  for (const [secret, name] of secretsOf(target)) redactor.learn(secret, name)
  const { control, webhooks } = target.capabilities
  for (const url of [target.baseUrl, control?.url, webhooks?.publicUrl])
    if (url !== undefined) redactor.learnText(url)
}
