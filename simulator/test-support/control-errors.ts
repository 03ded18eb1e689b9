// Expects a control call to be refused.

import { ControlError } from '../../client/control-client.ts'

/** The error of a control call. Throws if the call succeeds or fails in another way. */
export async function controlErrorOf(call: Promise<unknown>): Promise<ControlError> {
  try {
    await call
  } catch (error) {
    if (error instanceof ControlError) return error
    throw error
  }
  throw new Error('The control call succeeded. It should have been refused.')
}
