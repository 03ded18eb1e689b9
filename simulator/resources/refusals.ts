// The refusal of a request. Its codes and their responses are in refusal-rows.ts.

import type { RefusalCode } from '../../spec/operations.ts'
import { exchangePaymentErrors } from '../../spec/stated-errors.ts'
import { refusalRows } from './refusal-rows.ts'

/** A request that the service refuses. It is a response, not an exception: the world has not changed. */
export class Refusal<Code extends RefusalCode = RefusalCode> {
  readonly code: Code
  /** The error of this request in particular. */
  readonly detail: string
  /** The values for a text of the contract: the name of the exchange, or a row number and a key. */
  readonly fill: readonly (string | number)[]
  /** The names and positions from the invalid part of the request to what is invalid there. */
  readonly path: readonly string[]

  constructor(
    code: Code,
    detail = '',
    fill: readonly (string | number)[] = [],
    path: readonly string[] = [],
  ) {
    this.code = code
    this.detail = detail
    this.fill = fill
    this.path = path
  }
}

/** A refusal in one line, whatever form its response has. */
export function describeRefusal({ code, detail, fill }: Refusal): string {
  const row = refusalRows[code]
  switch (row.form) {
    case 'exchange-error': {
      const stated = exchangePaymentErrors[row.error]
      return `${stated.code}: ${stated.message}${'followedBy' in stated ? fill[0] : ''}`
    }
    case 'payout':
      return row.errorMsg(Number(fill[0]), String(fill[1]))
    default:
      return [row.fact, detail, row.remedy].filter(Boolean).join(' ')
  }
}

/** A reason to refuse a request: its code, or its refusal; undefined or false if it does not apply. */
export type Rule<Input, Code extends RefusalCode> = (input: Input) => Code | Refusal<Code> | false | undefined

/** The refusal by the first rule that applies. */
export function firstRefusal<Input, Code extends RefusalCode>(
  rules: readonly Rule<Input, Code>[],
  input: Input,
): Refusal<Code> | undefined {
  for (const rule of rules) {
    const refused = rule(input)
    if (refused) return typeof refused === 'string' ? refuse(refused) : refused
  }
  return undefined
}

/** Refuses a request; `detail`, `fill` and `path` as in {@link Refusal}. */
export function refuse<Code extends RefusalCode>(
  code: Code,
  detail?: string,
  fill?: readonly (string | number)[],
  path?: readonly string[],
): Refusal<Code> {
  return new Refusal(code, detail, fill, path)
}
