// The limits that the contract states, in the units that their names give. Contract: Limits.

/** Maximum length of a GET request. */
export const getRequestMaxCharacters = 2048
/** Maximum length of a POST request, as the contract writes it. Its number of bytes is unspecified. */
export const postRequestMax = '2M'
/** The time in which a partial payment can be closed, from the shopper's partial payment. */
export const closingWindowWeeks = 2
/** The recommended wait before closing. */
export const recommendedWaitHours = 24
/** Duration of a crypto transaction. */
export const cryptoMinutes = { min: 2, max: 120 } as const
/** Duration of a bank transfer, in banking days. */
export const achBankingDays = { min: 3, max: 4 } as const
/** Number of exchanges that `{exchange_name}` can name. */
export const supportedExchanges = 5
/** Number of webhooks that a merchant can register. */
export const webhooksPerMerchant = 1
