import { type Activity, type BoardOutline, type ImportedEntry, priorities } from '@tandem/contract'
import { useQuery } from '@tanstack/react-query'
import { useMessages, useTranslations } from 'use-intl'
import { integrationsQuery, rulesQuery, webhooksQuery } from '../../../api/automation-queries.ts'
import { memberRequestsQuery } from '../../../api/settings-queries.ts'
import { isCanceled } from '../../board/tile/session-line.tsx'
import { useEndWords } from '../../card/sessions/use-end-words.ts'
import { useBoardSettings } from '../board-context.ts'
import { finerKeyOf } from './finer.ts'

type Payload = Activity['payload']
type Said = {
  key: `verbs.${Activity['verb']}` | NonNullable<ReturnType<typeof finerKeyOf>>
  values: Record<'what' | 'where' | 'from' | 'who' | 'role', string> &
    Record<'known' | 'placeKnown' | 'whoKnown' | 'isCanceled', 'yes' | 'no'>
}
type Names = ReadonlyMap<unknown, string>

/**
 * The names of what the outline of the board leaves out, by ids: one request for each kind that entries without a name are about. What is
 * deleted has the last name that these activities, newest first, have for it.
 */
export function useNames(activities: readonly Activity[]): Names {
  const { board, isAdmin } = useBoardSettings()
  const verbs = new Set<string>(activities.map(({ verb }) => verb))
  const asks = (kind: keyof typeof unnamed) => unnamed[kind].some((verb) => verbs.has(verb))
  const rules = useQuery({ ...rulesQuery(board.id), enabled: asks('rules') }).data ?? []
  const integrations = useQuery({ ...integrationsQuery(board.id), enabled: asks('integrations') }).data ?? []
  const webhooks = useQuery({ ...webhooksQuery(board.id), enabled: isAdmin && asks('webhooks') }).data ?? []
  const requests = useQuery({ ...memberRequestsQuery(board.id), enabled: isAdmin && asks('requests') }).data ?? []
  return new Map([
    ...activities.toReversed().flatMap(({ payload }) => namedIn(payload)),
    ...[...rules, ...integrations].map(({ id, name }) => [id, name] as const),
    ...webhooks.map(({ id, url }) => [id, placeOf(url)] as const),
    ...requests.map(({ agent }) => [agent.actorId, agent.name] as const),
  ])
}

/** The verbs whose payload has only an id for what still exists. The lists hold nothing that was deleted. */
const unnamed = {
  rules: ['rule.updated'],
  integrations: ['integration.installed', 'integration.updated'],
  webhooks: ['webhook.created', 'webhook.updated', 'webhook.pinged', 'webhook.redelivered', 'webhook.replayed'],
  requests: ['member.requested', 'member.request_declined'],
} as const satisfies Record<string, readonly Activity['verb'][]>

function namedIn({ ruleId, fieldId, labelId, integrationId, name, type }: Payload): [unknown, string][] {
  const [id, word] = [ruleId ?? fieldId ?? labelId ?? integrationId, name ?? type]
  return id !== undefined && typeof word === 'string' ? [[id, word]] : []
}

/** Host and path of an address, shortened: its query and the end of a long path may hold a secret. */
function placeOf(url: string): string {
  if (!URL.canParse(url)) return shortened(url, mostOfAddress)
  const { host, pathname } = new URL(url)
  return shortened(`${host}${pathname}`, mostOfAddress)
}

/** An activity as a text of the catalogue, with the names of its subjects. */
export function useSaid(names: Names): (activity: Activity) => Said {
  const { board } = useBoardSettings()
  const t = useTranslations('settings.log')
  const quoted = useQuoted()
  const list = (id: unknown) => {
    const name = board.lists.find((one) => one.id === id)?.name
    return name === undefined ? t('gone') : quoted(name)
  }
  const [role, inWords] = [useRole(), useInWords()]
  return ({ verb, payload }) => {
    const what = thingIn(inWords(payload), board, names, quoted)
    const who = board.members.find(({ actorId }) => actorId === (payload.agentActorId ?? payload.actorId))?.name
    return {
      key: finerKeyOf(verb, payload) ?? `verbs.${verb}`,
      values: {
        what: what ?? t('gone'),
        known: what === null ? 'no' : 'yes',
        placeKnown: 'yes',
        where: list(payload.toListId ?? payload.listId),
        from: list(payload.fromListId),
        who: who ?? '',
        whoKnown: who === undefined ? 'no' : 'yes',
        isCanceled: isOfCanceled(payload),
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
  const [role, inWords, quoted] = [useRole(), useInWords(), useQuoted()]
  const open = '…'
  return ({ verb, payload }) => {
    if (!isKnown(verb)) return null
    const what = wordsIn(inWords(payload ?? {}), quoted) ?? typeIn(payload ?? {})
    return {
      key: finerKeyOf(verb, payload ?? {}) ?? `verbs.${verb}`,
      values: {
        what: what ?? open,
        known: what === null ? 'no' : 'yes',
        placeKnown: 'no',
        where: '',
        from: '',
        who: '',
        whoKnown: 'no',
        isCanceled: isOfCanceled(payload ?? {}),
        role: role(payload?.role) || open,
      },
    }
  }
}

type Quote = (name: string) => string

/** Puts a name into quotation marks: it may be any words, and would read as part of the sentence. */
function useQuoted(): Quote {
  const t = useTranslations('settings.log')
  return (text) => t('quoted', { text })
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

/** Of `agent_session.failed`. */
const isOfCanceled = ({ reason }: Payload) => (isCanceled({ state: 'error', failureReason: String(reason) }) ? 'yes' : 'no')

/** The subject of the payload: its own text, the name behind an id of the board, or the code of an integration without a name. */
function thingIn(payload: Payload, board: BoardOutline, names: Names, quoted: Quote): string | null {
  const ids = [payload.labelId, payload.fieldId, payload.listId]
  const known = [...board.labels, ...board.fields, ...board.lists].find(({ id }) => ids.includes(id))
  return wordsIn(payload, quoted) ?? (known && quoted(known.name)) ?? nameIn(payload, board, names, quoted) ?? typeIn(payload)
}

/** Addresses of webhooks and names of agents have no quotation marks. An agent that was requested is a member once its owner has agreed. */
function nameIn(payload: Payload, board: BoardOutline, names: Names, quoted: Quote): string | null {
  const { ruleId, fieldId, labelId, integrationId, webhookId, requestId, actorId } = payload
  const name = names.get(ruleId ?? fieldId ?? labelId ?? integrationId)
  if (name !== undefined) return quoted(name)
  const agentId = requestId === undefined ? undefined : actorId
  return names.get(webhookId ?? agentId) ?? board.members.find((member) => member.actorId === agentId)?.name ?? null
}

const typeIn = ({ type }: Payload): string | null => (typeof type === 'string' ? type : null)

function wordsIn(payload: Payload, quoted: Quote): string | null {
  const key = [...ownNames, ...ownWords].find((one) => typeof payload[one] === 'string' && payload[one] !== '')
  if (key === undefined) return null
  const words = shortened(String(payload[key]), most)
  return ownNames.some((one) => one === key) ? quoted(words) : words
}

const ownNames = ['name', 'title', 'filename'] as const
const ownWords = ['email', 'externalUrl', 'priority', 'text', 'question', 'answer', 'note', 'summary', 'reason', 'body'] as const
const [most, mostOfAddress] = [120, 40]

const shortened = (text: string, length: number): string => (text.length > length ? `${text.slice(0, length)}…` : text)
