// Deliveries that a receiver of the operator recorded in a file, while the suite did not run.

import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { errorMessage, UsageError } from '../../core/errors.ts'
import { parseJson } from '../../core/json.ts'
import type { WebhookReceiver } from './capabilities.ts'
import type { Delivery } from './deliveries.ts'

const line = z.object({
  receivedAt: z.string().datetime({ offset: true }),
  method: z.string(),
  url: z.string(),
  body: z.string().default(''),
})

/** The webhook of a target whose receiver writes a log: a JSON object in each line. */
export function deliveryLog(path: string, waitSeconds: number, url: string): WebhookReceiver {
  const known: Delivery[] = []
  const received = async () => {
    const lines = linesOf(path)
    for (const [at, text] of lines.entries())
      if (at >= known.length) known.push(deliveryIn(text, path, at + 1))
    return [...known]
  }
  return {
    url,
    isLasting: true,
    received,
    last: async (count) => (await received()).slice(-count),
    waitFor: async (matches, min = 1) => {
      const until = performance.now() + waitSeconds * 1000
      for (;;) {
        const found = (await received()).filter(matches)
        if (found.length >= min || performance.now() > until) return found
        await new Promise((resolve) => setTimeout(resolve, pollMs))
      }
    },
  }
}

const pollMs = 200

/** The complete lines of a log. */
function linesOf(path: string): string[] {
  try {
    const lines = readFileSync(path, 'utf8').split('\n')
    return lines.slice(0, -1).filter((text) => text.trim() !== '')
  } catch (error) {
    throw new UsageError(
      `Cannot read the log of deliveries ${path}.`,
      `${errorMessage(error)}.`,
      'Check capabilities.webhooks.log in the target file; the receiver creates the file when it starts.',
    )
  }
}

function deliveryIn(text: string, path: string, number: number): Delivery {
  const result = line.safeParse(parseJson(text))
  if (result.success) return { ...result.data, receivedAt: Date.parse(result.data.receivedAt) }
  throw new UsageError(
    `Line ${number} of ${path} is no delivery.`,
    'Expected {"receivedAt":"2026-01-05T12:00:00Z","method":"POST","url":"/webhook/0?a=b","body":"…"}.',
    'Correct the receiver that writes the log.',
  )
}
