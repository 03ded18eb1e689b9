// Payees, and transfers to them.

import type { RequestAction } from '../action.ts'
import type { Entry, State } from '../state.ts'

function payee(state: State): Readonly<Record<string, string>> {
  const { values, random } = state
  const known = random.chance(0.3) ? random.pick([...state.world.payees]) : undefined
  if (known !== undefined) {
    const { merchant: _, addedAt: __, ...fields } = known
    return fields as Readonly<Record<string, string>>
  }
  return {
    id: values.id('payee'),
    fname: random.of('Grace', 'Zoë', '李', 'J. R.'),
    lname: random.of('Example', 'Ünal', "O'Neill"),
    email: `${random.of('grace', 'zoe+pay', 'A.B')}${random.integer(1, 999)}@shop.example`,
    label: random.of('supplier', '', values.text()),
    businessname: random.of('G & Co', '', values.text()),
  }
}

const rows = <Row>(state: State, row: () => Row): Row[] =>
  Array.from({ length: state.random.of(1, 1, 2, 3, 6, 12, 13, state.random.chance(0.2) ? 55 : 0) }, row)

export const payouts: Readonly<Record<string, Entry<RequestAction>>> = {
  addPayees: {
    weight: 5,
    draw: (state) => ({
      operation: 'addPayees',
      merchant: state.merchant(),
      payload: rows(state, () => payee(state)),
    }),
  },
  createTransfers: {
    weight: 6,
    draw: (state) => {
      const { random, values } = state
      const transfer = () => ({
        ...payee(state),
        amount: random.of(12.5, 100, 1000, 1234.56, 0.1, 99.99, 0.00012345, 250),
        currency: random.of('USD', 'EUR', 'BTC', 'USDC', 'LTC'),
        descriptor: values.text(),
      })
      return { operation: 'createTransfers', merchant: state.merchant(), payload: rows(state, transfer) }
    },
  },
}
