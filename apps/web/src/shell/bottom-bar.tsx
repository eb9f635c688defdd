import { Link } from '@tanstack/react-router'
import { Bot, Briefcase, Columns3, Inbox, Search } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { MeMenu } from './me-menu.tsx'
import { InboxBadge } from './nav.tsx'
import { openPalette } from './palette.tsx'

const look =
  'relative grid min-h-14 flex-auto place-items-center content-center gap-0.5 whitespace-nowrap px-1 text-ink-2 text-xs aria-[current=page]:text-accent aria-[current=page]:font-medium'

/**
 * On a phone the navigation is at the bottom, in reach of the thumb. A page with a bar of its own there (`data-bottom-bar`), such as a
 * card, replaces it.
 */
export function BottomBar({ onHelp }: { onHelp: () => void }) {
  const t = useTranslations('shell')
  return (
    <nav
      aria-label={t('navigation')}
      data-navigation
      className="pad-safe-b row-start-3 flex border-line border-t bg-sunken [main:has([data-bottom-bar])+&]:hidden md:hidden print:hidden"
    >
      <Link to="/" activeOptions={{ exact: true }} className={look}>
        <Columns3 size={20} aria-hidden />
        {t('boards')}
      </Link>
      <Link to="/my-work" className={look}>
        <Briefcase size={20} aria-hidden />
        {t('myWork')}
      </Link>
      <button type="button" className={look} onClick={() => openPalette()}>
        <Search size={20} aria-hidden />
        {t('search')}
      </button>
      <Link to="/inbox" className={look}>
        <Inbox size={20} aria-hidden />
        {t('inboxShort')}
        <span className="absolute top-1 left-[55%]">
          <InboxBadge />
        </span>
      </Link>
      <Link to="/agents" className={look}>
        <Bot size={20} aria-hidden />
        {t('agents')}
      </Link>
      <MeMenu compact onHelp={onHelp} />
    </nav>
  )
}
