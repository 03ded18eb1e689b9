// The messages of payout refusals that the contract states. The groups are what a message leaves open.

export const payoutMessages = {
  undecryptable: /^Invalid Encrypted Data$/,
  /** "Formate" is the contract's spelling. */
  notAnArray: /^Invalid Formate of Decrypted Data$/,
  missingKey: /^Invalid Data: Row - (\d+), Key - (.+)$/,
  invalidEmail: /^Invalid Email: Raw - (\d+)$/,
} as const

/** True if the contract states a message. */
export function isStatedMessage(message: string): boolean {
  return Object.values(payoutMessages).some((pattern) => pattern.test(message))
}

/** The messages in a text. (permitted: payouts.all-rows-in-one-message) */
export const messagesIn = (text: string): string[] => text.split(/\s*[;,|\n]\s*(?=Invalid )/)
