// The values of recorded requests as a scenario has them: accounts and secrets become inputs, and what a request takes from an
// earlier response becomes an output.

import type { Target } from '../client/target.ts'
import { clientIdOf, merchantIdOf } from '../client/target-accounts.ts'
import { valueAt } from '../core/json.ts'
import { pointerSteps } from '../core/json-pointer.ts'
import { type Redactor, rewritten } from '../core/redaction.ts'
import type { OperationId } from '../spec/operations.ts'
import { operationResources } from '../spec/resource-names.ts'
import { isSecretField } from '../spec/secret-fields.ts'
import type { Exchange } from './connection.ts'
import type { Parameter } from './document.ts'
import { parseExpression, textsIn } from './expressions.ts'
import { inputsOf, namedMerchants } from './inputs.ts'
import { schemasAt } from './operations.ts'

/** Shorter texts may be equal by chance. */
const minLength = 6

/** A part of a response. It is stated if every response of the operation has a text there. */
interface Source {
  stepId: string
  expression: string
  isStated: boolean
}

/** A request with its values as they were sent. */
export interface SentValues {
  parameters: (Parameter & { in: 'path' | 'query' | 'header'; value: string })[]
  /** The body with its payload decrypted; undefined if there is none. */
  payload: unknown
}

interface Options {
  /** Undefined if nothing is known about the deployment. */
  target: Target | undefined
  /** URLs of webhook receivers. A replay provides its own. */
  receivers: readonly string[]
  redactor: Redactor
  /** True if secrets that belong to no account were made up, so that the scenario may contain them. */
  keepsUnknownSecrets: boolean
}

export class RecordedValues {
  /** The outputs of steps, by name. */
  readonly outputs = new Map<string, Map<string, string>>()
  /** The names of inputs for secrets that no target provides. */
  readonly secrets = new Map<string, string>()
  private readonly options: Options
  private readonly provided: Record<string, unknown>
  /** The inputs of the texts of accounts. */
  private readonly known = new Map<string, string>()
  private readonly used = new Map<string, Set<string>>()
  private readonly seen: Set<string>
  private readonly sources = new Map<string, Source>()
  /** The operation whose request is rendered. */
  private operationId = ''

  constructor(options: Options) {
    const { target, receivers } = options
    this.options = options
    this.provided = target === undefined ? {} : inputsOf(target)
    const named = target === undefined ? [] : Object.entries(namedMerchants(target))
    const ids = named.flatMap(([name, merchant]) =>
      merchant
        ? [
            { name, id: clientIdOf(merchant) },
            { name, id: merchantIdOf(merchant, 'base64') },
          ]
        : [],
    )
    const texts = [
      ...textsIn(this.provided).filter(({ pointer }) => pointer.split('/').length > 2),
      ...ids.map(({ name, id }) => ({ text: id, pointer: `/${name}/id` })),
      ...receivers.map((text) => ({ text, pointer: '/receiver/url' })),
    ]
    // The name of an exchange may be something else elsewhere.
    for (const { text, pointer } of texts.reverse())
      if (text.length >= minLength && !pointer.endsWith('/exchange'))
        this.known.set(text, pointer.slice(1).replace('/', '.'))
    this.seen = new Set(this.known.keys())
  }

  /** The request of a step with its known values replaced. Later steps can take values of its response. */
  rendered({ parameters, payload }: SentValues, exchange: Exchange, stepId: string): SentValues {
    const { operationId, node } = exchange.operation
    this.operationId = operationId
    const rendered = {
      parameters: parameters.map(({ name, in: place, value }) => {
        if (place === 'header' && name === 'authorization')
          return { name: 'Authorization', in: place, value: this.credential(value) }
        // A parameter that the document does not name can be anything.
        const isKnown = place !== 'query' || node.parameters?.some((one) => one.name === name)
        const isText = isKnown && !isSecretField(name)
        return { name, in: place, value: isText ? this.text(value, name) : this.secret(value, name) }
      }),
      payload: this.value(payload),
    }
    for (const { text } of textsIn([parameters.map(({ value }) => value), payload])) this.seen.add(text)
    this.noteResponse(exchange, stepId)
    return rendered
  }

  /** The schemas of the inputs that are used. */
  schemas(): Record<string, unknown> {
    const text = (field: string) => ({
      type: 'string',
      ...(isSecretField(field) ? { format: 'password' } : {}),
    })
    const used = [...this.used].map(([name, fields]) => {
      const properties = Object.fromEntries([...fields].map((field) => [field, text(field)]))
      return [name, fields.size === 0 ? text(name) : { type: 'object', properties }]
    })
    const secret = { type: 'string', format: 'password', description: 'A secret. Set it with --input.' }
    return Object.fromEntries([...used, ...[...this.secrets.values()].map((name) => [name, secret])])
  }

