// A shopper's linked bank accounts. Contract: Endpoints 12.

import { z } from 'zod'
import { operation } from '../operation.ts'
import { component, okResult, openObject, text } from '../primitives.ts'

export const BankAccount = component(
  'BankAccount',
  z.object({
    accountName: text,
    bankName: text,
    mask: text,
    id: text,
    customerUrl: text,
    customerId: text,
    fundingSource: text,
    isPrimary: z.boolean().nullable(),
    currency: text,
    isBalanceInfo: z.boolean(),
    balanceInfo: openObject.nullable(),
    status: z.number().int(),
  }),
)

export const Bank = component(
  'Bank',
  z.object({
    name: text,
    value: text,
    stockId: text,
    limit: text,
    accounts: z.array(BankAccount),
    default: z.boolean(),
    priority: z.number().int(),
    connected: z.boolean(),
  }),
  { description: "A bank that the shopper linked, with the shopper's accounts there." },
)

export const LinkedBanks = component('LinkedBanks', z.object({ banks: z.array(Bank), defaultCurrency: text }))

export const listBanks = operation({
  method: 'get',
  path: '/banks/my',
  section: 'Endpoints, 12',
  summary: "List the shopper's linked bank accounts",
  harm: 'read',
  credential: 'shopperToken',
  envelope: 'ok-result',
  response: okResult(LinkedBanks),
  responseExample: {
    ok: true,
    result: {
      banks: [
        {
          name: 'First Example Bank',
          value: 'first-example-bank',
          stockId: 'linked-bank-1',
          limit: '5000',
          accounts: [
            {
              accountName: 'Checking',
              bankName: 'First Example Bank',
              mask: '0001',
              id: 'account-1',
              customerUrl: 'https://bank.example/customers/1',
              customerId: 'customer-1',
              fundingSource: 'source-1',
              isPrimary: true,
              currency: 'USD',
              isBalanceInfo: false,
              balanceInfo: null,
              status: 1,
            },
          ],
          default: true,
          priority: 1,
          connected: true,
        },
      ],
      defaultCurrency: 'USD',
    },
  },
  refusals: [],
})
