import type { EntityLink } from '@tandem/contract'
import { ExternalLink, GitMerge, GitPullRequest, GitPullRequestClosed, GitPullRequestDraft, Link2, type LucideIcon } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { classes } from '../../ui/classes.ts'
import { useOpenCard } from './card-context.ts'
import { Section } from './section.tsx'

/** Pull requests and other links of integrations to the card, with their states. */
export function Links() {
  const t = useTranslations('details.links')
  const { card } = useOpenCard()
  if (card.links.length === 0) return null
  return (
    <Section title={t('title')}>
      <ul className="grid grid-cols-1 gap-0.5">
        {card.links.map((link) => (
          <LinkRow key={link.id} link={link} />
        ))}
      </ul>
    </Section>
  )
}

/** States of pull requests, for any code host; other states are shown as the host names them. */
const states: Record<string, { key: 'open' | 'draft' | 'merged' | 'closed'; icon: LucideIcon; look: string }> = {
  open: { key: 'open', icon: GitPullRequest, look: 'text-done' },
  opened: { key: 'open', icon: GitPullRequest, look: 'text-done' },
  draft: { key: 'draft', icon: GitPullRequestDraft, look: 'text-ink-2' },
  merged: { key: 'merged', icon: GitMerge, look: 'text-accent' },
  closed: { key: 'closed', icon: GitPullRequestClosed, look: 'text-danger' },
}

function LinkRow({ link }: { link: EntityLink }) {
  const state = states[link.state?.toLowerCase() ?? '']
  return (
    <li className="relative -mx-1 flex min-h-8 items-center gap-2 rounded-md px-1 hover:bg-hover pointer-coarse:min-h-11">
      <ProviderMark system={link.externalSystem} />
      <a href={link.externalUrl} target="_blank" rel="noreferrer noopener" className="min-w-0 flex-1 truncate after:absolute after:inset-0">
        {link.title ?? link.externalId}
        {link.title !== null && <span className="ml-2 text-ink-3 text-sm">{nameOf(link)}</span>}
      </a>
      <State text={link.state} known={state} />
      <ExternalLink size={13} aria-hidden className="shrink-0 text-ink-3" />
    </li>
  )
}

function State({ text, known }: { text: string | null; known: (typeof states)[string] | undefined }) {
  const t = useTranslations('details.links')
  if (text === null) return null
  const Icon = known?.icon
  return (
    <span className={classes('flex shrink-0 items-center gap-1 font-medium text-sm', known?.look ?? 'text-ink-2')}>
      {Icon && <Icon size={14} aria-hidden />} {known ? t(known.key) : text}
    </span>
  )
}

/** `acme/shop#12` of `acme/shop#12:ENG-4`: the key at the end only distinguishes the links of one pull request. */
const nameOf = ({ externalId }: EntityLink): string => externalId.replace(/:[A-Z][A-Z0-9]*-\d+$/, '')

const marks: Record<string, string> = {
  github:
    'M12 .3a12 12 0 0 0-3.8 23.38c.6.12.83-.26.83-.57L9 21.07c-3.34.72-4.04-1.61-4.04-1.61-.55-1.39-1.34-1.76-1.34-1.76-1.08-.74.09-.73.09-.73 1.2.09 1.83 1.24 1.83 1.24 1.08 1.83 2.81 1.3 3.5 1 .1-.78.42-1.31.76-1.61-2.67-.3-5.47-1.33-5.47-5.93 0-1.31.47-2.38 1.24-3.22-.14-.3-.54-1.52.1-3.18 0 0 1-.32 3.3 1.23a11.5 11.5 0 0 1 6 0c2.28-1.55 3.29-1.23 3.29-1.23.64 1.66.24 2.88.12 3.18a4.65 4.65 0 0 1 1.23 3.22c0 4.61-2.8 5.63-5.48 5.92.42.36.81 1.1.81 2.22l-.01 3.29c0 .31.2.69.82.57A12 12 0 0 0 12 .3Z',
  gitlab:
    'm23.6 9.6-.03-.09-3.27-8.53a.86.86 0 0 0-1.34-.35.88.88 0 0 0-.29.44l-2.2 6.75H7.53L5.33 1.07a.86.86 0 0 0-.3-.44.87.87 0 0 0-1.33.35L.43 9.5l-.03.09a6.07 6.07 0 0 0 2.01 7l.01.02.03.02 4.98 3.73 2.46 1.86 1.5 1.13a1 1 0 0 0 1.22 0l1.5-1.13 2.46-1.86 5-3.75.02-.01a6.07 6.07 0 0 0 2-7Z',
}

/** The icon of the system that a link leads to. */
function ProviderMark({ system }: { system: string }) {
  const path = marks[system.toLowerCase()]
  if (path === undefined) return <Link2 role="img" aria-label={system} size={14} className="shrink-0 text-ink-3" />
  return (
    <svg role="img" aria-label={system} width="14" height="14" viewBox="0 0 24 24" className="shrink-0 text-ink-2">
      <path d={path} fill="currentColor" />
    </svg>
  )
}
