// The secrets of a sandbox, which nothing that people read shows: those of its worlds, and the credentials of its latest requests.

import { Redactor } from '../../core/redaction.ts'
import { redactionPolicy } from '../../spec/secret-fields.ts'

/** Headers whose values clients may repeat elsewhere. */
const credentialHeaders = ['authorization', 'x-api-key', 'cookie']
/** Secrets that are remembered, the latest ones. */
const maxSecrets = 2000
/** Texts that are remembered without their secrets, because the paths of requests repeat; and the length of one. */
const maxShown = 100
const maxShownLength = 100

export class SandboxSecrets {
  /** With the name that is shown in place of one, or the header that had it. */
  private readonly known = new Map<string, { name?: string | undefined; header?: string }>()
  private cached: { redactor: Redactor; shown: Map<string, string>; learned: number } | undefined

  /** Learns the secrets of a world. */
  learn(secrets: readonly (readonly [secret: string, name?: string])[]): void {
    for (const [secret, name] of secrets) this.add(secret, { name })
  }

  /** Learns the credentials of a request. */
  learnHeaders(headers: Readonly<Record<string, string>>): void {
    for (const header of credentialHeaders) {
      const value = headers[header]
      if (value !== undefined) this.add(value, { header })
    }
  }

  private add(secret: string, about: { name?: string | undefined; header?: string }): void {
    if (this.known.has(secret)) return
    this.known.set(secret, about)
    const [oldest] = this.known.keys()
    if (this.known.size > maxSecrets && oldest !== undefined) this.known.delete(oldest)
    const { cached } = this
    if (cached === undefined) return
    cached.learned += 1
    // A redactor keeps what was forgotten here, so it is made again after a while.
    if (cached.learned > maxSecrets) this.cached = undefined
    else learnOne(cached.redactor, secret, about)
    cached.shown.clear()
  }

  /** A redactor that knows all of them, and may learn more. */
  newRedactor(): Redactor {
    const redactor = new Redactor(redactionPolicy, { show: (name) => `<${name}>` })
    for (const [secret, about] of this.known) learnOne(redactor, secret, about)
    return redactor
  }

  /** A text about requests without secrets, also without those of a body that it may repeat. */
  redacted(text: string, body = ''): string {
    if (body !== '') {
      const redactor = this.newRedactor()
      redactor.learnText(body)
      return redactor.text(text)
    }
    this.cached ??= { redactor: this.newRedactor(), shown: new Map(), learned: 0 }
    const { redactor, shown } = this.cached
    const known = shown.get(text)
    if (known !== undefined) return known
    const result = redactor.text(text)
    if (shown.size >= maxShown) shown.clear()
    if (text.length <= maxShownLength) shown.set(text, result)
    return result
  }
}

function learnOne(
  redactor: Redactor,
  secret: string,
  { name, header }: { name?: string | undefined; header?: string },
) {
  if (header === undefined) redactor.learn(secret, name)
  else redactor.learnHeader(header, secret)
}
