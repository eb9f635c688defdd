import type { OutputOf } from '@tandem/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '../../../api/client.ts'
import { queryClient } from '../../../api/query-client.ts'
import { webSessionsQuery } from '../../../api/settings-queries.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { Loaded } from '../loaded.tsx'
import { Part, Row, Rows } from '../page.tsx'
import { deviceName } from './device-name.ts'
import { LastUsed } from './last-used.tsx'

type WebSession = OutputOf<'webSession.list'>[number]

const readAgain = () => queryClient.invalidateQueries({ queryKey: webSessionsQuery.queryKey })

/** The browsers in which I am signed in, each with a button that ends its session. */
export function WebSessions() {
  const t = useTranslations('settings.signIn')
  const sessions = useQuery(webSessionsQuery)
  return (
    <Part title={t('whereTitle')} intro={t('whereIntro')}>
      <Loaded of={sessions}>
        {(all) => (
          <div className="grid gap-3">
            <Rows label={t('whereTitle')}>
              {all.map((session) => (
                <WebSessionRow key={session.id} session={session} />
              ))}
            </Rows>
            {all.some(({ isCurrent }) => !isCurrent) && <EndOthers />}
          </div>
        )}
      </Loaded>
    </Part>
  )
}

function WebSessionRow({ session }: { session: WebSession }) {
  const t = useTranslations('settings.signIn')
  const [leaving, setLeaving] = useState(false)
  const { program, system } = deviceName(session.device)
  const known = program && system ? t('device', { program, system }) : (program ?? system)
  const name = known ?? t('unknownDevice')
  const end = async () => {
    await api.call('webSession.end', { webSessionId: session.id })
    await readAgain()
  }
  return (
    <Row
      title={
        <span className="truncate" title={session.device ?? undefined}>
          {name}
        </span>
      }
      facts={session.isCurrent ? <span>{t('thisBrowser')}</span> : <LastUsed at={session.lastSeenAt} />}
    >
      {!session.isCurrent && (
        <Button size="sm" onClick={() => setLeaving(true)} aria-label={t('signOutOf', { name })}>
          {t('signOut')}
        </Button>
      )}
      {leaving && (
        <ConfirmDialog
          variant="primary"
          title={known === null ? t('signOutUnknown') : t('signOutTitle', { name: known })}
          action={t('signOut')}
          onConfirm={end}
          onClose={() => setLeaving(false)}
        >
          <p>{t('signOutWarning')}</p>
        </ConfirmDialog>
      )}
    </Row>
  )
}

function EndOthers() {
  const t = useTranslations('settings.signIn')
  const [leaving, setLeaving] = useState(false)
  const end = async () => {
    await api.call('webSession.endOthers', {})
    await readAgain()
  }
  return (
    <>
      <Button data-commands onClick={() => setLeaving(true)} className="justify-self-start">
        {t('signOutOthers')}
      </Button>
      {leaving && (
        <ConfirmDialog
          variant="primary"
          title={t('signOutOthersTitle')}
          action={t('signOut')}
          onConfirm={end}
          onClose={() => setLeaving(false)}
        >
          <p>{t('signOutOthersWarning')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