  private value(value: unknown, field = ''): unknown {
    if (['string', 'number'].includes(typeof value) && isSecretField(field) && value !== '')
      return this.secret(String(value), field)
    if (typeof value === 'string') return this.text(value, field)
    if (Array.isArray(value)) return value.map((element) => this.value(element, field))
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value).map(([key, inner]) => [
      this.options.redactor.text(key),
      this.value(inner, isSecretField(field) ? field : key),
    ])
    return Object.fromEntries(entries)
  }

  /** A text with known values replaced. */
  text(text: string, field = ''): string {
    const { redactor, keepsUnknownSecrets } = this.options
    const whole = this.expression(text, field)
    if (whole !== undefined) return whole
    const spans = redactor
      .spans(text)
      .filter(({ secret = '' }) => !keepsUnknownSecrets || redactor.resembles(secret))
    if (spans[0]?.secret === text) return this.secret(text, field)
    // Other forms of a secret than the plain one cannot be reproduced.
    const shown = rewritten(text, spans, ({ start, end, shown, secret }) =>
      secret === text.slice(start, end) ? `{${this.secret(secret, field)}}` : shown,
    )
    return shown.replace(/[\w-]{16,}/g, (word) => {
      const expression = this.expression(word, '')
      return expression === undefined ? word : `{${expression}}`
    })
  }

  private credential(header: string): string {
    const [, token] = /^Bearer (.*)$/.exec(header) ?? []
    if (token === undefined) return this.secret(header, 'authorization')
    const value = this.secret(token, 'accessToken')
    return `Bearer ${value.startsWith('$') ? `{${value}}` : value}`
  }

  /** The expression for a secret, which becomes an input if nothing else has it. */
  private secret(text: string, field: string): string {
    const { redactor, keepsUnknownSecrets } = this.options
    const known = this.expression(text, field)
    if (known !== undefined) return known
    if (keepsUnknownSecrets && !redactor.resembles(text)) return text
    const word = field.replace(/[^A-Za-z0-9]+(.?)/g, (_, letter: string) => letter.toUpperCase()) || 'secret'
    const name = this.secrets.get(text) ?? `${word}${this.secrets.size + 1}`
    this.secrets.set(text, name)
    redactor.learn(text, name)
    return `$inputs.${name}`
  }

  private noteResponse({ operation, response }: Exchange, stepId: string): void {
    const { redactor } = this.options
    for (const { text, pointer } of textsIn(response)) {
      const expression = `$response.body#${pointer}`
      const known = this.sources.get(text)
      const isOther = known === undefined && this.seen.has(text)
      this.seen.add(text)
      const path = pointerSteps(pointer)
      // A later request may contain the same amount by chance, but not the same identifier or instant.
      const isIdentifier = text.length >= minLength && /\d/.test(text) && !/^[\d.]+$/.test(text)
      if (isOther || !isIdentifier || parseExpression(expression) === undefined) continue
      if (path.some((key) => redactor.text(key) !== key)) continue
      // The length of a list can differ.
      const isStated =
        path.every((key) => !/^[1-9]\d*$/.test(key)) &&
        schemasAt(operation, path).some((schema) => [valueAt(schema, 'type')].flat().includes('string'))
      if (known === undefined || (isStated && !known.isStated))
        this.sources.set(text, { stepId, expression, isStated })
    }
  }

  /** The expression for a text: an input, or an output of an earlier step. */
  private expression(text: string, field: string): string | undefined {
    const input = this.placed(text, field) ?? this.known.get(text)
    if (input !== undefined) {
      const [name = '', part] = input.split('.')
      const parts = this.used.get(name) ?? new Set()
      this.used.set(name, part === undefined ? parts : parts.add(part))
      return `$inputs.${input}`
    }
    const source = this.sources.get(text)
    if (source === undefined) return undefined
    const { stepId, expression } = source
    const outputs = this.outputs.get(stepId) ?? new Map<string, string>()
    this.outputs.set(stepId, outputs)
    const known = [...outputs].find(([, value]) => value === expression)?.[0]
    const word = expression.split(/[#/]/).findLast((part) => !/^\d+$/.test(part)) ?? 'value'
    const name = known ?? (outputs.has(word) ? `${word}-${outputs.size + 1}` : word)
    outputs.set(name, expression)
    return `$steps.${stepId}.outputs.${name}`
  }

  /** The input that a text is only in some fields, because it may be something else in others. */
  private placed(text: string, field: string): string | undefined {
    const { exchange, coin, payoutToken } = this.provided
    if (['exchange_name', 'exchange'].includes(field) && text === exchange) return 'exchange'
    if (['assets', 'cryptoCurrency', 'currency', 'coin'].includes(field) && text === coin) return 'coin'
    if (field !== 'accessToken' && field !== 'merchantAuth') return undefined
    if (this.operationId === 'createTransfers' && text === payoutToken) return 'payoutToken'
    const isPayout = operationResources[this.operationId as OperationId] === 'payouts'
    const kind = isPayout ? 'payoutToken' : field
    const account = Object.entries(this.provided).find(([, input]) => valueAt(input, kind) === text)
    return account === undefined ? undefined : `${account[0]}.${kind}`
  }
}
