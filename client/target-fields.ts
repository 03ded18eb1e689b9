// The fields of a target file: how they are described, the scalar types that several of them share, and those that say what is known
// about a target and available beyond the contract.

import { extendApi } from '@anatine/zod-openapi'
import { z } from 'zod'
import { unspecifiedBehaviors } from '../spec/unspecified.ts'
import { type ClientAssumptions, clientOptions, fieldNames } from './assumptions.ts'
import { isEncryptionKey } from './encryption.ts'

/** Describes a field: what it is, what depends on it, and an example. */
export function field<Schema extends z.ZodTypeAny>(
  schema: Schema,
  meaning: string,
  consequence: string,
  example: unknown,
): Schema {
  return extendApi(schema, { description: `${meaning} ${consequence}`, examples: [example] })
}

export const text = z.string()

export const token = text.regex(/^[\x21-\x7e]+$/, {
  message: 'must be printable ASCII without spaces, because it is sent in a header',
})

export const integer = z.number().int()

export const pem = text.refine(isEncryptionKey, {
  message:
    'must be an RSA public key in PEM: "-----BEGIN PUBLIC KEY-----\\nMIIBIj…", with \\n at each line end',
})

export const httpUrl = text
  .url()
  .refine((url) => /^https?:\/\//i.test(url), { message: 'must begin with http:// or https://' })

export const decimal = text.regex(/^[0-9]+(\.[0-9]+)?$/, {
  message: 'must be a decimal as text, such as 25.00',
})

/** Headers that the suite sends itself, or that describe the connection. */
const ownHeaders = [
  'authorization',
  'content-type',
  'content-length',
  'host',
  'connection',
  'transfer-encoding',
]

export const headers = z
  .record(
    text.regex(/^[\t\x20-\x7e]+$/, { message: 'must be printable ASCII, because it is sent in a header' }),
  )
  .superRefine((value, context) => {
    for (const name of Object.keys(value)) {
      const isName = /^[\w!#$%&'*+.^`|~-]+$/.test(name)
      if (isName && !ownHeaders.includes(name.toLowerCase())) continue
      const message = isName ? 'must be left to the suite' : 'must have the name of a header'
      context.addIssue({ code: 'custom', path: [name], message })
    }
  })

/** The maximum of every time that a target file sets. */
export const maxWaitSeconds = 3600

const isFieldName = (id: string) => fieldNames.some((name) => name === id)

type OptionSchemas = { [Id in keyof ClientAssumptions]: z.ZodDefault<z.ZodType<ClientAssumptions[Id]>> }

const details: Readonly<Record<string, string>> = {
  'encryption.rsa-padding': '`oaep` has the hash SHA-1; any other hash needs `module`. ',
}

export const assumptions = z
  .object(
    Object.fromEntries(
      Object.entries(clientOptions).map(([id, options]) => [
        id,
        field(
          (isFieldName(id) ? text.min(1) : z.enum(options)).default(options[0]),
          unspecifiedBehaviors[id as keyof ClientAssumptions].question,
          isFieldName(id)
            ? 'Any name, or `bare` for the encrypted text alone, as a JSON string; with a wrong one, the service refuses requests.'
            : `${details[id] ?? ''}Requests follow this choice; with a wrong one, the service refuses them.`,
          options[1],
        ),
      ]),
    ) as unknown as OptionSchemas,
  )
  .strict()

const statusInteger = (status: string, example: number) =>
  field(
    z.union([integer, z.array(integer).min(1)], {
      errorMap: () => ({ message: 'must be an integer or a list of integers' }),
    }),
    `The integer for ${status}, or a list of all that stand for it.`,
    'The suite reads the statuses of transactions by it; with a wrong one, it reports violations that are none.',
    example,
  )

export const known = z
  .object({
    statusIntegers: field(
      z
        .object({
          pending: statusInteger('pending', 0),
          processing: statusInteger('processing', 1),
          canceled: statusInteger('canceled', 2),
          completed: statusInteger('completed', 3),
        })
        .optional(),
      'The integers of the four transaction statuses.',
      'Without them, the suite does not check which status a transaction has.',
      { pending: 0, processing: 1, canceled: 2, completed: 3 },
    ),
    coin: field(
      text.default('BTC'),
      'A crypto currency that every exchange, the merchants and the partner have enabled.',
      'Payments are made in it; if it is not enabled, they are refused.',
      'ETH',
    ),
    amount: field(
      text.regex(/^[0-9]+\.[0-9]{2}$/).default('30.00'),
      'An amount in USD that can be paid: above every minimum, below every balance of `ready`.',
      'Most payments have it; it must not exceed `limits.amount`.',
      '12.00',
    ),
    emailDomain: field(
      text
        .regex(/^[\w-]+(\.[\w-]+)+$/, { message: 'must be a domain, such as example.com' })
        .default('shop.example'),
      'A domain whose email addresses the deployment accepts.',
      'The addresses of customers and payees end in it; a service may refuse a domain that receives no mail.',
      'example.com',
    ),
    phone: field(
      text.optional(),
      'A phone number that the deployment accepts.',
      'The suite tries it first, before fictitious numbers of the US in several notations; a service may look numbers up.',
      '+1 202 555 0101',
    ),
    orderIds: field(
      z.enum(['text', 'digits']).default('text'),
      'Which order ids the deployment accepts: any text, or digits only.',
      'Order ids such as `pt-1-order-7` show which run an order is from; a service may refuse them.',
      'digits',
    ),
    partnerCurrencies: field(
      z.array(text).optional(),
      'Codes of all currencies the partner has enabled; an exchange need not have all of them.',
      'A balance at any exchange must list no wallet of another currency in this file. Payments are also made in a second coin, which a merchant has enabled, too. Without these codes, the suite does neither.',
      ['BTC', 'ETH'],
    ),
  })
  .strict()

export const capabilities = z
  .object({
    control: field(
      z
        .object({
          url: field(
            httpUrl,
            'The URL of the simulator whose control API it is, with or without `/control` at its end.',
            'Control operations are sent below it.',
            'http://127.0.0.1:4010',
          ),
          token: field(
            token.optional(),
            'The token that the control API requires, if it requires one.',
            'Without it, such a control API refuses every operation.',
            { env: 'PAYTWIN_CONTROL_TOKEN' },
          ),
          ownSandbox: field(
            z.boolean().optional(),
            'Whether runs create a separate sandbox and leave the one of baseUrl unchanged. By default they do if baseUrl has the origin of the control API, and send every request there.',
            'Otherwise, a run changes the data and moves the clock of the sandbox that baseUrl leads to.',
            false,
          ),
        })
        .strict()
        .optional(),
      'The control API of a simulator: the clock, the shopper and the webhooks.',
      'Without it, requirements that need a clock or a shopper who acts are not checked.',
      { url: 'http://127.0.0.1:4010' },
    ),
    webhooks: field(
      z
        .object({
          publicUrl: field(
            httpUrl.optional(),
            "Where the deployment reaches the suite's receiver; this machine by default.",
            'The webhook of the first merchant is /webhook/0 below it, of the second /webhook/1; register them there.',
            'https://hooks.example.com',
          ),
          host: field(
            text.default('127.0.0.1'),
            'The address that the receiver listens on.',
            'Only clients that reach this address can deliver.',
            '0.0.0.0',
          ),
          port: field(
            integer.min(0).max(65535).default(0),
            'The port that the receiver listens on; 0 takes a free one.',
            'A registered webhook needs a fixed one.',
            8099,
          ),
          log: field(
            text.min(1).optional(),
            'A file to which your receiver adds each delivery, one JSON object in a line: receivedAt, method, url, body.',
            'With it, the suite starts no receiver, and runs in two phases judge what was received between them.',
            'deliveries.jsonl',
          ),
          waitSeconds: field(
            z.number().min(0).max(maxWaitSeconds).default(5),
            'The time to wait for a delivery, in seconds.',
            'A delivery that comes later counts as missing.',
            30,
          ),
        })
        .strict()
        .optional(),
      "The suite's webhook receiver.",
      'Without it and without a control API, webhooks are not checked.',
      { publicUrl: 'https://hooks.example.com', port: 8099 },
    ),
  })
  .strict()
