import type { Card, CardRelation, InputOf } from '@tandem/contract'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useDeferredValue, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { cardsByKeyOrTextQuery, type FoundCard } from '../../../api/card-queries.ts'
import { classes } from '../../../ui/classes.ts'
import { inputClasses } from '../../../ui/form/field.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { useOpenCard } from '../card-context.ts'

/** Relates another card: the kind, and the card by its key or by words of its title. */
export function AddRelation({ onDone }: { onDone: () => void }) {
  const t = useTranslations('details.relations')
  const { card, edit } = useOpenCard()
  const [type, setType] = useState<RelationType>('blockedBy')
  const relate = async (other: FoundCard) => {
    const { id, boardId, key, title, completedAt, archivedAt } = other
    const relations = [...card.relations, relationTo(type, { id, boardId, key, title, completedAt, archivedAt })]
    if (await edit('relation.put', { input: relationInput(type, card, id), shown: () => ({ relations }) })) onDone()
  }
  const chooseType = (value: string) => setType(relationTypes.find((one) => one === value) ?? 'relates')
  return (
    <div className="mt-1 grid gap-3 rounded-md border border-line bg-surface p-3">
      <Select label={t('how')} value={type} onChange={chooseType} choices={relationTypes.map((one) => [one, t(`types.${one}`)])} />
      <FindCard type={type} onChoose={(other) => void relate(other)} onLeave={onDone} />
    </div>
  )
}

/** A search field with its results below; arrows move, Enter chooses. */
function FindCard({ type, onChoose, onLeave }: { type: RelationType; onChoose: (card: FoundCard) => void; onLeave: () => void }) {
  const t = useTranslations('details.relations')
  const id = useId()
  const { card } = useOpenCard()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const wanted = useDeferredValue(text.trim())
  const query = useQuery(cardsByKeyOrTextQuery(wanted))
  const taken = new Set([card.id, ...card.relations.filter((one) => relationTypeOf(one) === type).map((one) => one.card.id)])
  // Of equal titles, Enter takes the card of this board; a typed key means its own card.
  const isFar = (one: FoundCard) => one.boardId !== card.boardId && one.key !== wanted.toUpperCase()
  const found = (query.data ?? []).filter((one) => !taken.has(one.id)).sort((one, other) => Number(isFar(one)) - Number(isFar(other)))
  const chosen = found[Math.min(at, found.length - 1)]
  const steps: Record<string, () => void> = {
    ArrowDown: () => setAt((at + 1) % Math.max(1, found.length)),
    ArrowUp: () => setAt((at + found.length - 1) % Math.max(1, found.length)),
    Enter: () => chosen && onChoose(chosen),
    Escape: onLeave,
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.nativeEvent.isComposing ? undefined : steps[event.key]
    if (!step) return
    event.preventDefault()
    event.stopPropagation()
    step()
  }
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="font-medium text-ink-2 text-sm">
        {t('which')}
      </label>
      <input
        id={id}
        data-adding="relation"
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls={`${id}-found`}
        aria-autocomplete="list"
        aria-activedescendant={chosen && `${id}-${chosen.id}`}
        placeholder={t('search')}
        value={text}
        autoFocus
        autoComplete="off"
        maxLength={200}
        onChange={(event) => {
          setText(event.target.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
        className={`${inputClasses} h-9 pointer-coarse:h-11`}
      />
      <div id={`${id}-found`} role="listbox" aria-label={t('found')}>
        {found.map((one) => (
          <Found
            key={one.id}
            id={`${id}-${one.id}`}
            card={one}
            isChosen={one === chosen}
            isElsewhere={one.boardId !== card.boardId}
            onClick={() => onChoose(one)}
            onKeyDown={onKeyDown}
          />
        ))}
      </div>
      <p role="status" className="text-ink-3 text-sm empty:hidden">
        {wanted !== '' && query.isSuccess && found.length === 0 && t('nothing')}
      </p>
    </div>
  )
}

type FoundProps = {
  id: string
  card: FoundCard
  isChosen: boolean
  /** On another board than the card that is open. */
  isElsewhere: boolean
  onClick: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

function Found({ id, card, isChosen, isElsewhere, onClick, onKeyDown }: FoundProps) {
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      onClick={onClick}
      onKeyDown={onKeyDown}
      className={classes(
        'flex min-h-8 cursor-pointer items-center gap-2 rounded-sm px-2 hover:bg-hover pointer-coarse:min-h-11',
        isChosen && 'bg-hover',
      )}
    >
      <span className="shrink-0 font-mono text-ink-3 text-sm">{card.key}</span>
      <span className="min-w-0 truncate">{card.title}</span>
      {isElsewhere && <span className="ml-auto max-w-20 shrink-0 truncate text-ink-3 text-sm md:max-w-48">{card.boardName}</span>}
    </div>
  )
}

/** The kinds of relation, from the view of this card. */
export const relationTypes = ['blockedBy', 'blocks', 'parent', 'child', 'relates'] as const
type RelationType = (typeof relationTypes)[number]

type Kind = CardRelation['kind']
const kinds: Record<RelationType, { kind: Kind; direction: CardRelation['direction'] }> = {
  blockedBy: { kind: 'blocks', direction: 'in' },
  blocks: { kind: 'blocks', direction: 'out' },
  parent: { kind: 'parent', direction: 'in' },
  child: { kind: 'parent', direction: 'out' },
  relates: { kind: 'relates', direction: 'out' },
}

export function relationTypeOf({ kind, direction }: CardRelation): RelationType {
  return relationTypes.find((type) => kinds[type].kind === kind && (kind === 'relates' || kinds[type].direction === direction)) ?? 'relates'
}

/** The activity of a relation belongs to the blocking card, or to the parent. */
export function relationInput(type: RelationType, card: Pick<Card, 'id'>, otherId: string): InputOf<'relation.put'> {
  const { kind, direction } = kinds[type]
  return direction === 'out' ? { cardId: card.id, otherCardId: otherId, kind } : { cardId: otherId, otherCardId: card.id, kind }
}

/** The relation in the form of the service's answer, shown until that comes. */
const relationTo = (type: RelationType, other: CardRelation['card']): CardRelation => ({ ...kinds[type], card: other })
