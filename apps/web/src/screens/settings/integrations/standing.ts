import type { Integration, Webhook } from '@tandem/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { webhooksQuery } from '../../../api/automation-queries.ts'
import { useBoardSettings } from '../board-context.ts'
import { useStanding } from '../webhooks/webhook-words.tsx'

/** The event subscription of an integration, which admins see. */
export function useSubscription(integration: Integration): Webhook | undefined {
  const { board, isAdmin } = useBoardSettings()
  const webhooks = useQuery({ ...webhooksQuery(board.id), enabled: isAdmin })
  return webhooks.data?.find(({ integrationId }) => integrationId === integration.id)
}

/** The state of an integration, and whether it gets events. */
export function useIntegrationStanding(integration: Integration): { text: string; isBad: boolean } {
  const t = useTranslations('automation.integrations.statuses')
  const subscription = useSubscription(integration)
  const [standing, ofWebhook] = [useStanding(), useTranslations('automation.webhooks.standing')]
  if (integration.status !== 'active' || !subscription) return { text: t(integration.status), isBad: integration.status === 'error' }
  const { active, consecutiveFailures } = subscription
  if (active && consecutiveFailures > 0) return { text: ofWebhook('streak', { count: consecutiveFailures }), isBad: true }
  const { mark, text } = standing(subscription)
  return mark === 'good' ? { text: t('active'), isBad: false } : { text, isBad: true }
}
