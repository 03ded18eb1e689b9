// Names of states as lists, for readers that need them at run time or in a schema. What the states mean is in `state.ts`.

/** A transaction's states by name: the contract's four, and those of a wallet payment on its way. */
export const statusNames = [
  'pending',
  'processing',
  'completed',
  'canceled',
  'awaiting',
  'partially-paid',
  'closed',
  'timed-out',
] as const
