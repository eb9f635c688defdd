import { Link } from '@tanstack/react-router'
import { Bot, Briefcase, Columns3, Hourglass, Inbox, PanelLeftClose, PanelLeftOpen, Search } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { IconButton } from '../ui/button.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { Brand } from './brand.tsx'
import { MeMenu } from './me-menu.tsx'
import { InboxBadge, NavName, navClasses } from './nav.tsx'
import { openPalette } from './palette.tsx'
import { SidebarPlaces } from './sidebar-places.tsx'
import { toggleSidebar, useNarrowSidebar } from './sidebar-width.ts'

export function Sidebar({ onHelp }: { onHelp: () => void }) {
  const t = useTranslations('shell')
  return (
    <nav
      aria-label={t('navigation')}
      className="row-start-2 hidden min-h-0 flex-col gap-1 border-line border-r bg-sunken p-2 md:flex print:hidden"
    >
      <div className="flex items-center justify-between py-1 pl-2 narrow:flex-col narrow:gap-1 narrow:pl-0">
        <Brand className="narrow:sr-only" />
        <Collapse />
      </div>
      <button type="button" className={navClasses} onClick={() => openPalette()} data-tip={t('search')}>
        <Search size={16} aria-hidden /> <NavName className="flex-1 text-left">{t('search')}</NavName>
        <span aria-hidden className="narrow:hidden">
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
        <span className="narrow:absolute narrow:top-0 narrow:right-0 narrow:origin-top-right narrow:scale-75">
          <InboxBadge />
        </span>
      </Link>
      <Link to="/agents" className={navClasses} data-tip={t('agents')}>
        <Bot size={16} aria-hidden /> <NavName>{t('agents')}</NavName>
      </Link>
      <SidebarPlaces />
      <MeMenu onHelp={onHelp} />
    </nav>
  )
}

/** Below 1024 px there is only room for the icons. */
function Collapse() {
  const t = useTranslations('shell')
  const narrow = useNarrowSidebar()
  return (
    <IconButton
      size="sm"
      label={narrow ? t('expand') : t('collapse')}
      aria-expanded={!narrow}
      icon={narrow ? <PanelLeftOpen size={15} aria-hidden /> : <PanelLeftClose size={15} aria-hidden />}
      className="max-lg:hidden"
      onClick={toggleSidebar}
    />
  )
}
