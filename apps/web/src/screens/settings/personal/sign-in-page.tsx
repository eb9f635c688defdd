import type { OutputOf } from '@tandem/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '../../../api/client.ts'
import { queryClient } from '../../../api/query-client.ts'
import { identitiesQuery } from '../../../api/settings-queries.ts'
import { Button } from '../../../ui/button.tsx'
import { ProviderButton, providersQuery } from '../../auth/providers.tsx'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { Loaded } from '../loaded.tsx'
import { Page, Part, Row, Rows } from '../page.tsx'
import { LastUsed } from './last-used.tsx'
import { WebSessions } from './web-sessions.tsx'

type Identity = OutputOf<'me.identities.list'>[number]

/** The person's web sessions, and the external accounts that they sign in with. */
export function SignInSettingsPage() {
  const t = useTranslations('settings.signIn')
  const providers = useQuery(providersQuery).data?.providers ?? []
  const identities = useQuery(identitiesQuery)
  return (
    <Page title={t('title')}>
      <WebSessions />
      {(providers.length > 0 || (identities.data?.length ?? 0) > 0) && (
        <Part title={t('accountsTitle')} intro={t('accountsIntro')}>
          <div className="grid gap-4">
            <Loaded of={identities}>{(connected) => <Identities connected={connected} />}</Loaded>
            <div className="grid justify-items-start gap-2">
              {providers.map(({ id, name }) => (
                <ProviderButton key={id} id={id} label={t('connect', { name })} wish={{ link: true, next: '/settings/signIn' }} />
              ))}
            </div>
          </div>
        </Part>
      )}
    </Page>
  )
}

function Identities({ connected }: { connected: readonly Identity[] }) {
  const t = useTranslations('settings.signIn')
  if (connected.length === 0) return <p className="text-ink-2">{t('noAccounts')}</p>
  return (
    <Rows label={t('accountsTitle')}>
      {connected.map((identity) => (
        <IdentityRow key={identity.id} identity={identity} />
      ))}
    </Rows>
  )
}

function IdentityRow({ identity }: { identity: Identity }) {
  const t = useTranslations('settings.signIn')
  const [leaving, setLeaving] = useState(false)
  const name = identity.providerName ?? identity.issuer
  const disconnect = async () => {
    await api.call('me.identities.unlink', { identityId: identity.id })
    await queryClient.invalidateQueries({ queryKey: identitiesQuery.queryKey })
  }
  return (
    <Row
      title={<span className="truncate">{name}</span>}
      facts={
        <>
          {identity.email !== null && <span>{identity.email}</span>}
          {identity.providerName === null && <span>{t('gone')}</span>}
          <LastUsed at={identity.lastUsedAt} />
        </>
      }
    >
      <Button size="sm" onClick={() => setLeaving(true)} aria-label={t('disconnectOf', { name })}>
        {t('disconnect')}
      </Button>
      {leaving && (
        <ConfirmDialog
          title={t('disconnectTitle', { name })}
          action={t('disconnect')}
          onConfirm={disconnect}
          onClose={() => setLeaving(false)}
        >
          <p>{t('warning', { name })}</p>
        </ConfirmDialog>
      )}
    </Row>
  )
}
