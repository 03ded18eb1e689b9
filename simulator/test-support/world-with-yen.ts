// The default world with a currency without decimals, and one with three.

import { defaultWorld } from '../world/default-world.ts'

const [dollar] = defaultWorld.currencies
if (dollar === undefined) throw new Error('The world has no currency.')

export const worldWithYen = {
  ...defaultWorld,
  currencies: [
    ...defaultWorld.currencies,
    { ...dollar, id: 'JPY', title: 'Yen', symbol: '¥', decimals: 0, rate: '0.0067' },
    { ...dollar, id: 'KWD', title: 'Kuwaiti dinar', symbol: 'KD', decimals: 3, rate: '3.25' },
  ],
}
