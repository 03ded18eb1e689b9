// The test accounts of the default world and what comes of a payment as each of them: every payment is made in a simulator.

import { ControlError } from '../../client/control-client.ts'
import { createSimulator } from '../../simulator/index.ts'
import { defaultWorld } from '../../simulator/world/default-world.ts'
import { code, notice, page, table } from './markdown.ts'

type Way = 'exchange' | 'wallet' | 'bank'

const [first, ...others] = defaultWorld.merchants
const payments: readonly [head: string, merchant: typeof first, way: Way][] = [
  ['by exchange', first, 'exchange'],
  ['by wallet', first, 'wallet'],
  ...[first, ...others].map((one): [string, typeof first, Way] => [
    `by bank, to ${one?.username}`,
    one,
    'bank',
  ]),
]

/** The last status of a payment of 40 USD, or why it was refused. */
async function outcome(as: string, merchantToken: string, by: Way): Promise<string> {
  const { fetch, payInvoice, clock, control } = createSimulator()
  const cart = [{ id: 'lamp', name: 'Desk lamp', price: '40.00', quantity: 1 }]
  const created = await fetch('/api/hosted-page', {
    method: 'POST',
    headers: { authorization: `Bearer ${merchantToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ order: 'order-1', amount: '40.00', currency: 'USD', cart, shippingAddress: null }),
  })
  const { result } = (await created.json()) as { result: { uuid: string } }
  try {
    await payInvoice(result.uuid, { as, by })
  } catch (error) {
    if (error instanceof ControlError) return error.detail
    throw error
  }
  await clock.advance({ by: 'P10D' })
  return (await control.listTransactions()).transactions[0]?.status ?? 'no payment'
}

/** The page docs/reference/accounts.md. */
export async function accountsPage(): Promise<string> {
  const rows = await Promise.all(
    defaultWorld.shoppers.map(async ({ accessToken }) => [
      code(accessToken),
      ...(await Promise.all(
        payments.map(([, merchant, way]) => outcome(accessToken, merchant?.accessToken ?? '', way)),
      )),
    ]),
  )
  return page(
    '# Test accounts',
    notice,
    'The account that pays determines the outcome, at every exchange. A code before a text is the `statusCode` of the response; its meaning is ' +
      'in [the contract](contract.md). A wallet pays what it is asked for, or a share of it: see [other outcomes](../guide/failures.md).',
    table(['account', ...payments.map(([head]) => head)], rows),
    '`npx paytwin world` prints these accounts. Change them, and serve them with `--world FILE`, for other balances, fees, minimums and currencies.',
  )
}
