// The only file of the mutants that replaces handlers of the simulator.

import { type OperationId, operations } from '../../../spec/operations.ts'
import { type Handlers, refuse, type Seams } from '../../observe/in-process.ts'
import { changeAt } from './json-path.ts'
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

/** Handles calls in another way. */
export function handling<Id extends OperationId>(id: Id, sentence: string, handle: Handle<Id>): Mutation {
  return { ...byHand(sentence, replaceHandler(id, handle)), operations: [id] }
}

/** Handles a call as if it were another. */
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

type Cart = readonly { id: string | undefined }[]

const withIds = <Line extends Cart[number]>(cart: readonly Line[]) =>
  cart.map((line, index) => ({ ...line, id: line.id ?? `line-${index}` }))

const lineFields = ['id', 'name', 'price', 'quantity']

/** Removes from the lines of a record what the lines of the request lack. */
const withoutMissing = <Response>(response: Response, cart: Cart) =>
  changeAt(response, 'result.check', (lines) =>
    [lines].flat().map((line, index) => {
      const isKept = (key: string) => !lineFields.includes(key) || Object.hasOwn(cart[index] ?? {}, key)
      return Object.fromEntries(Object.entries(Object(line)).filter(([key]) => isKept(key)))
    }),
  ) as Response

/** Handles payments with incomplete lines, which the simulator should refuse. */
const handleLines = (
  respond: <Response>(response: Response, cart: Cart) => Response,
): Pick<Seams, 'handlers'> => ({
  handlers: ({ createExchangePayment, createBankPayment }) => ({
    createExchangePayment: ({ payload, ...call }) =>
      respond(
        createExchangePayment({ ...call, payload: { ...payload, cart: withIds(payload.cart) } }),
        payload.cart,
      ),
    createBankPayment: ({ payload, ...call }) =>
      respond(
        createBankPayment({ ...call, payload: { ...payload, cart: withIds(payload.cart) } }),
        payload.cart,
      ),
  }),
})

/** Gives lines without an id one. */
export const fillLineIds = handleLines((response) => response)
/** Returns records whose lines are as incomplete as those of the request. */
export const copyLines = handleLines(withoutMissing)
