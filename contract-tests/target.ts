// What the suite is pointed at, as data: where it answers, who may call, what its operator knows about the unspecified behaviors,
// and what it offers beyond the contract. One JSON file holds it; target.schema.json is made from the schema here.

import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { errorMessage, UsageError } from '../core/errors.ts'
import { readJson } from '../core/json-positions.ts'
import { redacted } from '../core/redaction.ts'
import { listMessages } from '../core/validation-words.ts'
import { type Issue, zodMessages } from '../core/zod-messages.ts'
import { type Harm, harmLevels } from '../spec/operation.ts'

import { isEncryptionKey } from './encryption.ts'

const secretWords = 'must be a text, or {"env":"NAME"} where the environment variable NAME holds it'
/** Text, or the name of an environment variable that holds it. */
const secret = z.union([z.string(), z.object({ env: z.string() }).strict()], {
  errorMap: (_, { data }) => ({ message: data === undefined ? 'Required' : secretWords }),
})
const pem = z.string().refine(isEncryptionKey, {
  message:
    'must be an RSA public key in PEM, whole: "-----BEGIN PUBLIC KEY-----\\nMIIBIj…", each line ended by \\n',
})
const webAddress = z
  .string()
  .url()
  .refine((url) => /^https?:\/\//i.test(url), { message: 'must begin with http:// or https://' })
const longestWaitSeconds = 3600
const decimal = z
  .string()
  .regex(/^[0-9]+(\.[0-9]+)?$/, { message: 'must be a decimal as text, such as 25.00' })
const field = z.enum(['data', 'encryptedReq', 'bare'])

const merchant = z
  .object({
    id: z.string(),
    accessToken: secret,
    clientSecret: secret,
    publicKey: pem,
    merchantAuth: secret,
    bankAccountId: z.string().nullable().default(null),
    verified: z.boolean().default(false),
    /** Codes of the currencies that this merchant has enabled, where the operator knows them. */
    enabledCurrencies: z.array(z.string()).optional(),
    /** Name of the shop, where the operator knows it. */
    companyName: z.string().optional(),
  })
  .strict()

const shopper = z
  .object({
    accessToken: secret,
    stockId: z.string().optional(),
    email: z.string().optional(),
    /** Names of the exchanges at which the shopper is what the role says; all five, unless told. */
    exchanges: z.array(z.string()).min(1).optional(),
  })
  .strict()

/** Shoppers by what is special about them; only `ready` is needed, the others bring more requirements in reach. */
export const roles = [
  'ready',
  'second',
  'lowBalance',
  'notWhitelisted',
  'expiredLink',
  'unsupportedWallet',
  'belowMinimum',
  'asksPassword',
  'abroad',
  'noBank',
] as const
export type Role = (typeof roles)[number]

const known = z
  .object({
    bankPaymentField: field.default('data'),
    payeeField: field.default('encryptedReq'),
    validationEncryption: z.enum(['merchant-key', 'service-key']).default('merchant-key'),
    payoutEncryption: z.enum(['passphrase', 'rsa']).default('passphrase'),
    rsaPadding: z.enum(['oaep', 'pkcs1']).default('oaep'),
    transferToken: z.enum(['merchant', 'shopper']).default('merchant'),
    debitFields: z.enum(['top-level', 'items']).default('top-level'),
    /** The integers of the four status names. */
    statusIntegers: z
      .object({
        pending: z.number().int(),
        processing: z.number().int(),
        canceled: z.number().int(),
        completed: z.number().int(),
      })
      .optional(),
    /** A crypto currency that every exchange, the merchants and the partner have enabled. */
    coin: z.string().default('BTC'),
    /** A sum in USD that nothing forbids to pay: above every minimum, below every balance of `ready`. */
    amount: z
      .string()
      .regex(/^[0-9]+\.[0-9]{2}$/)
      .default('30.00'),
    /** Codes of the currencies that the partner has enabled, where the operator knows them. */
    partnerCurrencies: z.array(z.string()).optional(),
    /** Whether access tokens expire with the clock that the suite moves. */
    tokensExpire: z.boolean().default(false),
  })
  .strict()

const fixtures = z
  .object({
    /** The order id of a partial payment to the first merchant that is older than two weeks. */
    oldPartialPayment: z.string().optional(),
  })
  .strict()

const capabilities = z
  .object({
    /** The control API of a simulator: it offers the clock, the shopper's hand and the webhook. */
    control: z
      .object({
        url: webAddress,
        /** Whether the suite makes a sandbox of its own there, and leaves the declared one alone. */
        ownSandbox: z.boolean().default(true),
      })
      .strict()
      .optional(),
    webhooks: z
      .object({
        /**
         * Where the deployment reaches the suite's receiver; on this machine by default. The webhook of the first
         * merchant is /webhook/0 below it, that of the second /webhook/1.
         */
        publicUrl: webAddress.optional(),
        host: z.string().default('127.0.0.1'),
        port: z.number().int().min(0).max(65535).default(0),
        waitSeconds: z.number().min(0).max(longestWaitSeconds).default(5),
      })
      .strict()
      .optional(),
  })
  .strict()

export const levels = harmLevels
/** What a property does to a deployment. Each level includes those before it. Moving a clock is disruptive. */
export type Level = Harm

const limits = z
  .object({
    /** The most requests of one run. */
    requests: z.number().int().positive().default(20_000),
    /** The most requests in a second. */
    perSecond: z.number().positive().optional(),
    timeoutSeconds: z.number().positive().max(longestWaitSeconds).default(10),
    /** Nothing of more than that is sent, in USD: no payment, no invoice, no transfer. In a sandbox all is allowed. */
    amount: decimal.default('100.00'),
    /** The same for amounts in any other currency, in its own unit. */
    coinAmount: decimal.default('0.0005'),
  })
  .strict()

/** The schema of a target file. */
export const targetFile = z
  .object({
    $schema: z.string().optional(),
    name: z.string().optional(),
    baseUrl: webAddress,
    merchants: z.array(merchant).min(1).max(2),
    shoppers: z
      .object({
        ready: shopper,
        ...Object.fromEntries(roles.slice(1).map((role) => [role, shopper.optional()])),
      } as { ready: typeof shopper } & { [R in Exclude<Role, 'ready'>]: z.ZodOptional<typeof shopper> })
      .strict(),
    exchanges: z.array(z.string().min(1)).length(5),
    /** The service's own public key, where the pre-payment check is encrypted with it. */
    servicePublicKey: pem.optional(),
    known: known.default({}),
    fixtures: fixtures.default({}),
    capabilities: capabilities.default({}),
    level: z.enum(levels).optional(),
    limits: limits.default({}),
    /** Requirements that the operator does not want checked. */
    disabled: z.array(z.string()).default([]),
  })
  .strict()

type Resolved<T> = T extends { env: string }
  ? never
  : T extends (infer E)[]
    ? Resolved<E>[]
    : T extends object
      ? { [K in keyof T]: Resolved<T[K]> }
      : T

/** What the suite is pointed at, with its secrets in place. */
export type Target = Resolved<z.output<typeof targetFile>>
export type TargetMerchant = Target['merchants'][number]
export type TargetShopper = Target['shoppers']['ready']
export type WrittenTarget = z.input<typeof targetFile>

/** Reads a target file; throws a Misuse that says what is wrong where. */
export function readTarget(path: string, environment: NodeJS.ProcessEnv): Target {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new UsageError(
      `The target file ${path} cannot be read.`,
      `${errorMessage(error)}.`,
      'Give the path of a JSON file; contract-tests/target.schema.json describes it.',
    )
  }
  const read = readJson(text)
  if (read.ok) return resolveTarget(read.value, environment, path)
  throw new UsageError(
    `The target file ${path} is not JSON.`,
    `At line ${read.position.line}, column ${read.position.column}: expected ${read.expected}.`,
    'Correct it there; contract-tests/target.schema.json describes the file.',
  )
}

