// Mutants of the shopper behind a token.

import * as op from './operators.ts'
import { mutantsOf } from './table.ts'

const result = op.resultOf('getShopper')

export const shoppers = mutantsOf({
  'shoppers.response-shape': [op.omit, op.setNull, op.wrongType],
  'shoppers.codes-are-integers': [op.set('active'), op.asText, op.omit, op.set(1.5)],
  'shoppers.phone-country-is-an-integer': [
    op.asText(result('profile.phoneCountry')),
    op.asNumber(result('profile.zip')),
  ],
  'shoppers.null-or-filled': [op.omit, op.asBoolean, op.wrongType],
  'shoppers.of-the-token': [
    op.asFirstShopper('getShopper'),
    op.changing(
      'Returns the id of the first shopper as {}',
      (_, { world }) => world.accounts.shoppers[0]?.id,
    )(result('id')),
  ],
})
