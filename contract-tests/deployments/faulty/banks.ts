// Deployments that are wrong about the bank accounts that a shopper has linked.

import { badForms, left } from '../bad-forms.ts'
import { faulty } from '../graded-deployment.ts'
import { spoiling } from '../spoiling.ts'

export const faultyBanks = [
  ...badForms('listBanks', {
    'banks.response-shape': [
      ['', 'success without banks', 'The answer is ok, and has no result.', left.out],
      ['defaultCurrency', 'no default currency', 'defaultCurrency is left out.', left.out],
      ['banks.*.priority', 'the priority as text', 'The priority of a bank is text.', String],
      ['banks.*.limit', 'the limit as a number', 'The limit of a bank is a number.', Number],
      ['banks.*.accounts.*.mask', 'no mask', 'An account has no mask.', left.out],
      [
        'banks.*.accounts.*.status',
        'the status by a word',
        'The status of an account is a word.',
        () => 'ok',
      ],
      ['banks.*.connected', 'connected as a number', 'connected is 0 or 1.', Number],
    ],
    'banks.primary-boolean-or-null': [
      ['banks.*.accounts.*.isPrimary', 'primary as a number', 'isPrimary is 0 or 1.', Number],
      ['banks.*.accounts.*.isPrimary', 'nothing of primary', 'isPrimary is left out.', left.out],
    ],
    'banks.balance-info-object-or-null': [
      ['banks.*.accounts.*.balanceInfo', 'no balance', 'balanceInfo is left out.', left.out],
      ['banks.*.accounts.*.balanceInfo', 'the balance as a number', 'balanceInfo is a number.', Number],
      ['banks.*.accounts.*.balanceInfo', 'balances as a list', 'balanceInfo is an array.', () => []],
    ],
  }),
  faulty({
    requirement: 'banks.of-the-shopper',
    name: 'no banks',
    says: 'The list is always empty.',
    response: spoiling('listBanks', 'result.banks', () => []),
  }),
  faulty({
    requirement: 'banks.of-the-shopper',
    name: 'no accounts',
    says: 'A linked bank is listed without its accounts.',
    response: spoiling('listBanks', 'result.banks.*.accounts', () => []),
  }),
  faulty({
    requirement: 'banks.of-the-shopper',
    name: "the first shopper's banks",
    says: "Every shopper is shown the first shopper's banks.",
    handlers: (real) => ({
      listBanks: (call) =>
        real.listBanks({ ...call, shopper: call.world.accounts.shoppers[0] ?? call.shopper }),
    }),
  }),
  faulty({
    requirement: 'banks.of-the-shopper',
    name: "everybody's banks",
    says: 'The list holds the banks of all shoppers.',
    handlers: (real) => ({
      listBanks: (call) => {
        const banks = call.world.accounts.shoppers.flatMap((shopper) => shopper.banks)
        return real.listBanks({ ...call, shopper: { ...call.shopper, banks } })
      },
    }),
  }),
]