/** A target from its written form; throws a Misuse that says what is wrong where. */
export function resolveTarget(written: unknown, environment: NodeJS.ProcessEnv, origin = 'target'): Target {
  const result = targetFile.safeParse(written)
  if (!result.success) {
    throw misformed(origin, result.error.issues)
  }
  const target = withSecrets(result.data, environment) as Target
  const faults = unusableTokens(target)
  if (faults.length > 0) throw misformed(origin, faults)
  return target
}

function misformed(origin: string, issues: readonly Issue[]): UsageError {
  return new UsageError(
    `Invalid target (${origin}).`,
    `${listMessages(zodMessages(issues, 'target'))}.`,
    'Correct it; contract-tests/target.schema.json describes a target.',
  )
}

/** Access tokens that no header can hold; only now is it known what the environment has in their places. */
function unusableTokens({ merchants, shoppers }: Target): Issue[] {
  const bearers = [
    ...merchants.map(({ accessToken }, at) => [['merchants', at, 'accessToken'], accessToken] as const),
    ...Object.entries(shoppers).flatMap(([role, shopper]) =>
      shopper === undefined ? [] : [[['shoppers', role, 'accessToken'], shopper.accessToken] as const],
    ),
  ]
  return bearers
    .filter(([, token]) => !/^[\x21-\x7e]+$/.test(token))
    .map(([path]) => ({
      path: [...path],
      message: 'must be printable ASCII without spaces, because it is sent in a header',
    }))
}

function withSecrets(value: unknown, environment: NodeJS.ProcessEnv): unknown {
  if (Array.isArray(value)) return value.map((element) => withSecrets(element, environment))
  if (typeof value !== 'object' || value === null) return value
  if ('env' in value && typeof value.env === 'string') {
    const found = environment[value.env]
    if (found === undefined || found === '') {
      throw new UsageError(
        `The environment variable ${value.env} is not set.`,
        'The target names it as the place of a secret.',
        `Set it: ${value.env}=… paytwin verify …`,
      )
    }
    return found
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, element]) => [key, withSecrets(element, environment)]),
  )
}

/** Whether a base URL is of this machine. */
export function isLoopback(url: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname)
}

/** Every secret of a target, with what is shown in its place. */
export function secretsOf({
  merchants,
  shoppers,
}: Pick<Target, 'merchants' | 'shoppers'>): Map<string, string> {
  const secrets = [
    ...merchants.flatMap(({ accessToken, clientSecret, merchantAuth }) => [
      accessToken,
      clientSecret,
      merchantAuth,
    ]),
    ...Object.values(shoppers).flatMap((shopper) => (shopper === undefined ? [] : [shopper.accessToken])),
  ]
  return new Map(secrets.map((secret) => [secret, redacted]))
}
