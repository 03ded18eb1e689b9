// Mutants of the store of a merchant.

import * as op from './operators.ts'
import { mutantsOf } from './table.ts'

const result = op.resultOf('getStore')

export const stores = mutantsOf({
  'stores.response-shape': [op.omit, op.wrongType, op.setNull, op.asText(result('settings.tabs'))],
  'stores.white-label-id-is-an-integer': op.wrongType,
  'stores.tab-labels': [
    op.lowerCase(result('settings.tabs.*')),
    op.list('Adds a tab "Card" to {}', (tabs) => [...tabs, 'Card']),
  ],
  'stores.of-the-merchant': [op.asFirstMerchant('getStore'), op.otherShop(result('merchant.shopData'))],
})
