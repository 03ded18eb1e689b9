// A shopper's linked bank accounts. Contract: Endpoints, 12.

import { z } from 'zod'
import { operation } from '../operation.ts'
import { boolean, field, integer, namedObject, okResult, openObject, text } from '../primitives.ts'

const BankAccount = namedObject('BankAccount', 'An account of the shopper at a linked bank.', {
  accountName: field(text, 'Name of the account.', 'Checking'),
  bankName: field(text, 'Name of the bank.', 'First Example Bank'),
  mask: field(text, 'Masked account number, for example its last digits.', '0001'),
  id: field(text, 'Account id.', 'ac40f2c6-0000-4000-8000-000000000002'),
  customerUrl: field(
    text,
    'URL of the customer. Where it leads is not shown.',
    'https://bank.example/customers/1',
  ),
  customerId: field(text, 'Id of the customer.', '5a0b9c3e-0000-4000-8000-000000000002'),
  fundingSource: field(
    text,
    'Funding source of the account. What the text identifies is not shown.',
    '2f1d7c60-0000-4000-8000-000000000002',
  ),
  isPrimary: field(boolean.nullable(), 'Whether this is the primary account.', true),
  currency: field(text, 'Currency code.', 'USD'),
  isBalanceInfo: field(boolean, 'Whether balance information is available.', false),
  balanceInfo: field(openObject.nullable(), 'Balance information. Its fields are not shown.', null),
  status: field(integer, 'Status code. Its meaning is not shown.', 1),
})

const Bank = namedObject('Bank', "A bank that the shopper linked, with the shopper's accounts there.", {
  name: field(text, 'Name of the bank.', 'First Example Bank'),
  value: field(text, 'Value of the bank. What it identifies is not stated.', 'first-example-bank'),
  stockId: field(
    text,
    'Identifier of the linked bank, for the `stockId` of a bank payment.',
    'b1d7a3e4-0000-4000-8000-000000000002',
  ),
  limit: field(text, 'Limit of the bank. What it limits is not shown.', '5000'),
  accounts: field(z.array(BankAccount), "The shopper's accounts at this bank."),
  default: field(boolean, 'Whether this is the default bank.', true),
  priority: field(integer, 'Priority of the bank. Whether low or high comes first is not shown.', 1),
  connected: field(boolean, 'Whether the bank is connected.', true),
})

const LinkedBanks = namedObject('LinkedBanks', "The shopper's linked banks.", {
  banks: field(z.array(Bank), 'The banks that the shopper linked.'),
  defaultCurrency: field(text, 'Currency code of the default currency.', 'USD'),
})

export const listBanks = operation({
  method: 'get',
  path: '/banks/my',
  section: 'Endpoints, 12',
  summary: "List the shopper's linked bank accounts",
  description: 'Returns the banks with their accounts. A bank payment names one by its `stockId`.',
  harm: 'read',
  credential: 'shopperToken',
  envelope: 'ok-result',
  response: okResult(LinkedBanks),
  refusals: [],
})
