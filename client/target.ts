// A target: a deployment of the service, as data. It says where the service is, who may call it, what is known about
// unspecified behaviors, what is available beyond the contract, and what a run may do. target.schema.json is generated
// from the schema here.

import { z } from 'zod'
import { harmLevels } from '../spec/operation.ts'
import type { OperationId } from '../spec/operations.ts'
import { type ClientAssumptions, clientOptions } from './assumptions.ts'
import { isEncryptionKey } from './encryption.ts'
import { fixtures } from './target-fixtures.ts'

const text = z.string()
const secret = z.union([text, z.object({ env: text }).strict()], {
  errorMap: (_, { data }) => ({
    message:
      data === undefined
        ? 'Required'
        : 'must be a text, or {"env":"NAME"} to read the environment variable NAME',
  }),
})
const pem = text.refine(isEncryptionKey, {
  message:
    'must be an RSA public key in PEM: "-----BEGIN PUBLIC KEY-----\\nMIIBIj…", with \\n at each line end',
})
const httpUrl = text
  .url()
  .refine((url) => /^https?:\/\//i.test(url), { message: 'must begin with http:// or https://' })
const decimal = text.regex(/^[0-9]+(\.[0-9]+)?$/, { message: 'must be a decimal as text, such as 25.00' })
const maxWaitSeconds = 3600

const merchant = z
  .object({
    id: text.describe('The merchant id; payloads call it clientId.'),
    accessToken: secret,
    clientSecret: secret,
    publicKey: pem.describe('RSA public key in PEM that payloads for this merchant are encrypted with.'),
    merchantAuth: secret.describe('Sent as merchantAuth to the subscription operations.'),
    bankAccountId: text.nullable().default(null).describe('The linked bank account; null without one.'),
    verified: z.boolean().default(false).describe('Whether the business verification (KYB) is completed.'),
    enabledCurrencies: z.array(text).optional().describe('Codes of all currencies the merchant has enabled.'),
    companyName: text.optional().describe('The company name of the shop.'),
  })
  .strict()

const shopper = z
  .object({
    id: text.optional().describe('The shopper id; only the control API of a simulator takes it.'),
    accessToken: secret,
    stockId: text.optional().describe('A linked bank account.'),
    email: text.optional(),
    exchanges: z
      .array(text)
      .min(1)
      .optional()
      .describe('The exchanges where the shopper has the properties of the role; all by default.'),
  })
  .strict()

/** Shoppers by what is special about them. Only `ready` is required; each other one makes more requirements checkable. */
export const roles = [
  'ready',
  'lowBalance',
  'notWhitelisted',
  'expiredLink',
  'unsupportedWallet',
  'belowMinimum',
  'asksPassword',
  'abroad',
  'noBank',
  // Any other shopper. A simulator's has another role, too, which names it better.
  'second',
] as const
export type Role = (typeof roles)[number]

const shoppers = z
  .object({
    ready: shopper,
    ...Object.fromEntries(roles.slice(1).map((role) => [role, shopper.optional()])),
  } as { ready: typeof shopper } & { [R in Exclude<Role, 'ready'>]: z.ZodOptional<typeof shopper> })
  .strict()

type OptionSchemas = { [Id in keyof ClientAssumptions]: z.ZodDefault<z.ZodType<ClientAssumptions[Id]>> }

const assumptions = z
  .object(
    Object.fromEntries(
      Object.entries(clientOptions).map(([id, options]) => [id, z.enum(options).default(options[0])]),
    ) as unknown as OptionSchemas,
  )
  .strict()

const integer = z.number().int()

const known = z
  .object({
    statusIntegers: z
      .object({ pending: integer, processing: integer, canceled: integer, completed: integer })
      .optional()
      .describe('The integers of the four transaction statuses.'),
    coin: text
      .default('BTC')
      .describe('A crypto currency that every exchange, the merchants and the partner have enabled.'),
    amount: text
      .regex(/^[0-9]+\.[0-9]{2}$/)
      .default('30.00')
      .describe('An amount in USD that can be paid: above every minimum, below every balance of `ready`.'),
    partnerCurrencies: z.array(text).optional().describe('Codes of all currencies the partner has enabled.'),
  })
  .strict()

const capabilities = z
  .object({
    control: z
      .object({
        url: httpUrl,
        token: secret.optional().describe('The token that the control API requires, if it requires one.'),
        ownSandbox: z
          .boolean()
          .default(true)
          .describe('Whether runs create a separate sandbox and leave the one of baseUrl unchanged.'),
      })
      .strict()
      .optional()
      .describe('The control API of a simulator: the clock, the shopper and the webhooks.'),
    webhooks: z
      .object({
        publicUrl: httpUrl
          .optional()
          .describe(
            "Where the deployment reaches the suite's receiver; this machine by default. The webhook of the first merchant is /webhook/0 below it, of the second /webhook/1.",
          ),
        host: text.default('127.0.0.1'),
        port: integer.min(0).max(65535).default(0),
        waitSeconds: z.number().min(0).max(maxWaitSeconds).default(5),
      })
      .strict()
      .optional()
      .describe("The suite's webhook receiver."),
  })
  .strict()

const limits = z
  .object({
    requests: integer.positive().default(20_000).describe('The maximum number of requests of a run.'),
    perSecond: z.number().positive().optional().describe('The maximum number of requests per second.'),
    timeoutSeconds: z
      .number()
      .positive()
      .max(maxWaitSeconds)
      .default(10)
      .describe('The time that a request waits for its response.'),
    waitSeconds: z
      .number()
      .nonnegative()
      .default(300)
      .describe('The total time that a run waits before it repeats requests without a proper response.'),
    amount: decimal
      .default('100.00')
      .describe(
        'The maximum amount in USD of a payment, invoice or transfer; not applied in an own sandbox.',
      ),
    coinAmount: decimal
      .default('0.0005')
      .describe('The maximum amount in any other currency, in units of that currency.'),
  })
  .strict()

/** The schema of a target file. */
export const targetSchema = z
  .object({
    $schema: text.optional(),
    name: text.optional().describe('The name in reports; baseUrl by default.'),
    baseUrl: httpUrl.describe('The URL that the paths of the contract are relative to.'),
    merchants: z.array(merchant).min(1).describe('The first merchant is the default one.'),
    shoppers: shoppers.describe('Shoppers by role.'),
    exchanges: z
      .array(text.min(1))
      .length(5)
      .describe('The five exchange identifiers; the first is the default.'),
    servicePublicKey: pem.optional().describe("The service's own RSA public key in PEM."),
    module: text
      .min(1)
      .optional()
      .describe(
        'The path of a JavaScript module, relative to this file, that exports `encrypt(payload, operation)`. It encrypts every payload in place of the assumptions about encryption.',
      ),
    assumptions: assumptions
      .default({})
      .describe('What the deployment does about unspecified behaviors, by id.'),
    known: known.default({}),
    fixtures: fixtures.default({}),
    capabilities: capabilities.default({}).describe('What is available beyond the contract.'),
    level: z
      .enum(harmLevels)
      .optional()
      .describe('What runs may do; by default `disruptive` for a paytwin on this machine, else `read`.'),
    limits: limits.default({}),
    disabled: z.array(text).default([]).describe('Ids of requirements that are not checked.'),
  })
  .strict()

type Resolved<T> = T extends { env: string }
  ? never
  : T extends (infer Element)[]
    ? Resolved<Element>[]
    : T extends object
      ? { [Key in keyof T]: Resolved<T[Key]> }
      : T

/** A target with its secrets resolved and its defaults applied, and with the `encrypt` of its module if it has one. */
export type Target = Resolved<z.output<typeof targetSchema>> & { encrypt?: EncryptPayload }

/** What the module of a target file knows of the request whose payload it encrypts. */
export interface ModuleOperation {
  /** The operation, such as `createExchangePayment`. */
  operationId: OperationId
  /** The merchant of the request, with its credentials. */
  merchant: MerchantAccount
  servicePublicKey: string | undefined
}

/** Encrypts a payload and returns the text that is sent. */
export type EncryptPayload = (payload: unknown, operation: ModuleOperation) => string

export type MerchantAccount = Target['merchants'][number]
export type ShopperAccount = Target['shoppers']['ready']
/** A target as its file contains it. */
export type TargetFile = z.input<typeof targetSchema>
