// Secret names are found in any spelling, and no other field of the documents is hidden.

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { isSecretField } from './secret-fields.ts'

it.each([
  'access_token',
  'accessToken',
  'ACCESS-TOKEN',
  'apiKey',
  'x-api-key',
  'code2fa',
  'otp',
  'pin',
  'client secret',
  'private_key',
  'merchantAuth',
  'Set-Cookie',
  'X-Shop-Auth',
  'sig',
  'X-Amz-Signature',
  'session',
  'passcode',
  'security_code',
  'pass',
  'nonce',
  'ticket',
])('%s is a secret name', (name) => {
  expect(isSecretField(name)).toBe(true)
})

it('hides no field of the documents but those with credentials', () => {
  const hidden = new Set<string>()
  for (const file of ['spec/openapi.json', 'spec/control/openapi.json'])
    JSON.parse(readFileSync(file, 'utf8'), (key, value: unknown) => {
      if (key === 'properties')
        for (const name of Object.keys(Object(value))) if (isSecretField(name)) hidden.add(name)
      return value
    })
  // The passwords are booleans, which are shown.
  expect([...hidden].sort()).toEqual([
    'accessToken',
    'clientSecret',
    'code2fa',
    'merchantAuth',
    'password',
    'savePassword',
    'savepassword',
  ])
})
