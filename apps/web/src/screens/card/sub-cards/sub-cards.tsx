import type { CardRelation, OutputOf } from '@tandem/contract'
import { useQuery } from '@tanstack/react-query'
import { Circle, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { childrenQuery } from '../../../api/queries.ts'
import { lineGap } from '../../../mutations/texts/draft.ts'
import { classes } from '../../../ui/classes.ts'
import { SessionLine } from '../../board/tile/session-line.tsx'
import { AddLines } from '../add-lines.tsx'
import { useAddingSection } from '../adding/adding.ts'
import { useOpenCard } from '../card-context.ts'
import { CardLink } from '../card-link.tsx'
import { isSubCard } from '../relations/is-sub-card.ts'
import { RemoveLink } from '../relations/remove-link.tsx'
import { Section } from '../section.tsx'

type Session = OutputOf<'card.children'>[number]['session']

/** The sub-cards, with the agents at work on them. */
export function SubCards() {
  const t = useTranslations('details.subCards')
  const { card, mayWrite } = useOpenCard()
  const { done, total } = card.progress
  const subCards = card.relations.filter(isSubCard)
  const children = useQuery({ ...childrenQuery(card.id), enabled: total > 0 }).data ?? []
  const sessions = new Map(children.map(({ id, session }) => [id, session]))
  const adding = useAddingSection('subCards')
  if (total === 0 && subCards.length === 0 && !(mayWrite && adding.isShown)) return null
  const count = total > 0 && (
    <span className="text-ink-3 text-sm tabular-nums">
      {done}/{total}
    </span>
  )
  return (
    <Section title={t('title')} aside={count}>
      {total > 0 && (
        <div aria-hidden className="mb-1.5 h-1 overflow-hidden rounded-full bg-sunken">
          <div className="h-full bg-done transition-[width]" style={{ width: `${(100 * done) / total}%` }} />
        </div>
      )}
      {subCards.length > 0 && (
        <ul aria-label={t('title')}>
          {subCards.map((relation) => (
            <Entry key={relation.card.id} relation={relation} session={sessions.get(relation.card.id) ?? null} />
          ))}
        </ul>
      )}
      {mayWrite && <AddSubCard adding={adding} />}
    </Section>
  )
}

function Entry({ relation, session }: { relation: CardRelation; session: Session }) {
  const { mayWrite } = useOpenCard()
  const { card: child } = relation
  const isDone = child.completedAt !== null
  const Mark = isDone ? CircleCheck : Circle
  return (
    <li className="group relative -mx-1 flex min-h-8 items-center gap-2 rounded-md px-1 hover:bg-hover pointer-coarse:min-h-11">
      <Mark size={14} aria-hidden className={classes('shrink-0', isDone ? 'text-done' : 'text-ink-3')} />
      <CardLink cardKey={child.key} className="flex min-w-0 flex-1 items-baseline gap-2 after:absolute after:inset-0">
        <span className="shrink-0 font-mono text-ink-3 text-sm">{child.key}</span>
        <span className={classes('truncate', isDone && 'text-ink-3 line-through')}>{child.title}</span>
      </CardLink>
      {session && !isDone && <SessionLine session={session} />}
      {mayWrite && <RemoveLink relation={relation} />}
    </li>
  )
}

/** Pasted lines are created in one call. Without a network it waits, and their titles are shown. */
function AddSubCard({ adding }: { adding: ReturnType<typeof useAddingSection> }) {
  const t = useTranslations('details.subCards')
  const { card, edit } = useOpenCard()
  const [waiting, setWaiting] = useState<readonly string[][]>([])
  const add = async (titles: string[], putBack: (line: string) => void) => {
    const settle = () => setWaiting((now) => now.filter((one) => one !== titles))
    setWaiting((now) => [...now, titles])
    const refusedLater = () => {
      settle()
      putBack(titles.join(lineGap))
    }
    const input = { cardId: card.id, titles }
    if (await edit('card.addChildren', { input, failed: 'create', answered: settle, refusedLater })) return []
    settle()
    return titles
  }
  const onLeave = card.progress.total === 0 ? adding.leave : undefined
  return (
    <>
      {waiting.flat().map((title, at) => (
        <p key={at} className="min-h-8 py-1 opacity-60 [overflow-wrap:anywhere]">
          {title}
        </p>
      ))}
      <AddLines of="subCards" label={t('add')} onAdd={add} autoFocus={adding.isOpen} onLeave={onLeave} />
    </>
  )
}
