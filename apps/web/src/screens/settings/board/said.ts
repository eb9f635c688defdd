import { type Activity, type BoardOutline, type ImportedEntry, priorities } from '@tandem/contract'
import { useMessages, useTranslations } from 'use-intl'
import { useEndWords } from '../../card/sessions/use-end-words.ts'
import { useBoardSettings } from '../board-context.ts'

type Payload = Activity['payload']
type Said = { key: `verbs.${Activity['verb']}`; values: Record<'what' | 'where' | 'from' | 'who' | 'role', string> }

/** An activity as a text of the catalogue, with the names of its subjects. */
export function useSaid(): (activity: Activity) => Said {
  const { board } = useBoardSettings()
  const t = useTranslations('settings.log')
  const list = (id: unknown) => board.lists.find((one) => one.id === id)?.name ?? t('gone')
  const person = (id: unknown) => board.members.find((member) => member.actorId === id)?.name ?? t('former')
  const [role, inWords] = [useRole(), useInWords()]
  return ({ verb, payload }) => ({
    key: `verbs.${verb}`,
    values: {
      what: thingIn(inWords(payload), board) ?? t('gone'),
      where: list(payload.toListId ?? payload.listId),
      from: list(payload.fromListId),
      who: person(payload.agentActorId ?? payload.actorId),
      role: role(payload.role),
    },
  })
}

/**
 * Like `useSaid` for an activity of another instance: its ids are unknown here, so names behind them are left out. Null for an unknown
 * verb.
 */
export function useSaidElsewhere(): (entry: Pick<ImportedEntry, 'verb' | 'payload'>) => Said | null {
  const { verbs } = useMessages().settings.log
  const known = new Set(Object.entries(verbs).flatMap(([family, acts]) => Object.keys(acts).map((act) => `${family}.${act}`)))
  const isKnown = (verb: string): verb is Activity['verb'] => known.has(verb)
  const [role, inWords] = [useRole(), useInWords()]
  const open = '…'
  return ({ verb, payload }) =>
    isKnown(verb)
      ? {
          key: `verbs.${verb}`,
          values: { what: wordsIn(inWords(payload ?? {})) ?? open, where: open, from: open, who: open, role: role(payload?.role) || open },
        }
      : null
}

function useRole(): (held: unknown) => string {
  const roles = useTranslations('settings.roleNames')
  return (held) => (held === 'viewer' || held === 'member' || held === 'admin' ? roles(held) : '')
}

/** Translates values that the service has its own codes for, such as priorities, into the reader's language. */
function useInWords(): (payload: Payload) => Payload {
  const priorityWords = useTranslations('priority')
  const ended = useEndWords()
  return (payload) => {
    const priority = priorities.find((one) => one === payload.priority)
    return {
      ...payload,
      ...(priority !== undefined && { priority: priorityWords(priority) }),
      ...(typeof payload.reason === 'string' && { reason: ended(payload.reason) }),
    }
  }
}

/** The subject of the payload: its own text, or the name behind an id of the board. */
function thingIn(payload: Payload, board: BoardOutline): string | null {
  const ids = [payload.labelId, payload.fieldId, payload.listId]
  const known = [...board.labels, ...board.fields, ...board.lists].find(({ id }) => ids.includes(id))
  return wordsIn(payload) ?? known?.name ?? null
}

function wordsIn(payload: Payload): string | null {
  const own = ownWords.map((key) => payload[key]).find((value) => typeof value === 'string' && value !== '')
  return typeof own === 'string' ? shortened(own) : null
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
