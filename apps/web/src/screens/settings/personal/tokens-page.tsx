import type { Actor, Me, Token } from '@tandem/contract'
import { useQuery } from '@tanstack/react-query'
import { CornerDownRight, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '../../../api/client.ts'
import { meQuery } from '../../../api/queries.ts'
import { queryClient } from '../../../api/query-client.ts'
import { agentsQuery, tokensQuery } from '../../../api/settings-queries.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { Loaded } from '../loaded.tsx'
import { Page, Row, Rows } from '../page.tsx'
import { Expiry } from './expiry.tsx'
import { LastUsed } from './last-used.tsx'
import { ScopeSummary } from './scopes.tsx'
import { TokenDialog } from './token-dialog.tsx'

/** The tokens of programs that act for the person or as one of their agents. */
export function TokensPage() {
  const t = useTranslations('settings.tokens')
  const tokens = useQuery(tokensQuery)
  const [making, setMaking] = useState(false)
  const make = (
    <Button variant="primary" onClick={() => setMaking(true)}>
      <Plus size={16} aria-hidden /> {t('new')}
    </Button>
  )
  return (
    <Page title={t('title')} intro={<Intro />} action={(tokens.data?.length ?? 0) > 0 && make}>
      <Loaded of={tokens}>
        {(found) =>
          found.length === 0 ? (
            <EmptyState title={t('emptyTitle')} action={make}>
              {t('emptyText')}
            </EmptyState>
          ) : (
            <TokenRows tokens={found} />
          )
        }
      </Loaded>
      {making && <TokenDialog onClose={() => setMaking(false)} />}
    </Page>
  )
}

/** The reference is a page of the service, not of this app. */
function Intro() {
  const t = useTranslations('settings.tokens')
  return (
    <>
      {t('intro')}{' '}
      <a href="/docs/api" className="whitespace-nowrap text-accent underline underline-offset-2">
        {t('reference')}
      </a>
    </>
  )
}

function TokenRows({ tokens }: { tokens: readonly Token[] }) {
  const t = useTranslations('settings.tokens')
  const me = useQuery(meQuery).data
  const agents = useQuery(agentsQuery).data ?? []
  return (
    <Rows label={t('title')}>
      {inTree(tokens).map(({ token, depth, parent }) => (
        <TokenRow
          key={token.id}
          token={token}
          depth={depth}
          parent={parent}
          actor={[me, ...agents].find((one) => one?.id === token.actorId)}
        />
      ))}
    </Rows>
  )
}

type Placed = { token: Token; depth: number; parent: Token | undefined }

/** The oldest first, and below each token those that it created. */
function inTree(tokens: readonly Token[]): Placed[] {
  const byParent = Map.groupBy(tokens.toReversed(), ({ parentId }) => parentId)
  const below = (parent: Token | undefined, depth: number): Placed[] =>
    (byParent.get(parent?.id ?? null) ?? []).flatMap((token) => [{ token, depth, parent }, ...below(token, depth + 1)])
  return below(undefined, 0)
}

function TokenRow({ token, depth, parent, actor }: Placed & { actor: Me | Actor | undefined }) {
  const t = useTranslations('settings.tokens')
  const [revoking, setRevoking] = useState(false)
  const revoke = async () => {
    await api.call('token.revoke', { tokenId: token.id })
    await queryClient.invalidateQueries({ queryKey: tokensQuery.queryKey })
  }
  return (
    <Row
      lead={
        <span className="flex items-center gap-3 self-start">
          {depth > 0 && <CornerDownRight size={16} aria-hidden className="text-ink-3" style={{ marginInlineStart: (depth - 1) * 24 }} />}
          <Avatar face={actor ?? { name: token.label, kind: 'agent' }} size="lg" title />
        </span>
      }
      title={
        <span className="min-w-0 [overflow-wrap:anywhere]">
          <span>{token.label}</span>
          <span className="ml-2 whitespace-nowrap font-mono font-normal text-ink-3 text-sm">…{token.lastFour}</span>
        </span>
      }
      facts={
        <>
          {actor?.kind === 'agent' && <span>{t('actsAs', { name: actor.name })}</span>}
          {parent && <span>{t('createdWith', { label: parent.label })}</span>}
          {token.descendants > 0 && <span>{t('created', { count: token.descendants })}</span>}
          <LastUsed at={token.lastUsedAt} />
          <Expiry at={token.expiresAt} />
          <ScopeSummary scopes={token.scopes} />
        </>
      }
    >
      <Button size="sm" onClick={() => setRevoking(true)} aria-label={t('revokeOf', { label: token.label })}>
        {t('revoke')}
      </Button>
      {revoking && (
        <ConfirmDialog
          title={t('revokeTitle', { label: token.label })}
          action={t('revoke')}
          onConfirm={revoke}
          onClose={() => setRevoking(false)}
        >
          <p>{t('revokeWarning')}</p>
          {token.descendants > 0 && <p className="mt-2 font-medium">{t('revokesToo', { count: token.descendants })}</p>}
        </ConfirmDialog>
      )}
    </Row>
  )
}
