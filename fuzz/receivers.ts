// Webhook receivers without a network. They refuse some deliveries, which depends on their bytes only and so is the same in every
// run.

import { createHash } from 'node:crypto'
import type { WebhookRequest } from '../simulator/webhooks/delivery.ts'

export const flakyReceivers = async ({ url, body }: Pick<WebhookRequest, 'url' | 'body'>) => {
  const hash = createHash('sha256').update(url).update(body).digest('hex')
  return hash.endsWith('0')
    ? ({ outcome: 'refused', httpStatus: 500, response: 'no' } as const)
    : ({ outcome: 'accepted', httpStatus: 200, response: 'ok' } as const)
}
