// The limits that the contract states, in the units of their names. Contract: Limits.

/** Longest GET request, in characters. */
export const getRequestMaxCharacters = 2048
/** Longest POST request, as the contract writes it; its count of bytes is open. */
export const postRequestMax = '2M'
/** How long after the shopper's partial payment it may be closed. */
export const closingWindowWeeks = 2
/** How long a merchant is advised to wait before closing. */
export const recommendedWaitHours = 24
/** Shortest and longest time that a crypto transaction takes. */
export const cryptoMinutes = { min: 2, max: 120 } as const
/** Shortest and longest time that a bank transfer takes, in working days. */
export const achBankingDays = { min: 3, max: 4 } as const
/** How many exchanges `{exchange_name}` may name. */
export const supportedExchanges = 5
/** How many webhooks a merchant has. */
export const webhooksPerMerchant = 1
