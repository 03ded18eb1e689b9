// What any deployment must say of the currencies that a merchant has enabled. What the query changes, and in which order
// they are listed, is open.

import type { MerchantAccount } from '../../client/target.ts'
import type { Context } from '../engine/context.ts'
import { property } from '../engine/property.ts'

const reads = { resource: 'currencies', level: 'read' } as const

function ask(it: Context, merchant: MerchantAccount) {
  const query = { amount: it.target.known.amount, currency: 'USD' }
  return it.client.call('listCurrencies', { query, merchant })
}

/** Every currency that is listed for a merchant. */
async function listed(it: Context, merchant: MerchantAccount = it.merchant) {
  return it.given(await ask(it, merchant)).result
}

/** Whether a text is an address: with a scheme, or from the root or a folder of the host. */
function isAddress(text: string): boolean {
  return !/\s/.test(text) && (URL.canParse(text) || text.includes('/'))
}

export const currencies = [
  property({
    ...reads,
    title: 'each currency has its form',
    kind: 'example',
    checks: [
      'currencies.response-shape',
      'currencies.rate-is-decimal-text',
      'currencies.fiat-equivalent-text-or-null',
      'currencies.sort-integer-or-null',
    ],
    async run(it) {
      for (const merchant of it.target.merchants)
        it.succeeds('currencies.response-shape', await ask(it, merchant))
    },
  }),
  property({
    ...reads,
    title: 'the images of a currency stand at addresses',
    kind: 'example',
    checks: ['currencies.logos-are-urls'],
    async run(it) {
      for (const { id, logo, mobileLogo } of await listed(it)) {
        for (const image of [logo, mobileLogo])
          it.check('currencies.logos-are-urls', isAddress(image), {
            expected: `the address of an image of ${id}`,
            actual: JSON.stringify(image),
          })
      }
    },
  }),
  property({
    ...reads,
    title: 'the template of a payment URI has a place for the address and one for the amount',
    kind: 'example',
    checks: ['currencies.network-template'],
    async run(it) {
      const templates = (await listed(it)).filter(({ network }) => network !== '')
      if (templates.length === 0) it.notApplicable('no currency has a template here')
      for (const { id, network } of templates) {
        const complete = ['%%address%%', '%%amount%%'].every((place) => network.includes(place))
        it.check('currencies.network-template', complete, {
          expected: `a template of ${id} with %%address%% and %%amount%%, or no text`,
          actual: network,
        })
      }
    },
  }),
  property({
    ...reads,
    title: 'the template of ETH has the parameter value',
    kind: 'example',
    checks: ['currencies.eth-template-has-value'],
    async run(it) {
      const network = (await listed(it)).find(({ id }) => id === 'ETH')?.network ?? ''
      if (network === '') it.notApplicable('ETH is not listed here, or has no template')
      it.check('currencies.eth-template-has-value', /[?&;]value=/.test(network), {
        expected: 'a template of ETH with the parameter `value`',
        actual: network,
      })
    },
  }),
  property({
    ...reads,
    title: 'no currency is listed that the merchant of the token has not enabled',
    kind: 'example',
    checks: ['currencies.enabled-only'],
    async run(it) {
      const informed = it.target.merchants.filter(({ enabledCurrencies }) => enabledCurrencies !== undefined)
      if (informed.length === 0) it.notApplicable('needs enabledCurrencies of a merchant in the target file')
      for (const merchant of informed) {
        const enabled = merchant.enabledCurrencies ?? []
        const further = (await listed(it, merchant)).map(({ id }) => id).filter((id) => !enabled.includes(id))
        it.check('currencies.enabled-only', further.length === 0, {
          expected: `no currency but ${enabled.join(', ')}`,
          actual: `also ${further.join(', ')}`,
        })
      }
    },
  }),
  property({
    ...reads,
    title: 'the coin that each merchant is paid in is listed',
    kind: 'example',
    checks: ['currencies.enabled-shown'],
    async run(it) {
      const { coin } = it.target.known
      for (const merchant of it.target.merchants) {
        const ids = (await listed(it, merchant)).map(({ id }) => id)
        it.check('currencies.enabled-shown', ids.includes(coin), {
          expected: `${coin} in the list`,
          actual: ids.join(', ') || 'nothing',
        })
      }
    },
  }),
]
