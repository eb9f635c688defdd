import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Check, CirclePause, Columns3, Plus, SquareKanban } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { membersQuery, viewsQuery } from '../../api/queries.ts'
import { queryClient } from '../../api/query-client.ts'
import { languages, locales } from '../../i18n/languages/languages.ts'
import { useLocaleChoice } from '../../i18n/locale.tsx'
import { cardModelOf } from '../../live/board-model.ts'
import { takeCard } from '../../live/board-query.ts'
import { useChangeBoard } from '../../mutations/change-board.ts'
import { itemsOf } from '../../mutations/change-cards.ts'
import { useEditCard } from '../../mutations/edit-card.ts'
import { useMoveCards } from '../../mutations/move-cards.ts'
import { unlessItWaits } from '../../mutations/outbox.ts'
import { putBackDraft } from '../../mutations/texts/draft.ts'
import { useWrite } from '../../mutations/use-write.ts'
import type { CommandName } from '../../shell/commands.ts'
import { choicesNow, commandsAt, type Focused } from '../../shell/use-commands.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { chooseTheme, chosenTheme, themes } from '../../ui/theme.ts'
import { type LaneKind, laneKinds, layouts } from '../board/filter/search.ts'
import { makesLanes } from '../board/lanes/lanes.ts'
import { type Template, templates } from '../boards/template-choice.tsx'
import { fieldIconOf } from '../card/property-icons.ts'
import type { Entry, Step } from './entry.ts'
import { sendText } from './step-text.ts'
import { useOnOpenCard } from './use-on-open-card.ts'
import type { Place } from './use-place.ts'

type Choices = (typed: string) => Entry[]

/** The choices at each step of a command. */
export function useSteps(place: Place, at: Focused): Record<Exclude<Step, 'root'>, Choices> {
  return {
    move: useMoves(place, at),
    delegate: useDelegates(place),
    fields: useFields(place),
    stopAgent: useChoices('stopAgent'),
    messageAgent: useChoices('messageAgent'),
    sessionBudget: useChoices('sessionBudget'),
    setCover: useChoices('setCover'),
    newCard: useNewCard(place),
    layout: useLayouts(),
    sort: useChoices('sort'),
    columns: useChoices('columns'),
    lanes: useLanes(place),
    views: useViews(place),
    pause: usePauses(place),
    newBoard: useNewBoard(place),
    theme: useThemes(),
    language: useLanguages(),
  }
}

const line = (id: string, text: string, more: Pick<Entry, 'icon' | 'run'> & Partial<Entry>): Entry => ({ id, group: 'step', text, ...more })

function useMoves({ board, card }: Place, at: Focused): Choices {
  const t = useTranslations('find.steps')
  const move = useMoveCards(board?.id ?? '')
  return () => {
    const lists = (board?.lists ?? []).filter((list) => list.id !== card?.listId)
    // For another board, the dialog of the page is opened, which reads that board.
    const elsewhere = commandsAt(at).get('moveTo')
    return [
      ...lists.map((list) =>
        line(`move.${list.id}`, list.name, {
          icon: <SquareKanban size={16} aria-hidden />,
          run: () => void move(itemsOf(card ? [card.id] : []), { listId: list.id, belowId: list.cards.at(-1)?.id ?? null }),
        }),
      ),
      ...(elsewhere
        ? [line('move.elsewhere', t('elsewhere'), { icon: <Columns3 size={16} aria-hidden />, run: () => void setTimeout(elsewhere) })]
        : []),
    ]
  }
}

function useDelegates({ board, card, meId }: Place): Choices {
  const edit = useEditCard({ id: card?.id ?? '', boardId: board?.id ?? '' })
  const members = useQuery({ ...membersQuery(board?.id ?? ''), enabled: board !== null }).data ?? []
  return () =>
    members
      .filter((member) => member.kind === 'agent' && member.capabilities?.delegatable && !member.deactivated)
      .map((agent) => {
        const delegation = { agentActorId: agent.actorId, delegatedByActorId: meId, delegatedAt: new Date().toISOString() }
        const input = { cardId: card?.id ?? '', agentActorId: agent.actorId }
        return line(`delegate.${agent.actorId}`, agent.name, {
          icon: <Avatar face={agent} size="xs" />,
          run: () => void edit('delegation.set', { input, shown: () => ({ delegation }), tile: { delegation }, failed: 'delegate' }),
        })
      })
}

/** The fields of the board: each opens its control on the card. */
function useFields(place: Place): Choices {
  const onOpenCard = useOnOpenCard(place)
  const openOne = (fieldId: string) =>
    onOpenCard(() => {
      const offered = choicesNow().fields
      return offered && (() => offered.choose(fieldId))
    })
  return () =>
    (place.board?.fields ?? []).map(({ id, name, type }) => {
      const Icon = fieldIconOf(type)
      return line(`fields.${id}`, name, { icon: <Icon size={16} aria-hidden />, run: () => openOne(id) })
    })
}

