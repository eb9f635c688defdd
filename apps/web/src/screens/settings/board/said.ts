import type { Activity, BoardOutline } from '@tandem/contract'
import { useTranslations } from 'use-intl'
import { useBoardSettings } from '../board-context.ts'

type Payload = Activity['payload']
type Said = { key: `verbs.${Activity['verb']}`; values: Record<'what' | 'where' | 'from' | 'who' | 'role', string> }

/** An activity as a text of the catalogue, with the names of what it is about. */
export function useSaid(): (activity: Activity) => Said {
  const { board } = useBoardSettings()
  const t = useTranslations('settings.log')
  const roles = useTranslations('settings.roleNames')
  const list = (id: unknown) => board.lists.find((one) => one.id === id)?.name ?? t('gone')
  const person = (id: unknown) => board.members.find((member) => member.actorId === id)?.name ?? t('former')
  const role = (held: unknown) => (held === 'viewer' || held === 'member' || held === 'admin' ? roles(held) : '')
  return ({ verb, payload }) => ({
    key: `verbs.${verb}`,
    values: {
      what: thingIn(payload, board) ?? t('gone'),
      where: list(payload.toListId ?? payload.listId),
      from: list(payload.fromListId),
      who: person(payload.agentActorId ?? payload.actorId),
      role: role(payload.role),
    },
  })
}

/** What the payload names: in words of its own, or by an id that the board knows. */
function thingIn(payload: Payload, board: BoardOutline): string | null {
  const own = ownWords.map((key) => payload[key]).find((value) => typeof value === 'string' && value !== '')
  const ids = [payload.labelId, payload.fieldId, payload.listId]
  const known = [...board.labels, ...board.fields, ...board.lists].find(({ id }) => ids.includes(id))
  return typeof own === 'string' ? shortened(own) : (known?.name ?? null)
}

const ownWords = [
  'name',
  'title',
  'filename',
  'email',
  'externalUrl',
  'priority',
  'text',
  'question',
  'answer',
  'note',
  'summary',
  'reason',
  'body',
  'type',
] as const
const most = 120

const shortened = (text: string): string => (text.length > most ? `${text.slice(0, most)}…` : text)
