import { type Activity, type BoardOutline, type ImportedEntry, priorities } from '@tandem/contract'
import { useQuery } from '@tanstack/react-query'
import { useMessages, useTranslations } from 'use-intl'
import { integrationsQuery, rulesQuery, webhooksQuery } from '../../../api/automation-queries.ts'
import { memberRequestsQuery } from '../../../api/settings-queries.ts'
import { useEndWords } from '../../card/sessions/use-end-words.ts'
import { useBoardSettings } from '../board-context.ts'

type Payload = Activity['payload']
type Said = {
  key: `verbs.${Activity['verb']}`
  values: Record<'what' | 'where' | 'from' | 'who' | 'role', string> & { known: 'yes' | 'no' }
}
type Names = ReadonlyMap<unknown, string>

/** The names of what the outline of the board leaves out, by ids: one request for each kind that the activities are about. */
export function useNames(activities: readonly Activity[]): Names {
  const { board, isAdmin } = useBoardSettings()
  const families = new Set(activities.map(({ verb }) => verb.slice(0, verb.indexOf('.'))))
  const rules = useQuery({ ...rulesQuery(board.id), enabled: families.has('rule') }).data ?? []
  const integrations = useQuery({ ...integrationsQuery(board.id), enabled: families.has('integration') }).data ?? []
  const webhooks = useQuery({ ...webhooksQuery(board.id), enabled: isAdmin && families.has('webhook') }).data ?? []
  const requests = useQuery({ ...memberRequestsQuery(board.id), enabled: isAdmin && families.has('member') }).data ?? []
  return new Map([
    ...[...rules, ...integrations].map(({ id, name }) => [id, name] as const),
    ...webhooks.map(({ id, url }) => [id, url] as const),
    ...requests.map(({ id, agent }) => [id, agent.name] as const),
  ])
}

/** An activity as a text of the catalogue, with the names of its subjects. */
export function useSaid(names: Names): (activity: Activity) => Said {
  const { board } = useBoardSettings()
  const t = useTranslations('settings.log')
  const list = (id: unknown) => board.lists.find((one) => one.id === id)?.name ?? t('gone')
  const person = (id: unknown) => board.members.find((member) => member.actorId === id)?.name ?? t('former')
  const [role, inWords] = [useRole(), useInWords()]
  return ({ verb, payload }) => {
    const what = thingIn(inWords(payload), board, names)
    return {
      key: `verbs.${verb}`,
      values: {
        what: what ?? t('gone'),
        known: what === null ? 'no' : 'yes',
        where: list(payload.toListId ?? payload.listId),
        from: list(payload.fromListId),
        who: person(payload.agentActorId ?? payload.actorId),
        role: role(payload.role),
      },
    }
  }
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
  return ({ verb, payload }) => {
    if (!isKnown(verb)) return null
    const what = wordsIn(inWords(payload ?? {}))
    return {
      key: `verbs.${verb}`,
      values: {
        what: what ?? open,
        known: what === null ? 'no' : 'yes',
        where: open,
        from: open,
        who: open,
        role: role(payload?.role) || open,
      },
    }
  }
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
function thingIn(payload: Payload, board: BoardOutline, names: Names): string | null {
  const ids = [payload.labelId, payload.fieldId, payload.listId]
  const known = [...board.labels, ...board.fields, ...board.lists].find(({ id }) => ids.includes(id))
  return wordsIn(payload) ?? known?.name ?? nameIn(payload, board, names)
}

/** An agent that was requested is a member once its owner has agreed. */
function nameIn({ ruleId, integrationId, webhookId, requestId, actorId }: Payload, board: BoardOutline, names: Names): string | null {
  const name = [ruleId, integrationId, webhookId, requestId].map((id) => names.get(id)).find((one) => one !== undefined)
  const agent = requestId === undefined ? undefined : board.members.find((member) => member.actorId === actorId)
  return name ?? agent?.name ?? null
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
