// Holding the parts of one request to the document, as strictly as its sandbox does: what breaks it is refused, or mended
// and named.

import { refuse } from '../refusals.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { mend } from './coercion.ts'
import { payloadRefusal } from './decrypt-payload.ts'
import { tooDeep } from './json-depth.ts'
import type { Route } from './routes.ts'
import { type Check, faultTexts, firstFault } from './schemas.ts'

/** What a request brought along besides its answer. */
export interface Notes {
  deviations: string[]
  seenIn: string | undefined
}

/** The checks of one request. */
export class HeldRequest {
  private readonly sandbox: Sandbox
  private readonly route: Route
  private readonly notes: Notes

  constructor(sandbox: Sandbox, route: Route, notes: Notes) {
    this.sandbox = sandbox
    this.route = route
    this.notes = notes
  }

  private check(
    part: 'headers' | 'query' | 'body' | 'payload',
    faults: 'first' | 'every' = 'first',
  ): Check | undefined {
    const closed =
      part !== 'headers' && this.sandbox.world.assumptions.is('service.unknown-request-fields', 'refused')
    const reading = closed ? 'closed' : 'plain'
    return this.route.checks(faults === 'first' ? reading : `${reading}, every fault`)[part]
  }

  /** The value, as the document accepts it, or a refusal. */
  hold(part: 'headers' | 'query' | 'body', value: unknown): unknown {
    const faults = this.check(part)?.(value)
    if (faults === undefined) return value
    return this.mended(part, value) ?? refuse('request.invalid', `${firstFault(part, faults)}.`)
  }

  /** The plain text of a encrypted payload, as the document accepts it, or a refusal in the words of its operation. */
  holdPayload(value: unknown): unknown {
    const faults = this.check('payload')?.(value)
    if (faults === undefined) return value
    const [fault] = faults
    if (fault === undefined) return refuse('encryption.invalid')
    const path = fault.instancePath.split('/').slice(1)
    const key = String(fault.params.missingProperty ?? fault.params.additionalProperty ?? path[1] ?? '')
    return (
      this.mended('payload', value) ??
      payloadRefusal(this.sandbox.world, this.route, value, { path, key }, firstFault('it', faults))
    )
  }

  private mended(part: 'headers' | 'query' | 'body' | 'payload', value: unknown): unknown {
    if (this.sandbox.options.validation === 'strict' || tooDeep(value)) return undefined
    // The first fault of a request is enough to refuse it; to let it pass, each is named.
    const deviations = faultTexts(part, this.check(part, 'every')?.(structuredClone(value)) ?? [])
    const check = this.route.checks('mending')[part]
    const result = check === undefined ? undefined : mend(value, check, part === 'headers')
    if (result === undefined) return undefined
    this.notes.deviations.push(...deviations)
    return result.value
  }
}
