import { type AttributeKind, type AttributeName, kindOf, priorities } from '@tandem/contract'
import { useFormatter, useTranslations } from 'use-intl'
import { useKnown } from '../../../live/use-live.ts'
import { type Face, faceOf } from '../../../ui/avatar.tsx'
import { wholeDay } from '../../../ui/date-styles.ts'
import { useOpenCard } from '../card-context.ts'
import { useEndWords } from '../sessions/use-end-words.ts'

/** The names behind the ids of a payload. For a deleted item, a text that says so. */
export type Names = {
  actor: (id: unknown) => Face
  actors: (ids: unknown) => string
  list: (id: unknown) => string
  label: (id: unknown) => string
  field: (id: unknown) => string
  /** Whether the values of a field are written texts. */
  isTextField: (id: unknown) => boolean
  attribute: (name: AttributeName, value: unknown) => string
  card: (id: unknown) => string
  date: (at: unknown) => string
  value: (value: unknown) => string
  /** The reason why a session failed. */
  reason: (reason: unknown) => string
}

export function useNames(): Names {
  const t = useTranslations('details.history')
  const priorityWords = useTranslations('priority')
  const format = useFormatter()
  const ended = useEndWords()
  const { board, card } = useOpenCard()
  const tree = useKnown(board.id, (known) => known)
  const actor = (id: unknown): Face => faceOf(board.members, id, t('somebody'))
  const cards = tree?.lists.flatMap((list) => list.cards) ?? []
  const fieldOf = (id: unknown) => tree?.fields.find((field) => field.id === id)
  /** A name may be any words, and would read as part of the sentence. */
  const named = (one: { name: string } | undefined, gone: string): string => (one === undefined ? gone : t('quoted', { text: one.name }))
  const date = (at: unknown) => (typeof at === 'string' ? format.dateTime(new Date(at), wholeDay) : '')
  const attributeWords: Record<AttributeKind, (value: unknown) => string> = {
    priority: (priority) => priorityWords(priorities.find((one) => one === priority) ?? 'none'),
    dayStart: date,
    dayEnd: date,
    number: (value) => (typeof value === 'number' ? format.number(value) : ''),
  }
  return {
    actor,
    actors: (ids) => format.list(Array.isArray(ids) ? ids.map((id) => actor(id).name) : []),
    list: (id) =>
      named(
        tree?.lists.find((list) => list.id === id),
        t('goneList'),
      ),
    label: (id) =>
      named(
        board.labels.find((label) => label.id === id),
        t('goneLabel'),
      ),
    field: (id) => named(fieldOf(id), t('goneField')),
    isTextField: (id) => ['text', 'url'].includes(fieldOf(id)?.type ?? ''),
    attribute: (name, value) => attributeWords[kindOf(name)](value),
    card: (id) => [...cards, ...card.relations.map((relation) => relation.card)].find((one) => one.id === id)?.key ?? t('otherCard'),
    date,
    value: (value) => (typeof value === 'boolean' ? t(value ? 'yes' : 'no') : String(value)),
    reason: (reason) => (typeof reason === 'string' ? ended(reason) : ''),
  }
}
