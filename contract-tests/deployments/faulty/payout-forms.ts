// Deployments whose answers to payees and transfers that were taken have another form.

import { badForms, left } from '../bad-forms.ts'
import type { FaultyDeployment } from '../graded-deployment.ts'

const oneLess = (count: unknown) => Number(count) - 1
const done = () => 'Done'

export const faultyPayoutForms: readonly FaultyDeployment[] = [
  ...badForms('createTransfers', {
    'payouts.transfers-response-shape': [
      ['receivers', 'receivers by number', 'The receivers are an object.', (rows) => ({ ...Object(rows) })],
      ['result', 'a result that is null', 'The inner result is null.', left.null],
      ['errorData', 'no errorData', 'There is no errorData.', left.out],
      ['success', 'success in words', '`success` is the text "true".', () => 'true'],
    ],
    'payouts.transfers-inserted-count': [
      ['insertedCount', 'counts from nought', 'One transfer less is counted.', oneLess],
      ['insertedCount', 'a count in words', 'The count is text.', String],
      ['insertedCount', 'no count', 'There is no count.', left.out],
      ['insertedCount', 'always one', 'One transfer is counted, however many there are.', () => 1],
    ],
    'payouts.transfers-no-error-message': [
      ['errorMsg', 'a message on success', 'On success errorMsg says so.', done],
      ['errorMsg', 'a message that is null', 'On success errorMsg is null.', left.null],
      ['errorMsg', 'no message', 'On success there is no errorMsg.', left.out],
    ],
  }),
  ...badForms('addPayees', {
    'payouts.payees-response-shape': [
      ['payees', 'payees by number', 'The payees are an object.', (rows) => ({ ...Object(rows) })],
      ['payees', 'no payees', 'There are no payees in the answer.', left.out],
      ['success', 'success as a number', '`success` is 1.', () => 1],
    ],
    'payouts.payees-inserted-count': [
      ['insertedCount', 'counts from nought', 'One payee less is counted.', oneLess],
      ['insertedCount', 'a count in words', 'The count is text.', String],
      ['insertedCount', 'always one', 'One payee is counted, however many there are.', () => 1],
    ],
    'payouts.payees-no-error-message': [
      ['errorMsg', 'a message on success', 'On success errorMsg says so.', done],
      ['errorMsg', 'a message that is null', 'On success errorMsg is null.', left.null],
      ['errorMsg', 'no message', 'On success there is no errorMsg.', left.out],
    ],
  }),
]
