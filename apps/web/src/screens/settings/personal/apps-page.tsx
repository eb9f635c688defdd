import type { OutputOf } from '@tandem/contract'
import { useQuery } from '@tanstack/react-query'
import { Plug } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '../../../api/client.ts'
import { mcpUrlQuery } from '../../../api/mcp-url-query.ts'
import { queryClient } from '../../../api/query-client.ts'
import { agentsQuery, clientsQuery } from '../../../api/settings-queries.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { Loaded } from '../loaded.tsx'
import { Page, Row, Rows } from '../page.tsx'
import { LastUsed } from './last-used.tsx'
import { ScopeSummary } from './scopes.tsx'

type ConnectedClient = OutputOf<'oauth.client.list'>[number]

/** The programs that have access by consent, with a button that revokes it. */
export function AppsPage() {
  const t = useTranslations('settings.apps')
  const clients = useQuery(clientsQuery)
  const { data: address = '' } = useQuery(mcpUrlQuery)
  return (
    <Page title={t('title')} intro={t('intro')}>
      <Loaded of={clients}>
        {(connected) =>
          connected.length === 0 ? (
            <EmptyState title={t('emptyTitle')}>{t('emptyText', { address })}</EmptyState>
          ) : (
            <Rows label={t('title')}>
              {connected.map((client) => (
                <ClientRow key={`${client.clientId} ${client.agentActorId}`} client={client} />
              ))}
            </Rows>
          )
        }
      </Loaded>
    </Page>
  )
}

function ClientRow({ client }: { client: ConnectedClient }) {
  const t = useTranslations('settings.apps')
  const [revoking, setRevoking] = useState(false)
  const agent = useQuery(agentsQuery).data?.find((one) => one.id === client.agentActorId)
  const revoke = async () => {
    await api.call('oauth.client.revoke', { clientId: client.clientId })
    await queryClient.invalidateQueries({ queryKey: clientsQuery.queryKey })
  }
  return (
    <Row
      lead={agent ? <Avatar face={agent} size="lg" /> : <Plug size={20} aria-hidden className="text-ink-3" />}
      title={<span className="truncate">{client.name}</span>}
      facts={
        <>
          {agent && <span>{t('actsAs', { name: agent.name })}</span>}
          <LastUsed at={client.lastUsedAt} />
          <ScopeSummary scopes={[...client.scopes, ...(client.boardIds ?? []).map((id) => `board:${id}`)]} />
        </>
      }
    >
      <Button size="sm" onClick={() => setRevoking(true)} aria-label={t('revokeOf', { name: client.name })}>
        {t('revoke')}
      </Button>
      {revoking && (
        <ConfirmDialog
          title={t('revokeTitle', { name: client.name })}
          action={t('revoke')}
          onConfirm={revoke}
          onClose={() => setRevoking(false)}
        >
          <p>{t('revokeWarning', { name: client.name })}</p>
        </ConfirmDialog>
      )}
    </Row>
  )
}
