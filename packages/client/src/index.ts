export { type ActivityOf, isActivity } from './activity.ts'
export { refusalOf } from './answer.ts'
export { createClient } from './client.ts'
export type { RetryPolicy } from './retry.ts'
export type { LiveSocket, SocketOptions, SocketState } from './socket.ts'
export type { CallArguments, CallableName, CallOptions, Client, ClientOptions, FollowOptions, PagedName } from './types.ts'
export {
  type Delivery,
  type Receipt,
  type ReceiverOptions,
  type VerifiedDelivery,
  verifyWebhook,
  webhookReceiver,
} from './webhook.ts'
