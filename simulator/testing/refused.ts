// What tests look at when a control call is not done.

import { ControlError } from '../control/client.ts'

/** Why a control call was not done; fails when it was, or when something else went wrong. */
export async function whyNot(call: Promise<unknown>): Promise<ControlError> {
  try {
    await call
  } catch (error) {
    if (error instanceof ControlError) return error
    throw error
  }
  throw new Error('The call was done, and should not have been.')
}
