// The messages with which the service refuses payees and transfers. The groups are what the message leaves open.

export const invalidEncryptedData = /^Invalid Encrypted Data$/
/** "Formate" is the contract's spelling. */
export const invalidDecryptedData = /^Invalid Formate of Decrypted Data$/
export const missingKey = /^Invalid Data: Row - (\d+), Key - (.+)$/
export const invalidEmail = /^Invalid Email: Raw - (\d+)$/
