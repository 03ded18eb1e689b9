// The names of states that the contract gives. Their integers on the wire are open and live nowhere in this room.

/** Status names of a transaction. Contract: States and transitions. */
export const transactionStatuses = ['pending', 'processing', 'canceled', 'completed'] as const
export type TransactionStatus = (typeof transactionStatuses)[number]

/** How a subscription item recurs. Contract: Cart item, frequency. */
export const frequencies = ['weekly', 'monthly', 'quarterly', 'half-yearly', 'yearly'] as const
export type Frequency = (typeof frequencies)[number]

/** Labels of the tabs of a checkout page. Contract: GET /stores. */
export const checkoutTabs = ['Crypto Exchange', 'Crypto Wallet', 'Bank Transfer'] as const

/** HTTP methods by which a webhook is delivered. Contract: customParameter, returnMethod. */
export const returnMethods = ['GET', 'POST'] as const
