// Plugins: functions that add routes and middleware to the service of a simulator, and what they may use.

import type { Context, Hono, MiddlewareHandler } from 'hono'
import type { TransactionRecord } from '../spec/resources/transactions.ts'
import type { OrderRenaming } from './resources/invoices.ts'
import type { Merchant } from './world/accounts.ts'
import type { AssumptionChoices, Assumptions } from './world/assumptions.ts'
import type { InvoiceState, TransactionState } from './world/state.ts'
import type { World } from './world/world.ts'

/** Called once for each simulator. It returns defaults, if it has any. */
export type Plugin = (parts: PluginParts) => PluginSettings | undefined

/** The parts of a simulator that a plugin gets. */
export interface PluginParts {
  /** Its routes and middleware are served below `/api` and `/sandboxes/:sandbox/api`, before the operations of the contract. */
  readonly service: Hono
  /** The sandbox that a request is about. */
  readonly sandboxOf: (context: Context) => Promise<PluginSandbox>
  /** The body of a request as an object: JSON, or a form. Throws a refusal for every other one. */
  readonly bodyOf: (context: Context) => Promise<Readonly<Record<string, unknown>>>
  /** Middleware that changes the JSON object in the body of a request. */
  readonly changeBody: (change: (body: Record<string, unknown>) => object) => MiddlewareHandler
}

/** Defaults of sandboxes. What the user chooses takes precedence. */
export interface PluginSettings {
  readonly assumptions?: AssumptionChoices | undefined
  readonly validation?: 'strict' | 'report' | undefined
  /** Changes of the default world: objects are merged, and the elements of a list change those in the same places. */
  readonly world?: object | undefined
}

/** A sandbox as plugins use it. They read its world, and change it only by these functions, so that a journal repeats the changes. */
export interface PluginSandbox {
  readonly world: World
  readonly assumptions: Assumptions
  /** A refusal in the form of the service, to throw. Unspecified behavior `errors.http-status` assigns an HTTP status to each kind. */
  readonly refusal: (
    kind: 'invalid' | 'credentials' | 'refused' | 'unknown' | 'too-large',
    message: string,
  ) => Error
  /** A transaction in the form of the contract. */
  readonly transactionRecord: (transaction: TransactionState) => TransactionRecord
  /**
   * The merchant that the given credentials identify, all of them: an access token, as it is or after "Bearer"; a client id, or
   * the id of a merchant; a client secret. Throws a refusal if one of them is absent or that of nobody.
   */
  readonly merchantOf: (credentials: { token?: unknown; id?: unknown; secret?: unknown }) => Merchant
  /**
   * Decrypts a text with the client secret (`passphrase`), the key of a merchant or that of the service, to JSON or a text. The merchant is the
   * one whose secret or key it is. If several have it, the text names one: its `clientId`, its `merchantId` or all of it is the client id or
   * the id of a merchant. Throws a refusal for a text that cannot be decrypted, or that names another merchant.
   */
  readonly decrypt: (
    text: unknown,
    scheme: 'passphrase' | 'merchant-key' | 'service-key',
    merchant?: Merchant,
  ) => { value: unknown; merchant: Merchant }
  /** Makes the access token of a merchant valid for its full time from now. The time is null if tokens do not expire. */
  readonly issueToken: (merchant: Merchant) => {
    accessToken: string
    expiresInSeconds: number | null
    expiresAt: string | null
  }
  /**
   * An invoice by its uuid, or the one of an order of a merchant that was paid or else is the newest; the payment that paid it, or the last
   * part; and the status of the payment as webhooks have it. Throws a refusal without an invoice.
   */
  readonly readInvoice: (query: {
    merchant?: Merchant | undefined
    uuid?: string | undefined
    order?: string | undefined
  }) => {
    invoice: Readonly<InvoiceState>
    payment: Readonly<TransactionState> | undefined
    paymentStatus: string | null
  }
  /**
   * Gives an order another id, before or after its payment: its invoices, or the one of `uuid`, what was paid for them, and its subscriptions.
   * Throws a refusal if the merchant has no such order, or another one with the new id.
   */
  readonly renameOrder: (
    renaming: { merchant: Merchant; order: unknown } & Partial<OrderRenaming>,
  ) => OrderRenaming
}
