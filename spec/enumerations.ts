// The words that the contract enumerates. The integers of the statuses are unspecified.

/** Names of the statuses of a transaction. Contract: States and transitions. */
export const transactionStatuses = ['pending', 'processing', 'canceled', 'completed'] as const
export type TransactionStatus = (typeof transactionStatuses)[number]

/** Frequencies of the debits of a subscription. Contract: Resources, Cart item. */
export const frequencies = ['weekly', 'monthly', 'quarterly', 'half-yearly', 'yearly'] as const
export type Frequency = (typeof frequencies)[number]

/** Labels of the tabs of a checkout page. Contract: Endpoints, 13. */
export const checkoutTabs = ['Crypto Exchange', 'Crypto Wallet', 'Bank Transfer'] as const

/** HTTP methods that deliver a webhook. Contract: Resources, customParameter. */
export const returnMethods = ['GET', 'POST'] as const
