import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Bot, Briefcase, Columns3, Inbox, Search } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { boardsQuery } from '../api/queries.ts'
import { Kbd } from '../ui/kbd.tsx'
import { Brand } from './brand.tsx'
import { InboxBadge } from './inbox-badge.tsx'
import { MeMenu } from './me-menu.tsx'
import { navLook } from './nav-look.ts'
import { openPalette } from './palette.tsx'

export function Sidebar({ onHelp }: { onHelp: () => void }) {
  const t = useTranslations('shell')
  const boards = useQuery(boardsQuery)
  return (
    <nav
      aria-label={t('navigation')}
      className="row-start-2 hidden min-h-0 flex-col gap-1 border-line border-r bg-sunken p-2 md:flex print:hidden"
    >
      <div className="px-2 py-2">
        <Brand />
      </div>
      <button type="button" className={navLook} onClick={() => openPalette()}>
        <Search size={16} aria-hidden /> <span className="flex-1 text-left">{t('search')}</span>
        <Kbd>/</Kbd>
      </button>
      <Link to="/" activeOptions={{ exact: true }} className={navLook}>
        <Columns3 size={16} aria-hidden /> {t('boards')}
      </Link>
      <Link to="/my-work" className={navLook}>
        <Briefcase size={16} aria-hidden /> {t('myWork')}
      </Link>
      <Link to="/inbox" className={navLook}>
        <Inbox size={16} aria-hidden /> <span className="flex-1">{t('inbox')}</span> <InboxBadge />
      </Link>
      <Link to="/agents" className={navLook}>
        <Bot size={16} aria-hidden /> {t('agents')}
      </Link>
      <ul className="mt-3 min-h-0 flex-1 overflow-y-auto">
        {boards.data?.map((board) => (
          <li key={board.id}>
            <Link to="/boards/$boardId" params={{ boardId: board.id }} className={navLook}>
              <span aria-hidden className="w-9 shrink-0 truncate font-mono text-ink-3 text-xs">
                {board.keyPrefix}
              </span>
              <span className="truncate">{board.name}</span>
            </Link>
          </li>
        ))}
      </ul>
      <MeMenu onHelp={onHelp} />
    </nav>
  )
}
