import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Bot, Briefcase, Columns3, Hourglass, Inbox, Search } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { boardsQuery } from '../api/queries.ts'
import { Kbd } from '../ui/kbd.tsx'
import { Brand } from './brand.tsx'
import { MeMenu } from './me-menu.tsx'
import { InboxBadge, NavName, navClasses } from './nav.tsx'
import { openPalette } from './palette.tsx'

export function Sidebar({ onHelp }: { onHelp: () => void }) {
  const t = useTranslations('shell')
  const boards = useQuery(boardsQuery)
  return (
    <nav
      aria-label={t('navigation')}
      className="row-start-2 hidden min-h-0 flex-col gap-1 border-line border-r bg-sunken p-2 md:flex print:hidden"
    >
      <div className="px-2 py-2 max-lg:flex max-lg:justify-center">
        <Brand className="max-lg:sr-only" />
      </div>
      <button type="button" className={navClasses} onClick={() => openPalette()} data-tip={t('search')}>
        <Search size={16} aria-hidden /> <NavName className="flex-1 text-left">{t('search')}</NavName>
        <span aria-hidden className="max-lg:hidden">
          <Kbd>/</Kbd>
        </span>
      </button>
      <Link to="/" activeOptions={{ exact: true }} className={navClasses} data-tip={t('boards')}>
        <Columns3 size={16} aria-hidden /> <NavName>{t('boards')}</NavName>
      </Link>
      <Link to="/my-work" className={navClasses} data-tip={t('myWork')}>
        <Briefcase size={16} aria-hidden /> <NavName>{t('myWork')}</NavName>
      </Link>
      <Link to="/waiting" className={navClasses} data-tip={t('waiting')}>
        <Hourglass size={16} aria-hidden /> <NavName>{t('waiting')}</NavName>
      </Link>
      <Link to="/inbox" className={navClasses} data-tip={t('inbox')}>
        <Inbox size={16} aria-hidden /> <NavName className="flex-1">{t('inbox')}</NavName>
        <span className="max-lg:absolute max-lg:-top-0.5 max-lg:right-0 max-lg:scale-90">
          <InboxBadge />
        </span>
      </Link>
      <Link to="/agents" className={navClasses} data-tip={t('agents')}>
        <Bot size={16} aria-hidden /> <NavName>{t('agents')}</NavName>
      </Link>
      <ul className="mt-3 min-h-0 flex-1 overflow-y-auto">
        {boards.data?.map((board) => (
          <li key={board.id}>
            <Link to="/boards/$boardId" params={{ boardId: board.id }} className={navClasses} data-tip={board.name}>
              <span
                aria-hidden
                className="w-9 shrink-0 truncate font-mono text-ink-3 text-xs max-lg:w-auto max-lg:max-w-full max-lg:shrink"
              >
                {board.keyPrefix}
              </span>
              <NavName className="truncate">{board.name}</NavName>
            </Link>
          </li>
        ))}
      </ul>
      <MeMenu onHelp={onHelp} />
    </nav>
  )
}
