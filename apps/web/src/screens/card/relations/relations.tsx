import type { CardRelation } from '@tandem/contract'
import { Circle, CircleCheck, Plus } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { useAddingSection } from '../adding/adding.ts'
import { useOpenCard } from '../card-context.ts'
import { CardLink } from '../card-link.tsx'
import { Section } from '../section.tsx'
import { AddRelation, relationTypeOf, relationTypes } from './add-relation.tsx'
import { isSubCard } from './is-sub-card.ts'
import { RemoveLink } from './remove-link.tsx'

/** Other cards that this one waits for, blocks, is part of or relates to. Its sub-cards have a section of their own. */
export function Relations() {
  const t = useTranslations('details.relations')
  const words = useTranslations('card')
  const { card, mayWrite } = useOpenCard()
  const adding = useAddingSection('relation')
  const linked = card.relations.filter((relation) => !isSubCard(relation))
  const groups = relationTypes
    .map((type) => ({ type, relations: linked.filter((relation) => relationTypeOf(relation) === type) }))
    .filter(({ relations }) => relations.length > 0)
  if (groups.length === 0 && !(mayWrite && adding.isOpen)) return null
  const add = (
    <Button
      size="sm"
      variant="quiet"
      data-add="relation"
      aria-expanded={adding.isOpen}
      onClick={adding.isOpen ? adding.leave : adding.open}
    >
      <Plus size={14} aria-hidden /> {t('add')}
    </Button>
  )
  const state = card.blocked && <Badge className="bg-danger-soft! text-danger! md:hidden">{words('blocked')}</Badge>
  return (
    <Section
      title={t('title')}
      aside={
        <>
          {state}
          {mayWrite && add}
        </>
      }
    >
      {groups.map(({ type, relations }) => (
        <div key={type} className="mb-1.5">
          <p aria-hidden className={classes('font-medium text-sm', type === 'blockedBy' && card.blocked ? 'text-danger' : 'text-ink-3')}>
            {t(type)}
          </p>
          <ul aria-label={t(type)}>
            {relations.map((relation) => (
              <Related key={relation.card.id} relation={relation} />
            ))}
          </ul>
        </div>
      ))}
      {adding.isOpen && <AddRelation onDone={adding.leave} />}
    </Section>
  )
}

function Related({ relation }: { relation: CardRelation }) {
  const words = useTranslations('card')
  const { mayWrite } = useOpenCard()
  const { card: other } = relation
  const isDone = other.completedAt !== null
  const Mark = isDone ? CircleCheck : Circle
  return (
    <li className="group relative -mx-1 flex min-h-8 items-center gap-2 rounded-md px-1 hover:bg-hover pointer-coarse:min-h-11">
      <Mark size={14} aria-hidden className={classes('shrink-0', isDone ? 'text-done' : 'text-ink-3')} />
      <CardLink cardKey={other.key} className="flex min-w-0 flex-1 items-baseline gap-2 after:absolute after:inset-0">
        <span className="shrink-0 font-mono text-ink-3 text-sm">{other.key}</span>
        <span className={classes('truncate', isDone && 'text-ink-3 line-through')}>{other.title}</span>
      </CardLink>
      {other.archivedAt !== null && <Badge>{words('archived')}</Badge>}
      {mayWrite && <RemoveLink relation={relation} />}
    </li>
  )
}
