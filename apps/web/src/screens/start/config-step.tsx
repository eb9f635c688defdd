import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '../../api/client.ts'
import { mcpUrlQuery } from '../../api/mcp-url-query.ts'
import { tokensQuery } from '../../api/settings-queries.ts'
import { Button } from '../../ui/button.tsx'
import { Problem, useForm } from '../../ui/form/form.tsx'
import { agentClients } from './agent-clients.ts'
import { CopyText } from './copy-text.tsx'
import { mintToken } from './mint-token.ts'
import { type Shared, Step } from './step.tsx'

type Props = Shared & { isOpen: boolean; token: string | null; onToken: (token: string) => void }

/** The configuration to paste, for the program in which the agent runs. */
export function ConfigStep({ isOpen, board, progress, go, token, onToken }: Props) {
  const t = useTranslations('start.config')
  const url = useQuery({ ...mcpUrlQuery, enabled: isOpen }).data
  const [clientId, setClientId] = useState(progress.clientId ?? agentClients[0]?.id)
  const client = agentClients.find((one) => one.id === clientId) ?? agentClients[0]
  const known = useQuery({ ...tokensQuery, enabled: isOpen }).data?.find((one) => one.id === progress.tokenId)
  const byBrowser = progress.way === 'browser'
  const pick = (id: string) => {
    setClientId(id)
    go({ clientId: id })
  }
  const snippet = url === undefined || !client ? null : byBrowser ? client.byBrowser({ url }) : client.byToken({ url, token: token ?? '' })
  return (
    <Step number={3} title={t('title')} done={isOpen && known?.lastUsedAt != null} isOpen={isOpen}>
      {!byBrowser && token === null ? (
        <Gone
          onAgain={async () => {
            if (!board || progress.agentId === undefined) return
            if (progress.tokenId !== undefined) await api.call('token.revoke', { tokenId: progress.tokenId }).catch(() => {})
            const minted = await mintToken({ id: progress.agentId, name: progress.agentName ?? '' }, board.id)
            go({ tokenId: minted.id })
            if (minted.token !== null) onToken(minted.token)
          }}
        />
      ) : (
        <div className="grid grid-cols-1 gap-3">
          {url !== undefined && <CopyText label={t('url')} text={url} />}
          {token !== null && (
            <div>
              <CopyText label={t('token')} text={token} />
              <p className="mt-1 text-awaiting text-sm">{t('once')}</p>
            </div>
          )}
          <div role="radiogroup" aria-label={t('client')} className="flex flex-wrap gap-1.5">
            {agentClients.map((one) => (
              <label
                key={one.id}
                className="flex h-8 cursor-pointer items-center rounded-md border border-line-strong px-2.5 hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft has-checked:font-medium has-focus-visible:outline-2 has-focus-visible:outline-focus pointer-coarse:h-11"
              >
                <input type="radio" name="client" className="sr-only" checked={one.id === client?.id} onChange={() => pick(one.id)} />
                {one.name}
              </label>
            ))}
          </div>
          {snippet && (
            <div>
              <CopyText label={snippet.file === null ? t('run') : t('file', { file: snippet.file })} text={snippet.text} />
              {snippet.afterwards !== undefined && (
                <p className="mt-1 text-ink-2 text-sm">{t('afterwards', { command: snippet.afterwards })}</p>
              )}
              {client?.id === 'mcp-remote' && <p className="mt-1 text-ink-2 text-sm">{t('remote')}</p>}
            </div>
          )}
        </div>
      )}
    </Step>
  )
}

/** Shown after a reload: the token was shown once only. */
function Gone({ onAgain }: { onAgain: () => Promise<void> }) {
  const t = useTranslations('start.config')
  const form = useForm(onAgain)
  return (
    <form onSubmit={form.submit} className="grid justify-items-start gap-2">
      <p className="text-ink-2">{t('gone')}</p>
      <Problem text={form.problem} />
      <Button type="submit" busy={form.busy}>
        {t('again')}
      </Button>
    </form>
  )
}
