// Patterns of the messages that refuse payees and transfers. The capturing groups are the variable parts.

export const invalidEncryptedData = /^Invalid Encrypted Data$/
/** "Formate" is the contract's spelling. */
export const invalidDecryptedData = /^Invalid Formate of Decrypted Data$/
export const missingKey = /^Invalid Data: Row - (\d+), Key - (.+)$/
export const invalidEmail = /^Invalid Email: Raw - (\d+)$/
