import type { EntityLink } from '@tandem/contract'
import { ExternalLink, GitMerge, GitPullRequest, GitPullRequestClosed, GitPullRequestDraft, type LucideIcon } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { classes } from '../../ui/classes.ts'
import { useOpenCard } from './card-context.ts'
import { ProviderMark } from './provider-mark.tsx'
import { Section } from './section.tsx'

/** Pull requests and what else integrations have linked to the card, and how it stands with them. */
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

/** States of pull requests, for any code host; others are shown in its own word. */
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

/** `acme/shop#12` of `acme/shop#12:ENG-4`: the key at the end only keeps the links of one pull request apart. */
const nameOf = ({ externalId }: EntityLink): string => externalId.replace(/:[A-Z][A-Z0-9]*-\d+$/, '')
