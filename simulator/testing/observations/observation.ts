// What a person outside sees of a stand-in: something to do, and what is seen under each of the lawful choices.

import type { OpenItemId, StandInName } from '../../../spec/open-items.ts'
import type { OperationId } from '../../../spec/operations.ts'
import type { Delivery } from '../../webhooks/delivery.ts'
import type { Asked, TestClient } from '../client.ts'

export interface Observation<Name extends string = string> {
  /** Does something in a new world in which only that one stand-in was chosen, and tells what came of it. */
  observe: (client: TestClient) => unknown
  /** What is told under each stand-in; no two the same. */
  shows: Readonly<Record<Name, unknown>>
}

/** One observation for each open item: a missing one, or a missing stand-in, is a compile error that names it. */
export type Observations = { readonly [Id in OpenItemId]: Observation<StandInName<Id>> }

export async function granted(client: TestClient, operationId: OperationId, asked?: Asked): Promise<boolean> {
  return (await client.ask(operationId, asked)).granted
}

/** Whether each of the requests is granted, one after the other. */
export async function eachGranted(
  client: TestClient,
  requests: readonly (readonly [OperationId, Asked])[],
): Promise<boolean[]> {
  const answers: boolean[] = []
  for (const [operationId, asked] of requests) answers.push(await granted(client, operationId, asked))
  return answers
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
