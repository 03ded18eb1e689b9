// What the redaction of a run knows of its target.

import type { Redactor } from '../core/redaction.ts'
import { secretsOf, type Target } from './target.ts'

/** Learns every secret of a target with its name, and the credentials in its URLs. */
export function learnTarget(redactor: Redactor, target: Target): void {
  for (const [secret, name] of secretsOf(target)) redactor.learn(secret, name)
  const { control, webhooks } = target.capabilities
  for (const url of [target.baseUrl, control?.url, webhooks?.publicUrl])
    if (url !== undefined) redactor.learnText(url)
}
