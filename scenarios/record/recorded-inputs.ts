// The inputs of a recorded scenario: what a request takes from the accounts of the target. Identifiers and tokens are recognized
// anywhere by their texts, unless they are short; an access token, an exchange, a coin, merchantAuth and the token of payouts by their
// places, because the same text may be something else elsewhere.

import type { Target } from '../../client/target.ts'
import { valueAt } from '../../core/json.ts'
import { operationResources } from '../../spec/resource-names.ts'
import { isSecretField } from '../../spec/secret-fields.ts'
import { inputsOf, namedMerchants } from '../inputs.ts'
import { succeeded } from './recorded-steps.ts'
import type { RecordedCall } from './recording.ts'
import { inputTexts } from './value-sources.ts'

const resources: Readonly<Record<string, string>> = operationResources

export class RecordedInputs {
  /** The input of each text of an account: `merchant.accessToken` by the token. */
  readonly texts: ReadonlyMap<string, string>
  private readonly target: Target | undefined
  private readonly provided: Record<string, unknown>
  /** The inputs that are used, with the fields of each. */
  private readonly used = new Map<string, Set<string>>()
  /** The inputs that no target provides, with their values. */
  private readonly own = new Map<string, string>()

  constructor(target: Target | undefined, receivers: readonly string[]) {
    this.target = target
    this.provided = target === undefined ? {} : inputsOf(target)
    this.texts = inputTexts(target, receivers)
  }

  /** The expression for a value of a request; undefined if no input has it. */
  expression(value: string, call: RecordedCall | undefined, field: string): string | undefined {
    const placed = call === undefined ? undefined : this.placed(call, field, value)
    const input = placed ?? this.texts.get(value)
    if (input === undefined) return undefined
    const [name = '', part] = input.split('.')
    const parts = this.used.get(name) ?? new Set()
    if (part !== undefined) parts.add(part)
    this.used.set(name, parts)
    return `$inputs.${input}`
  }

  /** The schemas of the inputs that are used. */
  schemas(): Record<string, unknown> {
    const text = (field: string) => ({
      type: 'string',
      ...(isSecretField(field) ? { format: 'password' } : {}),
    })
    const schemaOf = (name: string, parts: ReadonlySet<string>) => {
      const value = this.own.get(name)
      if (value !== undefined) return { type: 'string', default: value }
      const properties = Object.fromEntries([...parts].map((part) => [part, text(part)]))
      return parts.size === 0 ? text(name) : { type: 'object', properties }
    }
    return Object.fromEntries([...this.used].map(([name, parts]) => [name, schemaOf(name, parts)]))
  }

  /** The input that a value is by its place, such as `merchant.merchantAuth`. */
  private placed(call: RecordedCall, field: string, value: string): string | undefined {
    if (field === 'exchange_name') return this.exchange(call, value)
    if (field === 'assets' || field === 'cryptoCurrency') return this.kindOf('coin', value)
    if (field === 'currency' && value === this.provided.coin) return 'coin'
    if (field === 'merchantAuth') return this.merchantAuth(call)
    if (field !== 'accessToken') return undefined
    return resources[call.operation.operationId] === 'payouts'
      ? this.payoutToken(call, value)
      : this.accessToken(value)
  }

  private exchange({ exchange: { headers } }: RecordedCall, value: string): string {
    const token = headers.authorization?.replace(/^Bearer /, '')
    const shopper = Object.entries(this.provided).find(
      ([name, input]) =>
        name !== 'ready' && valueAt(input, 'accessToken') === token && valueAt(input, 'exchange') === value,
    )
    return shopper === undefined ? this.kindOf('exchange', value) : `${shopper[0]}.exchange`
  }

  /** The input that a target provides, or another one of that kind. */
  private kindOf(kind: 'exchange' | 'coin', value: string): string {
    this.provided[kind] ??= value
    if (this.provided[kind] === value) return kind
    const known = [...this.own].find(([name, one]) => one === value && name.startsWith(kind))
    const name = known?.[0] ?? `${kind}${this.own.size + 2}`
    this.own.set(name, value)
    return name
  }

  /** Of the merchant whose request was accepted: what it contains is not shown, and may be another text each time. */
  private merchantAuth(call: RecordedCall): string | undefined {
    const sent = String(valueAt(call.body, 'merchantId'))
    const ids = [sent, Buffer.from(sent, 'base64').toString()]
    const name = this.merchantNamed(({ id }) => ids.includes(id))
    return name === undefined || !succeeded(call) ? undefined : `${name}.merchantAuth`
  }

  private accessToken(value: string): string | undefined {
    const account = Object.entries(this.provided).find(([, input]) => valueAt(input, 'accessToken') === value)
    return account === undefined ? undefined : `${account[0]}.accessToken`
  }

  private payoutToken({ operation: { operationId } }: RecordedCall, value: string): string | undefined {
    if (operationId === 'createTransfers' && value === this.provided.payoutToken) return 'payoutToken'
    const name = this.merchantNamed(({ accessToken, payoutToken = accessToken }) => payoutToken === value)
    return name === undefined ? undefined : `${name}.payoutToken`
  }

  private merchantNamed(isIt: (merchant: Target['merchants'][number]) => boolean): string | undefined {
    const named = this.target === undefined ? {} : namedMerchants(this.target)
    return Object.entries(named).find(([, merchant]) => merchant !== undefined && isIt(merchant))?.[0]
  }
}
