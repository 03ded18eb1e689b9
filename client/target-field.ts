// How the fields of a target file are described, and the scalar types that several of them share.

import { extendApi } from '@anatine/zod-openapi'
import { z } from 'zod'
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

export const integer = z.number().int()

/** A secret, or the environment variable that has it. */
export const secret = z.union(
  [
    text,
    z
      .object({
        env: field(
          text,
          'The name of an environment variable that has the secret.',
          'It keeps the secret out of the file; reading the file fails if the variable is not set.',
          'SHOP_ACCESS_TOKEN',
        ),
      })
      .strict(),
  ],
  {
    errorMap: (_, { data }) => ({
      message:
        data === undefined
          ? 'Required'
          : 'must be a text, or {"env":"NAME"} to read the environment variable NAME',
    }),
  },
)

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