/** The typed text is the title; each line is a list for the card. A title that waited and is refused is put into the field of that list. */
function useNewCard(place: Place): Choices {
  const { board, meId } = place
  const t = useTranslations('find.steps')
  const write = useWrite()
  const send = async (listId: string, title: string): Promise<boolean> => {
    const done = await write('card.create', { listId, title }, { failed: 'create', waits: true })
    if (done && board) takeCard(board.id, cardModelOf(done.answer))
    return done !== null
  }
  const add = async (listId: string, title: string): Promise<boolean> => {
    const sent = send(listId, title)
    const isDone = await unlessItWaits(sent)
    if (isDone === undefined) void sent.then((done) => done || putBackDraft(`card.${listId}`, title, meId))
    return isDone ?? true
  }
  return (typed) => {
    const title = typed.trim()
    if (title === '') return []
    return (board?.lists ?? []).map((list) =>
      line(`new.${list.id}`, t('addTo', { list: list.name }), {
        icon: <Plus size={16} aria-hidden />,
        run: () => void sendText('newCard', title, place, () => add(list.id, title)),
      }),
    )
  }
}

/** The values that the page offers for a command, or those that the palette knows. */
function useChoices(name: Exclude<Step, 'root'> & CommandName, known: readonly (readonly [string, string])[] = []): Choices {
  const choice = choicesNow()[name]
  const chosen = [choice?.chosen ?? []].flat()
  return () =>
    (choice?.values ?? known).map(([value, text]) =>
      line(`${name}.${value}`, text, { icon: <Now is={chosen.includes(value)} />, run: () => choice?.choose(value) }),
    )
}

function useLayouts(): Choices {
  const t = useTranslations('board.layouts')
  return useChoices(
    'layout',
    layouts.map((layout) => [layout, t(layout)]),
  )
}

function useLanes({ board }: Place): Choices {
  const t = useTranslations('card')
  const steps = useTranslations('find.steps')
  const kinds: Record<LaneKind, string> = { assignee: t('assignees'), delegate: t('delegate'), label: t('labels'), priority: t('priority') }
  const fields = (board?.fields ?? []).filter(makesLanes)
  return useChoices('lanes', [
    ['', steps('noLanes')],
    ...laneKinds.map((kind) => [kind, kinds[kind]] as const),
    ...fields.map((field) => [`field:${field.id}`, field.name] as const),
  ])
}

function useViews({ board }: Place): Choices {
  const t = useTranslations('board')
  const { data: views = [] } = useQuery({ ...viewsQuery(board?.id ?? ''), enabled: board !== null })
  return useChoices('views', [['', t('allCards')], ...views.map((view) => [view.id, view.name] as const)])
}

/** The typed text is the reason; each line says what happens to running sessions. */
function usePauses(place: Place): Choices {
  const { about } = place
  const t = useTranslations('find.steps')
  const change = useChangeBoard()
  return (typed) => {
    const reason = typed.trim()
    if (reason === '' || !about) return []
    const how = (id: string, stop: boolean) =>
      line(`pause.${id}`, t(stop ? 'pauseStop' : 'pauseOnly'), {
        icon: <CirclePause size={16} aria-hidden />,
        run: () => void sendText('pause', reason, place, () => change(about.id, { agentsPaused: { reason, stop } })),
      })
    return [how('only', false), how('stop', true)]
  }
}

/** The typed text is the name; each line is a template. */
function useNewBoard(place: Place): Choices {
  const t = useTranslations('boards.templates')
  const { locale } = useLocaleChoice()
  const write = useWrite()
  const navigate = useNavigate()
  const add = async (name: string, template: Template) => {
    const done = await write('board.create', { name, template, language: locale }, { failed: 'newBoard' })
    if (!done) return false
    await queryClient.invalidateQueries({ queryKey: ['boards'] })
    await navigate({ to: '/boards/$boardId', params: { boardId: done.answer.id } })
    return true
  }
  return (typed) => {
    const name = typed.trim()
    if (name === '') return []
    return templates.map(([template]) =>
      line(`board.${template}`, t(`${template}.name`), {
        icon: <SquareKanban size={16} aria-hidden />,
        note: t(`${template}.about`),
        run: () => void sendText('newBoard', name, place, () => add(name, template)),
      }),
    )
  }
}

function useThemes(): Choices {
  const t = useTranslations('shell.themes')
  const [now] = useState(chosenTheme)
  return () => themes.map((theme) => line(`theme.${theme}`, t(theme), { icon: <Now is={theme === now} />, run: () => chooseTheme(theme) }))
}

function useLanguages(): Choices {
  const { locale, choose } = useLocaleChoice()
  const inOwnWords = new Intl.DisplayNames(locale, { type: 'language' })
  return () =>
    locales.map((each) =>
      line(`language.${each}`, languages[each].name, {
        also: inOwnWords.of(each),
        icon: <Now is={each === locale} />,
        run: () => choose(each),
      }),
    )
}

const Now = ({ is }: { is: boolean }) => <span className="size-4 text-accent">{is && <Check size={16} aria-hidden />}</span>
