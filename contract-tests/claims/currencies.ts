// The list of the currencies that a merchant has enabled. The contract does not say how the query affects it, nor in which
// order the currencies are listed.

import type { MerchantAccount } from '../../client/target.ts'
import type { Context } from '../steps/context.ts'
import { merchantsWithCoin, merchantsWithCurrencies } from '../steps/exchanges.ts'
import { properties } from '../steps/property.ts'
import { sendComplete } from '../steps/requests.ts'

async function listed(it: Context, merchant: MerchantAccount = it.merchant) {
  return it.given(await sendComplete(it, 'listCurrencies', { merchant })).result
}

/** The currencies that are listed for an amount in USD and, if the service accepts them, for others. */
async function listedForAny(it: Context, merchant: MerchantAccount) {
  const queries = [
    { amount: it.amount, currency: 'EUR' },
    { amount: '0.5', currency: 'USD' },
    // A look-up pays nothing, whatever the limit of the target.
    { amount: '12345.67', currency: 'USD' },
  ]
  const all = [await listed(it, merchant)]
  for (const query of queries) {
    const response = await sendComplete(it, 'listCurrencies', { merchant, query })
    if (response.outcome !== 'refusal') all.push(it.given(response).result)
  }
  return all.flat()
}

function isUrl(text: string): boolean {
  return URL.canParse(text) || /^\S*[/.]\S*$/.test(text)
}

export const currencies = properties({ level: 'read' })({
  'returns each currency in the stated shape': {
    checks: [
      'currencies.response-shape',
      'currencies.rate-is-decimal-text',
      'currencies.fiat-equivalent-text-or-null',
      'currencies.sort-integer-or-null',
    ],
    async run(it) {
      it.succeeds('currencies.response-shape', await sendComplete(it, 'listCurrencies'))
      // The shape of every success is checked.
      for (const merchant of it.target.merchants.slice(1))
        await sendComplete(it, 'listCurrencies', { merchant })
    },
  },
  'returns URLs as the logos of a currency': {
    checks: ['currencies.logos-are-urls'],
    async run(it) {
      for (const { id, logo, mobileLogo } of await listed(it)) {
        for (const logoUrl of [logo, mobileLogo])
          it.check('currencies.logos-are-urls', isUrl(logoUrl), {
            expected: `a URL of a logo of ${id}`,
            actual: JSON.stringify(logoUrl),
          })
      }
    },
  },
  'returns payment URI templates with placeholders for the address and the amount': {
    checks: ['currencies.network-template'],
    async run(it) {
      const templates = (await listed(it)).filter(({ network }) => network !== '')
      if (templates.length === 0) it.notApplicable('no listed currency has a template')
      for (const { id, network } of templates) {
        const complete = ['%%address%%', '%%amount%%'].every((placeholder) => network.includes(placeholder))
        it.check('currencies.network-template', complete, {
          expected: `a template of ${id} with %%address%% and %%amount%%, or an empty text`,
          actual: network,
        })
      }
    },
  },
  'returns a template of ETH with the parameter value': {
    checks: ['currencies.eth-template-has-value'],
    async run(it) {
      const network = (await listed(it)).find(({ id }) => id === 'ETH')?.network ?? ''
      if (network === '') it.notApplicable('ETH is not listed or has no template')
      it.check('currencies.eth-template-has-value', /[?&;]value=/.test(network), {
        expected: 'a template of ETH with the parameter `value`',
        actual: network,
      })
    },
  },
  'lists no currency that the merchant has not enabled': {
    checks: ['currencies.enabled-only'],
    async run(it) {
      for (const [merchant, enabled] of merchantsWithCurrencies(it)) {
        const all = await listedForAny(it, merchant)
        const extra = all.map(({ id }) => id).filter((id) => !enabled.includes(id))
        it.check('currencies.enabled-only', extra.length === 0, {
          expected: `no currency but ${enabled.join(', ')}`,
          actual: `also ${extra.join(', ')}`,
        })
      }
    },
  },
  'lists the coin that each merchant has enabled': {
    checks: ['currencies.enabled-shown'],
    async run(it) {
      const { coin } = it.target.known
      for (const merchant of merchantsWithCoin(it)) {
        const ids = (await listed(it, merchant)).map(({ id }) => id)
        it.check('currencies.enabled-shown', ids.includes(coin), {
          expected: `${coin} in the list`,
          actual: ids.join(', ') || 'nothing',
        })
      }
    },
  },
})
