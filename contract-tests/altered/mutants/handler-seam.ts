// The only file of the mutants that replaces handlers of the simulator.

import { type OperationId, operations } from '../../../spec/operations.ts'
import { type Handlers, refuse, type Seams } from '../../observe/in-process.ts'
import { byHand, type Mutation } from './mutation.ts'

export type CallOf<Id extends OperationId> = Parameters<Handlers[Id]>[0]
export type ResultOf<Id extends OperationId> = ReturnType<Handlers[Id]>
type Handler<Id extends OperationId> = (call: CallOf<Id>) => ResultOf<Id>
type Handle<Id extends OperationId> = (call: CallOf<Id>, real: Handler<Id>) => ResultOf<Id>

export function replaceHandler<Id extends OperationId>(id: Id, handle: Handle<Id>): Pick<Seams, 'handlers'> {
  return {
    handlers: (real) => {
      const handler = real[id] as Handler<Id>
      return { [id]: (call: CallOf<Id>) => handle(call, handler) } as Partial<Handlers>
    },
  }
}

export function handling<Id extends OperationId>(id: Id, sentence: string, handle: Handle<Id>): Mutation {
  return { ...byHand(sentence, replaceHandler(id, handle)), operations: [id] }
}

export function asIf<Id extends OperationId>(
  id: Id,
  sentence: string,
  change: (call: CallOf<Id>) => CallOf<Id>,
): Mutation {
  return handling(id, sentence, (call, real) => real(change(call)))
}

export function asFirstMerchant<Id extends OperationId>(id: Id): Mutation {
  return asIf(id, `Handles every ${id} as a call of the first merchant`, (call) => ({
    ...call,
    merchant: call.world.accounts.firstMerchant,
  }))
}

export function asFirstShopper<Id extends OperationId>(id: Id): Mutation {
  return asIf(id, `Handles every ${id} as a call of the first shopper`, (call) => ({
    ...call,
    shopper: call.world.accounts.shoppers[0] ?? call.shopper,
  }))
}

/** Reads the payload as if its public key were that of the merchant that clientId names. */
export function acceptOtherKey(id: 'createExchangePayment' | 'createBankPayment'): Mutation {
  return asIf(id, 'Accepts a payload encrypted with the public key of another merchant', (call) => ({
    ...call,
    merchant: call.world.accounts.merchant(call.payload.clientId) ?? call.merchant,
  }))
}

/** A refusal that the operation may return; not one with HTTP 404, which would look like a missing operation. */
export function refusalOf<Id extends OperationId>(id: Id): ResultOf<Id> {
  const codes = operations[id].refusals
  const code = codes.find((one) => !/\.unknown(-exchange)?$/.test(one)) ?? codes[0] ?? 'request.invalid'
  return refuse(code) as ResultOf<Id>
}
