import { type Webhook, webhook } from '@tandem/contract'
import type { WebhookRow } from '../../db/tables/agents/webhooks.ts'
import { recordOf } from '../record-of.ts'

type Shown = Omit<WebhookRow, 'secretSealed' | 'previousSecretSealed' | 'previousSecretUntil'>

/** A subscription without its secret. Specification: service §2, decisions §5. */
export const webhookOnWire: (row: Shown) => Webhook = recordOf(webhook, {})
