// The package's export `paytwin/client`: what a merchant's program needs to talk to the service, to control a simulator, and to
// receive webhooks.

export { type ClientAssumptions, clientAssumptions } from './assumptions.ts'
export {
  type ControlBody,
  type ControlClient,
  type ControlClientOptions,
  ControlError,
  type ControlResponse,
  controlClient,
} from './control-client.ts'
export {
  type Encryption,
  encrypt,
  encryptPassphrase,
  encryptPassphraseText,
  encryptRsa,
  encryptRsaText,
  type RandomBytes,
  type RsaPadding,
} from './encryption.ts'
export {
  type OperationRequest,
  operationRequest,
  type RequestAccounts,
  type RequestOptions,
} from './operation-request.ts'
export * as samples from './sample-requests.ts'
export {
  type CallOptions,
  callService,
  type Send,
  type ServiceClient,
  ServiceError,
  ServiceResponse,
  type SuccessOf,
  serviceClient,
} from './service-client.ts'
export { readSimulatorTarget, simulatorTarget } from './simulator-target.ts'
export type {
  EncryptPayload,
  MerchantAccount,
  ModuleOperation,
  ShopperAccount,
  Target,
  TargetFile,
} from './target.ts'
export type { Role } from './target-accounts.ts'
export { readTarget, resolveTarget } from './target-file.ts'
export {
  type ReceivedWebhook,
  type Respond,
  WebhookReceiver,
  type WebhookReceiverOptions,
} from './webhook-receiver.ts'
export { type SignatureStatus, type SignedDelivery, verifyWebhookSignature } from './webhook-signature.ts'
