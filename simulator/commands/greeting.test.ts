// The output of `serve` names every account and URL, and its example requests work.

import { describe, expect, it } from 'vitest'
import { Simulator } from '../simulator.ts'
import { greeting, samples, tokenVariable } from './greeting.ts'

const url = 'http://127.0.0.1:4020'
const served = { url, clock: 'manual', control: true }

describe('the greeting', () => {
  const { defaultSandbox } = new Simulator()
  const text = greeting(defaultSandbox, served)

  it('names every account with its credentials', () => {
    const { merchants, shoppers, exchanges } = defaultSandbox.world.accounts
    for (const { id, accessToken, clientSecret } of merchants)
      expect(text).toMatch(new RegExp(`${id} +${accessToken} +${clientSecret}`))
    for (const { accessToken, description } of shoppers) {
      expect(text).toContain(accessToken)
      expect(text).toContain(description)
    }
    for (const { name } of exchanges) expect(text).toContain(name)
  })

  it('calls the id of a merchant what it is, and shows another client id', () => {
    expect(text).toMatch(/name +merchant id +access token/)
    const assumptions = { 'authentication.client-id': 'another' } as const
    const other = new Simulator({ assumptions }).defaultSandbox
    expect(greeting(other, served)).toMatch(/merchant id +client id[\s\S]*client-8a4d/)
  })

  it('names the URLs, the clock and the seed', () => {
    expect(text).toContain(`${url}/api`)
    expect(text).toContain(`${url}/control`)
    expect(text).toContain('2026-01-05T09:00:00.000Z, manual')
    expect(text).toContain('seed 1, validation strict')
    const plugged = greeting(defaultSandbox, { ...served, plugins: ['shop.mjs'] })
    expect(plugged).toMatch(/^ {2}plugins +shop\.mjs \(outside the contract\)$/m)
  })

  it.each([true, false])('names the pages that are served, with the control API: %s', async (control) => {
    const simulator = new Simulator({ control, publicUrl: url })
    const rows = greeting(simulator.defaultSandbox, { ...served, control }).matchAll(
      /^ {2}(dashboard|reference) +(\S+)$/gm,
    )
    const pages = Array.from(rows, ([, name, at = '']) => ({ name, at }))
    expect(pages.map(({ name }) => name)).toEqual(control ? ['dashboard', 'reference'] : ['reference'])
    for (const { name, at } of pages) {
      const headers = { accept: 'text/html' }
      const first = await simulator.fetch(at, { headers })
      const location = first.headers.get('location')
      const page = location === null ? first : await simulator.fetch(location, { headers })
      expect([page.status, (await page.text()).toLowerCase()]).toEqual([
        200,
        expect.stringContaining(name ?? ''),
      ])
    }
  })

  it('names the source of assumptions that are not the default ones', () => {
    expect(text).not.toContain('assumptions')
    const row = (given: object) =>
      /assumptions +(.*)/.exec(greeting(defaultSandbox, { ...served, ...given }))?.[1]
    const see = `see GET ${url}/control/assumptions`
    expect(row({ randomAssumptions: '7' })).toBe(`random, seed 7; ${see}`)
    expect(row({ assumptions: 'mine.json' })).toBe(`from mine.json; ${see}`)
    expect(row({ randomAssumptions: '7', control: false })).toBe('random, seed 7')
  })

  it('names the public URL and the token, and sends the token in its example', () => {
    expect(text).not.toMatch(/token +.*of the control API|public URL/)
    const shown = (controlToken: string) =>
      greeting(defaultSandbox, { ...served, publicUrl: 'https://shop.example', controlToken })
    expect(shown('abc')).toMatch(/public URL +https:\/\/shop\.example\n/)
    expect(shown('abc')).toContain('token       abc (of the control API)')
    expect(shown('abc')).toMatch(/curl .*\/control\/clock\/advance' -H 'Authorization: Bearer abc'/)
    expect(shown(tokenVariable)).toContain('-H "Authorization: Bearer $PAYTWIN_CONTROL_TOKEN"')
  })

  it('does not mention a control API that is not served', () => {
    const withoutControl = greeting(defaultSandbox, { ...served, control: false })
    expect(withoutControl).not.toContain('/control')
    expect(withoutControl).toContain('manual: no payment completes; see --clock\n')
    expect(text).toContain('Everything is in memory and')
  })

  it('says that a store has a default sandbox which this process has not', () => {
    expect(greeting(defaultSandbox, { ...served, isWhole: false })).toContain(
      'paytwin is ready, without its default sandbox. Everything is kept in --data and',
    )
  })
})

describe.each([true, false])('the example requests, with the control API: %s', (control) => {
  it.each(Array.from({ length: 8 }, (_, seed) => seed))(
    'succeed with random assumptions of seed %i',
    async (seed) => {
      const simulator = new Simulator({ randomAssumptions: seed, publicUrl: url })
      const offered = samples(simulator.defaultSandbox.world.accounts.firstMerchant, { ...served, control })
      for (const { url, token, body } of offered) {
        const headers = {
          'content-type': 'application/json',
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        }
        const post = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
        const response = await simulator.fetch(url, { headers, ...post })
        // Assumption `service.success-status`.
        const status = response.status === 201 ? 200 : response.status
        expect([url, status, await response.text()]).toEqual([url, 200, expect.any(String)])
      }
    },
  )
})
