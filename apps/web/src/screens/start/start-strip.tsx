import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plug, X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { meQuery } from '../../api/queries.ts'
import { agentsQuery, clientsQuery, tokensQuery } from '../../api/settings-queries.ts'
import { IconButton } from '../../ui/button.tsx'
import { AreaTexts } from '../../ui/text/area-texts.tsx'
import { useProgress } from './progress.ts'

/** Links to the guide until an agent has called or the user dismisses it. */
export default function StartStrip() {
  return (
    <AreaTexts area="start" fallback={null}>
      <Strip />
    </AreaTexts>
  )
}

function Strip() {
  const t = useTranslations('start.strip')
  const [progress, go] = useProgress(useQuery(meQuery).data?.id ?? '')
  const whileShown = { enabled: progress.dismissed !== true }
  const agents = useQuery({ ...agentsQuery, ...whileShown }).data
  const tokens = useQuery({ ...tokensQuery, ...whileShown }).data
  const clients = useQuery({ ...clientsQuery, ...whileShown }).data
  if (progress.dismissed || !agents || !tokens || !clients) return null
  const ids = new Set(agents.map((agent) => agent.id))
  const hasCome = tokens.some((token) => ids.has(token.actorId) && token.lastUsedAt !== null) || clients.length > 0
  if (hasCome) return null
  return (
    <aside aria-label={t('title')} className="mt-4 flex items-center gap-3 rounded-lg border border-line bg-surface py-2 pr-2 pl-4">
      <Plug size={18} aria-hidden className="shrink-0 text-accent" />
      <p className="min-w-0 flex-1">
        <span className="font-medium">{t('title')}</span> <span className="text-ink-2 max-md:hidden">{t('text')}</span>
      </p>
      <Link to="/connect" className="shrink-0 font-medium text-accent underline underline-offset-2 pointer-coarse:py-3">
        {t(progress.boardId === undefined ? 'begin' : 'goOn')}
      </Link>
      <IconButton label={t('dismiss')} icon={<X size={15} aria-hidden />} onClick={() => go({ dismissed: true })} />
    </aside>
  )
}
