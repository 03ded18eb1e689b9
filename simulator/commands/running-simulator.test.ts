// Refusals of the commands that drive a running simulator: wrong arguments, and errors of the control API.

import { Command } from 'commander'
import { expect, it } from 'vitest'
import { UsageError } from '../../core/errors.ts'
import { usageText } from '../../core/terminal-text.ts'
import { servedForSuite } from '../test-support/served.ts'
import { addRemoteCommand } from './remote-commands.ts'

const served = servedForSuite()

it.each<[string[], RegExp]>([
  [['logs', '--last', '0'], /^Invalid value "0" for --last\./],
  [['advance'], /^\S[^{]*bankingDays/],
  [['advance', 'yesterday'], /^Invalid time "yesterday"\.\n {2}Expected a duration or an instant\./],
  [['advance', '2026-02-01'], /has no time and no offset\.\n.*\n {2}Use, for example, 2026-02-01T00:00Z\./],
  [['advance', '2026-02-01T09:00'], /has no offset\.\n.*\n {2}Use, for example, 2026-02-01T09:00Z\./],
  [['advance', 'PT0.0000001S'], /^Invalid duration "PT0\.0000001S"\./],
  [['advance', '--banking-days', 'two'], /^Invalid value "two" for --banking-days\./],
  [['pay', 'no-such-order'], /^\S/],
  [['pay', 'order', '--by', 'cash'], /^\S.*/],
  [['resend', 'no-such-order'], /^Nothing was reported about "no-such-order"\./],
  [['status', '--url', 'localhost:4020'], /^Invalid URL "localhost:4020" of a simulator\./],
  [['status', '--url', 'http://127.0.0.1:9'], /does not respond/],
  [['status', '--port', '9'], /^The simulator is in one place\./],
  [['control', 'getClok'], /^Unknown operation "getClok".*\n {2}Did you mean "getClock"\?/],
  [['control', 'getTransaction'], /^getTransaction needs the field "id"\./],
  [
    ['control', 'getSchedule', '{"limt":1}'],
    /^getSchedule has no field "limt"\.\n {2}Did you mean "limit"\?/,
  ],
  [['control', 'getSchedule', 'limit'], /^The fields of getSchedule are no JSON object\./],
  [['control', 'advanceClock', '{"bnkingDays":1}'], /^\S.*bankingDays/s],
])('refuses %j with a remedy', async (args, message) => {
  const [name = ''] = args
  const program = new Command()
  addRemoteCommand(name)(program)
  const place = args.includes('--url') ? [] : ['--url', served.url]
  const error = await program
    .parseAsync([...args, ...place], { from: 'user' })
    .catch((thrown: unknown) => thrown)
  expect(error instanceof UsageError && usageText(error)).toMatch(message)
})
