import type { NotificationReason, NotificationSettings } from '@tandem/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { queryClient } from '../../../api/query-client.ts'
import { notificationSettingsQuery } from '../../../api/settings-queries.ts'
import { useWrite } from '../../../mutations/use-write.ts'
import { tickClasses } from '../../../ui/form/tick.tsx'
import { Loaded } from '../loaded.tsx'
import { Page } from '../page.tsx'
import { PushDevices } from './push-devices.tsx'
import { QuietTime } from './quiet-time.tsx'

/** By urgency. `delegated` and `unblocked` reach agents alone. */
const reasons = [
  'question',
  'review',
  'agent_requested',
  'assigned',
  'mentioned',
  'session_ended',
  'reviewed',
  'budget',
  'commented',
  'watching',
  'due_soon',
  'rule',
  'webhook_disabled',
  'invited',
] as const satisfies readonly NotificationReason[]
const channels = ['inbox', 'email'] as const
type Channel = (typeof channels)[number]
/** Questions always reach the inbox, and an invitation has an email of its own. */
const fixed: ReadonlySet<string> = new Set(['question.inbox', 'invited.email'])

/** The notifications that reach the person's inbox and email. */
export function NotificationsPage() {
  const t = useTranslations('settings.notifications')
  const settings = useQuery(notificationSettingsQuery)
  return (
    <Page title={t('title')} intro={t('intro')}>
      <Loaded of={settings}>
        {(kept) => (
          <>
            <Table kept={kept} />
            <p className="mt-3 mb-6 text-ink-3 text-sm">{t('mailHint')}</p>
            <QuietTime kept={kept.quiet} />
          </>
        )}
      </Loaded>
      <PushDevices />
    </Page>
  )
}

function Table({ kept }: { kept: NotificationSettings }) {
  const t = useTranslations('settings.notifications')
  const choose = useChoose()
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-surface">
      <table className="w-full">
        <thead>
          <tr className="border-line border-b text-ink-3 text-sm">
            <th scope="col" className="px-3 py-2 text-left font-medium">
              {t('reason')}
            </th>
            {channels.map((channel) => (
              <th key={channel} scope="col" className="w-20 px-2 py-2 font-medium">
                {t(channel)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {reasons.map((reason) => (
            <tr key={reason} className="border-line not-last:border-b">
              <th scope="row" className="px-3 py-2 text-left font-normal">
                <span className="block font-medium text-md">{t(`reasons.${reason}.name`)}</span>
                <span className="block text-ink-3 text-sm">{t(`reasons.${reason}.about`)}</span>
              </th>
              {channels.map((channel) => (
                <td key={channel} className="text-center">
                  <label className="inline-grid size-11 place-items-center">
                    <input
                      type="checkbox"
                      aria-label={t('of', { reason: t(`reasons.${reason}.name`), channel: t(channel) })}
                      className={tickClasses}
                      checked={kept.reasons[reason][channel]}
                      disabled={fixed.has(`${reason}.${channel}`)}
                      onChange={(event) => void choose(reason, channel, event.target.checked)}
                    />
                  </label>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function useChoose(): (reason: NotificationReason, channel: Channel, on: boolean) => Promise<void> {
  const write = useWrite()
  const { queryKey } = notificationSettingsQuery
  const put = (reason: NotificationReason, channel: Channel, on: boolean) =>
    queryClient.setQueryData(
      queryKey,
      (now) => now && { ...now, reasons: { ...now.reasons, [reason]: { ...now.reasons[reason], [channel]: on } } },
    )
  return async (reason, channel, on) => {
    const show = () => {
      put(reason, channel, on)
      return () => put(reason, channel, !on)
    }
    await write('notification.settings.update', { reasons: { [reason]: { [channel]: on } } }, { failed: 'edit', show })
  }
}
