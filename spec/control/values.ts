// The limits, names and defaults of the control API. The simulator applies them without loading the table.

/** The most bytes of a body. */
export const maxBodyBytes = 1 << 20
/** The most bytes of a body with a snapshot. */
export const maxSnapshotBytes = 1 << 27
/** Entries of a page of a list. */
export const defaultPageLimit = 200
export const maxPageLimit = 10_000
/** The most characters of a URL. */
export const maxUrlCharacters = 2048

/** The user agent of the requests that `verify` sends. */
export const suiteAgent = 'paytwin-verify'

/** The names of sandboxes. They are part of URLs. */
export const sandboxNamePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/
/** The sandbox at the root. */
export const defaultName = 'default'

/** Statuses of a transaction: the contract's four, and those that only a wallet payment has. */
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

/** The state of a delivery: delivered once an attempt was accepted, whatever the others did. */
export const deliveryStates = [
  'waiting',
  'delivered',
  'failed',
  'withheld',
  'unregistered',
  'dropped',
] as const

export const subscriptionStatuses = ['active', 'canceled', 'ended'] as const

/** `auto`: at once. `clock`: at their time. `manual`: only through the control API. */
export const automationModes = ['auto', 'clock', 'manual'] as const
/** The groups of scheduled events that have a mode. */
export const automationGroups = ['transactions', 'settlements', 'renewals', 'reminders'] as const

/** Values of fields that a webhook fault rule leaves out. */
export const faultRuleDefaults = { held: 'P1D', copies: 1, retries: 3, firstRetry: 'PT1M' } as const
/** Every rule is matched against every delivery. */
export const maxFaultRules = 100
