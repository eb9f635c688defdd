import { Link, type LinkProps } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react'
import { type ComponentType, type ReactNode, useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { classes } from '../../ui/classes.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LazyInPlace } from '../../ui/loading/lazy-boundary.tsx'
import { PagePending } from '../../ui/spinner.tsx'

export type NavGroup = { name: string | null; items: readonly NavItem[] }
type NavItem = { key: string; name: string; icon: LucideIcon; way: LinkProps }

type Props = {
  title: string
  subtitle?: ReactNode
  /** The settings without a page: on a phone the list of pages, elsewhere the first of them. */
  home: LinkProps
  groups: readonly NavGroup[]
  /** The page that the address names; undefined if it names none. */
  page: string | undefined
  children: ReactNode
}

/** Pages of settings with their names at the side. On a phone the names are a page of their own, and every page links back to it. */
export function SettingsLayout({ title, subtitle, home, groups, page, children }: Props) {
  return (
    <div className="max-w-5xl px-3 pt-1 pb-4 md:grid md:grid-cols-[12.5rem_minmax(0,1fr)] md:gap-10 md:px-5 md:py-5">
      <FromTheTop key={page} />
      <nav aria-label={title} className={classes('md:sticky md:top-5 md:self-start', page !== undefined && 'max-md:hidden')}>
        <h1 className={classes('mt-2 font-semibold text-xl tracking-tight md:hidden', !subtitle && 'mb-3')}>{title}</h1>
        <p data-title className="mb-3 truncate font-semibold text-lg tracking-tight max-md:hidden">
          {title}
        </p>
        {subtitle}
        {groups.map((group) => (
          <Group key={group.items[0]?.key} group={group} shown={page ?? groups[0]?.items[0]?.key} />
        ))}
      </nav>
      <div className={classes('min-w-0 has-[[data-back]]:*:data-home:hidden', page === undefined && 'max-md:hidden')}>
        {/* Hidden if the page has a back link of its own, which leads to the page above it. */}
        <Link {...home} data-home className="-ml-1 inline-flex min-h-11 items-center gap-1 text-ink-2 md:hidden">
          <ChevronLeft size={16} aria-hidden /> {title}
        </Link>
        {children}
      </div>
    </div>
  )
}

/** The page scrolls as a whole, so another page must not begin at the old scroll position. */
function FromTheTop() {
  useEffect(() => {
    document.getElementById('page')?.scrollTo(0, 0)
  }, [])
  return null
}

function Group({ group: { name, items }, shown }: { group: NavGroup; shown: string | undefined }) {
  return (
    <div className="mb-4">
      {name !== null && <h2 className="mb-1 px-2 font-medium text-ink-3 text-xs">{name}</h2>}
      <ul className="max-md:overflow-hidden max-md:rounded-lg max-md:border max-md:border-line max-md:bg-surface">
        {items.map(({ key, name: text, icon: Icon, way }) => (
          <li key={key} className="max-md:border-line max-md:not-last:border-b">
            <Link
              {...way}
              aria-current={key === shown ? 'page' : undefined}
              className={classes(
                'flex items-center gap-2 px-2 text-ink-2 hover:bg-hover hover:text-ink max-md:min-h-12 max-md:gap-3 max-md:px-3 max-md:text-ink max-md:text-md md:h-8 md:rounded-md',
                key === shown && 'md:bg-accent-soft md:font-medium md:text-ink',
              )}
            >
              <Icon size={16} aria-hidden className="shrink-0 text-ink-3" />
              <span className="min-w-0 flex-1 truncate">{text}</span>
              <ChevronRight size={16} aria-hidden className="shrink-0 text-ink-3 md:hidden" />
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** A table of pages in the form of the nav: in the order of the table, under the names of their groups. */
export function navGroups<K extends string, G extends string>(
  pages: readonly (readonly [K, { group: G; icon: LucideIcon }])[],
  { nameOf, groupName, wayTo }: { nameOf: (key: K) => string; groupName: (group: G) => string | null; wayTo: (key: K) => LinkProps },
): NavGroup[] {
  const groups = [...new Set(pages.map(([, { group }]) => group))]
  return groups.map((group) => ({
    name: groupName(group),
    items: pages.filter(([, page]) => page.group === group).map(([key, { icon }]) => ({ key, name: nameOf(key), icon, way: wayTo(key) })),
  }))
}

/** The page at an address, or a message that there is no such page, or none that the reader may see. */
export function ShownPage({ of: Shown }: { of: ComponentType | undefined }) {
  const t = useTranslations('missing')
  if (!Shown)
    return (
      <EmptyState level="h1" title={t('title')}>
        {t('text')}
      </EmptyState>
    )
  return (
    <LazyInPlace of={Shown} fallback={<PagePending />}>
      <Shown />
    </LazyInPlace>
  )
}
