// A merchant's store, its white label and its settings. Contract: Endpoints, 13.

import { z } from 'zod'
import { operation } from '../operation.ts'
import { component, okResult, present, Timestamp, text } from '../primitives.ts'
import { checkoutTabs } from '../states.ts'
import { ShopData } from './transactions.ts'

export const WhiteLabel = component(
  'WhiteLabel',
  z.object({
    id: z.number().int(),
    partnerId: text,
    colorSchema: z.object({ partnerUrl: present, contactEmail: present, partnerLabel: present }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    partner: z.object({ fullname: present }),
  }),
)

export const StoreSettings = component(
  'StoreSettings',
  z.object({
    bankPaymentEnabled: z.boolean(),
    walletPaymentEnabled: z.boolean(),
    exchangePaymentEnabled: z.boolean(),
    tabs: z.array(z.enum(checkoutTabs)),
  }),
)

export const Store = component(
  'Store',
  z.object({
    merchant: z.object({ id: text, shopData: ShopData }),
    whiteLabel: WhiteLabel,
    settings: StoreSettings,
  }),
)

export const getStore = operation({
  method: 'get',
  path: '/stores',
  section: 'Endpoints, 13',
  summary: "Read the merchant's store",
  harm: 'read',
  credential: 'merchantToken',
  envelope: 'ok-result',
  response: okResult(Store),
  responseExample: {
    ok: true,
    result: {
      merchant: {
        id: '8a4d1c55-0c8d-4a55-9d0e-6f3f3c1b2a10',
        shopData: { url: 'https://shop.example', logo: '', companyName: 'Lamp Shop', description: '' },
      },
      whiteLabel: {
        id: 1,
        partnerId: 'partner-1',
        colorSchema: {
          partnerUrl: 'https://partner.example',
          contactEmail: 'help@partner.example',
          partnerLabel: 'Partner',
        },
        createdAt: '2026-01-05T09:30:00.000Z',
        updatedAt: '2026-01-05T09:30:00.000Z',
        partner: { fullname: 'Example Partner' },
      },
      settings: {
        bankPaymentEnabled: true,
        walletPaymentEnabled: true,
        exchangePaymentEnabled: true,
        tabs: ['Crypto Exchange', 'Crypto Wallet', 'Bank Transfer'],
      },
    },
  },
  refusals: [],
})
