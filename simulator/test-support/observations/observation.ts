// What a person outside sees of a assumption: something to do, and what is seen under each of the lawful choices.

import type { OperationId } from '../../../spec/operations.ts'
import type { OptionName, UnspecifiedId } from '../../../spec/unspecified.ts'
import type { Delivery } from '../../webhooks/delivery.ts'
import type { TestClient, TestRequest } from '../test-client.ts'

export interface Observation<Name extends string = string> {
  /** Does something in a new world in which only that one assumption was chosen, and tells what came of it. */
  observe: (client: TestClient) => unknown
  /** What is told under each assumption; no two the same. */
  shows: Readonly<Record<Name, unknown>>
}

/** One observation for each unspecified behavior: a missing one, or a missing assumption, is a compile error that names it. */
export type Observations = { readonly [Id in UnspecifiedId]: Observation<OptionName<Id>> }

export async function granted(
  client: TestClient,
  operationId: OperationId,
  asked?: TestRequest,
): Promise<boolean> {
  return (await client.ask(operationId, asked)).succeeded
}

/** Whether each of the requests is granted, one after the other. */
export async function eachGranted(
  client: TestClient,
  requests: readonly (readonly [OperationId, TestRequest])[],
): Promise<boolean[]> {
  const responses: boolean[] = []
  for (const [operationId, asked] of requests) responses.push(await granted(client, operationId, asked))
  return responses
}

/** The deliveries to the merchant's webhook from now on. */
export function deliveriesOf(client: TestClient): Delivery[] {
  const deliveries: Delivery[] = []
  client.sandbox.outbox.onWebhook((delivery) => void deliveries.push(delivery))
  return deliveries
}

export const minutes = 60_000
export const hours = 60 * minutes
export const days = 24 * hours
