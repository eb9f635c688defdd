export { type ActivityOf, isActivity } from './activity.ts'
export { type Client, type ClientOptions, createClient } from './client.ts'
export type { FollowOptions } from './follow.ts'
export type { RetryPolicy } from './retry.ts'
export type { CallArguments, CallableName, CallOptions, PagedName } from './types.ts'
export {
  type Delivery,
  type Receipt,
  type ReceiverOptions,
  type VerifiedDelivery,
  verifyWebhook,
  webhookReceiver,
} from './webhook.ts'
