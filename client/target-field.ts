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
