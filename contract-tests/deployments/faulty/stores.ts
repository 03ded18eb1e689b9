// Deployments that are wrong about a merchant's store.

import { badForms, left } from '../bad-forms.ts'
import { faulty } from '../graded-deployment.ts'
import { spoiling } from '../spoiling.ts'

export const faultyStores = [
  ...badForms('getStore', {
    'stores.response-shape': [
      ['', 'success without a store', 'The answer is ok, and its result is empty.', () => ({})],
      ['whiteLabel.colorSchema', 'no colours', 'The white label has no colorSchema.', left.out],
      ['settings.tabs', 'tabs as text', 'The tabs are one text.', (tabs) => [tabs].flat().join(', ')],
      ['settings.bankPaymentEnabled', 'a setting as a number', 'A setting is 0 or 1.', Number],
      ['whiteLabel.partner.fullname', 'a partner without a name', 'The partner has no fullname.', left.out],
      ['merchant.shopData.description', 'no description', 'The shop has no description.', left.out],
      ['settings', 'no settings', 'The settings are null.', left.null],
    ],
    'stores.white-label-id-is-an-integer': [
      ['whiteLabel.id', 'a white label by text', 'The id of the white label is text.', String],
      ['whiteLabel.partnerId', 'a partner by number', 'The partnerId is a number.', () => 1],
    ],
    'stores.tab-labels': [
      [
        'settings.tabs.*',
        'tabs in small letters',
        'The labels are in small letters.',
        (tab) => String(tab).toLowerCase(),
      ],
      ['settings.tabs', 'a tab for cards', 'There is a fourth tab.', (tabs) => [tabs, 'Card'].flat()],
    ],
  }),
  faulty({
    requirement: 'stores.of-the-merchant',
    name: 'the first store',
    says: 'The store is that of the first merchant, whoever asks.',
    handlers: (real) => ({
      getStore: (call) => real.getStore({ ...call, merchant: call.world.accounts.firstMerchant }),
    }),
  }),
  faulty({
    requirement: 'stores.of-the-merchant',
    name: "another merchant's shop",
    says: "The store bears the merchant's id and the shop of another.",
    response: spoiling(
      'getStore',
      'result.merchant.shopData',
      (_, { world }) => world.accounts.merchants[1]?.shop,
    ),
  }),
]
