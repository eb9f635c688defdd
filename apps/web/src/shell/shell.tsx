import { useQuery } from '@tanstack/react-query'
import { Outlet, useNavigate } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { isSignedOut, loadRefusals } from '../api/failure.ts'
import { meQuery } from '../api/queries.ts'
import { loadTexts } from '../i18n/areas.tsx'
import type { Locale } from '../i18n/languages/languages.ts'
import { useLocaleChoice } from '../i18n/locale.tsx'
import { endLive, goLive } from '../live/hub.ts'
import { useResumeChanges } from '../mutations/resume-changes.ts'
import { loadDialog } from '../ui/dialog.tsx'
import { onFirstIntent } from '../ui/loading/first-intent.ts'
import { HeldKeys } from '../ui/loading/held-keys.tsx'
import { LazyInFront, LazyInPlace } from '../ui/loading/lazy-boundary.tsx'
import { lazyPart } from '../ui/loading/lazy-part.ts'
import { loadMenu } from '../ui/menu.tsx'
import { loadMarkdown } from '../ui/text/markdown.tsx'
import { loadToasts } from '../ui/toasts/toast.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { PaletteHost, type PaletteProps } from './palette.tsx'
import { Sidebar } from './sidebar.tsx'
import { hasWideSidebar, toggleSidebar, useNarrowSidebar } from './sidebar-width.ts'
import { useCommands } from './use-commands.ts'
import '../styles/all.css'

const help = () => import('./keyboard-help.tsx')
const KeyboardHelp = lazyPart(async () => ({ default: (await help()).KeyboardHelp }))
/** Nothing visible: it is loaded after the page. */
const Attention = lazyPart(async () => ({ default: (await import('./attention.tsx')).Attention }))

type Props = {
  /** The component that the palette's key opens. */
  Palette: ComponentType<PaletteProps>
  /** Screens to fetch ahead of their use; the same array each time. */
  screens: readonly (() => Promise<unknown>)[]
  /** In the place of the page of the address. */
  children?: ReactNode
}

/** The frame around every page of a signed-in user. */
export function Shell({ Palette, screens, children = <Outlet /> }: Props) {
  const t = useTranslations('shell')
  const navigate = useNavigate()
  const [helping, setHelping] = useState(false)
  const me = useQuery(meQuery)
  const { locale } = useLocaleChoice()
  const narrow = useNarrowSidebar()

  useEffect(() => {
    goLive()
    return endLive
  }, [])
  useResumeChanges(me.data?.id)
  useEffect(() => onFirstIntent(() => loadTheRest(locale, screens)), [locale, screens])
  useEffect(() => onFirstIntent(() => void adoptLanguage().catch(() => {})), [])
  useEffect(() => {
    if (isSignedOut(me.error)) void navigate({ to: '/sign-in', search: { next: location.pathname } })
  }, [me.error, navigate])
  useCommands(
    {
      help: () => setHelping(true),
      sidebar: { when: hasWideSidebar, run: toggleSidebar },
      agents: () => void navigate({ to: '/agents' }),
      boards: () => void navigate({ to: '/' }),
      inbox: () => void navigate({ to: '/inbox' }),
      myWork: () => void navigate({ to: '/my-work' }),
    },
    'shell',
  )

  return (
    <div
      data-sidebar={narrow ? 'narrow' : 'wide'}
      className="grid h-dvh grid-rows-[auto_1fr_auto] print:block print:h-auto md:grid-cols-[3.5rem_1fr] lg:data-[sidebar=wide]:grid-cols-[14rem_1fr] md:grid-rows-[auto_1fr]"
    >
      <a href="#page" className="sr-only z-50 rounded-md bg-overlay px-3 py-2 focus:not-sr-only focus:absolute focus:top-2 focus:left-2">
        {t('skip')}
      </a>
      <ConnectionBanner />
      <Sidebar onHelp={() => setHelping(true)} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it passes the focus on */}
      <main
        id="page"
        tabIndex={-1}
        onFocus={({ target, currentTarget }) => {
          // In a page whose body scrolls by itself, such as a card, the keyboard scrolls only that.
          if (target === currentTarget) target.querySelector<HTMLElement>('[data-page-body]')?.focus({ preventScroll: true })
        }}
        className="relative row-start-2 min-h-0 min-w-0 overflow-y-auto outline-none md:col-start-2 print:overflow-visible"
      >
        {children}
      </main>
      <BottomBar onHelp={() => setHelping(true)} />
      <LazyInPlace instead={<></>}>
        <Attention />
      </LazyInPlace>
      <PaletteHost Palette={Palette} />
      {helping && (
        <LazyInFront fallback={<HeldKeys />} onClose={() => setHelping(false)}>
          <KeyboardHelp onClose={() => setHelping(false)} />
        </LazyInFront>
      )}
    </div>
  )
}

const adoptLanguage = async () => (await import('./account-language.ts')).adoptLanguage()

/** Areas of texts that a dialog, menu or popover needs; fetched before it opens. */
const areasAhead = ['details', 'keys', 'bulk', 'dates', 'views'] as const

/** Loads the code that a click would otherwise wait for. */
function loadTheRest(locale: Locale, screens: Props['screens']): void {
  const texts = areasAhead.map((area) => () => loadTexts(area, locale))
  const words = () => loadRefusals(locale)
  for (const load of [words, loadToasts, loadMenu, loadDialog, loadMarkdown, ...screens, help, ...texts]) void load().catch(() => {})
}
