// A shopper's linked bank accounts.

import { derivedUuid } from '../../core/derived-uuid.ts'
import type { Handler } from './handler-types.ts'
import { pageOf } from './list-pages.ts'

export const listBanks: Handler<'listBanks'> = ({ world, shopper, query }) => ({
  ok: true,
  result: {
    banks: pageOf(world, query, [...shopper.banks.entries()]).map(([index, bank]) => ({
      // banks.of-the-shopper
      name: bank.name,
      value: bank.name.toLowerCase().replaceAll(' ', '-'),
      stockId: bank.stockId,
      limit: bank.limit,
      accounts: bank.accounts.map((account, at) => ({
        accountName: account.accountName,
        bankName: account.bankName,
        mask: account.mask,
        id: account.id,
        customerUrl: `${world.options.publicUrl}/customers/${shopper.id}`,
        customerId: shopper.id,
        fundingSource: derivedUuid(`funding source ${account.id}`),
        isPrimary: at === 0,
        currency: 'USD',
        isBalanceInfo: !world.assumptions.is('banks.balance-info', 'none'),
        balanceInfo: world.assumptions.is('banks.balance-info', 'none')
          ? null
          : { available: bank.limit, currency: 'USD' },
        status: world.assumptions.value('shoppers.status-integers').account,
      })),
      default: index === 0,
      priority: index + 1,
      connected: true,
    })),
    defaultCurrency: 'USD',
  },
})
