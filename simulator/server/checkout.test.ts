// The hosted checkout page, used as a browser without scripts does: by links and forms.

import { describe, expect, it } from 'vitest'
import { createSimulator } from '../embedding/create-simulator.ts'
import { Simulator } from '../simulator.ts'
import { createInvoice, magazine } from '../test-support/requests.ts'
import { openShop, Shop, shopIn } from '../test-support/shop.ts'

async function checkout(overrides: object = {}) {
  const { simulator, control, clock, shop } = await openShop()
  const { uuid } = await createInvoice(shop, 'order-1', { amount: '30', ...overrides })
  const path = `/checkout/${uuid}`
  const show = async (query = '') => (await simulator.fetch(`${path}${query}`)).text()
  const pay = async (form: Record<string, string>) => {
    const response = await simulator.fetch(`${path}/pay`, { method: 'POST', body: new URLSearchParams(form) })
    const location = response.headers.get('location')
    return { status: response.status, location, text: await response.text() }
  }
  return { simulator, control, clock, show, pay, uuid }
}

describe('the checkout page', () => {
  it('has a tab for each method that the store has enabled', async () => {
    const simulator = createSimulator()
    const { url } = await createInvoice(await shopIn(simulator, 1), 'order-1')
    const page = await (await simulator.fetch(url)).text()
    expect(page).toContain('>Crypto Wallet</a>')
    expect(page).not.toContain('>Bank Transfer</a>')
  })

  it('asks for the password and warns of the whitelist where the check says so', async () => {
    const { show } = await checkout()
    expect(await show('?as=shopper-asks-password')).toContain('type="password"')
    expect(await show('?as=shopper-not-whitelisted')).toContain('not whitelisted')
    expect(await show('?as=shopper-ready')).not.toContain('type="password"')
  })

  it('warns of a balance that does not cover the amount, before the payment', async () => {
    const { show } = await checkout()
    const warning = 'The balance at Beta Exchange does not cover this amount'
    const page = await show('?as=shopper-low-balance&exchange=betaexchange')
    expect(page).toContain(warning)
    expect(page).toContain('BTC, balance 0.00000001<')
    expect(page).toContain('class="primary">Pay 30.00 USD')
    expect(await show('?as=shopper-ready&exchange=betaexchange')).not.toContain(warning)
  })

  it('says what the chosen account is for', async () => {
    const page = await (await checkout()).show('?as=shopper-abroad')
    expect(page).toContain('value="shopper-abroad" selected>shopper-abroad</option>')
    expect(page).toMatch(/<small id="as-description">\w[^<]+<\/small>/)
  })

  it('says that a relative redirect URL is no link back', async () => {
    const note = 'is not an absolute http(s) URL'
    expect(await (await checkout({ redirectUrl: '' })).show()).not.toContain(note)
    expect(await (await checkout({ redirectUrl: '/back' })).show()).toContain(note)
    expect(await (await checkout({ redirectUrl: 'https://shop.example/' })).show()).not.toContain(note)
    expect(await (await checkout()).show()).not.toContain(note)
  })

  it.each([
    [magazine, 'monthly for 12 months'],
    [{ ...magazine, subscriptionPeriod: '1y' }, 'monthly for 1 year'],
    [{ ...magazine, frequency: 'weekly', subscriptionPeriod: '26w' }, 'weekly for 26 weeks'],
  ])('shows the terms of a subscription item', async (line, terms) => {
    const page = await (await checkout({ amount: '12.50', cart: [line] })).show()
    expect(page).toContain(`<small>${terms}</small>`)
  })

  it.each([
    ['12m', 'then 12.50 USD monthly until 2027-01-05'],
    ['6w', 'then 12.50 USD monthly until 2026-02-16'],
  ])('shows what a subscription item of %s costs after the first payment', async (period, renewal) => {
    const cart = [{ ...magazine, subscriptionPeriod: period }]
    const { show, pay } = await checkout({ amount: '12.50', cart })
    expect(await show()).toContain(renewal)
    await pay({ by: 'exchange', as: 'shopper-ready' })
    expect(await show()).toContain(renewal)
  })

  it.each(['wallet', 'bank'])('offers no %s payment of a subscription item', async (tab) => {
    const { show, pay } = await checkout({ amount: '12.50', cart: [magazine] })
    const page = await show(`?tab=${tab}`)
    expect(page).toContain('Subscription items can only be paid through an exchange.')
    expect(page).not.toContain('class="primary"')
    expect((await pay({ by: tab, as: 'shopper-ready' })).status).toBe(409)
  })

  it('writes an amount of a coin in one form', async () => {
    const { show, pay } = await checkout()
    expect(await show('?coin=BTC')).toMatch(/0\.0006 BTC<\/span>, for <span class="amount">30\.00 USD/)
    await pay({ by: 'exchange', as: 'shopper-ready', coin: 'BTC' })
    expect(await show()).toContain('>0.0006 BTC</span></dd>')
  })

  it('does not link to a redirect URL of another scheme', async () => {
    const { show, pay } = await checkout({ redirectUrl: 'javascript:alert(1)' })
    await pay({ by: 'exchange', as: 'shopper-ready' })
    const page = await show()
    expect(page).toContain('Payment in progress')
    expect(page).not.toContain('javascript:')
  })
})

describe('a payment on the checkout page', () => {
  it('from an exchange is received, completes, and leads back to the shop', async () => {
    const { clock, show, pay } = await checkout({ redirectUrl: 'https://shop.example/thanks?a=1&b=2' })
    const { status, location } = await pay({ by: 'exchange', as: 'shopper-ready', exchange: 'betaexchange' })
    expect([status, location]).toEqual([303, expect.stringContaining('as=shopper-ready')])
    const received = await show()
    expect(received).toContain('<dd>pending</dd>')
    expect(received).toContain('href="https://shop.example/thanks?a=1&amp;b=2"')
    await clock.advance({ by: 'PT2H' })
    expect(await show()).toContain('<h2>Paid</h2>')
  })

  it('from a wallet is made in parts', async () => {
    const { show, pay } = await checkout()
    await pay({ by: 'wallet', as: 'shopper-ready', coin: 'BTC', share: '0' })
    const open = await show('?tab=wallet')
    expect(open).toContain('src="data:image/svg+xml;base64,')
    expect(open).toContain('bitcoin:tb1')
    await pay({ by: 'wallet', as: 'shopper-ready', coin: 'BTC', share: '0.5' })
    const rest = await show()
    expect(rest).toContain('Pay the rest, 0.0003 BTC')
    expect(rest).toMatch(/amount=0\.0003\D/)
    expect(rest).not.toContain('amount=0.0006')
    expect(await show('?tab=exchange')).not.toContain('Pay the rest')
    await pay({ by: 'wallet', as: 'shopper-ready', coin: 'BTC', share: '' })
    expect(await show()).toContain('Payment in progress')
  })

  it.each([
    [{ by: 'exchange', exchange: 'alphaexchange', coin: 'ETH', shown: 'alphaexchange BTC' }],
    [{ by: 'exchange', exchange: 'betaexchange', coin: 'BTC', shown: 'alphaexchange BTC' }],
    [{ by: 'bank', shown: 'shopper-low-balance' }],
  ])('of another choice than the one shown is refused: %j', async (form) => {
    const { control, pay } = await checkout()
    const { status, text } = await pay({ as: 'shopper-ready', ...form })
    expect([status, text]).toEqual([409, expect.stringContaining('Check the amount')])
    expect((await control.listTransactions()).transactions).toEqual([])
  })

  it('that is in progress is shown on the next visit, without a form', async () => {
    const { show, pay } = await checkout()
    await pay({ by: 'exchange', as: 'shopper-ready' })
    const again = await pay({ by: 'exchange', as: 'shopper-ready' })
    expect(again.status).toBe(409)
    expect(again.text).not.toContain('role="alert"')
    for (const page of [again.text, await show()]) {
      expect(page).toContain('You do not have to pay again.')
      expect(page).not.toContain('<form')
    }
  })

  it('needs the password that the exchange asks for', async () => {
    const { control, pay } = await checkout()
    const form = { by: 'exchange', as: 'shopper-asks-password' }
    const refused = await pay({ ...form, password: '' })
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('no `password`')])
    expect((await pay({ ...form, password: 'hunter22' })).status).toBe(303)
    const { transactions } = await control.listTransactions()
    expect(transactions.map(({ status }) => status)).toEqual(['pending'])
  })

  it('does not pass the password that was typed on', async () => {
    const simulator = new Simulator()
    const shop = await Shop.open({ url: simulator.publicUrl, fetch: simulator.fetch })
    const { url } = await createInvoice(shop, 'order-1')
    const requests: string[] = []
    simulator.onEntry((_, { text }) => requests.push(text))
    const fields = { by: 'exchange', as: 'shopper-asks-password', password: 'hunter22' }
    await simulator.fetch(`${url}/pay`, { method: 'POST', body: new URLSearchParams(fields) })
    expect(requests).toEqual([expect.stringContaining('"password":"typed on the page"')])
  })

  it('from a bank shows the expected banking day', async () => {
    const { show, pay } = await checkout()
    await pay({ by: 'bank', as: 'shopper-ready' })
    expect(await show()).toMatch(/<dt>Expected<\/dt><dd>2026-01-\d\d/)
  })

  it('with an address that is too long for a QR code shows no code', async () => {
    const amount = '9'.repeat(4000)
    const cart = [{ id: 'a', name: 'a', price: amount, quantity: 1 }]
    const { show, pay } = await checkout({ amount, cart })
    await pay({ by: 'wallet', as: 'shopper-ready', coin: 'BTC', share: '0' })
    const page = await show('?tab=wallet')
    expect(page).toContain('Your simulated wallet')
    expect(page).not.toContain('<img')
  })

  it('shows the first lines of a very long cart', async () => {
    const cart = Array.from({ length: 10_000 }, () => ({ id: 'a', name: 'a', price: '0.003', quantity: 1 }))
    expect(await (await checkout({ cart })).show()).toContain('and 9900 more')
  })

  it('that the service refuses shows the stated error and keeps the choices', async () => {
    const { pay } = await checkout()
    const { status, text } = await pay({ by: 'exchange', as: 'shopper-low-balance' })
    expect([status, text]).toEqual([409, expect.stringContaining('419: Insufficient Balance')])
    expect(text).toContain('value="shopper-low-balance" selected')
  })

  it.each([
    {},
    { by: 'card' },
    { by: 'exchange' },
    { by: 'wallet', as: 'shopper-ready', share: 'x' },
    { by: 'x'.repeat(20_000) },
  ])('is refused when the form is %j', async (form) => {
    const { simulator, pay } = await checkout()
    const before = (await simulator.snapshot()).digest
    expect((await pay(form as Record<string, string>)).status).toBe(409)
    expect((await simulator.snapshot()).digest).toBe(before)
  })
})
